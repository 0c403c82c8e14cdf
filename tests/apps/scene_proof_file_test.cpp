#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <fstream>

#include "articulated/model/scene_data.h"
#include "firstcontact/robot/scene_proof_writer.h"
#include "io/errors.h"

namespace firstcontact::test {
namespace {

using Kind = apps::SceneProofReader::Kind;

/// Bits, so that the sign of a zero counts.
bool same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}
bool same(const Vec3& a, const Vec3& b) {
  return same(a.x(), b.x()) && same(a.y(), b.y()) && same(a.z(), b.z());
}
bool same(const AffineMap& a, const AffineMap& b) {
  for (int k = 0; k < 3; ++k)
    if (!same(Vec3(a.linear.row(k)), Vec3(b.linear.row(k)))) return false;
  return same(a.offset, b.offset);
}
bool same(const JointMotion& a, const JointMotion& b) {
  return same(a.before, b.before) && same(a.after, b.after) && same(a.travel, b.travel) &&
         same(a.angle_t0, b.angle_t0) && same(a.angle, b.angle);
}

void expect_same(const verify::SceneClaim& a, const verify::SceneClaim& b) {
  EXPECT_TRUE(same(a.t_max, b.t_max));
  ASSERT_EQ(a.frames.size(), b.frames.size());
  for (std::size_t i = 0; i < a.frames.size(); ++i) {
    EXPECT_EQ(a.frames[i].parent, b.frames[i].parent);
    EXPECT_TRUE(same(a.frames[i].motion, b.frames[i].motion)) << i;
  }
  ASSERT_EQ(a.shapes.size(), b.shapes.size());
  for (std::size_t i = 0; i < a.shapes.size(); ++i) {
    EXPECT_EQ(a.shapes[i].name, b.shapes[i].name);
    EXPECT_TRUE(a.shapes[i].geometry == b.shapes[i].geometry &&
                a.shapes[i].frame == b.shapes[i].frame)
        << i;
  }
  ASSERT_EQ(a.pairs.size(), b.pairs.size());
  for (std::size_t i = 0; i < a.pairs.size(); ++i) {
    EXPECT_TRUE(a.pairs[i].a == b.pairs[i].a && a.pairs[i].b == b.pairs[i].b &&
                a.pairs[i].base == b.pairs[i].base)
        << i;
    EXPECT_TRUE(same(a.pairs[i].separation, b.pairs[i].separation)) << i;
  }
}

/// Upper and lower arm with a forearm, something held, and two boxes of one mesh. Names that JSON
/// has to escape.
Scene small_scene() {
  const auto link = [](const char* name, int parent, const Vec3& at) {
    Link made;
    made.name = name;
    made.parent = parent;
    made.joint = {.name = std::string(name) + "_joint",
                  .type = JointType::Revolute,
                  .origin = {Mat3::Identity(), at}};
    made.shapes = {box_shape({0.2, 0.2, 0.2})};
    return made;
  };
  SceneDescription description;
  description.models.push_back(
      {"arm", ArticulatedModel({link("upper", -1, {0, 0, 0}), link("\"lower\"\\", 0, {1, 0, 0}),
                                link("hand", 1, {1, 0, 0})})});
  const Shape box = box_shape({1, 1, 1});
  description.objects = {{"left", {box}, {Mat3::Identity(), {5, 0, 0.1}}},
                         {"right", {box}, {Mat3::Identity(), {-5, 0, 0}}}};
  description.attachments = {
      {"held", "hand", {capsule_shape(0.1, 0.3)}, {Mat3::Identity(), {0, 0, 0.4}}, {}}};
  description.margin = 0.05;
  return Scene(std::move(description));
}

struct Answer {
  std::vector<ArticulatedMotion> motions;
  SceneResult result;
};

Answer answer_for(const Scene& scene, const Configuration& to) {
  Answer answer;
  answer.motions = {joint_motion(scene.models()[0].model, Configuration{0, 0, -0.0}, to)};
  SceneOptions options;
  options.certificate = true;
  answer.result = first_contact(scene, answer.motions, options);
  return answer;
}

std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream in(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(SceneProofFile, WhatIsWrittenReadsBackBitForBit) {
  const Scene scene = small_scene();
  ASSERT_EQ(scene.fault(), "");
  const std::string path = testing::TempDir() + "scene_proof_file_test.jsonl";
  const Configuration ends[] = {{1, -0.3, 0.5}, {-0.7, 1, 2}};
  apps::SceneProofWriter writer(path);
  std::vector<Answer> answers;
  for (const Configuration& to : ends) {
    answers.push_back(answer_for(scene, to));
    ASSERT_EQ(answers.back().result.status, Status::Free) << answers.back().result.message;
    writer.add(scene, answers.back().motions, answers.back().result);
  }
  writer.close();

  const std::vector<std::string> lines = lines_of(path);
  std::remove(path.c_str());
  const std::size_t pairs = articulated::data_of(scene).shape_pairs.size();
  // Upper, lower, hand, box (once, though it is there twice) and what is held.
  ASSERT_EQ(lines.size(), 5 + 2 * (1 + pairs));
  apps::SceneProofReader reader("file");
  std::vector<int> numbers;
  for (const articulated::SceneData::PlacedShape& shape : articulated::data_of(scene).shapes) {
    const auto first = std::find_if(
        articulated::data_of(scene).shapes.begin(), articulated::data_of(scene).shapes.end(),
        [&](const auto& other) { return &other.tree() == &shape.tree(); });
    const bool is_new = &*first == &shape;
    numbers.push_back(
        is_new ? (numbers.empty() ? 0 : *std::max_element(numbers.begin(), numbers.end()) + 1)
               : numbers[first - articulated::data_of(scene).shapes.begin()]);
  }
  std::size_t next = 0;
  for (; next < 5; ++next) EXPECT_EQ(reader.take(lines[next], next + 1), Kind::Triangles);
  for (const Answer& answer : answers) {
    ASSERT_EQ(reader.take(lines[next], next + 1), Kind::Scene);
    ++next;
    const apps::SceneProof expected =
        apps::scene_proof(scene, answer.motions, answer.result, numbers);
    const verify::SceneVerifier& verifier = reader.claim()->verifier;
    ASSERT_EQ(verifier.fault(), "");
    expect_same(verifier.claim(), expected.claim);
    for (std::size_t i = 0; i < pairs; ++i, ++next) {
      EXPECT_EQ(reader.take(lines[next], next + 1), Kind::Other);
      const auto pair = apps::parse_pair_proof(lines[next], "file", next + 1);
      ASSERT_TRUE(pair.has_value());
      EXPECT_EQ(pair->pair, expected.proofs[i].pair);
      ASSERT_EQ(pair->entries.size(), expected.proofs[i].entries.size());
      for (std::size_t k = 0; k < pair->entries.size(); ++k) {
        const BodyCertificateEntry &p = pair->entries[k], &q = expected.proofs[i].entries[k];
        EXPECT_TRUE(same(p.t0, q.t0) && same(p.t1, q.t1) && same(p.n, q.n));
        EXPECT_TRUE(p.a_begin == q.a_begin && p.a_end == q.a_end && p.b_begin == q.b_begin &&
                    p.b_end == q.b_end);
      }
      const verify::Verdict verdict = verifier.verify(pair->pair, pair->entries);
      EXPECT_TRUE(verdict.proven) << verdict.reason;
    }
  }
}

// A certificate may name the shapes of its pair in either order.
TEST(SceneProofFile, PairsMayBeGivenTheOtherWayRound) {
  const Scene scene = small_scene();
  Answer answer = answer_for(scene, {1, -0.3, 0.5});
  for (PairCertificate& pair : answer.result.certificates) {
    std::swap(pair.body_a, pair.body_b);
    std::swap(pair.shape_a, pair.shape_b);
    for (BodyCertificateEntry& entry : pair.certificate.entries) {
      entry.n *= -1;
      std::swap(entry.a_begin, entry.b_begin);
      std::swap(entry.a_end, entry.b_end);
    }
  }
  std::vector<int> numbers;
  std::vector<verify::ProofGeometry> geometries;
  for (const articulated::SceneData::PlacedShape& shape : articulated::data_of(scene).shapes) {
    numbers.push_back(static_cast<int>(numbers.size()));
    geometries.push_back(apps::proof_geometry(shape.body_geometry));
  }
  const apps::SceneProof proof = apps::scene_proof(scene, answer.motions, answer.result, numbers);
  const verify::Verdict verdict = verify::verify(proof.claim, geometries, proof.proofs);
  EXPECT_TRUE(verdict.proven) << verdict.reason;
}

TEST(SceneProofFile, LinesOfOtherKindsAreLeftToOthers) {
  apps::SceneProofReader reader("file");
  for (const char* text :
       {R"({"kind":"vertex-face","points":[]})", R"({"kind":"motion","scene":1})", "[]", "not json",
        "", R"({"kind":7,"x":"scene"})", R"(["scene","scene-pair","scene-triangles"])"}) {
    EXPECT_EQ(reader.take(text, 1), Kind::Other) << text;
    EXPECT_FALSE(apps::parse_pair_proof(text, "file", 1).has_value()) << text;
  }
  EXPECT_EQ(reader.claim(), nullptr);
  // The name may be written with escapes.
  EXPECT_THROW(reader.take(R"({"kind":"sc\u0065ne"})", 1), io::InputError);
  EXPECT_THROW(apps::parse_pair_proof(R"({"kind":"sc\u0065ne-pair"})", "file", 1), io::InputError);
}

}  // namespace
}  // namespace firstcontact::test
