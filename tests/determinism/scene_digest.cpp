// Answers about an arm of five joints among boxes.
#include <firstcontact/scene_contact.h>

#include <array>

#include "answer_digest.h"
#include "answer_hash.h"

namespace firstcontact::test {
namespace {

/// In [-1, 1], from an integer.
double spread(std::uint64_t i) {
  Hash hash;
  hash.add(i);
  hash.add(std::uint64_t{7});
  return static_cast<double>(hash.value >> 40) * 0x1p-23 - 1;
}

Scene arm_among_boxes() {
  std::vector<Link> links(5);
  const std::array<Vec3, 3> axes = {Vec3(0, 0, 1), Vec3(0, 1, 0), Vec3(0.3, 0.8, 0.5)};
  for (std::size_t i = 0; i < links.size(); ++i) {
    links[i].name = "link" + std::to_string(i), links[i].joint.name = "joint" + std::to_string(i);
    links[i].parent = static_cast<int>(i) - 1;
    links[i].joint.type = i == 3 ? JointType::Prismatic : JointType::Revolute;
    links[i].joint.axis = axes[i % 3];
    links[i].joint.origin.position = Vec3(0, 0, i == 0 ? 0 : 0.5);
    links[i].shapes = {i % 2 ? capsule_shape(0.06, 0.3) : box_shape({0.1, 0.1, 0.35})};
  }
  SceneDescription description;
  description.models = {{"arm", ArticulatedModel(std::move(links))}};
  for (std::uint64_t i = 0; i < 12; ++i) {
    const Vec3 at(1.3 * spread(10 * i), 1.3 * spread(10 * i + 1), 1.2 * spread(10 * i + 2));
    description.objects.push_back({"box" + std::to_string(i),
                                   {box_shape({0.2, 0.3, 0.1})},
                                   Pose::from_axis_angle({1, 2, 3}, spread(10 * i + 3), at)});
  }
  return Scene(std::move(description));
}

}  // namespace

ClassDigest digest_scenes(int count, int threads) {
  static const Scene scene =
      arm_among_boxes();  // made once, in the rounding mode of the first call
  std::vector<SceneEdge> edges(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < edges.size(); ++i)
    for (std::size_t k = 0; k < scene.value_count(); ++k) {
      edges[i].q_t0.push_back(2 * spread(1000 + 20 * i + k));
      edges[i].q_t1.push_back(edges[i].q_t0.back() + spread(1000 + 20 * i + 10 + k));
    }
  ClassDigest digest{"scenes"};
  Hash hash;
  for (const int question : {0, 1, 2, 3}) {
    SceneOptions options;
    options.decide_only = question == 1, options.certificate = question == 2,
    options.clearance = question == 2;
    if (question == 3) options.method = SceneMethod::Advancement;
    for (const SceneResult& r : first_contacts(scene, edges, options, threads)) {
      ++digest.queries;
      digest.positives += r.status == Status::Contact;
      hash.add(r);
    }
  }
  digest.digest = hash.value;
  return digest;
}

}  // namespace firstcontact::test
