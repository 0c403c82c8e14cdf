#include "step/swept_boxes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "parallel/parallel.h"

namespace firstcontact::step {
namespace {

constexpr std::size_t kGrain = 4096;
constexpr double kLargest = std::numeric_limits<double>::max();
constexpr double kTiny = std::numeric_limits<double>::denorm_min();

// Error of (1 - h) x0 + h x1 relative to max(|x0|, |x1|): four roundings of at most 2^-53 each,
// doubled.
constexpr double kBlendError = 0x1p-50;
// Rounds a sum of a few positive lengths up: each addition or product errs by at most 2^-53 of its
// result.
constexpr double kLengthsUp = 1 + 0x1p-48;
// Error of `low - pad` relative to its size: at most 2^-53, and as much again for subtracting that
// error.
constexpr double kEndError = 0x1p-51;

struct Span {
  double low, high;
  void add(double x) {
    low = std::min(low, x);
    high = std::max(high, x);
  }
};

/// Adds the values of one coordinate over [0, horizon], rounded outward.
void add_motion(double x0, double x1, double horizon, Span& span) {
  span.add(x0);
  if (horizon == 1) return span.add(x1);
  const double x = (1 - horizon) * x0 + horizon * x1;
  const double error = kBlendError * std::max(std::abs(x0), std::abs(x1)) + 4 * kTiny;
  span.add(std::min(x + error, kLargest));
  span.add(std::max(x - error, -kLargest));
}

/// How far the box of an element extends beyond its vertices.
double pad_of(const Mesh& mesh, const VertexTable& table, std::span<const int> vertices,
              const Sweep& sweep) {
  double radius = 0;
  if (mesh.has_thickness())
    for (const int v : vertices) radius = std::max(radius, mesh.thickness_of(v));
  const double half = sweep.separation == 0 && sweep.tolerance == 0
                          ? 0
                          : sweep.separation / 2 + sweep.tolerance / 2 + 2 * kTiny;
  double pad = (radius + half) * kLengthsUp;
  if (sweep.coordinate_share > 0) {
    double largest = 0;
    for (const int v : vertices) largest = std::max(largest, largest_coordinate(table, v));
    pad = (pad + sweep.coordinate_share * largest) * kLengthsUp + kTiny;
  }
  if (sweep.relative_tolerance > 0) {
    // If the padded boxes of two elements over the whole motion overlap, the pair's size is at most
    // the sum of their padded extents.
    double extent = 0;
    for (int k = 0; k < 3; ++k) {
      Span whole = {kLargest, -kLargest};
      for (const int v : vertices) {
        const double* x = table.at(v) + k;
        whole.add(x[0]);
        whole.add(x[3]);
      }
      extent = std::max(extent, whole.high - whole.low);
    }
    pad = (pad + sweep.relative_tolerance * (extent + 2 * pad)) * kLengthsUp + kTiny;
  }
  return std::min(pad, kLargest);
}

bool adds_nothing(const Mesh& mesh, const Sweep& sweep) {
  return sweep.separation == 0 && sweep.tolerance == 0 && sweep.relative_tolerance == 0 &&
         sweep.coordinate_share == 0 && !mesh.has_thickness();
}

/// kCount: the number of vertices, known to the compiler.
template <std::size_t kCount>
broad::Box box_of(const Mesh& mesh, const VertexTable& table, std::span<const int, kCount> vertices,
                  const Sweep& sweep, bool plain) {
  const double pad = plain ? 0 : pad_of(mesh, table, vertices, sweep);
  broad::Box box;
  for (int k = 0; k < 3; ++k) {
    Span span = {kLargest, -kLargest};
    for (const int v : vertices) {
      const double* x = table.at(v) + k;
      add_motion(x[0], x[3], sweep.horizon, span);
    }
    if (pad > 0) {
      const double low = span.low - pad, high = span.high + pad;
      span.low = std::max(low - (kEndError * std::abs(low) + kTiny), -kLargest);
      span.high = std::min(high + (kEndError * std::abs(high) + kTiny), kLargest);
    }
    box.min[k] = span.low;
    box.max[k] = span.high;
  }
  return box;
}

}  // namespace

std::size_t count_of(const Mesh& mesh, Elements elements) {
  switch (elements) {
    case Elements::Vertices: return mesh.vertex_count();
    case Elements::Edges: return mesh.edges().size();
    case Elements::Faces: return mesh.faces().size();
    case Elements::LooseEdges: return mesh.loose_edges().size();
    case Elements::LoosePoints: return mesh.loose_points().size();
  }
  return 0;
}

void sweep_boxes(const Mesh& mesh, const VertexTable& table, Elements elements, const Sweep& sweep,
                 std::size_t stride, int threads, std::vector<broad::Box>& boxes) {
  const std::size_t count = count_of(mesh, elements), first = stride / 2;
  boxes.resize(count > first ? (count - first - 1) / stride + 1 : 0);
  const bool plain = adds_nothing(mesh, sweep);
  // `vertices_at(index)` has the vertices of one element of the list.
  const auto fill = [&](const auto& vertices_at) {
    parallel::parallel_for(boxes.size(), kGrain, threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const auto& vertices = vertices_at(first + i * stride);
        boxes[i] = box_of(mesh, table, std::span(vertices), sweep, plain);
      }
    });
  };
  using One = std::array<int, 1>;
  switch (elements) {
    case Elements::Vertices: return fill([](std::size_t i) { return One{static_cast<int>(i)}; });
    case Elements::Edges: return fill([&](std::size_t i) -> auto& { return mesh.edges()[i]; });
    case Elements::Faces: return fill([&](std::size_t i) -> auto& { return mesh.faces()[i]; });
    case Elements::LooseEdges:
      return fill([&](std::size_t i) -> auto& { return mesh.edges()[mesh.loose_edges()[i]]; });
    case Elements::LoosePoints:
      return fill([&](std::size_t i) { return One{mesh.loose_points()[i]}; });
  }
}

broad::Box swept_box(const Mesh& mesh, const VertexTable& table, const std::int32_t* vertices,
                     int count, const Sweep& sweep) {
  const std::span<const int> all(vertices, static_cast<std::size_t>(count));
  return box_of(mesh, table, all, sweep, adds_nothing(mesh, sweep));
}

}  // namespace firstcontact::step
