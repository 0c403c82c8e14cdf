#pragma once
/// Queries for tests, reproducible on every platform (no std distributions), and small helpers on
/// them.
#include <firstcontact/options.h>
#include <firstcontact/query.h>

#include <array>
#include <cstdint>
#include <random>

#include "exact/oracle.h"
#include "exact/slow_check.h"

namespace firstcontact::test {

inline constexpr std::array<Kind, 5> kAllKinds = {Kind::VertexFace, Kind::EdgeEdge, Kind::PointEdge,
                                                  Kind::PointPoint, Kind::PointSegment2D};

const char* name_of(Kind kind);

class QueryMaker {
 public:
  explicit QueryMaker(std::uint64_t seed) : engine_(seed) {}

  /// In 0 .. bound - 1.
  int below(int bound) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(bound)); }
  /// Multiples of 1 / steps in [-1, 1].
  double coordinate(int steps) { return static_cast<double>(below(2 * steps + 1) - steps) / steps; }
  /// Every coordinate is random, a multiple of 1 / steps: few steps make degenerate motion likely.
  Query random(Kind kind, int steps);
  /// Touches at a random time on a fine dyadic grid (in exact arithmetic), at a random place or at
  /// a corner; the rest is random.
  Query touching(Kind kind, int steps);
  /// One of the above, often with coincident points, points at rest, all points in one plane or on
  /// one line.
  Query any(Kind kind);

 private:
  void degrade(Query& query);
  std::mt19937_64 engine_;
};

/// mantissa * 2^exponent, exactly. Its own conversion, not the oracle's rounding.
Rational to_rational(const exact::Dyadic& value);

}  // namespace firstcontact::test
