// Finds candidate pairs by a uniform grid over the swept boxes. Every box of one set is listed in
// each cell it meets; every box of the other set is compared with the boxes in its cells. A pair
// that shares several cells is taken only in the first one (the cell of the larger lower corner),
// so no pair occurs twice.
#include <algorithm>
#include <cmath>

#include "generate/cloth_step.h"

namespace firstcontact::generate {
namespace {

/// Plain arrays: this runs over millions of pairs, also in builds without optimisation.
struct Box {
  double low[3], high[3];

  bool overlaps(const Box& other) const {
    return low[0] <= other.high[0] && other.low[0] <= high[0] && low[1] <= other.high[1] &&
           other.low[1] <= high[1] && low[2] <= other.high[2] && other.low[2] <= high[2];
  }
};

template <std::size_t Count>
Box swept_box(const Step& step, const std::array<int, Count>& points) {
  Box box;
  for (int k = 0; k < 3; ++k) {
    box.low[k] = box.high[k] = step.vertices_t0[points[0]][k];
    for (const int point : points) {
      const auto [low, high] = std::minmax(step.vertices_t0[point][k], step.vertices_t1[point][k]);
      box.low[k] = std::min(box.low[k], low);
      box.high[k] = std::max(box.high[k], high);
    }
  }
  return box;
}

template <std::size_t Count>
std::vector<Box> swept_boxes(const Step& step, const std::vector<std::array<int, Count>>& items) {
  std::vector<Box> boxes;
  boxes.reserve(items.size());
  for (const auto& item : items) boxes.push_back(swept_box(step, item));
  return boxes;
}

struct CellIndex {
  int at[3];
};

class BoxGrid {
 public:
  explicit BoxGrid(const std::vector<Box>& boxes) : boxes_(boxes) {
    if (boxes.empty()) return;
    choose_cells();
    first_.assign(cell_count() + 1, 0);
    for (const Box& box : boxes)
      for_each_cell(box, [&](const CellIndex&, std::size_t cell) { ++first_[cell + 1]; });
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    entries_.resize(first_.back());
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      for_each_cell(boxes[i], [&](const CellIndex&, std::size_t cell) {
        entries_[next[cell]++] = static_cast<int>(i);
      });
    }
  }

  /// The boxes after number `after` that overlap this one, each once, in ascending order.
  void find(const Box& box, int after, std::vector<int>& found) const {
    found.clear();
    if (boxes_.empty()) return;
    for_each_cell(box, [&](const CellIndex& here, std::size_t cell) {
      const int* const end = entries_.data() + first_[cell + 1];
      for (const int* entry = entries_.data() + first_[cell]; entry != end; ++entry) {
        if (*entry <= after) continue;
        const Box& other = boxes_[*entry];
        if (box.overlaps(other) && is_first_common_cell(box, other, here)) found.push_back(*entry);
      }
    });
    std::sort(found.begin(), found.end());
  }

 private:
  /// Cells of about the mean box, but at most kMostCells along an axis and at most about four cells
  /// a box.
  void choose_cells() {
    constexpr double kMostCells = 1000;
    double extent[3];
    for (int k = 0; k < 3; ++k) {
      double low = boxes_[0].low[k], high = boxes_[0].high[k], sum = 0;
      for (const Box& box : boxes_) {
        low = std::min(low, box.low[k]);
        high = std::max(high, box.high[k]);
        sum += box.high[k] - box.low[k];
      }
      const double mean = sum / static_cast<double>(boxes_.size());
      low_[k] = low;
      extent[k] = high - low;
      size_[k] = mean > 0
                     ? static_cast<int>(std::clamp(std::floor(extent[k] / mean), 1.0, kMostCells))
                     : 1;
    }
    while (cell_count() > 4 * boxes_.size() + 64) {
      for (int& size : size_) size = (size + 1) / 2;
    }
    for (int k = 0; k < 3; ++k) per_length_[k] = extent[k] > 0 ? size_[k] / extent[k] : 0.0;
  }

  std::size_t cell_count() const {
    return static_cast<std::size_t>(size_[0]) * static_cast<std::size_t>(size_[1]) *
           static_cast<std::size_t>(size_[2]);
  }

