#pragma once
/// Finds features that share pixels (section 9 of the paper, steps four to six).
#include <vector>

#include "rigid/published/pixel_draw.h"
#include "rigid/published/resolve.h"

namespace firstcontact::rigid {

/// A body's pixels, sorted by row and then by h_min; sparse within a row.
class SortedPixels {
 public:
  struct Entry {
    int h_min = 0, h_max = 0, record = 0;
  };

  SortedPixels(const PixelGrid& grid, const std::vector<ScreenEdge>& edges,
               std::vector<PixelRecord> records, std::vector<PixelVertex> vertices);

  std::span<const Entry> row(int r) const { return slice(entries_, row_begin_, r); }
  /// Sorted by h.
  std::span<const PixelVertex> vertices_of(int r) const {
    return slice(vertices_, vertex_begin_, r);
  }
  const PixelRecord& record(int index) const { return records_[index]; }
  const ScreenEdge& edge_of(const PixelRecord& record) const { return edges_[record.edge]; }
  int first_row() const { return first_row_; }
  int last_row() const { return last_row_; }

 private:
  template <class T>
  std::span<const T> slice(const std::vector<T>& all, const std::vector<int>& begin, int r) const {
    if (r < first_row_ || r > last_row_) return {};
    const std::size_t i = static_cast<std::size_t>(r - first_row_);
    return std::span<const T>(all).subspan(static_cast<std::size_t>(begin[i]),
                                           static_cast<std::size_t>(begin[i + 1] - begin[i]));
  }

  const std::vector<ScreenEdge>& edges_;
  int first_row_ = 0, last_row_ = -1;
  std::vector<PixelRecord> records_;
  std::vector<PixelVertex> vertices_;
  std::vector<Entry> entries_;
  std::vector<int> row_begin_, vertex_begin_;
};

/// Finds vertices of one body on the faces of the other, including the pixels of the faces' edges.
/// `vertices_of_a` says whether the vertices are A's.
void scan_vertices_in_faces(const SortedPixels& vertices, const SortedPixels& faces,
                            std::size_t face_count, bool vertices_of_a,
                            std::vector<ScreenContact>& contacts);

/// Finds edges that cross, and vertices on the pixels of edges and of vertices; if `robust`, also
/// those that pass within a pixel of each other. Only times in [-time_slack, 1 + time_slack] count.
/// The points where edges cross are computed with `screen`.
void scan_edges(const Screen& screen, const PixelGrid& grid, const SortedPixels& a,
                const SortedPixels& b, bool robust, double time_slack,
                std::vector<ScreenContact>& contacts);

}  // namespace firstcontact::rigid
