// The solver's proofs: all of them must hold.
#include <firstcontact/moving_bodies.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <iostream>

#include "verify/motion_samples.h"

namespace firstcontact::test::motion_solver_test {
namespace {

using verify::MotionBody;
using verify::MotionProof;

/// The motion as the solver takes it.
std::unique_ptr<Motion> solver_motion(const verify::BodyMotion& motion) {
  if (const auto* rest = std::get_if<verify::RestingMotion>(&motion))
    return std::make_unique<Rest>(rest->where);
  if (const auto* straight = std::get_if<verify::StraightMotion>(&motion))
    return std::make_unique<LinearMotion>(straight->from, straight->to);
  return std::make_unique<ScrewMotion>(std::get<ScrewCoefficients>(motion));
}

/// Turns up to 8 radians, now and then up to 100, or almost none.
verify::BodyMotion random_motion(Draw& draw, const Vec3& place) {
  AffineMap start = shift(place);
  const Vec3 turned_about = draw.direction(), axis = draw.direction(), beside = draw.vector(2),
             along = draw.vector(3);
  start.linear = Eigen::AngleAxisd(draw.uniform(-3, 3), turned_about).toRotationMatrix();
  const std::size_t kind = draw.below(8);
  if (kind == 0) return verify::RestingMotion{start};
  if (kind == 1) return verify::StraightMotion{start, {start.linear, start.offset + along}};
  const double largest = kind == 2 ? 100 : kind == 3 ? 1e-9 : 8;
  const double angle = draw.uniform(-largest, largest), travel = draw.uniform(-2, 2);
  return screw_about(axis, place + beside, angle, travel, start);
}

struct Count {
  int asked = 0, free = 0, undecided = 0;
  std::size_t entries = 0;
};

/// Asks the solver and, if it says free, checks its proof.
void ask(MotionBody a, MotionBody b, const BodyOptions& options, Count& count) {
  const TriangleBody solver_a(a.vertices, a.triangles), solver_b(b.vertices, b.triangles);
  const BodyResult result = first_contact(solver_a, *solver_motion(a.motion), solver_b,
                                          *solver_motion(b.motion), options);
  ASSERT_NE(result.status, Status::InvalidInput) << result.message;
  ++count.asked;
  count.undecided += result.status == Status::Undecided ? 1 : 0;
  if (result.status != Status::Free) return;
  ++count.free;
  count.entries += result.certificate.entries.size();
  const MotionProof proof = {std::move(a), std::move(b), result.certificate};
  EXPECT_EQ(proof.certificate.separation, options.min_separation);
  EXPECT_EQ(proof.certificate.t_max, options.t_max);
  const verify::Verdict verdict = verify::verify(proof);
  EXPECT_TRUE(verdict.proven) << verdict.reason << ", question " << count.asked;
}

BodyOptions random_options(Draw& draw) {
  BodyOptions options;
  options.certificate = true;
  options.min_separation = draw.below(2) == 0 ? 0 : draw.uniform(0, 0.3);
  options.t_max = draw.below(3) == 0 ? draw.uniform() : draw.below(20) == 0 ? 0 : 1;
  return options;
}

void report(const char* bodies, const Count& count) {
  std::cout << bodies << ": " << count.asked << " asked, " << count.free << " free, "
            << count.undecided << " undecided, " << count.entries << " entries\n";
}

TEST(MotionSolver, ProofsForTetrahedraHold) {
  Draw draw(41);
  Count count;
  for (int i = 0; i < 400; ++i) {
    const double distance = draw.uniform(2.5, 4.5);
    MotionBody a = tetrahedron(), b = tetrahedron();
    a.motion = random_motion(draw, draw.vector(1));
    b.motion = random_motion(draw, distance * draw.direction());
    ask(std::move(a), std::move(b), random_options(draw), count);
  }
  report("tetrahedra", count);
  EXPECT_GT(count.free, count.asked / 5);
  EXPECT_LT(count.free, count.asked * 9 / 10);
  EXPECT_EQ(count.undecided, 0);
}

TEST(MotionSolver, ProofsForToriHold) {
  Draw draw(42);
  Count count;
  for (int i = 0; i < 40; ++i) {
    const double distance = draw.uniform(1, 4);
    MotionBody a = torus(20, 8), b = torus(20, 8);
    a.motion = random_motion(draw, draw.vector(0.3));
    b.motion = random_motion(draw, distance * draw.direction());
    ask(std::move(a), std::move(b), random_options(draw), count);
  }
  report("tori", count);
  EXPECT_GT(count.free, count.asked / 5);
  EXPECT_LT(count.free, count.asked * 9 / 10);
  EXPECT_EQ(count.undecided, 0);
}

}  // namespace
}  // namespace firstcontact::test::motion_solver_test
