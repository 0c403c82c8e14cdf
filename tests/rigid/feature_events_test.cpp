// Events of single pairs of features, chosen to be hard.
#include "rigid/certified/feature_events.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

namespace firstcontact::rigid::feature_events_test {
namespace {

constexpr double kPi = 0x1.921fb54442d18p+1;
const std::array<Vec3, 3> kFace = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};

EventLimits limits(double angle = 0) { return {angle, 1e-9, 0x1p-40}; }

TurningPoint straight(const Vec3& from, const Vec3& to) {
  return {from, Vec3::Zero(), Vec3::Zero(), to - from};
}
/// About the line through `point` along the unit vector `axis`.
TurningPoint turning(const Vec3& x, const Vec3& axis, const Vec3& point, double angle) {
  const Vec3 w = angle * axis.cross(x - point);
  return {x, w, angle * axis.cross(w), Vec3::Zero()};
}
TurningPoint turning_vector(const Vec3& e, const Vec3& axis, double angle) {
  const Vec3 w = angle * axis.cross(e);
  return {e, w, angle * axis.cross(w), Vec3::Zero()};
}

struct Answer {
  std::vector<Event> events;
  std::int64_t steps = 0;
};
Answer vertex_face(const TurningPoint& p, const std::array<Vec3, 3>& face, const EventLimits& how) {
  Answer answer;
  answer.steps = vertex_face_events(p, face, 0, 1, how, answer.events);
  return answer;
}
Answer edge_edge(const Vec3& a0, const Vec3& a1, const TurningPoint& b0, const TurningPoint& b,
                 const EventLimits& how) {
  Answer answer;
  answer.steps = edge_edge_events(a0, a1 - a0, b0, b, 0, 1, how, answer.events);
  return answer;
}

void expect_one(const Answer& answer, double time, double width) {
  ASSERT_EQ(answer.events.size(), 1u);
  EXPECT_LE(answer.events[0].first, time);
  EXPECT_GE(answer.events[0].last, time);
  EXPECT_LE(answer.events[0].last - answer.events[0].first, width);
  EXPECT_TRUE(answer.events[0].decided);
}

TEST(VertexFaceEvents, ProvesAPassThroughTheFace) {
  const Answer answer = vertex_face(straight({0.25, 0.25, 1}, {0.25, 0.25, -2}), kFace, limits());
  expect_one(answer, 1.0 / 3, 1e-10);
  EXPECT_TRUE(answer.events[0].proven);
}

TEST(VertexFaceEvents, ReportsCornersAndEdgesOfTheFace) {
  for (const Vec3& at : {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0.5, 0.5, 0), Vec3(0, 0.25, 0)}) {
    const Vec3 up(0.1, 0.2, 0.5);
    expect_one(vertex_face(straight(at + up, at - up), kFace, limits()), 0.5, 1e-8);
  }
}

TEST(VertexFaceEvents, ReportsContactAtTheFirstAndTheLastInstant) {
  expect_one(vertex_face(straight({0.25, 0.25, 0}, {0.25, 0.25, 1}), kFace, limits()), 0, 1e-8);
  expect_one(vertex_face(straight({0.25, 0.25, 1}, {0.25, 0.25, 0}), kFace, limits()), 1, 1e-8);
}

TEST(VertexFaceEvents, HasNoneForAPassBesideTheFace) {
  EXPECT_TRUE(
      vertex_face(straight({-1e-6, 0.25, 1}, {-1e-6, 0.25, -1}), kFace, limits()).events.empty());
}

// The height changes so slowly that it is 0 up to rounding all the time, while the vertex goes from
// beyond one side to beyond another. It is never inside, and yet no side rules out the whole
// interval.
TEST(VertexFaceEvents, HasNoneForASlideRoundACornerOfTheFace) {
  for (const double drop : {0.0, 1e-12, 1e-11, 3e-11, 1e-9})
    EXPECT_TRUE(vertex_face(straight({-0.3, 0.1, drop}, {0.1, -0.3, -drop}), kFace, limits())
                    .events.empty())
        << drop;
}

