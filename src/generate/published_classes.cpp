/// The examples of appendices B and C of the Tight Inclusion paper (Wang, Ferguson, Schneider,
/// Jiang, Attene, Panozzo: A Large Scale Benchmark and an Inclusion-Based Algorithm for Continuous
/// Collision Detection, 2021), varied. They are vertex-face pairs. For edge-edge their gap triangle
/// is completed to a parallelogram: it contains the triangle, so what touches still touches.
#include "generate/classes.h"

namespace firstcontact::generate {
namespace {

/// The pair (p, v0, v1, v2), or the edges (p, v0 + p - v2) and (v0, v1), which have the gap corners
/// p - v0, p - v1, p - v2.
Query of_kind(Kind kind, const VertexFace& pair) {
  if (kind == Kind::VertexFace) return pair;
  return EdgeEdge{.ea0_t0 = pair.p_t0,
                  .ea1_t0 = pair.v0_t0 + (pair.p_t0 - pair.v2_t0),
                  .eb0_t0 = pair.v0_t0,
                  .eb1_t0 = pair.v1_t0,
                  .ea0_t1 = pair.p_t1,
                  .ea1_t1 = pair.v0_t1 + (pair.p_t1 - pair.v2_t1),
                  .eb0_t1 = pair.v0_t1,
                  .eb1_t1 = pair.v1_t1};
}

/// Appendix B: the face falls from z = 1 to z = 0 while two corners change places, so that one side
/// of the swept prism crosses itself.
VertexFace hourglass_pair(const Vec3& p) {
  return {.p_t0 = p,
          .v0_t0 = Vec3{0, 0, 1},
          .v1_t0 = Vec3{1, 0, 1},
          .v2_t0 = Vec3{0, 1, 1},
          .p_t1 = p,
          .v0_t1 = Vec3{0, 0, 0},
          .v1_t1 = Vec3{0, 1, 0},
          .v2_t1 = Vec3{1, 0, 0}};
}

/// Appendix C, first: f = -72 t^3 + 120 t^2 - 44 t + 3 has its inflection point at t = 5/9.
VertexFace inflection_pair(const Vec3& p) {
  return {.p_t0 = p,
          .v0_t0 = Vec3{0, 0, 5},
          .v1_t0 = Vec3{2, 0, 2},
          .v2_t0 = Vec3{0, 1, 0},
          .p_t1 = p,
          .v0_t1 = Vec3{0, 0, -1},
          .v1_t1 = Vec3{0, 0, -2},
          .v2_t1 = Vec3{0, 7, 0}};
}

/// Appendix C, second: in the plane z = 1 the face moves along its own side x = 1, on which the
/// point lies. y, y_end: of the lower corners.
VertexFace corner_pair(const Vec3& p, double y, double top, double y_end, double top_end) {
  return {.p_t0 = p,
          .v0_t0 = Vec3{0, y, 1},
          .v1_t0 = Vec3{1, y, 1},
          .v2_t0 = Vec3{1, top, 1},
          .p_t1 = p,
          .v0_t1 = Vec3{0, y_end, 1},
          .v1_t1 = Vec3{1, y_end, 1},
          .v2_t1 = Vec3{1, top_end, 1}};
}

}  // namespace

Query published_hourglass(Kind kind) { return of_kind(kind, hourglass_pair({0.1, 0.1, 0.1})); }

Query published_inflection_point(Kind kind) { return of_kind(kind, inflection_pair({1, 1, 0})); }

Query published_coplanar_corner(Kind kind) {
  return of_kind(kind, corner_pair({1, 0.5, 1}, 0.57, 1.57, 0.28, 1.28));
}

/// p: tenths (rounded to doubles) or eighths (exact), often x = y, where the face is when it passes
/// through an edge.
Draft hourglass(Random& random, Kind kind) {
  const int parts = random.chance(1, 2) ? 10 : 8;
  const int x = random.between(0, parts / 2 + 1);
  const int y = random.chance(1, 2) ? x : random.between(0, parts / 2 + 1);
  const int z = random.between(0, parts);
  const Vec3 p = Vec3{static_cast<double>(x) / parts, static_cast<double>(y) / parts,
                      static_cast<double>(z) / parts};
  const int nudges = random.below(3);
  return {.query = of_kind(kind, hourglass_pair(p)),
          .shift_bits = kRoundingShiftBits,
          .nudges = nudges};
}

/// p: the printed one moved by up to a half; or exactly on the face at a time of sixteenths.
Draft inflection_point(Random& random, Kind kind) {
  VertexFace pair = inflection_pair({1, 1, 0});
  if (random.chance(1, 2)) {
    for (int k = 0; k < 3; ++k) pair.p_t0[k] += 0x1p-4 * random.between(-8, 8);
  } else {
    const double t = 0x1p-4 * random.between(1, 15);
    const double w1 = 0.25 * random.between(0, 2);
    const double w2 = 0.25 * random.between(0, 2);
    const Vec3 v0 = (1 - t) * pair.v0_t0 + t * pair.v0_t1;
    const Vec3 v1 = (1 - t) * pair.v1_t0 + t * pair.v1_t1;
    const Vec3 v2 = (1 - t) * pair.v2_t0 + t * pair.v2_t1;
    pair.p_t0 = (1 - w1 - w2) * v0 + w1 * v1 + w2 * v2;
  }
  pair.p_t1 = pair.p_t0;
  const int nudges = random.below(3);
  return {.query = of_kind(kind, pair), .shift_bits = kRoundingShiftBits, .nudges = nudges};
}

/// Heights in hundredths, rounded to doubles as in the paper.
Draft coplanar_corner(Random& random, Kind kind) {
  const int start = random.between(51, 120);
  const int end = random.between(10, 70);
  const Vec3 p{1, random.between(45, 55) / 100.0, 1};
  const VertexFace pair =
      corner_pair(p, start / 100.0, (start + 100) / 100.0, end / 100.0, (end + 100) / 100.0);
  const int nudges = random.chance(2, 5) ? 1 : 0;
  return {.query = of_kind(kind, pair), .shift_bits = kRoundingShiftBits, .nudges = nudges};
}

}  // namespace firstcontact::generate
