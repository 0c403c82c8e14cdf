#include <firstcontact/proof.h>
#include <gtest/gtest.h>

#include <bit>
#include <limits>

#include "io/errors.h"
#include "verify/motion_samples.h"

namespace firstcontact::test::motion_lines_test {
namespace {

using proof::MotionBody;
using proof::MotionProof;
using proof::parse_line;
using proof::to_line;

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

bool same(const proof::RestingMotion& a, const proof::RestingMotion& b) {
  return same(a.where, b.where);
}
bool same(const proof::StraightMotion& a, const proof::StraightMotion& b) {
  return same(a.from, b.from) && same(a.to, b.to);
}

bool same(const ScrewCoefficients& a, const ScrewCoefficients& b) {
  return same(a.angle, b.angle) && same(a.start, b.start) && same(a.velocity, b.velocity) &&
         same(a.bend, b.bend) && same(a.drift, b.drift);
}

void expect_same(const MotionBody& a, const MotionBody& b) {
  ASSERT_EQ(a.vertices.size(), b.vertices.size());
  for (std::size_t i = 0; i < a.vertices.size(); ++i)
    EXPECT_TRUE(same(a.vertices[i], b.vertices[i])) << i;
  EXPECT_EQ(a.triangles, b.triangles);
  ASSERT_EQ(a.motion.index(), b.motion.index());
  std::visit(
      [&](const auto& motion) {
        using Type = std::decay_t<decltype(motion)>;
        EXPECT_TRUE(same(motion, std::get<Type>(b.motion)));
      },
      a.motion);
}

void expect_same(const MotionProof& a, const MotionProof& b) {
  expect_same(a.a, b.a);
  expect_same(a.b, b.b);
  EXPECT_TRUE(same(a.certificate.separation, b.certificate.separation) &&
              same(a.certificate.t_max, b.certificate.t_max));
  EXPECT_EQ(a.certificate.order_a, b.certificate.order_a);
  EXPECT_EQ(a.certificate.order_b, b.certificate.order_b);
  ASSERT_EQ(a.certificate.entries.size(), b.certificate.entries.size());
  for (std::size_t i = 0; i < a.certificate.entries.size(); ++i) {
    const BodyCertificateEntry &p = a.certificate.entries[i], &q = b.certificate.entries[i];
    EXPECT_TRUE(same(p.t0, q.t0) && same(p.t1, q.t1) && same(p.n, q.n)) << i;
    EXPECT_TRUE(p.a_begin == q.a_begin && p.a_end == q.a_end && p.b_begin == q.b_begin &&
                p.b_end == q.b_end)
        << i;
  }
}

AffineMap random_map(Draw& draw) {
  AffineMap map;
  for (int k = 0; k < 3; ++k) map.linear.row(k) = draw.vector(1).transpose();
  map.offset = draw.vector(1e6);
  return map;
}

TEST(MotionLines, WhatIsWrittenReadsBackBitForBit) {
  Draw draw(51);
  ScrewCoefficients screw =
      screw_about(draw.direction(), draw.vector(9), 3.3, -0.0, random_map(draw));
  screw.drift = {-0.0, std::numeric_limits<double>::denorm_min(),
                 std::numeric_limits<double>::max()};
  const proof::BodyMotion motions[] = {proof::RestingMotion{random_map(draw)},
                                       proof::StraightMotion{random_map(draw), random_map(draw)},
                                       screw};
  for (const proof::BodyMotion& a : motions)
    for (const proof::BodyMotion& b : motions) {
      MotionProof proof = proof_about(tetrahedron(), torus(5, 4), draw.uniform(), draw.uniform());
      proof.a.motion = a;
      proof.b.motion = b;
      std::swap(proof.certificate.order_b[3], proof.certificate.order_b[7]);
      for (int i = 0; i < 20; ++i) {
        BodyCertificateEntry entry = whole(proof, draw.uniform(), draw.uniform(), draw.vector(1));
        entry.a_begin = static_cast<int>(draw.below(4)),
        entry.b_begin = -static_cast<int>(draw.below(40));
        proof.certificate.entries.push_back(entry);
      }
      const std::string line = to_line(proof);
      EXPECT_EQ(line.find('\n'), line.size() - 1);
      const proof::Line parsed = parse_line(line, "file", 1);
      const auto* read = std::get_if<MotionProof>(&parsed);
      ASSERT_NE(read, nullptr);
      expect_same(proof, *read);
      EXPECT_EQ(to_line(*read), line);
    }
}

TEST(MotionLines, TheKindDecidesHowALineIsRead) {
  const auto error_of = [](const char* text) -> std::string {
    try {
      parse_line(text, "file", 1);
    } catch (const io::InputError& error) {
      return error.what();
    }
    return "";
  };
  // None of these is a proof about two bodies; each is refused as a pair.
  EXPECT_EQ(error_of(R"({"kind":"vertex-face","points":[]})"), "file:1: separation: missing");
  EXPECT_EQ(error_of(R"({"kind":"vertex-face","motion":1})"), "file:1: points: missing");
  EXPECT_EQ(error_of(R"({"kind":7,"motion":1})"), "file:1: points: missing");
  EXPECT_EQ(error_of("[]"), "file:1: json: not an object");
  EXPECT_EQ(error_of(R"(["motion"])"), "file:1: json: not an object");
  EXPECT_EQ(error_of("not json"), "file:1: json: not JSON from byte 2 on");
  EXPECT_EQ(error_of(""), "file:1: json: not JSON from byte 1 on");
  // The name may be written with escapes.
  EXPECT_EQ(error_of(R"({"kind":"\u006dotion"})"), "file:1: a: missing");
}

}  // namespace
}  // namespace firstcontact::test::motion_lines_test
