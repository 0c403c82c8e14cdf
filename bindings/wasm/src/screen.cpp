// The collision screen of two bodies in screw motion, for drawing: its curves, pixels and
// crossings (docs/math/collision-screen.md).
#include <firstcontact/screw.h>

#include "bodies.h"
#include "rigid/model/relative_screw.h"
#include "rigid/published/pixel_grid.h"

namespace firstcontact::wasm {
namespace {

using namespace rigid;

Json screen_point(const ScreenPoint& s) {
  return {{"r", number(s.r)}, {"h", number(s.h)}, {"t", number(s.t)}};
}

/// The angle of a point of the edge, as in pixel_draw.cpp.
double angle_on(const Screen& screen, const ScreenEdge& edge, const Vec3& p) {
  if (edge.fixed_phi) return edge.phi;
  if (screen.on_axis(p)) return edge.phi + edge.shift;
  double phi = screen.phi(p);
  if (phi - edge.phi > kPi) phi -= 2 * kPi;
  if (phi - edge.phi < -kPi) phi += 2 * kPi;
  return phi + edge.shift;
}

Json curves(const Screen& screen, const std::vector<ScreenEdge>& edges, int samples) {
  Json out = Json::array();
  for (const ScreenEdge& edge : edges) {
    Json points = Json::array({screen_point(edge.s0)});
    for (int i = 1; i + 1 < samples; ++i) {
      const double share = static_cast<double>(i) / (samples - 1);
      const Vec3 p = edge.p0 + share * (edge.p1 - edge.p0);
      points.push_back(screen_point(screen.project(p, angle_on(screen, edge, p))));
    }
    points.push_back(screen_point(edge.s1));
    out.push_back({{"edge", edge.source}, {"copy", edge.shift != 0}, {"points", points}});
  }
  return out;
}

Json vertices(const std::vector<ScreenVertex>& list) {
  Json out = Json::array();
  for (const ScreenVertex& vertex : list) {
    Json point = screen_point(vertex.at);
    point["vertex"] = vertex.vertex;
    out.push_back(point);
  }
  return out;
}

std::vector<std::int32_t> pixels(const std::vector<PixelRecord>& records,
                                 const std::vector<ScreenEdge>& edges) {
  std::vector<std::int32_t> out;
  for (const PixelRecord& record : records)
    out.insert(out.end(), {record.row, record.h_min, record.h_max,
                           edges[static_cast<std::size_t>(record.edge)].source});
  return out;
}

/// Where collisions lie on the screen: at the point of A, with the angle at which B comes to it.
Json crossings(const Screen& screen, const std::vector<Collision>& collisions,
               const PoseChange& motion_a) {
  Json out = Json::array();
  for (std::size_t i = 0; i < collisions.size(); ++i) {
    const double time = collisions[i].time;
    const Vec3 on_a = pose_at(motion_a, time).inverse().apply(collisions[i].point);
    const Vec3 p = screen.from_a(on_a);
    const double phi = screen.phi(screen.carry(p, -time)) + screen.angle() * time;
    const ScreenPoint s = screen.project(p, screen.straight() ? 0 : phi);
    out.push_back(
        {{"collision", i}, {"r", number(s.r)}, {"h", number(s.h)}, {"time", number(time)}});
  }
  return out;
}

void collision_screen(Call& call) {
  const Polyhedron a = polyhedron(call, "a"), b = polyhedron(call, "b");
  const PoseChange motion_a = to_pose_change(field(call.in, "motionA"), "motionA"),
                   motion_b = to_pose_change(field(call.in, "motionB"), "motionB");
  const Json& in = part(call.in, "options");
  ScrewOptions options = screw_options(in);
  double wanted = 24;
  read(in, "samples", wanted);
  const int samples = static_cast<int>(std::clamp(std::isnan(wanted) ? 24 : wanted, 2.0, 1000.0));

  const ScrewResult result = find_collisions(a, motion_a, b, motion_b, options);
  Json& out = call.out;
  const bool valid = result.status != Status::InvalidInput;
  out["message"] = valid ? "" : result.message;
  out["screw"] = screw_json(result.screw);
  Json list = Json::array();
  for (const Collision& collision : result.collisions)
    list.push_back(collision_json(collision, a, b));
  out["collisions"] = list;
  out["still"] = true;
  out["straight"] = false;
  for (const char* empty : {"curvesA", "curvesB", "verticesA", "verticesB", "crossings"})
    out[empty] = Json::array();
  out["pixel"] = 0;
  out["rowBase"] = 0;
  std::vector<std::int32_t> pixels_a, pixels_b;
  if (valid) {
    const RelativeMotion motion = relative_motion(motion_a, motion_b);
    const bool drawn = options.mode == ScrewMode::Pixels;
    const double pixel = drawn ? pixel_size(a, b, options) : 0;
    const Screen screen(a, b, motion, kStraightShare * pixel);
    out["still"] = screen.still();
    if (!screen.still()) {
      const bool cull = options.cull_facing.value_or(drawn && a.closed() && b.closed());
      const ScreenBody body_a =
          make_screen_body(a, {}, screen, false, cull ? Facing::Backward : Facing::Any);
      const ScreenBody body_b = make_screen_body(b, map_at(motion.b_in_a, 0), screen, true,
                                                 cull ? Facing::Forward : Facing::Any);
      const std::vector<ScreenEdge> edges_a = screen_edges(screen, body_a),
                                    edges_b = screen_edges(screen, body_b);
      out["straight"] = screen.straight();
      out["curvesA"] = curves(screen, edges_a, samples);
      out["curvesB"] = curves(screen, edges_b, samples);
      out["verticesA"] = vertices(screen_vertices(screen, body_a));
      out["verticesB"] = vertices(screen_vertices(screen, body_b));
      out["crossings"] = crossings(screen, result.collisions, motion_a);
      if (drawn) {
        const PixelGrid grid = make_grid(screen, body_a, body_b, pixel, options);
        out["pixel"] = number(grid.pixel);
        out["rowBase"] = number(grid.r_base);
        if (grid.last_row >= grid.first_row) {
          pixels_a = pixels(draw_edges(screen, grid, edges_a), edges_a);
          pixels_b = pixels(draw_edges(screen, grid, edges_b), edges_b);
        }
      }
    }
  }
  call.give("pixelsA", std::span<const std::int32_t>(pixels_a));
  call.give("pixelsB", std::span<const std::int32_t>(pixels_b));
}

}  // namespace

void add_screen_functions(FunctionTable& table) { table["collisionScreen"] = collision_screen; }

}  // namespace firstcontact::wasm
