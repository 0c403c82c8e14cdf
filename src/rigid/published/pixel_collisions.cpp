// The published algorithm: S. R. Buss, Collision detection with relative screw motion, sections 4
// to 10, with the formulas repaired (docs/math/collision-screen.md).
//
// 1. Choose coordinates with the screw axis as y axis. Bounding spheres may show that nothing meets
//    on the screen.
// 2. Clip faces to the parts that face the other body, and double them (clip.h, doppel.h).
// 3. Draw their edges as records of pixels (pixel_draw.h).
// 4. Sort the records by r and h.
// 5. Scan along h for vertices of one body in faces of the other, both ways (pixel_scan.h).
// 6. Scan again for edges that cross, and for vertices on edges and on vertices.
// 7. Replace vertices on edges and on vertices by the most proper vertex-face contact nearby.
//    Compute the times of vertices in faces by Newton's method. Drop contacts that are too improper
//    (resolve.h).
//
// Deviations: records of an edge in neighbouring rows share a pixel, so that crossing lines cannot
// miss each other. Whether edges cross is decided from their positions within the pixel, which are
// kept. The pixel of a vertex does not hide a crossing beside it. Edges that cross twice, at times
// well apart, collide twice.
#include "rigid/published/pixel_grid.h"
#include "rigid/published/pixel_scan.h"
#include "rigid/published/screen_modes.h"

namespace firstcontact {

namespace {

using namespace rigid;

constexpr double kPixelTimeRounding = 1e-9;
/// Crossings of two edges within this many pixels count as one.
constexpr double kSamePixels = 4;

}  // namespace

std::vector<Collision> pixel_collisions(const Polyhedron& a, const Polyhedron& b,
                                        const RelativeMotion& motion, const ScrewOptions& options) {
  const double pixel = pixel_size(a, b, options);
  const Screen screen(a, b, motion, kStraightShare * pixel);
  if (screen.still() || !screen.may_collide(options.robust ? 2 * pixel : 0)) return {};
  const bool cull = options.cull_facing.value_or(a.closed() && b.closed());
  const ScreenBody body_a =
      make_screen_body(a, {}, screen, false, cull ? Facing::Backward : Facing::Any);
  const ScreenBody body_b = make_screen_body(b, map_at(motion.b_in_a, 0), screen, true,
                                             cull ? Facing::Forward : Facing::Any);
  const PixelGrid grid = make_grid(screen, body_a, body_b, pixel, options);
  if (grid.last_row < grid.first_row) return {};

  const std::vector<ScreenEdge> edges_a = screen_edges(screen, body_a),
                                edges_b = screen_edges(screen, body_b);
  const SortedPixels pixels_a(grid, edges_a, draw_edges(screen, grid, edges_a),
                              draw_vertices(grid, screen_vertices(screen, body_a)));
  const SortedPixels pixels_b(grid, edges_b, draw_edges(screen, grid, edges_b),
                              draw_vertices(grid, screen_vertices(screen, body_b)));

  const double time_slack = kPixelTimeRounding + (options.robust ? grid.time_resolution : 0);
  std::vector<ScreenContact> contacts;
  scan_vertices_in_faces(pixels_a, pixels_b, b.faces().size(), true, contacts);
  scan_vertices_in_faces(pixels_b, pixels_a, a.faces().size(), false, contacts);
  scan_edges(screen, grid, pixels_a, pixels_b, options.robust, time_slack, contacts);
  ResolveRules rules;
  rules.time_slack = time_slack;
  rules.outside = pixel;
  rules.same_time = kSamePixels * grid.time_resolution;
  rules.min_properness = options.min_properness.value_or(kPublishedProperness);
  std::vector<Collision> collisions =
      resolve({screen, body_a, body_b, motion}, std::move(contacts), rules);
  keep_first(collisions, options);
  return collisions;
}

}  // namespace firstcontact
