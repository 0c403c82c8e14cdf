#include "digest_inputs.h"

#include "generate/random.h"
#include "generate/rigid_models.h"

namespace firstcontact::test {
namespace {

constexpr std::uint64_t kSeed = 12;

Vec3 random_vector(generate::Random& random) {
  Vec3 x;
  for (double& coordinate : x) coordinate = random.symmetric();
  return x;
}

Pose random_pose(generate::Random& random, double reach) {
  const Vec3 axis = random_vector(random) + Vec3(0, 0, 1.5);
  const double angle = 2 * random.symmetric();
  return Pose::from_axis_angle(axis, angle, reach * random_vector(random));
}

PoseChange random_change(generate::Random& random, double reach) {
  const Pose from = random_pose(random, reach);
  return {from, random_pose(random, reach)};
}

}  // namespace

std::vector<generate::Step> sheets(int count) {
  std::vector<generate::Step> steps;
  for (int i = 0; i < count; ++i)
    steps.push_back(generate::make_cloth_step(
        {.side = 10, .layers = 3, .noise = 0.2, .seed = static_cast<std::uint64_t>(i) + 1}));
  return steps;
}

std::vector<BodyCase> body_cases(int count, double reach, bool against_torus) {
  std::vector<BodyCase> cases;
  for (int i = 0; i < count; ++i) {
    generate::Random random{kSeed, static_cast<std::uint64_t>(i), against_torus ? 1u : 0u};
    Polyhedron a(generate::random_polyhedron(random));
    Polyhedron b(against_torus ? generate::torus(1, 0.3, 8, 5)
                               : generate::random_polyhedron(random));
    const PoseChange move_a = random_change(random, reach), move_b = random_change(random, 1);
    const Pose between = pose_at(move_a, 0.3);
    cases.push_back({std::move(a), std::move(b), move_a, move_b, screw_motion(move_a),
                     screw_motion(move_b), between, between.inverse()});
  }
  return cases;
}

}  // namespace firstcontact::test
