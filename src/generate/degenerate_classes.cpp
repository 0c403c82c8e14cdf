/// Primitives that are points or lines where they should be faces or edges, and motions that stay
/// in a plane or on a line.
#include "generate/classes.h"
#include "generate/lattice.h"

namespace firstcontact::generate {
namespace {

/// Four points origin + s * d + t * e, with |s|, |t| <= most.
Cells cells_in_plane(Random& random, const Cell& origin, const Cell& d, const Cell& e, int most) {
  Cells cells;
  for (Cell& cell : cells) {
    const int s = random.between(-most, most);
    const int t = random.between(-most, most);
    cell = origin + s * d + t * e;
  }
  return cells;
}

Cell common_motion(Random& random, int bits) {
  return random.chance(1, 2) ? random_cell(random, bits) : Cell(Cell::Zero());
}

}  // namespace

/// The plane rests, or is carried along; or (a quarter) it is sheared linearly while the points
/// keep their places in it: then the four points are coplanar at every time although the plane
/// turns.
Draft coplanar(Random& random, Kind kind) {
  const Cell origin = random_cell(random, 10);
  const Cell d = nonzero_cell(random, 8);
  const Cell e = nonzero_cell(random, 8);
  const Cell motion = common_motion(random, 10);
  constexpr int kMost = 16;
  if (random.chance(1, 4)) {
    Cells t0, t1;
    const Cell d_end = nonzero_cell(random, 8);
    const Cell e_end = nonzero_cell(random, 8);
    for (std::size_t i = 0; i < 4; ++i) {
      const int s = random.between(-3, 3);
      const int t = random.between(-3, 3);
      t0[i] = origin + s * d + t * e;
      t1[i] = origin + motion + s * d_end + t * e_end;
    }
    return {.query = from_cells(kind, t0, t1)};
  }
  const Cells t0 = cells_in_plane(random, origin, d, e, kMost);
  const Cells t1 = cells_in_plane(random, origin + motion, d, e, kMost);
  return {.query = from_cells(kind, t0, t1)};
}

/// Face: its corners lie on one line at all times; the point meets that line, on or off the face.
/// Edges: parallel at all times, of changing length. So the three vectors that span the gap in
/// general lie in a plane.
Draft degenerate_gap(Random& random, Kind kind) {
  const Cell origin = random_cell(random, 10);
  const Cell d = nonzero_cell(random, 8);
  const Cell first_motion = nonzero_cell(random, 8);
  const Cell carried = common_motion(random, 8);
  const bool beside = random.chance(1, 6);
  Cells at, velocity;
  for (std::size_t i = 0; i < 4; ++i) {
    const int s = random.between(-6, 6);
    const int stretch = random.between(-2, 2);
    at[i] = origin + s * d;
    velocity[i] = carried + stretch * d;
  }
  velocity[0] += first_motion;
  if (kind == Kind::EdgeEdge) velocity[1] += first_motion;
  if (beside) displace_first(kind, at, nonzero_cell(random, 2));
  return {.query = from_moment(kind, at, velocity, random_moment(random))};
}

/// Rigid and parallel; on one line at one moment, overlapping, end to end, or apart. Some pass
/// beside.
Draft parallel_edges(Random& random, Kind) {
  const Cell origin = random_cell(random, 10);
  const Cell d = nonzero_cell(random, 8);
  const int length_a = random.between(1, 4);
  const int length_b = random.between(1, 4);
  const int place = random.between(-6, 6);
  Cells at = {origin, origin + length_a * d, origin + place * d, origin + (place + length_b) * d};
  if (random.chance(1, 6)) displace_first(Kind::EdgeEdge, at, nonzero_cell(random, 2));
  const Cell first = nonzero_cell(random, 8);
  const Cell second = common_motion(random, 8);
  return {.query = from_moment(Kind::EdgeEdge, at, {first, first, second, second},
                               random_moment(random))};
}

/// All four ends on one line at all times; the line may be carried along. They start apart.
Draft collinear_edges(Random& random, Kind) {
  const Cell origin = random_cell(random, 10);
  const Cell d = nonzero_cell(random, 8);
  const Cell motion = common_motion(random, 10);
  const int length_a = random.between(0, 6);
  const int gap = random.between(1, 12);
  const int length_b = random.between(0, 6);
  const int places[4] = {0, length_a, length_a + gap, length_a + gap + length_b};
  const bool rigid = random.chance(1, 2);
  Cells t0, t1;
  int step = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    if (i % 2 == 0 || !rigid) step = random.between(-8, 8);
    t0[i] = origin + places[i] * d;
    t1[i] = origin + motion + (places[i] + step) * d;
  }
  return {.query = from_cells(Kind::EdgeEdge, t0, t1)};
}

/// A face or edge that is a point at all times, a face that is an edge, two edges that are points;
/// or one that is a point only at the moment of contact and opens again the other way round. The
/// first primitive passes through it, or beside.
Draft zero_size(Random& random, Kind kind) {
  const Cell x = random_cell(random, 10);
  const Cell d = nonzero_cell(random, 8);
  const int i = random.between(0, 4);
  const int shape = random.below(3);
  const bool face = kind == Kind::VertexFace;
  Cells at = {x, x, x, x};
  if (face && shape == 0) {
    at[1] = x - i * d;
    at[2] = at[3] = x + (4 - i) * d;
  } else if (!face && shape != 0) {
    at[0] = x - i * d;
    at[1] = x + (4 - i) * d;
  }
  Cells velocity;
  for (Cell& v : velocity) v = random_cell(random, 8);
  if (!face && shape == 0) velocity[1] = velocity[0];
  if (shape != 2) velocity[3] = velocity[2];
  if (face && shape == 1) velocity[1] = velocity[2];
  if (random.chance(1, 5)) displace_first(kind, at, nonzero_cell(random, 2));
  const int nudges = random.chance(2, 5) ? 1 : 0;
  return {.query = from_moment(kind, at, velocity, random_moment(random)), .nudges = nudges};
}

}  // namespace firstcontact::generate
