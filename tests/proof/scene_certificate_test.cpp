// The scene solver's proofs: all of them must hold, and what is changed in them must be refused.
#include <firstcontact/proof.h>
#include <gtest/gtest.h>

#include <functional>
#include <iostream>

#include "articulated/model/scene_data.h"
#include "articulated/random_trees.h"

namespace firstcontact::test::scene_certificate_test {
namespace {

using generate::Random;
using proof::SceneProof;

Shape random_shape(Random& random, double size) {
  const double x = size * (0.3 + random.unit()), y = size * (0.3 + random.unit()),
               z = size * (0.3 + random.unit());
  switch (random.between(0, 3)) {
    case 0: return sphere_shape(x);
    case 1: return capsule_shape(0.5 * x, y);
    case 2: return cylinder_shape(x, y, 6);
    default: return box_shape({x, y, z});
  }
}

/// A tree with every kind of joint and a small shape on each link, boxes at rest around it,
/// something attached.
Scene random_scene(Random& random, int link_count, int object_count) {
  SceneDescription description;
  const ArticulatedModel bare = random_tree(random, link_count);
  std::vector<Link> links(bare.links().begin(), bare.links().end());
  for (Link& link : links) link.shapes = {random_shape(random, 0.2)};
  links.back().shapes.push_back({box_shape({0.3, 0.05, 0.05}).body, 0.01, false});
  description.models.push_back({"tree", ArticulatedModel(links)});
  for (int i = 0; i < object_count; ++i)
    description.objects.push_back(
        {"object" + std::to_string(i), {random_shape(random, 0.8)}, random_pose(random, 2)});
  description.attachments.push_back(
      {"held", links[1].name, {random_shape(random, 0.1)}, random_pose(random, 0.5), {}});
  description.min_separation = random.between(0, 1) == 0 ? 0 : 0.02;
  return Scene(std::move(description));
}

struct Count {
  int asked = 0, free = 0, pairs = 0, from_links = 0;
  std::size_t entries = 0;
};

/// Asks the solver and, if it says free, checks its proofs, whole and changed.
void ask(const Scene& scene, std::span<const ArticulatedMotion> motions, double t_max,
         Random& random, Count& count) {
  ASSERT_EQ(scene.fault(), "");
  SceneOptions options;
  options.certificate = true;
  options.t_max = t_max;
  const SceneResult result = first_contact(scene, motions, options);
  ASSERT_TRUE(result.status == Status::Free || result.status == Status::Contact) << result.message;
  ++count.asked;
  if (result.status != Status::Free) return;
  ++count.free;
  const SceneProof proof = proof::scene_proof(scene, motions, result);
  const std::vector<proof::ScenePairProof>& pairs = proof.pairs;
  ASSERT_EQ(pairs.size(), articulated::data_of(scene).shape_pairs.size());
  for (const proof::ScenePairProof& pair : pairs) count.entries += pair.entries.size();
  for (const proof::ScenePair& pair : proof.claim.pairs) count.from_links += pair.base >= 0 ? 1 : 0;
  count.pairs += static_cast<int>(pairs.size());
  const proof::Verdict verdict = proof::verify(proof);
  ASSERT_TRUE(verdict.proven) << verdict.reason << ", question " << count.asked;

  const auto chosen =
      static_cast<std::size_t>(random.between(0, static_cast<int>(pairs.size()) - 1));
  const auto at = static_cast<std::size_t>(
      random.between(0, static_cast<int>(pairs[chosen].entries.size()) - 1));
  const auto expect_refused = [&](const char* what,
                                  const std::function<void(SceneProof&)>& change) {
    SceneProof changed = proof;
    change(changed);
    EXPECT_FALSE(proof::verify(changed).proven) << what << ", question " << count.asked;
  };
  expect_refused("direction turned", [&](SceneProof& p) { p.pairs[chosen].entries[at].n *= -1; });
  expect_refused("pair without proof", [&](SceneProof& p) {
    p.pairs.erase(p.pairs.begin() + static_cast<std::ptrdiff_t>(chosen));
  });
  expect_refused("separation raised",
                 [&](SceneProof& p) { p.claim.pairs[chosen].separation = 100; });
  expect_refused("range beyond the end",
                 [&](SceneProof& p) { p.pairs[chosen].entries[at].b_end += 100'000; });
  if (pairs[chosen].entries.size() == 1 && t_max > 0) {
    expect_refused("interval cut", [&](SceneProof& p) { p.pairs[chosen].entries[0].t1 *= 0.5; });
    expect_refused("range cut", [&](SceneProof& p) { --p.pairs[chosen].entries[0].a_end; });
  }
}

TEST(SceneCertificates, OfRandomTreesHold) {
  Random random{91};
  Count count;
  for (int i = 0; i < 60; ++i) {
    const Scene scene = random_scene(random, 3 + i % 6, 4);
    const ArticulatedModel& model = scene.models()[0].model;
    Configuration q_t0 = random_configuration(random, model), q_t1 = q_t0;
    for (double& value : q_t1) value += random.symmetric() * (i % 3 == 0 ? 3 : 0.7);
    const ArticulatedMotion motion = joint_motion(model, q_t0, q_t1);
    ask(scene, std::span(&motion, 1),
        i % 5 == 0    ? random.unit()
        : i % 20 == 7 ? 0
                      : 1,
        random, count);
  }
  std::cout << count.asked << " asked, " << count.free << " free, " << count.pairs << " pairs, "
            << count.from_links << " of them seen from a link, " << count.entries << " entries\n";
  EXPECT_GT(count.free, count.asked / 6);
  EXPECT_LT(count.free, count.asked * 9 / 10);
  EXPECT_GT(count.from_links, count.pairs / 20);
}

// The published motion, and many turns.
TEST(SceneCertificates, OfConstantVelocitiesAndManyTurnsHold) {
  Random random{92};
  Count count;
  for (int i = 0; i < 30; ++i) {
    const Scene scene = random_scene(random, 4, 3);
    const ArticulatedModel& model = scene.models()[0].model;
    ArticulatedMotion motion;
    if (i % 2 == 0) {
      const std::vector<Pose> from = model.relative_poses(random_configuration(random, model));
      std::vector<Pose> to = from;
      for (std::size_t k = 0; k < to.size(); ++k)
        if (model.links()[k].joint.type != JointType::Fixed)
          to[k].position += random_vector(random, 0.4);
      motion = constant_velocity_motion(model, from, to);
    } else {
      const Configuration q = random_configuration(random, model);
      motion = joint_motion(model, q, q);
      motion.joints[1].angle = 40 * random.symmetric();
    }
    ask(scene, std::span(&motion, 1), 1, random, count);
  }
  std::cout << count.asked << " asked, " << count.free << " free, " << count.entries
            << " entries\n";
  EXPECT_GT(count.free, count.asked / 6);
  EXPECT_LT(count.free, count.asked * 9 / 10);
}

}  // namespace
}  // namespace firstcontact::test::scene_certificate_test