TEST(VertexFaceEvents, ReportsASlideAcrossTheFaceAsOneLongEvent) {
  for (const double drop : {0.0, 1e-12, 1e-11}) {
    const Answer answer =
        vertex_face(straight({-0.5, 0.25, drop}, {1.5, 0.25, -drop}), kFace, limits());
    ASSERT_EQ(answer.events.size(), 1u) << drop;
    EXPECT_LE(answer.events[0].last - answer.events[0].first, 0.375 + 1e-8);
    EXPECT_LE(answer.steps, 2000);
    if (drop == 0) {
      EXPECT_LE(answer.events[0].first, 0.25);
      EXPECT_GE(answer.events[0].last, 0.625);
    }
  }
}

TEST(VertexFaceEvents, FindsBothPassesOfAShallowArc) {
  // On a circle of radius 1 whose lowest point is `depth` below the face.
  for (const double depth : {1e-3, 1e-6, 1e-8, 1e-10}) {
    const double half = std::acos(1 - depth), angle = 2;
    const Vec3 centre(0.25, 0.25, 1 - depth);
    // Starts one radian before the lowest point.
    const Vec3 start = centre + Vec3(-std::sin(1.0), 0, -std::cos(1.0)) * 1.0;
    const std::array<Vec3, 3> wide = {Vec3(-9, -9, 0), Vec3(9, -9, 0), Vec3(0, 9, 0)};
    const Answer answer =
        vertex_face(turning(start, -Vec3::UnitY(), centre, angle), wide, limits(angle));
    for (const double time : {0.5 - half / angle, 0.5 + half / angle}) {
      bool found = false;
      for (const Event& event : answer.events)
        found = found || (event.first - 1e-9 <= time && time <= event.last + 1e-9);
      EXPECT_TRUE(found) << "depth " << depth << ", time " << time;
    }
    for (const Event& event : answer.events) EXPECT_TRUE(event.decided);
    EXPECT_EQ(answer.events.size(), depth > 1e-7 ? 2u : answer.events.size());
  }
}

TEST(VertexFaceEvents, HasNoneForAnArcThatStaysAbove) {
  const Vec3 centre(0.25, 0.25, 1 + 1e-7), start = centre + Vec3(-std::sin(1.0), 0, -std::cos(1.0));
  EXPECT_TRUE(
      vertex_face(turning(start, -Vec3::UnitY(), centre, 2), kFace, limits(2)).events.empty());
}

// The plane of a thin triangle is known less well than its corners.
TEST(VertexFaceEvents, KnowsThatThinFacesAreKnownLessWell) {
  Mat3 turn = Eigen::AngleAxisd(0.7, Vec3(0.3, -0.5, 0.8).normalized()).toRotationMatrix();
  int found = 0, tried = 0;
  for (const double thin : {1e-3, 1e-5, 1e-6, 1e-7})
    for (int i = 0; i < 50; ++i) {
      const Vec3 shift(0.1 * i, 0.3, -0.2 * i);
      const std::array<Vec3, 3> face = {Vec3(turn * Vec3(0, 0, 0) + shift),
                                        Vec3(turn * Vec3(1, 0, 0) + shift),
                                        Vec3(turn * Vec3(0.5, thin, 0) + shift)};
      const Vec3 inside = (face[0] + face[1] + face[2]) / 3, n = turn * Vec3::UnitZ();
      // Ends 1e-11 beyond the plane: deeper than any rounding of the points.
      const Answer answer = vertex_face(straight(inside + n, inside - 1e-11 * n), face, limits());
      ++tried;
      found += !answer.events.empty();
    }
  EXPECT_EQ(found, tried);
}

TEST(VertexFaceEvents, SaysWhenTheStepsRanOut) {
  EventLimits few = limits(2);
  few.max_steps = 2;
  const Vec3 centre(0.25, 0.25, 1), start = centre + Vec3(-std::sin(1.0), 0, -std::cos(1.0));
  const Answer answer = vertex_face(turning(start, -Vec3::UnitY(), centre, 2), kFace, few);
  ASSERT_EQ(answer.events.size(), 1u);
  EXPECT_FALSE(answer.events[0].decided);
  EXPECT_FALSE(answer.events[0].proven);
  EXPECT_LE(answer.events[0].first, 0.5);
  EXPECT_EQ(answer.events[0].last, 1);
}

