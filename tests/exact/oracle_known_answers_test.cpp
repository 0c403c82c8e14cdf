// Queries whose exact answer is known by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "exact/oracle.h"
#include "exact/slow_check.h"
#include "exact/test_queries.h"

namespace firstcontact::test::oracle_known_answers_test {
namespace {

using exact::decide;
using exact::Decision;
using exact::Request;

constexpr double kTiny = std::numeric_limits<double>::denorm_min();

Request with_separation(double min_separation, Norm norm) {
  Request request;
  request.min_separation = min_separation;
  request.norm = norm;
  return request;
}

Request until(double t_max) {
  Request request;
  request.t_max = t_max;
  return request;
}

void expect_contact_exactly_at(const Query& query, double time, const Request& request = {}) {
  const Decision decision = decide(query, request);
  ASSERT_TRUE(decision.contact);
  EXPECT_EQ(to_rational(decision.lower), to_rational(time));
  EXPECT_EQ(to_rational(decision.upper), to_rational(time));
}

/// The unit face in z = 0 at rest, and a point that moves.
VertexFace point_over_face(const Vec3& p_t0, const Vec3& p_t1) {
  VertexFace q;
  q.p_t0 = p_t0;
  q.p_t1 = p_t1;
  q.v0_t0 = q.v0_t1 = {0, 0, 0};
  q.v1_t0 = q.v1_t1 = {1, 0, 0};
  q.v2_t0 = q.v2_t1 = {0, 1, 0};
  return q;
}

TEST(PointSegment2D, BulletHitsTheWallExactlyHalfWay) {
  PointSegment2D q;
  q.p_t0 = {0.5, 3.5};
  q.p_t1 = {9.5, 3.5};
  q.s0_t0 = q.s0_t1 = {5, 1};
  q.s1_t0 = q.s1_t1 = {5, 6};
  expect_contact_exactly_at(q, 0.5);
  // Over the top of the wall.
  q.p_t0.y() = q.p_t1.y() = std::nextafter(6.0, 7.0);
  EXPECT_FALSE(decide(q).contact);
  q.p_t0.y() = q.p_t1.y() = 6;
  expect_contact_exactly_at(q, 0.5);
}

TEST(VertexFace, HourglassTurnsThroughTheRestingPoint) {
  // Appendix B: the face falls and turns inside out.
  VertexFace q;
  q.p_t0 = q.p_t1 = {.1, .1, .1};
  q.v0_t0 = {0, 0, 1}, q.v1_t0 = {1, 0, 1}, q.v2_t0 = {0, 1, 1};
  q.v0_t1 = {0, 0, 0}, q.v1_t1 = {0, 1, 0}, q.v2_t1 = {1, 0, 0};
  // All face points have z = 1 - t, so the time is 1 - 0.1 in exact arithmetic, if the point is in
  // the face then.
  const Rational time = 1 - to_rational(.1);
  const Decision decision = decide(q);
  EXPECT_EQ(decision.contact, in_contact_at(q, 0, Norm::L2, time));
  ASSERT_TRUE(decision.contact);
  EXPECT_LE(to_rational(decision.lower), time);
  EXPECT_GE(to_rational(decision.upper), time);
}

TEST(VertexFace, FirstCaseOfAppendixCAgreesWithTheSlowCheck) {
  VertexFace q;
  q.p_t0 = q.p_t1 = {1, 1, 0};
  q.v0_t0 = {0, 0, 5}, q.v1_t0 = {2, 0, 2}, q.v2_t0 = {0, 1, 0};
  q.v0_t1 = {0, 0, -1}, q.v1_t1 = {0, 0, -2}, q.v2_t1 = {0, 7, 0};
  const SlowAnswer slow = slow_check(q, 0, Norm::L2, 1);
  ASSERT_TRUE(slow.decided());
  const Decision decision = decide(q);
  EXPECT_EQ(decision.contact, slow.contact_by.has_value());
}

TEST(VertexFace, SecondCaseOfAppendixCSlidesAlongTheFacePlane) {
  VertexFace q;
  q.p_t0 = q.p_t1 = {1, .5, 1};
  q.v0_t0 = {0, .57, 1}, q.v1_t0 = {1, .57, 1}, q.v2_t0 = {1, 1.57, 1};
  q.v0_t1 = {0, .28, 1}, q.v1_t1 = {1, .28, 1}, q.v2_t1 = {1, 1.28, 1};
  // Coplanar motion; the corner v1 passes over the point when .57 + t (.28 - .57) = .5.
  const Rational time =
      (to_rational(.57) - to_rational(.5)) / (to_rational(.57) - to_rational(.28));
  const Decision decision = decide(q);
  ASSERT_TRUE(decision.contact);
  EXPECT_LE(to_rational(decision.lower), time);
  EXPECT_GE(to_rational(decision.upper), time);
}

TEST(VertexFace, CountsContactExactlyAtTMaxButNotBefore) {
  const VertexFace q = point_over_face({.25, .25, 3}, {.25, .25, -1});
  expect_contact_exactly_at(q, 0.75);
  const Decision at_end = decide(q, until(0.75));
  ASSERT_TRUE(at_end.contact);
  EXPECT_EQ(at_end.lower.round_down(), 0.75);
  EXPECT_EQ(at_end.upper.round_up(), 0.75);
  EXPECT_FALSE(decide(q, until(std::nextafter(0.75, 0))).contact);
  EXPECT_TRUE(decide(q, until(std::nextafter(0.75, 1))).contact);
  EXPECT_FALSE(decide(q, until(0)).contact);
}

TEST(VertexFace, CountsContactOnlyAtTimeZeroAndOnlyAtTimeOne) {
  expect_contact_exactly_at(point_over_face({.25, .25, 0}, {.25, .25, 1}), 0);
  expect_contact_exactly_at(point_over_face({.25, .25, 0}, {.25, .25, 1}), 0, until(0));
  expect_contact_exactly_at(point_over_face({.25, .25, 1}, {.25, .25, 0}), 1);
  EXPECT_FALSE(decide(point_over_face({.25, .25, 1}, {.25, .25, kTiny})).contact);
}

TEST(VertexFace, TreatsTheBorderAsPartOfTheFace) {
  expect_contact_exactly_at(point_over_face({0, 0, 1}, {0, 0, -1}), 0.5);
  expect_contact_exactly_at(point_over_face({.5, .5, 1}, {.5, .5, -1}), 0.5);
  expect_contact_exactly_at(point_over_face({.5, 0, 1}, {.5, 0, -1}), 0.5);
  EXPECT_FALSE(decide(point_over_face({.5, -kTiny, 1}, {.5, -kTiny, -1})).contact);
  EXPECT_FALSE(
      decide(point_over_face({.5, std::nextafter(.5, 1), 1}, {.5, std::nextafter(.5, 1), -1}))
          .contact);
}

TEST(VertexFace, EntersTheFaceFromItsOwnPlane) {
  expect_contact_exactly_at(point_over_face({-1, .25, 0}, {1, .25, 0}), 0.5);
  EXPECT_FALSE(decide(point_over_face({-1, -.25, 0}, {1, -.25, 0})).contact);
  // Through the corner only.
  expect_contact_exactly_at(point_over_face({-1, 1, 0}, {1, -1, 0}), 0.5);
}

TEST(VertexFace, HandlesFacesWithoutArea) {
  VertexFace q = point_over_face({.5, 0, 1}, {.5, 0, -1});
  q.v2_t0 = q.v2_t1 = {2, 0, 0};  // all on the x axis
  expect_contact_exactly_at(q, 0.5);
  q.p_t0.x() = q.p_t1.x() = 2;
  expect_contact_exactly_at(q, 0.5);
  q.p_t0.x() = q.p_t1.x() = 2.5;
  EXPECT_FALSE(decide(q).contact);
  q.v0_t0 = q.v0_t1 = q.v1_t0 = q.v1_t1 = q.v2_t0 = q.v2_t1 = {2.5, 0, 0};  // one point
  expect_contact_exactly_at(q, 0.5);
}

TEST(VertexFace, TouchesTheEndOfAFaceThatCollapsesAtThatMoment) {
  // At t = 1/2 the face is the segment from v0 to v2 and the point is at its end v0; before and
  // after it has an area.
  VertexFace q = point_over_face({0, 0, 1}, {0, 0, -1});
  q.v1_t0 = {1, 1, 0}, q.v1_t1 = {1, -1, 0};
  q.v2_t0 = {2, -2, 0}, q.v2_t1 = {2, 2, 0};
  expect_contact_exactly_at(q, 0.5);
  q.p_t0.x() = q.p_t1.x() = 2;
  expect_contact_exactly_at(q, 0.5);
  q.p_t0.x() = q.p_t1.x() = -kTiny;
  EXPECT_FALSE(decide(q).contact);
}

TEST(EdgeEdge, HandlesParallelCollinearAndZeroLengthEdges) {
  EdgeEdge q;
  q.ea0_t0 = {0, 0, 1}, q.ea1_t0 = {1, 0, 1}, q.ea0_t1 = {0, 0, -1}, q.ea1_t1 = {1, 0, -1};
  q.eb0_t0 = q.eb0_t1 = {1, 0, 0}, q.eb1_t0 = q.eb1_t1 = {2, 0, 0};
  expect_contact_exactly_at(q, 0.5);  // parallel, they meet in one point
  q.eb0_t0 = q.eb0_t1 = {1.5, 0, 0};
  EXPECT_FALSE(decide(q).contact);
  q.eb0_t0 = q.eb0_t1 = q.eb1_t0 = q.eb1_t1 = {.25, 0, 0};  // zero length against an edge
  expect_contact_exactly_at(q, 0.5);
  q.ea0_t0 = q.ea1_t0 = {.25, 0, 3}, q.ea0_t1 = q.ea1_t1 = {.25, 0, -1};  // two points
  expect_contact_exactly_at(q, 0.75);
  // Collinear all the time, sliding into each other.
  q.ea0_t0 = {-4, 0, 0}, q.ea1_t0 = {-3, 0, 0}, q.ea0_t1 = {0, 0, 0}, q.ea1_t1 = {1, 0, 0};
  q.eb0_t0 = q.eb0_t1 = {0, 0, 0}, q.eb1_t0 = q.eb1_t1 = {5, 0, 0};
  expect_contact_exactly_at(q, 0.75);
}

/// The point is at x = t / root - 1 on the x axis, the face's plane is z = x (t / root - 1): the
/// height is -(t / root - 1)^2.
VertexFace touching_once(double inverse_root) {
  const double end = inverse_root - 1;
  VertexFace q;
  q.p_t0 = {-1, 0, 0}, q.p_t1 = {end, 0, 0};
  q.v0_t0 = {-8, -8, 8}, q.v1_t0 = {8, -8, -8}, q.v2_t0 = {0, 8, 0};
  q.v0_t1 = {-8, -8, -8 * end}, q.v1_t1 = {8, -8, 8 * end}, q.v2_t1 = {0, 8, 0};
  return q;
}

void expect_contact_at_one_third(const Query& query) {
  const Decision decision = decide(query);
  ASSERT_TRUE(decision.contact);
  EXPECT_LT(to_rational(decision.lower), Rational(1) / 3);
  EXPECT_GT(to_rational(decision.upper), Rational(1) / 3);
}

TEST(VertexFace, FindsATouchThatIsADoubleRoot) {
  expect_contact_exactly_at(touching_once(2), 0.5);
  VertexFace q = touching_once(3);
  expect_contact_at_one_third(q);
  q.p_t0.z() = q.p_t1.z() = kTiny;  // now it crosses twice
  EXPECT_TRUE(decide(q).contact);
  q.p_t0.z() = q.p_t1.z() = -kTiny;  // now it passes just below
  EXPECT_FALSE(decide(q).contact);
}

TEST(VertexFace, FindsATouchThatIsATripleRoot) {
  // As above, and the face shrinks to a segment through the point at the same time.
  VertexFace q = touching_once(3);
  q.v0_t0.y() = q.v1_t0.y() = q.v0_t1.y() = q.v1_t1.y() = 0;
  q.v2_t0.y() = -8, q.v2_t1.y() = 16;
  expect_contact_at_one_third(q);
  q.p_t0.z() = q.p_t1.z() = -kTiny;
  EXPECT_FALSE(decide(q).contact);
}

TEST(PointPoint, MeetsOnlyWhenAllAxesAgree) {
  PointPoint q;
  q.p_t0 = {1, 2, 3}, q.p_t1 = {-1, -2, -3}, q.q_t0 = q.q_t1 = {0, 0, 0};
  expect_contact_exactly_at(q, 0.5);
  q.p_t1.z() = std::nextafter(-3.0, 0);
  EXPECT_FALSE(decide(q).contact);
  q.p_t0 = q.p_t1 = q.q_t0;
  expect_contact_exactly_at(q, 0);
}

TEST(PointPoint, MeetsTheBallAtExactAndAtIrrationalTimes) {
  PointPoint q;
  q.p_t0 = {2, 1, 0}, q.p_t1 = {-2, 1, 0}, q.q_t0 = q.q_t1 = {0, 0, 0};
  expect_contact_exactly_at(q, 0.3125, with_separation(1.25, Norm::L2));  // x = 3/4
  expect_contact_exactly_at(q, 0.5, with_separation(1, Norm::L2));        // touches, a double root
  EXPECT_FALSE(decide(q, with_separation(std::nextafter(1.0, 0), Norm::L2)).contact);
  expect_contact_exactly_at(q, 0.25, with_separation(1, Norm::Linf));
  EXPECT_FALSE(decide(q, with_separation(std::nextafter(1.0, 0), Norm::Linf)).contact);
  // x = sqrt(1.25) = 2 - 4 t.
  for (const int bits : {30, 200}) {
    Request request = with_separation(1.5, Norm::L2);
    request.width_bits = bits;
    const Decision decision = decide(q, request);
    ASSERT_TRUE(decision.contact);
    const Rational x_before = 2 - 4 * to_rational(decision.lower),
                   x_after = 2 - 4 * to_rational(decision.upper);
    EXPECT_GT(x_before * x_before, Rational(5) / 4);
    EXPECT_LT(x_after * x_after, Rational(5) / 4);
    EXPECT_LE((to_rational(decision.upper) - to_rational(decision.lower)) *
                  to_rational(std::ldexp(1.0, bits)),
              1);
  }
}

TEST(VertexFace, CountsDistanceExactlyTheSeparationAsContact) {
  const VertexFace q = point_over_face({.25, .25, 2}, {.25, .25, .5});
  for (const Norm norm : {Norm::L2, Norm::Linf}) {
    expect_contact_exactly_at(q, 1, with_separation(.5, norm));
    EXPECT_FALSE(decide(q, with_separation(std::nextafter(.5, 0), norm)).contact);
    expect_contact_exactly_at(q, 0, with_separation(2, norm));
    expect_contact_exactly_at(q, 0.5, with_separation(1.25, norm));
  }
}

TEST(VertexFace, MeasuresTheSeparationToSideAndCornerInTheNorm) {
  // Beyond the corner (0, 0, 0) by (3, 4, 0) / 10: Euclidean distance 1/2, Chebyshev 2/5; in
  // quarters to stay exact.
  const VertexFace q = point_over_face({-.75, -1, 0}, {-.75, -1, 0});
  expect_contact_exactly_at(q, 0, with_separation(1.25, Norm::L2));
  EXPECT_FALSE(decide(q, with_separation(std::nextafter(1.25, 0), Norm::L2)).contact);
  expect_contact_exactly_at(q, 0, with_separation(1, Norm::Linf));
  EXPECT_FALSE(decide(q, with_separation(std::nextafter(1.0, 0), Norm::Linf)).contact);
  // Beside the side x + y = 1 by (1, 1): Euclidean sqrt(1/2) from (1, 1), Chebyshev 1/2.
  const VertexFace beside = point_over_face({1, 1, 0}, {1, 1, 0});
  expect_contact_exactly_at(beside, 0, with_separation(.5, Norm::Linf));
  EXPECT_FALSE(decide(beside, with_separation(std::nextafter(.5, 0), Norm::Linf)).contact);
  EXPECT_TRUE(decide(beside, with_separation(0x1.6a09e667f3bcdp-1, Norm::L2))
                  .contact);  // sqrt(1/2) rounded up
  EXPECT_FALSE(
      decide(beside, with_separation(0x1.6a09e667f3bccp-1, Norm::L2)).contact);  // and down
}

TEST(EdgeEdge, KeepsTheSeparationBetweenSkewEdges) {
  EdgeEdge q;
  q.ea0_t0 = {-1, 0, 4}, q.ea1_t0 = {1, 0, 4}, q.ea0_t1 = {-1, 0, 0}, q.ea1_t1 = {1, 0, 0};
  q.eb0_t0 = q.eb0_t1 = {0, -1, 0}, q.eb1_t0 = q.eb1_t1 = {0, 1, 0};
  for (const Norm norm : {Norm::L2, Norm::Linf}) {
    expect_contact_exactly_at(q, 0.75, with_separation(1, norm));
    expect_contact_exactly_at(q, 0, with_separation(4, norm));
  }
  expect_contact_exactly_at(q, 1);
}

}  // namespace
}  // namespace firstcontact::test::oracle_known_answers_test
