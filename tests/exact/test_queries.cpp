#include "exact/test_queries.h"

#include <cstdlib>

namespace firstcontact::test {

namespace {

void clear_unused(Query& query) {
  for (int i = 0; i < 4; ++i) {
    if (i >= point_count(query.kind)) query.t0[i] = query.t1[i] = Vec3::Zero();
    if (query.kind == Kind::PointSegment2D) query.t0[i].z() = query.t1[i].z() = 0;
  }
}

}  // namespace

const char* name_of(Kind kind) {
  switch (kind) {
    case Kind::VertexFace: return "vertex-face";
    case Kind::EdgeEdge: return "edge-edge";
    case Kind::PointEdge: return "point-edge";
    case Kind::PointPoint: return "point-point";
    case Kind::PointSegment2D: return "point-segment-2d";
  }
  return "";
}

Query QueryMaker::random(Kind kind, int steps) {
  Query query;
  query.kind = kind;
  for (auto* points : {&query.t0, &query.t1})
    for (Vec3& point : *points)
      for (int k = 0; k < 3; ++k) point[k] = coordinate(steps);
  clear_unused(query);
  return query;
}

Query QueryMaker::touching(Kind kind, int steps) {
  Query query = random(kind, steps);
  // At time 1/2 or 1/4 or 3/4 the first primitive's point meets a point of the second: move
  // points[0] so that it does.
  const double time = std::array{0.5, 0.25, 0.75}[below(3)];
  const double u = below(5) / 4.0, v = (1 - u) * below(5) / 4.0, w = below(5) / 4.0;
  std::array<Vec3, 4> at;
  for (int i = 0; i < 4; ++i) at[i] = (1 - time) * query.t0[i] + time * query.t1[i];
  Vec3 target = at[1];
  if (kind == Kind::VertexFace) target = at[1] + u * (at[2] - at[1]) + v * (at[3] - at[1]);
  if (kind == Kind::PointEdge || kind == Kind::PointSegment2D) target = at[1] + u * (at[2] - at[1]);
  if (kind == Kind::EdgeEdge) target = at[2] + u * (at[3] - at[2]) - w * (at[1] - at[0]);
  const Vec3 shift = target - at[0];
  const int moved = kind == Kind::EdgeEdge ? 2 : 1;
  for (int i = 0; i < moved; ++i) {
    query.t0[i] += shift;
    query.t1[i] += shift;
  }
  return query;
}

void QueryMaker::degrade(Query& query) {
  const int count = point_count(query.kind);
  switch (below(8)) {
    case 0: {  // coincident points, moving together
      const int i = below(count), j = below(count);
      query.t0[i] = query.t0[j];
      query.t1[i] = query.t1[j];
      break;
    }
    case 1:  // no motion at all
      query.t1 = query.t0;
      break;
    case 2: {  // one point at rest
      const int i = below(count);
      query.t1[i] = query.t0[i];
      break;
    }
    case 3:  // planar motion
      for (int i = 0; i < 4; ++i) query.t0[i].z() = query.t1[i].z() = 0;
      break;
    case 4:  // everything on one line
      for (int i = 0; i < 4; ++i) {
        query.t0[i].y() = query.t1[i].y() = query.t0[i].x();
        query.t1[i].y() = query.t1[i].x();
        query.t0[i].z() = query.t1[i].z() = 0;
      }
      break;
    case 5: {  // pure translation of the first point or edge
      const Vec3 shift = query.t1[0] - query.t0[0];
      for (int i = 0; i < 4; ++i) query.t1[i] = query.t0[i];
      for (int i = 0; i < (query.kind == Kind::EdgeEdge ? 2 : 1); ++i)
        query.t1[i] = query.t0[i] + shift;
      break;
    }
    default: break;
  }
  clear_unused(query);
}

Query QueryMaker::any(Kind kind) {
  const int steps = std::array{2, 3, 8, 1024}[below(4)];
  // Steps that are no power of two would not touch exactly: the shift would round.
  Query query = below(2) == 0 ? random(kind, steps) : touching(kind, steps == 3 ? 4 : steps);
  if (below(2) == 0) degrade(query);
  return query;
}

Rational to_rational(const exact::Dyadic& value) {
  exact::Integer rest = abs(value.mantissa);
  constexpr int kChunkBits = 60;
  Rational r = 0, unit = 1;
  const Rational chunk_size = to_rational(0x1p60);
  while (rest.sign() != 0) {
    const exact::Integer high = rest >> kChunkBits;
    const exact::Integer low = rest - (high << kChunkBits);
    r += unit * low.to_int64();
    unit *= chunk_size;
    rest = high;
  }
  if (value.mantissa.sign() < 0) r = -r;
  const Rational power(boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>,
                                                     boost::multiprecision::et_off>(1)
                       << std::llabs(value.exponent));
  return value.exponent >= 0 ? Rational(r * power) : Rational(r / power);
}

}  // namespace firstcontact::test
