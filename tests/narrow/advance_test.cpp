// What the advance proves is checked without rounding, segment by segment; what it cannot prove is
// checked against the oracle.
#include "narrow/certified/advance.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "generate/generate.h"
#include "narrow/certified_compare.h"
#include "narrow/certified_support.h"

namespace firstcontact::narrow::advance_test {
namespace {

using test::dot;
using test::Random;
using test::Scaled;
using test::ScaledVector;

ScaledVector exactly(const Vector& v) { return {Scaled(v.x), Scaled(v.y), Scaled(v.z)}; }

/// Is `height` > separation * dual norm of n?
bool exceeds(const Scaled& height, const Scaled& separation, const ScaledVector& n, Norm norm) {
  if (height.mantissa.sign() <= 0) return false;
  if (norm == Norm::Linf)
    return height.compare(separation * (magnitude(n[0]) + magnitude(n[1]) + magnitude(n[2]))) > 0;
  return (height * height).compare(separation * separation * dot(n, n)) > 0;
}

/// The Bernstein coefficients of every height over the segment exceed the separation times both
/// dual norms.
bool proves(const Query& query, const Segment& segment, double separation, Norm norm) {
  const std::vector<ScaledVector> start = test::exact_corners(query, segment.t0),
                                  end = test::exact_corners(query, segment.t1);
  const ScaledVector n0 = exactly(segment.n0), n1 = exactly(segment.n1);
  const Scaled d(separation), half(0.5);
  for (std::size_t i = 0; i < start.size(); ++i)
    for (const Scaled& height :
         {dot(n0, start[i]), half * (dot(n0, end[i]) + dot(n1, start[i])), dot(n1, end[i])})
      if (!exceeds(height, d, n0, norm) || !exceeds(height, d, n1, norm)) return false;
  return true;
}

struct Proofs {
  int free = 0, contacts = 0, moving = 0, segments = 0;
};

void expect_proven(const Query& query, double separation, Norm norm, double t_max,
                   const std::string& what, Proofs& proofs) {
  const GapCorners corners = gap_corners(query);
  if (corners.exponent != 0 || corners.largest == 0)
    return;  // the separation would have to be scaled
  std::vector<Segment> segments;
  AdvanceTask task;
  task.corners = &corners;
  task.separation = task.separation_down = separation;
  task.norm = norm;
  task.tolerance = kRelativeTolerance * corners.largest;
  task.planar = query.kind == Kind::PointSegment2D;
  task.t_max = t_max;
  task.segments = &segments;
  const AdvanceOutcome outcome = advance(task);

  double proven = 0;
  for (const Segment& segment : segments) {
    EXPECT_EQ(segment.t0, proven) << what << ": a gap between segments";
    EXPECT_TRUE(proves(query, segment, separation, norm)) << what << ": a segment proves nothing";
    proven = segment.t1;
    proofs.moving += segment.n0.x != segment.n1.x || segment.n0.y != segment.n1.y ||
                     segment.n0.z != segment.n1.z;
  }
  proofs.segments += static_cast<int>(segments.size());
  EXPECT_LE(outcome.t, proven) << what << ": t is beyond what was proven";
  if (outcome.end == AdvanceEnd::Free) {
    EXPECT_EQ(proven, t_max) << what;
    ++proofs.free;
  }
  if (outcome.end == AdvanceEnd::Contact) {
    Options options;
    options.min_separation = separation;
    options.norm = norm;
    options.t_max = outcome.upper;
    EXPECT_TRUE(test::truth_of(query, options).contact) << what;
    ++proofs.contacts;
  }
  if (outcome.end == AdvanceEnd::Near) {
    EXPECT_TRUE(test::within(query, outcome.t, Scaled(separation) + Scaled(task.tolerance), norm))
        << what;
  }
}

/// Seed 141.
TEST(Advance, EverySegmentIsAProof) {
  Random random(141);
  Proofs proofs;
  for (const generate::QueryClass& query_class : generate::query_classes())
    for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge}) {
      if (kind == Kind::VertexFace ? !query_class.vertex_face : !query_class.edge_edge) continue;
      for (int i = 0; i < 24; ++i) {
        const Query query =
            generate::make_query(query_class, kind, 141, static_cast<std::uint64_t>(i));
        const double separation =
            i % 3 == 0 ? 0 : test::size_of(query) * std::pow(10.0, -12 * std::abs(random.real()));
        if (!std::isfinite(separation)) continue;
        const double t_max = i % 4 == 0 ? std::abs(random.real()) : 1;
        expect_proven(query, separation, i % 2 ? Norm::L2 : Norm::Linf, t_max,
                      std::string(query_class.name) + ' ' + std::to_string(i), proofs);
      }
    }
  EXPECT_GT(proofs.free, 150);
  EXPECT_GT(proofs.contacts, 50);
  EXPECT_GT(proofs.moving, 300);
}

/// A quarter turn in place: with a moving direction it takes few segments.
TEST(Advance, MovingDirectionFollowsARotation) {
  VertexFace pair;
  pair.p_t0 = pair.p_t1 = {0, 0, 0};
  pair.v0_t0 = {-1, -1, 0.01};
  pair.v1_t0 = {1, -1, 0.01};
  pair.v2_t0 = {0, 2, 0.01};
  pair.v0_t1 = {-1, 0.01, 1};
  pair.v1_t1 = {1, 0.01, 1};
  pair.v2_t1 = {0, 0.01, -2};
  Proofs proofs;
  expect_proven(pair, 0, Norm::L2, 1, "quarter turn", proofs);
  EXPECT_LT(proofs.segments, 40);
}

TEST(Advance, BudgetIsRespected) {
  const Query query =
      generate::make_query(*generate::find_query_class("fast-rotation"), Kind::VertexFace, 1, 5);
  const GapCorners corners = gap_corners(query);
  for (const std::int64_t budget : {0, 1, 2, 5, 10}) {
    AdvanceTask task;
    task.corners = &corners;
    task.tolerance = 1e-12 * corners.largest;
    task.max_checks = budget;
    const AdvanceOutcome outcome = advance(task);
    EXPECT_EQ(outcome.end, AdvanceEnd::Exhausted);
    EXPECT_LE(outcome.checks, budget + 1);
  }
}

}  // namespace
}  // namespace firstcontact::narrow::advance_test
