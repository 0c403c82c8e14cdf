#include <firstcontact/proof.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "articulated/model/scene_data.h"
#include "io/errors.h"

namespace firstcontact::test::scene_lines_test {
namespace {

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

void expect_same(const proof::SceneClaim& a, const proof::SceneClaim& b) {
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
  description.min_separation = 0.05;
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

TEST(SceneLines, WhatIsWrittenReadsBackBitForBit) {
  const Scene scene = small_scene();
  ASSERT_EQ(scene.fault(), "");
  const std::string path = testing::TempDir() + "scene_lines_test.jsonl";
  const Configuration ends[] = {{1, -0.3, 0.5}, {-0.7, 1, 2}};
  proof::Writer writer(path);
  std::vector<Answer> answers;
  for (const Configuration& to : ends) {
    answers.push_back(answer_for(scene, to));
    ASSERT_EQ(answers.back().result.status, Status::Free) << answers.back().result.message;
    writer.write(scene, answers.back().motions, answers.back().result);
  }
  writer.close();

  const proof::FileVerdict file = proof::verify_file(path);
  EXPECT_TRUE(file.valid()) << file.error;
  const std::size_t pairs = articulated::data_of(scene).shape_pairs.size();
  EXPECT_EQ(file.proofs, static_cast<std::int64_t>(2 * (1 + pairs)));
  std::vector<proof::Line> lines;
  proof::Reader reader(path);
  while (std::optional<proof::Line> line = reader.next()) lines.push_back(std::move(*line));
  std::remove(path.c_str());
  // Upper, lower, hand, box (once, though it is there twice) and what is held.
  ASSERT_EQ(lines.size(), 5 + 2 * (1 + pairs));
  std::vector<proof::SceneTriangles> triangles;
  std::size_t next = 0;
  for (; next < 5; ++next) {
    const auto* mesh = std::get_if<proof::SceneTriangles>(&lines[next]);
    ASSERT_NE(mesh, nullptr);
    triangles.push_back(*mesh);
  }
  for (const Answer& answer : answers) {
    const auto* claim = std::get_if<proof::SceneClaim>(&lines[next++]);
    ASSERT_NE(claim, nullptr);
    const proof::SceneProof expected = proof::scene_proof(scene, answer.motions, answer.result);
    expect_same(*claim, expected.claim);
    proof::SceneProof read = {triangles, *claim, {}};
    for (std::size_t i = 0; i < pairs; ++i, ++next) {
      const auto* pair = std::get_if<proof::ScenePairProof>(&lines[next]);
      ASSERT_NE(pair, nullptr);
      EXPECT_EQ(pair->pair, expected.pairs[i].pair);
      ASSERT_EQ(pair->entries.size(), expected.pairs[i].entries.size());
      for (std::size_t k = 0; k < pair->entries.size(); ++k) {
        const BodyCertificateEntry &p = pair->entries[k], &q = expected.pairs[i].entries[k];
        EXPECT_TRUE(same(p.t0, q.t0) && same(p.t1, q.t1) && same(p.n, q.n));
        EXPECT_TRUE(p.a_begin == q.a_begin && p.a_end == q.a_end && p.b_begin == q.b_begin &&
                    p.b_end == q.b_end);
      }
      read.pairs.push_back(*pair);
    }
    const proof::Verdict verdict = proof::verify(read);
    EXPECT_TRUE(verdict.proven) << verdict.reason;
  }
}

// A certificate may name the shapes of its pair in either order.
TEST(SceneLines, PairsMayBeGivenTheOtherWayRound) {
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
  const proof::Verdict verdict =
      proof::verify(proof::scene_proof(scene, answer.motions, answer.result));
  EXPECT_TRUE(verdict.proven) << verdict.reason;
}

TEST(SceneLines, TheKindDecidesHowALineIsRead) {
  const auto error_of = [](const char* text) -> std::string {
    try {
      proof::parse_line(text, "file", 1);
    } catch (const io::InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(error_of(R"({"kind":"motion","scene":1})"), "file:1: a: missing");
  EXPECT_EQ(error_of(R"({"kind":7,"x":"scene"})"), "file:1: points: missing");
  EXPECT_EQ(error_of(R"(["scene","scene-pair","scene-triangles"])"), "file:1: json: not an object");
  // The name may be written with escapes.
  EXPECT_EQ(error_of(R"({"kind":"sc\u0065ne"})"), "file:1: t_max: missing");
  EXPECT_EQ(error_of(R"({"kind":"sc\u0065ne-pair"})"), "file:1: pair: missing");
}

// Proofs that hold their triangles themselves may follow each other in one file.
TEST(SceneLines, WholeProofsNumberTheirTrianglesOn) {
  const Scene scene = small_scene();
  std::ostringstream text;
  proof::Writer writer(text);
  for (const Configuration& to : {Configuration{1, -0.3, 0.5}, Configuration{-0.7, 1, 2}}) {
    const Answer answer = answer_for(scene, to);
    writer.write(proof::scene_proof(scene, answer.motions, answer.result));
  }
  writer.close();
  const std::string path = testing::TempDir() + "scene_lines_twice_test.jsonl";
  std::ofstream(path) << text.str();
  const proof::FileVerdict file = proof::verify_file(path);
  std::remove(path.c_str());
  EXPECT_TRUE(file.valid()) << file.error;
}

}  // namespace
}  // namespace firstcontact::test::scene_lines_test