  /// The cell's number along an axis. Ascending in x; what is outside belongs to the nearest cell.
  int cell_along(int axis, double x) const {
    const double place = std::floor((x - low_[axis]) * per_length_[axis]);
    return static_cast<int>(std::clamp(place, 0.0, static_cast<double>(size_[axis] - 1)));
  }

  bool is_first_common_cell(const Box& a, const Box& b, const CellIndex& here) const {
    for (int k = 0; k < 3; ++k) {
      if (cell_along(k, std::max(a.low[k], b.low[k])) != here.at[k]) return false;
    }
    return true;
  }

  template <typename Visit>
  void for_each_cell(const Box& box, Visit visit) const {
    CellIndex from, to;
    for (int k = 0; k < 3; ++k) {
      from.at[k] = cell_along(k, box.low[k]);
      to.at[k] = cell_along(k, box.high[k]);
    }
    for (int x = from.at[0]; x <= to.at[0]; ++x) {
      for (int y = from.at[1]; y <= to.at[1]; ++y) {
        const std::size_t row = static_cast<std::size_t>(x) * static_cast<std::size_t>(size_[1]) +
                                static_cast<std::size_t>(y);
        for (int z = from.at[2]; z <= to.at[2]; ++z) {
          visit(CellIndex{{x, y, z}},
                row * static_cast<std::size_t>(size_[2]) + static_cast<std::size_t>(z));
        }
      }
    }
  }

  const std::vector<Box>& boxes_;
  double low_[3] = {0, 0, 0}, per_length_[3] = {0, 0, 0};
  int size_[3] = {1, 1, 1};
  std::vector<std::size_t> first_;  // cell c has the entries [first_[c], first_[c + 1])
  std::vector<int> entries_;
};

template <std::size_t A, std::size_t B>
bool share_vertex(const std::array<int, A>& a, const std::array<int, B>& b) {
  return std::any_of(a.begin(), a.end(),
                     [&](int i) { return std::find(b.begin(), b.end(), i) != b.end(); });
}

}  // namespace

std::vector<CandidatePair> candidate_indices(const Step& step) {
  std::vector<CandidatePair> pairs;
  std::vector<int> found;
  const std::vector<Box> face_boxes = swept_boxes(step, step.faces);
  const BoxGrid faces(face_boxes);
  for (int i = 0; i < static_cast<int>(step.vertices_t0.size()); ++i) {
    const std::array<int, 1> vertex = {i};
    faces.find(swept_box(step, vertex), -1, found);
    for (const int j : found) {
      if (!share_vertex(vertex, step.faces[j])) pairs.push_back({Kind::VertexFace, i, j});
    }
  }
  const std::vector<Box> edge_boxes = swept_boxes(step, step.edges);
  const BoxGrid edges(edge_boxes);
  for (int i = 0; i < static_cast<int>(step.edges.size()); ++i) {
    const auto& edge = step.edges[i];
    edges.find(edge_boxes[i], i, found);
    for (const int j : found) {
      if (!share_vertex(edge, step.edges[j])) pairs.push_back({Kind::EdgeEdge, i, j});
    }
  }
  return pairs;
}

Query query_of(const Step& step, const CandidatePair& pair) {
  std::array<int, 4> points{};
  if (pair.kind == Kind::VertexFace) {
    const auto& face = step.faces[pair.second];
    points = {pair.first, face[0], face[1], face[2]};
  } else {
    const auto& a = step.edges[pair.first];
    const auto& b = step.edges[pair.second];
    points = {a[0], a[1], b[0], b[1]};
  }
  Query query;
  query.kind = pair.kind;
  for (std::size_t k = 0; k < 4; ++k) {
    query.t0[k] = step.vertices_t0[points[k]];
    query.t1[k] = step.vertices_t1[points[k]];
  }
  return query;
}

std::vector<Query> candidate_pairs(const Step& step, std::size_t limit) {
  const std::vector<CandidatePair> pairs = candidate_indices(step);
  const std::size_t count = std::min(limit, pairs.size());
  std::vector<Query> queries;
  queries.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
    queries.push_back(query_of(step, pairs[i * pairs.size() / count]));
  return queries;
}

}  // namespace firstcontact::generate