TEST(EdgeEdgeEvents, ProvesACrossing) {
  const Answer answer = edge_edge({-1, 0, 0}, {1, 0, 0}, straight({0.3, -1, 1}, {0.3, -1, -1}),
                                  straight({0, 2, 0}, {0, 2, 0}), limits());
  expect_one(answer, 0.5, 1e-10);
  EXPECT_TRUE(answer.events[0].proven);
}

TEST(EdgeEdgeEvents, ReportsEndsOnEdges) {
  // The end of b on the inside of a, and on the end of a.
  for (const double x : {0.3, 1.0})
    expect_one(edge_edge({-1, 0, 0}, {1, 0, 0}, straight({x, 0, 1}, {x, 0, -1}),
                         straight({0, 2, 0}, {0, 2, 0}), limits()),
               0.5, 1e-8);
}

// With 1 − cos² the distance of edges at a very small angle came out too large, and their crossing
// was dropped as impossible.
TEST(EdgeEdgeEvents, FindsCrossingsAtEveryAngle) {
  for (const double angle : {1.0, 1e-2, 1e-4, 1e-6, 3e-7, 1e-7, 5e-8, 1e-8, 1e-9, 1e-10}) {
    const Vec3 along(std::cos(angle), std::sin(angle), 0);
    const Vec3 start = -0.5 * along;
    const Answer answer =
        edge_edge({-0.5, 0, 0}, {0.5, 0, 0}, straight(start + Vec3::UnitZ(), start - Vec3::UnitZ()),
                  straight(along, along), limits());
    SCOPED_TRACE(angle);
    expect_one(answer, 0.5, 1e-7);
    EXPECT_LE(answer.steps, 5000);
  }
}

TEST(EdgeEdgeEvents, HasNoneForNearlyParallelEdgesThatLieBehindEachOther) {
  for (const double angle : {1e-3, 1e-6, 1e-9, 1e-11, 1e-12, 0.0}) {
    const Vec3 along(std::cos(angle), std::sin(angle), 0), start(0.6, 0, 0);
    const Answer answer =
        edge_edge({-0.5, 0, 0}, {0.5, 0, 0}, straight(start + Vec3::UnitZ(), start - Vec3::UnitZ()),
                  straight(along, along), limits());
    EXPECT_TRUE(answer.events.empty()) << angle;
  }
}

TEST(EdgeEdgeEvents, DecidesEdgesThatTurnInOnePlaneInFewSteps) {
  const double angle = 2;
  for (const double x : {0.3, 1e-3, 0.0}) {  // how far the axis is from A's edge
    const Vec3 axis = Vec3::UnitZ(), point(0.2, x, 0);
    const Answer answer =
        edge_edge({-1, 0, 0}, {1, 0, 0}, turning({-0.9, 0, 0}, axis, point, angle),
                  turning_vector({1.8, 0, 0}, axis, angle), limits(angle));
    ASSERT_FALSE(answer.events.empty()) << x;
    for (const Event& event : answer.events) EXPECT_TRUE(event.decided) << x;
    EXPECT_LE(answer.steps, 10000) << x;
  }
}

TEST(EdgeEdgeEvents, LeavesParallelEdgesToTheirEnds) {
  EXPECT_TRUE(edge_edge({-1, 0, 0}, {1, 0, 0}, straight({-1, 0, 1}, {-1, 0, -1}),
                        straight({2, 0, 0}, {2, 0, 0}), limits())
                  .events.empty());
}

TEST(EdgeEdgeEvents, FindsEveryPassOfAFastTurn) {
  // An edge that spins around z like a propeller crosses one beside the axis twice a turn.
  const double turns = 10, angle = 2 * kPi * turns;
  const Answer answer = edge_edge({0.5, 0, -1}, {0.5, 0, 1},
                                  turning({-1, 1e-3, 0}, Vec3::UnitZ(), Vec3::Zero(), angle),
                                  turning_vector({2, 0, 0}, Vec3::UnitZ(), angle), limits(angle));
  EXPECT_EQ(answer.events.size(), 20u);
  for (const Event& event : answer.events) EXPECT_TRUE(event.proven);
}

}  // namespace
}  // namespace firstcontact::rigid::feature_events_test
