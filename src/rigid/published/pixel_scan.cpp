#include "rigid/published/pixel_scan.h"

#include <algorithm>
#include <cmath>

namespace firstcontact::rigid {

namespace {

/// Stable counting sort by row. Sets begin[i] to the position of row i, and returns the order.
template <class T>
std::vector<int> sort_by_row(const std::vector<T>& items, int first_row, int rows,
                             std::vector<int>& begin) {
  begin.assign(static_cast<std::size_t>(rows) + 1, 0);
  for (const T& item : items) ++begin[static_cast<std::size_t>(item.row - first_row) + 1];
  for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
  std::vector<int> next(begin.begin(), begin.end() - 1), order(items.size());
  for (std::size_t i = 0; i < items.size(); ++i)
    order[next[items[i].row - first_row]++] = static_cast<int>(i);
  return order;
}

/// A point where a scan towards larger h enters or leaves a part of a face.
struct Passage {
  int h = 0, piece = 0;
  double t = 0;
};

/// The parts of faces that contain the current point of a scan along a row.
class Inside {
 public:
  explicit Inside(std::size_t faces) : count_(2 * faces, 0) {}

  void enter(const Passage& passage) {
    if (++count_[passage.piece] == 1) parts_.push_back(passage);
  }
  void leave(const Passage& passage) {
    if (--count_[passage.piece] != 0) return;
    const auto part = std::find_if(parts_.begin(), parts_.end(),
                                   [&](const Passage& p) { return p.piece == passage.piece; });
    if (part != parts_.end()) parts_.erase(part);
  }
  const std::vector<Passage>& parts() const { return parts_; }
  /// Prepares the next row. The arguments are all passages of this row.
  void clear(const std::vector<Passage>& entries, const std::vector<Passage>& exits) {
    parts_.clear();
    for (const Passage& passage : entries) count_[passage.piece] = 0;
    for (const Passage& passage : exits) count_[passage.piece] = 0;
  }

 private:
  std::vector<int> count_;
  std::vector<Passage> parts_;
};

/// Lists where a scan along the row enters and leaves parts of faces. On the screen the outline of
/// a backward part runs counter-clockwise in (r, h): where it runs towards larger r, the part lies
/// above it. The outline of a forward part runs clockwise.
void list_passages(const SortedPixels& faces, int row, std::vector<Passage>& entries,
                   std::vector<Passage>& exits) {
  entries.clear();
  exits.clear();
  for (const SortedPixels::Entry& entry : faces.row(row)) {
    const PixelRecord& record = faces.record(entry.record);
    if (record.crossing == 0) continue;
    const ScreenEdge& edge = faces.edge_of(record);
    for (int k = 0; k < 2; ++k) {
      const int piece = edge.piece[k];
      if (piece == kNoPiece) continue;
      const bool above = (record.crossing * edge.along[k] > 0) != is_forward(piece);
      const Passage passage{above ? entry.h_min : entry.h_max, piece, (record.t0 + record.t1) / 2};
      (above ? entries : exits).push_back(passage);
    }
  }
  std::stable_sort(exits.begin(), exits.end(),
                   [](const Passage& x, const Passage& y) { return x.h < y.h; });
}

}  // namespace

SortedPixels::SortedPixels(const PixelGrid& grid, const std::vector<ScreenEdge>& edges,
                           std::vector<PixelRecord> records, std::vector<PixelVertex> vertices)
    : edges_(edges),
      first_row_(grid.first_row),
      last_row_(grid.last_row),
      records_(std::move(records)) {
  const int rows = last_row_ - first_row_ + 1;
  const std::vector<int> order = sort_by_row(records_, first_row_, rows, row_begin_);
  entries_.reserve(order.size());
  for (const int index : order)
    entries_.push_back({record(index).h_min, record(index).h_max, index});
  const std::vector<int> vertex_order = sort_by_row(vertices, first_row_, rows, vertex_begin_);
  vertices_.reserve(vertices.size());
  for (const int index : vertex_order) vertices_.push_back(vertices[index]);
  for (std::size_t i = 0; i < static_cast<std::size_t>(rows); ++i) {
    std::sort(entries_.begin() + row_begin_[i], entries_.begin() + row_begin_[i + 1],
              [](const Entry& x, const Entry& y) {
                return x.h_min != y.h_min ? x.h_min < y.h_min : x.record < y.record;
              });
    std::sort(vertices_.begin() + vertex_begin_[i], vertices_.begin() + vertex_begin_[i + 1],
              [](const PixelVertex& x, const PixelVertex& y) {
                return x.h != y.h ? x.h < y.h : x.vertex < y.vertex;
              });
  }
}

void scan_vertices_in_faces(const SortedPixels& vertices, const SortedPixels& faces,
                            std::size_t face_count, bool vertices_of_a,
                            std::vector<ScreenContact>& contacts) {
  Inside inside(face_count);
  std::vector<Passage> entries, exits;
  for (int row = vertices.first_row(); row <= vertices.last_row(); ++row) {
    const std::span<const PixelVertex> in_row = vertices.vertices_of(row);
    if (in_row.empty() || faces.row(row).empty()) continue;
    list_passages(faces, row, entries, exits);
    std::size_t entered = 0, left = 0;
    for (const PixelVertex& vertex : in_row) {
      while (entered < entries.size() && entries[entered].h <= vertex.h)
        inside.enter(entries[entered++]);
      while (left < exits.size() && exits[left].h < vertex.h) inside.leave(exits[left++]);
      for (const Passage& part : inside.parts()) {
        if (vertices_of_a) {
          contacts.push_back({ScreenContactKind::VertexFace, vertex.vertex, part.piece,
                              vertex.t - part.t, true, Vec3::Zero()});
        } else {
          contacts.push_back({ScreenContactKind::FaceVertex, part.piece, vertex.vertex,
                              part.t - vertex.t, true, Vec3::Zero()});
        }
      }
    }
    inside.clear(entries, exits);
  }
}

}  // namespace firstcontact::rigid
