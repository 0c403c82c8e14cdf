#include "rigid/model/start_crossing.h"

#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <tuple>

#include "arith/fixed_order.h"

namespace firstcontact::rigid {
namespace {

using Triangle = std::array<Vec3, 3>;

/// Heights smaller than this share of the lengths involved count as 0: then the features touch,
/// which is an event and not a crossing.
constexpr double kCrossingRounding = 1e-12;

/// Whether the segment passes through the inside of the triangle, or through a side that is a
/// diagonal of its face (edge -1). Sets `where` to the point.
bool pierces(const Vec3& p, const Vec3& q, const Triangle& face, const std::array<int, 3>& edges,
             Vec3& where) {
  const Vec3 n = (face[1] - face[0]).cross(face[2] - face[0]);
  const double size =
      norm(q - p) + norm(face[1] - face[0]) + norm(face[2] - face[0]) + norm(p) + norm(face[0]);
  const double hp = dot(n, p - face[0]), hq = dot(n, q - face[0]),
               room = kCrossingRounding * norm(n) * size;
  if (!((hp > room && hq < -room) || (hp < -room && hq > room))) return false;
  where = p + (hp / (hp - hq)) * (q - p);
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 e = face[(k + 1) % 3] - face[k];
    const double side = dot(n.cross(e), where - face[k]),
                 rounding = kCrossingRounding * norm(n) * norm(e) * size;
    if (!(side > (edges[k] < 0 ? -rounding : rounding))) return false;
  }
  return true;
}

class CrossingFinder final : public motion::LeafDecider {
 public:
  CrossingFinder(const Polyhedron& a, const Polyhedron& b, const motion::TwoBodies& bodies)
      : a_(a), b_(b), bodies_(bodies) {}

  double horizon() const override { return 1; }
  const std::optional<Collision>& found() const { return found_; }

  motion::LeafDecision decide(const motion::SearchInterval& interval,
                              motion::LeafPair& pair) override {
    const int ta = bodies_.a.order[pair.a->begin], tb = bodies_.b.order[pair.b->begin];
    const AffineMap map = interval.b.at(0);
    Triangle a, b;
    for (std::size_t k = 0; k < 3; ++k) {
      a[k] = bodies_.a.corner(*pair.a, k);
      b[k] = map.apply(bodies_.b.corner(*pair.b, k));
    }
    const std::array<int, 3>&edges_a = a_.triangle_edges()[ta], &edges_b = b_.triangle_edges()[tb];
    for (std::size_t k = 0; k < 3; ++k) {
      Vec3 where;
      const int ea = a_.triangle_edges()[ta][k], eb = b_.triangle_edges()[tb][k];
      if (ea >= 0 && pierces(a[k], a[(k + 1) % 3], b, edges_b, where))
        offer(CollisionKind::EdgeFace, ea, b_.source_of_face(b_.face_of_triangle(tb)), where);
      if (eb >= 0 && pierces(b[k], b[(k + 1) % 3], a, edges_a, where))
        offer(CollisionKind::FaceEdge, a_.source_of_face(a_.face_of_triangle(ta)), eb, where);
    }
    return motion::LeafDecision::Decided;
  }

 private:
  void offer(CollisionKind kind, int a, int b, const Vec3& point) {
    if (found_ && std::tie(found_->kind, found_->a, found_->b) <= std::tie(kind, a, b)) return;
    Collision crossing;
    crossing.kind = kind;
    crossing.a = a;
    crossing.b = b;
    crossing.point = point;
    crossing.proven = true;
    found_ = crossing;
  }

  const Polyhedron& a_;
  const Polyhedron& b_;
  motion::TwoBodies bodies_;
  std::optional<Collision> found_;
};

}  // namespace

StartCrossing find_start_crossing(const Polyhedron& a, const Polyhedron& b,
                                  const motion::TwoBodies& bodies, std::int64_t max_checks) {
  CrossingFinder finder(a, b, bodies);
  motion::TwoBodySearch search(bodies, 0, max_checks, nullptr);
  const motion::SearchEnd end = search.run(0, 0, finder);
  return {finder.found(), search.checks(), end};
}

}  // namespace firstcontact::rigid
