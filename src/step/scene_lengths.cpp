#include "step/scene_lengths.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "arith/fixed_order.h"
#include "step/pair_decider.h"

namespace firstcontact::step {
namespace {

// Change of a pair's distance by rounding x0 + a (x1 - x0) in doubles, relative to the largest
// coordinate. Three roundings of values of at most twice that coordinate make 3 * 2^-52 < 2^-50 per
// coordinate; times 2 elements and times sqrt(3) for the norm this is below 2^-48.
constexpr double kPositionRounding = 0x1p-48;
// The same for positions stored as floats, whose roundings are 2^29 times as large.
constexpr double kSinglePositionRounding = 0x1p-19;
// Default cap: a share of the median edge length, or of the largest coordinate if there is no edge.
constexpr double kCapOfEdge = 0.1, kCapOfExtent = 1e-3;
// Squares between these neither overflow nor lose bits, so they need no scaling.
constexpr double kSmallestSquare = 0x1p-900, kLargestSquare = 0x1p900;

double default_cap(double median_edge, double largest_coordinate) {
  const double cap = kCapOfEdge * median_edge;
  return std::isfinite(cap) && cap > 0 ? cap : kCapOfExtent * largest_coordinate;
}

}  // namespace

double median_edge(const Mesh& mesh, const VertexTable& vertices) {
  std::vector<double> lengths;
  lengths.reserve(mesh.edges().size());
  for (const Edge& edge : mesh.edges()) {
    const double *a = vertices.at(edge[0]), *b = vertices.at(edge[1]);
    const Vec3 along(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
    const double square = squared_norm(along);
    lengths.push_back(square > kSmallestSquare && square < kLargestSquare ? std::sqrt(square)
                                                                          : scaled_norm(along));
  }
  if (lengths.empty()) return 0;
  const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
  std::nth_element(lengths.begin(), middle, lengths.end());
  return *middle;
}

SceneLengths measure_scene(const Mesh& mesh, const VertexTable& vertices,
                           const std::optional<double>& distance_cap) {
  SceneLengths scene;
  for (const double x : vertices.points)
    scene.largest_coordinate = std::max(scene.largest_coordinate, std::abs(x));
  scene.thickest = largest_thickness(mesh);
  scene.cap = distance_cap ? *distance_cap
                           : default_cap(median_edge(mesh, vertices), scene.largest_coordinate);
  return scene;
}

double rounding_share(const VertexTable& vertices) {
  return vertices.single_precision ? kSinglePositionRounding : kPositionRounding;
}

double position_rounding(const VertexTable& vertices, double largest) {
  const double underflow = vertices.single_precision ? std::numeric_limits<float>::denorm_min()
                                                     : std::numeric_limits<double>::denorm_min();
  return rounding_share(vertices) * largest + 8 * underflow;
}

}  // namespace firstcontact::step
