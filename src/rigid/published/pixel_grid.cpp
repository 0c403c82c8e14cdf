#include "rigid/published/pixel_grid.h"

#include <algorithm>

#include "arith/fixed_order.h"

namespace firstcontact::rigid {
namespace {

constexpr double kPixelsPerEdge = 12;
constexpr double kMostPixels = 0x1p22;

/// The range of distances from the axis that both bodies have.
Range common_radii(const Screen& screen, const ScreenBody& a, const ScreenBody& b) {
  const auto radii = [&](const ScreenBody& body, const Sphere& sphere) {
    Range range = {body.on_screen.front().r, body.on_screen.front().r};
    for (const ScreenPoint& s : body.on_screen)
      range = {std::min(range.low, s.r), std::max(range.high, s.r)};
    // Edges and faces may come nearer to the axis than their corners.
    if (!screen.straight()) range.low = std::max(screen.radius(sphere.centre) - sphere.radius, 0.0);
    return range;
  };
  const Range ra = radii(a, screen.sphere_a()), rb = radii(b, screen.sphere_b());
  return {std::max(ra.low, rb.low), std::min(ra.high, rb.high)};
}

}  // namespace

double pixel_size(const Polyhedron& a, const Polyhedron& b, const ScrewOptions& options) {
  double length = 0;
  for (const Polyhedron* body : {&a, &b})
    for (const PolyhedronEdge& edge : body->edges())
      length += norm(body->vertices()[edge.v1] - body->vertices()[edge.v0]);
  const double mean = length / static_cast<double>(a.edges().size() + b.edges().size());
  return std::max(options.resolution.value_or(mean / kPixelsPerEdge), length / kMostPixels);
}

PixelGrid make_grid(const Screen& screen, const ScreenBody& a, const ScreenBody& b, double pixel,
                    const ScrewOptions& options) {
  PixelGrid grid;
  grid.pixel = pixel;
  const double speed =
      (norm(screen.flow(screen.sphere_a().centre)) + norm(screen.flow(screen.sphere_b().centre))) /
      2;
  grid.time_resolution = options.pixel_time_resolution.value_or(speed > pixel ? pixel / speed : 1);
  const double margin = options.robust ? pixel : 0;
  const Range radii = common_radii(screen, a, b);
  grid.r_base = radii.low;
  grid.first_row = pixel_index(grid.row(std::min(radii.low, radii.high) - margin));
  grid.last_row = pixel_index(grid.row(std::max(radii.low, radii.high) + margin));
  if (radii.high + margin < radii.low - margin) grid.last_row = grid.first_row - 1;
  return grid;
}

}  // namespace firstcontact::rigid
