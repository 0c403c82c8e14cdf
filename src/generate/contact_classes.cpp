/// Contacts at a chosen feature and at a chosen time, exact in doubles, and the same a little
/// beside.
#include "generate/classes.h"
#include "generate/lattice.h"

namespace firstcontact::generate {
namespace {

constexpr int kShapeBits = 10;  // size of the shapes on the lattice
constexpr int kSpeedBits = 10;  // and of their velocities

Vec3 random_point(Random& random) {
  Vec3 point;
  for (int k = 0; k < 3; ++k) point[k] = random.symmetric();
  return point;
}

/// A contact of the chosen features at a moment inside the step; `beside`: the first primitive a
/// few lattice units off.
Query lattice_contact(Random& random, Kind kind, Where where, bool beside) {
  Cells at = touching_cells(random, kind, where, kShapeBits);
  if (beside) displace_first(kind, at, nonzero_cell(random, 3));
  const Cells velocity = random_velocities(random, kind, kSpeedBits);
  return from_moment(kind, at, velocity, random_moment(random));
}

/// The second primitive lies in z = 0, the first falls on it from above, straight down; x and y
/// have full mantissas. `x`, `y`: where the end of edge a, or the point, comes down.
Query falling(Random& random, Kind kind, double x, double y, const std::array<Vec3, 3>& second) {
  const double above = random.unit() + 0x1p-20;
  const double below = random.unit() + 0x1p-20;
  Query query;
  query.kind = kind;
  const std::size_t first_count = kind == Kind::VertexFace ? 1 : 2;
  query.t0[0] = Vec3{x, y, 0};
  if (kind == Kind::EdgeEdge) query.t0[1] = random_point(random);
  for (std::size_t i = first_count; i < 4; ++i) query.t0[i] = second[i - first_count];
  query.t1 = query.t0;
  for (std::size_t i = 0; i < first_count; ++i) {
    query.t0[i].z() = above;
    query.t1[i].z() = -below;
  }
  return query;
}

std::array<Vec3, 3> random_face_in_plane(Random& random) {
  std::array<Vec3, 3> face;
  for (Vec3& v : face) {
    v = random_point(random);
    v.z() = 0;
  }
  return face;
}

Query falling_on_corner(Random& random, Kind kind) {
  const std::array<Vec3, 3> second = random_face_in_plane(random);
  return falling(random, kind, second[0].x(), second[0].y(), second);
}

/// The side lies along x, so that every point at its y is on its line.
Query falling_on_side(Random& random, Kind kind) {
  std::array<Vec3, 3> second = random_face_in_plane(random);
  second[1].y() = second[0].y();
  const double u = random.unit();
  const double x = second[0].x() + u * (second[1].x() - second[0].x());
  return falling(random, kind, x, second[0].y(), second);
}

/// Adds to x and y of the first point, at both times.
void move_sideways(Random& random, Query& query, double size) {
  for (int k = 0; k < 2; ++k) {
    const double by = size * random.symmetric();
    query.t0[0][k] += by;
    query.t1[0][k] = query.t0[0][k];
  }
}

/// One to three ulps on x or y of one of the two points that meet, at both times.
void nudge_sideways(Random& random, Query& query) {
  const std::size_t second = query.kind == Kind::VertexFace ? 1 : 2;
  const std::size_t point = random.chance(1, 2) ? 0 : second;
  const int axis = random.below(2);
  const int sign = random.sign();
  const int ulps = sign * random.between(1, 3);
  query.t0[point][axis] = add_ulps(query.t0[point][axis], ulps);
  query.t1[point][axis] = query.t0[point][axis];
}

Draft exact_or_rounded(const Query& query, bool on_lattice) {
  return {.query = query, .shift_bits = on_lattice ? kExactShiftBits : kRoundingShiftBits};
}

Draft touch_at(Random& random, Kind kind, const Moment& moment) {
  const Where where = random_where(random);
  const Cells at = touching_cells(random, kind, where, kShapeBits);
  const Cells velocity = random_velocities(random, kind, kSpeedBits);
  const int nudges = random.chance(2, 3) ? random.between(1, 3) : 0;
  return {.query = from_moment(kind, at, velocity, moment), .nudges = nudges, .reversible = false};
}

}  // namespace

Draft point_point(Random& random, Kind kind) {
  const bool beside = random.chance(1, 2);
  return {.query = lattice_contact(random, kind, Where::Corner, beside)};
}

Draft vertex_on_vertex(Random& random, Kind kind) {
  Query query = falling_on_corner(random, kind);
  if (random.chance(1, 2)) move_sideways(random, query, 0x1p-10);
  return exact_or_rounded(query, false);
}

Draft endpoint_on_edge(Random& random, Kind kind) {
  const bool on_lattice = random.chance(1, 2);
  const bool beside = random.chance(1, 2);
  if (on_lattice) return exact_or_rounded(lattice_contact(random, kind, Where::Side, beside), true);
  Query query = falling_on_side(random, kind);
  if (beside) move_sideways(random, query, 0x1p-10);
  return exact_or_rounded(query, false);
}

Draft one_ulp_beside(Random& random, Kind kind) {
  const int choice = random.below(4);
  if (choice == 0) {
    const Where where = random.chance(1, 2) ? Where::Side : Where::Corner;
    Draft draft = exact_or_rounded(lattice_contact(random, kind, where, false), true);
    draft.nudges = 1;
    return draft;
  }
  Query query = choice == 1 ? falling_on_corner(random, kind) : falling_on_side(random, kind);
  nudge_sideways(random, query);
  // A shift would round the ulps away.
  return {.query = query, .shift_bits = 0};
}

Draft touch_at_start(Random& random, Kind kind) {
  return touch_at(random, kind, {0, random.between(1, 8)});
}

Draft touch_at_end(Random& random, Kind kind) {
  return touch_at(random, kind, {random.between(1, 8), 0});
}

/// The contact is computed in floating point on random coordinates, so it is off by its rounding
/// errors: at the end of the step, or where the first primitive passes the rim of the second.
Draft near_collision(Random& random, Kind kind) {
  Query query;
  query.kind = kind;
  for (Vec3& point : query.t1) point = random_point(random);
  const bool at_rim = random.chance(1, 4);
  const double u = random.unit();
  const double v = at_rim ? 0 : random.unit();
  auto& x = query.t1;
  if (kind == Kind::VertexFace) {
    const double w = v * (1 - u);
    for (int k = 0; k < 3; ++k)
      x[0][k] = x[1][k] + u * (x[2][k] - x[1][k]) + w * (x[3][k] - x[1][k]);
  } else {
    const double along = at_rim ? 1 : 0.25 + 0.75 * v;
    for (int k = 0; k < 3; ++k) {
      const double on_b = x[2][k] + u * (x[3][k] - x[2][k]);
      x[1][k] = x[0][k] + (on_b - x[0][k]) / along;
    }
  }
  query.t0 = query.t1;
  const Vec3 motion = random_point(random);
  const std::size_t first_count = kind == Kind::VertexFace ? 1 : 2;
  for (std::size_t i = 0; i < first_count; ++i) {
    query.t0[i] -= motion;
    if (at_rim) query.t1[i] += motion;
  }
  return {.query = query, .shift_bits = kRoundingShiftBits, .nudges = random.below(2)};
}

}  // namespace firstcontact::generate
