#include "precise_potential.h"

namespace firstcontact::test {
namespace {

PreciseVector minus(const PreciseVector& a, const PreciseVector& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
Precise inner(const PreciseVector& a, const PreciseVector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
PreciseVector outer(const PreciseVector& a, const PreciseVector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Precise squared(const PreciseVector& a) { return inner(a, a); }

Precise from_line(const PreciseVector& p, const PreciseVector& a, const PreciseVector& b) {
  return sqrt(squared(outer(minus(b, a), minus(p, a))) / squared(minus(b, a)));
}
Precise from_segment(const PreciseVector& p, const PreciseVector& a, const PreciseVector& b) {
  const PreciseVector edge = minus(b, a), r = minus(p, a);
  const Precise along = inner(edge, r);
  if (along <= 0) return sqrt(squared(r));
  if (along >= squared(edge)) return sqrt(squared(minus(p, b)));
  return from_line(p, a, b);
}
Precise height(const PreciseVector& e, const PreciseVector& f, const PreciseVector& r) {
  const PreciseVector normal = outer(e, f);
  return abs(inner(normal, r)) / sqrt(squared(normal));
}

Precise from_triangle(const PrecisePoints& x) {
  Precise best = from_segment(x[0], x[1], x[2]);
  best = std::min(best, from_segment(x[0], x[2], x[3]));
  best = std::min(best, from_segment(x[0], x[3], x[1]));
  const PreciseVector normal = outer(minus(x[2], x[1]), minus(x[3], x[1]));
  if (squared(normal) == 0) return best;
  for (std::size_t k = 1; k < 4; ++k) {
    const PreciseVector &from = x[k], &to = x[k == 3 ? 1 : k + 1];
    if (inner(normal, outer(minus(to, from), minus(x[0], from))) < 0) return best;
  }
  return height(minus(x[2], x[1]), minus(x[3], x[1]), minus(x[0], x[1]));
}

Precise between_segments(const PrecisePoints& x) {
  Precise best = from_segment(x[0], x[2], x[3]);
  best = std::min(best, from_segment(x[1], x[2], x[3]));
  best = std::min(best, from_segment(x[2], x[0], x[1]));
  best = std::min(best, from_segment(x[3], x[0], x[1]));
  const PreciseVector a = minus(x[1], x[0]), b = minus(x[3], x[2]), r = minus(x[0], x[2]);
  const Precise aa = inner(a, a), ab = inner(a, b), bb = inner(b, b), ar = inner(a, r),
                br = inner(b, r), determinant = aa * bb - ab * ab;
  if (determinant == 0) return best;
  const Precise u = (ab * br - bb * ar) / determinant, v = (aa * br - ab * ar) / determinant;
  if (u <= 0 || u >= 1 || v <= 0 || v >= 1) return best;
  return height(a, b, r);
}

}  // namespace

PrecisePoints precise_points(const std::array<int, 4>& vertices, const std::vector<Vec3>& x) {
  PrecisePoints points = {};
  for (std::size_t i = 0; i < 4; ++i)
    for (int k = 0; k < 3 && vertices[i] >= 0; ++k)
      points[i][static_cast<std::size_t>(k)] = x[static_cast<std::size_t>(vertices[i])][k];
  return points;
}

Precise element_distance(Kind kind, const PrecisePoints& x) {
  switch (kind) {
    case Kind::VertexFace: return from_triangle(x);
    case Kind::EdgeEdge: return between_segments(x);
    case Kind::PointEdge:
    case Kind::PointSegment2D: return from_segment(x[0], x[1], x[2]);
    case Kind::PointPoint: break;
  }
  return sqrt(squared(minus(x[0], x[1])));
}

Precise feature_distance(const NearPair& pair, const PrecisePoints& x) {
  if (pair.parallel_threshold > 0) return between_segments(x);
  switch (pair.kind) {
    case Kind::VertexFace: return height(minus(x[2], x[1]), minus(x[3], x[1]), minus(x[0], x[1]));
    case Kind::EdgeEdge: return height(minus(x[1], x[0]), minus(x[3], x[2]), minus(x[0], x[2]));
    case Kind::PointEdge:
    case Kind::PointSegment2D: return from_line(x[0], x[1], x[2]);
    case Kind::PointPoint: break;
  }
  return sqrt(squared(minus(x[0], x[1])));
}

Precise barrier(const Precise& s) { return s < 1 ? Precise(-(s - 1) * (s - 1) * log(s)) : 0; }

Precise parallel_factor(const PrecisePoints& x, const Precise& threshold) {
  const Precise c = squared(outer(minus(x[1], x[0]), minus(x[3], x[2])));
  return c < threshold ? Precise(2 * c / threshold - c * c / (threshold * threshold)) : 1;
}

}  // namespace firstcontact::test
