#include "rigid/screw_cases.h"

#include <Eigen/Geometry>
#include <array>
#include <cmath>

#include "generate/random.h"
#include "generate/rigid_models.h"
#include "rigid/rigid_fixtures.h"

namespace firstcontact::test {
namespace {

using generate::Random;

constexpr double kPi = 0x1.921fb54442d18p+1;

Vec3 random_direction(Random& random) {
  for (;;) {
    const Vec3 v = random_vector(random, 1);
    if (v.norm() > 0.1 && v.norm() <= 1) return v.normalized();
  }
}

Pose random_pose(Random& random, double reach) {
  const Vec3 axis = random_direction(random), position = random_vector(random, reach);
  return Pose::from_axis_angle(axis, random.symmetric() * kPi, position);
}

Pose product(const Pose& first, const Pose& second) {
  return {first.rotation * second.rotation, first.rotation * second.position + first.position};
}

/// `from` after a turn about the line through `point` and a travel along it.
Pose moved(const Pose& from, const Vec3& axis, const Vec3& point, double angle, double travel) {
  const Pose turn = Pose::from_axis_angle(axis, angle);
  return {turn.rotation * from.rotation,
          point + turn.rotation * (from.position - point) + travel * axis};
}

/// Multiples of 1/8, so that sums are exact.
double grid(Random& random, int low, int high) { return random.between(low, high) / 8.0; }
Vec3 grid_vector(Random& random, int low, int high) {
  const double x = grid(random, low, high), y = grid(random, low, high),
               z = grid(random, low, high);
  return {x, y, z};
}
Polyhedron grid_box(Random& random) {
  const Vec3 size = grid_vector(random, 2, 12);
  return Polyhedron(generate::box(size.x(), size.y(), size.z()));
}
Vec3 unit_axis(Random& random) {
  Vec3 v = Vec3::Zero();
  const int axis = random.below(3);
  v[axis] = random.sign();
  return v;
}

void make_generic(Random& random, ScrewCase& out) {
  out.a = Polyhedron(generate::random_polyhedron(random)),
  out.b = Polyhedron(generate::random_polyhedron(random));
  const Vec3 side = random_direction(random);
  Pose from = random_pose(random, 0.2), to = random_pose(random, 0.4);
  from.position += (1.4 + 1.5 * random.unit()) * side;
  if (random.chance(1, 2)) to.position -= (1 + random.unit()) * side;
  out.motion_b = {from, to};
  if (random.chance(1, 4)) return;
  out.motion_a = {random_pose(random, 3), random_pose(random, 3)};
  out.motion_b = {product(out.motion_a.from, from), product(out.motion_a.to, to)};
}

void make_grid_translation(Random& random, ScrewCase& out) {
  out.a = grid_box(random);
  out.b = grid_box(random);
  const Vec3 along = unit_axis(random), beside = grid_vector(random, -4, 4);
  const double start = grid(random, 12, 24), way = grid(random, 4, 48);
  out.motion_b.from.position = beside - (along.dot(beside) + start) * along;
  out.motion_b.to.position = out.motion_b.from.position + way * along;
}

void make_axis_through_face(Random& random, ScrewCase& out) {
  out.a = Polyhedron(generate::random_polyhedron(random)),
  out.b = Polyhedron(generate::random_polyhedron(random));
  const auto face =
      static_cast<std::size_t>(random.below(static_cast<int>(out.a.triangles().size())));
  Vec3 point = Vec3::Zero();
  for (const int v : out.a.triangles()[face]) point += out.a.vertices()[v] / 3;
  const Vec3 axis = random.chance(1, 2)
                        ? Vec3(out.a.normals()[out.a.face_of_triangle(static_cast<int>(face))])
                        : random_direction(random);
  const Pose from = {Mat3::Identity(), point + (0.6 + random.unit()) * random_direction(random)};
  out.motion_b = {from, moved(from, axis, point, random.unit() * kPi,
                              random.chance(1, 2) ? 0 : random.symmetric())};
}

void make_parallel_edges(Random& random, ScrewCase& out) {
  out.a = grid_box(random);
  out.b = grid_box(random);
  const Vec3 axis = unit_axis(random), point = grid_vector(random, -12, 12);
  const Pose from = {Mat3::Identity(), grid_vector(random, -12, 12)};
  const std::array<double, 4> angles = {kPi / 2, kPi / 4, kPi, random.unit() * kPi};
  const double angle = angles[random.below(4)];
  out.motion_b = {from,
                  moved(from, axis, point, angle, random.chance(1, 2) ? 0 : grid(random, -16, 16))};
}

void make_half_turn(Random& random, ScrewCase& out) {
  out.a = Polyhedron(generate::random_polyhedron(random)),
  out.b = Polyhedron(generate::random_polyhedron(random));
  const Pose from = {Mat3::Identity(), (1 + random.unit()) * random_direction(random)};
  const Vec3 axis = random.chance(1, 2) ? unit_axis(random) : random_direction(random),
             point = random_vector(random, 1);
  out.motion_b = {from,
                  moved(from, axis, point, kPi, random.chance(1, 2) ? 0 : random.symmetric())};
}

void make_tiny_turn(Random& random, ScrewCase& out) {
  out.a = Polyhedron(generate::random_polyhedron(random)),
  out.b = Polyhedron(generate::random_polyhedron(random));
  constexpr std::array<double, 6> kAngles = {1e-15, 3e-15, 1e-12, 1e-9, 1e-6, 1e-3};
  const double angle = kAngles[random.below(6)];
  const Vec3 side = random_direction(random);
  const Pose from = {Mat3::Identity(), 1.5 * side};
  Pose to = moved(from, random_direction(random), random_vector(random, 1), angle, 0);
  to.position -= (1 + random.unit()) * side + random_vector(random, 0.3);
  out.motion_b = {from, to};
}

/// One box stands on the other.
void make_sliding(Random& random, ScrewCase& out) {
  out.a = grid_box(random);
  out.b = grid_box(random);
  double top = 0, bottom = 0;
  for (const Vec3& x : out.a.vertices()) top = std::max(top, x.z());
  for (const Vec3& x : out.b.vertices()) bottom = std::min(bottom, x.z());
  Vec3 at = grid_vector(random, -8, 8), way = grid_vector(random, -16, 16);
  at.z() = top - bottom, way.z() = 0;
  out.motion_b.from.position = at;
  if (random.chance(1, 2))
    out.motion_b.to.position = at + way;
  else
    out.motion_b.to =
        moved(out.motion_b.from, Vec3::UnitZ(), grid_vector(random, -8, 8), random.unit() * kPi, 0);
}

void make_touch_at_an_end(Random& random, ScrewCase& out) {
  out.a = grid_box(random);
  out.b = grid_box(random);
  const Vec3 along = unit_axis(random);
  double half_a = 0, half_b = 0;
  for (const Vec3& x : out.a.vertices()) half_a = std::max(half_a, along.dot(x));
  for (const Vec3& x : out.b.vertices()) half_b = std::max(half_b, along.dot(x));
  Vec3 beside = grid_vector(random, -3, 3);
  beside -= along.dot(beside) * along;
  const Pose touching = {Mat3::Identity(), beside + (half_a + half_b) * along};
  const Pose away = {Mat3::Identity(), touching.position + grid(random, 1, 16) * along};
  out.motion_b = random.chance(1, 2) ? PoseChange{touching, away} : PoseChange{away, touching};
}

void make_axis_along_feature(Random& random, ScrewCase& out) {
  out.a = Polyhedron(generate::random_polyhedron(random)),
  out.b = Polyhedron(generate::random_polyhedron(random));
  const Pose from = {Mat3::Identity(), (0.5 + random.unit()) * random_direction(random)};
  const PolyhedronEdge& edge = out.b.edges()[random.below(static_cast<int>(out.b.edges().size()))];
  const Vec3 v0 = out.b.vertices()[edge.v0], v1 = out.b.vertices()[edge.v1];
  const Vec3 axis = random.chance(1, 2) ? Vec3((v1 - v0).normalized()) : random_direction(random);
  out.motion_b = {from, moved(from, axis, from.apply(v0), random.unit() * kPi,
                              random.chance(1, 2) ? 0 : random.symmetric())};
}

void make_far(Random& random, ScrewCase& out) {
  make_generic(random, out);
  const Vec3 far = random_vector(random, 1e3);
  for (Pose* pose : {&out.motion_a.from, &out.motion_a.to, &out.motion_b.from, &out.motion_b.to})
    pose->position += far;
}

}  // namespace

ScrewCase screw_case(int family, std::uint64_t seed) {
  struct Family {
    const char* name;
    void (*make)(Random&, ScrewCase&);
  };
  static constexpr std::array<Family, kFamilies> kAll = {
      {{"generic", make_generic},
       {"boxes on a grid", make_grid_translation},
       {"axis through a face", make_axis_through_face},
       {"edges parallel to the axis", make_parallel_edges},
       {"half a turn", make_half_turn},
       {"tiny turn", make_tiny_turn},
       {"sliding", make_sliding},
       {"touch at an end", make_touch_at_an_end},
       {"axis along a feature", make_axis_along_feature},
       {"far away", make_far}}};
  const Family& which = kAll[family];
  Random random = {seed, generate::hash(which.name)};
  ScrewCase out;
  out.family = which.name;
  which.make(random, out);
  return out;
}

}  // namespace firstcontact::test
