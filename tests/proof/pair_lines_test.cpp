// Lines of proofs about pairs: written and read again, with fractions, features and contacts.
#include <firstcontact/proof.h>
#include <firstcontact/solve.h>
#include <gtest/gtest.h>

#include "generate/generate.h"

namespace firstcontact::proof::pair_lines_test {
namespace {

constexpr std::uint64_t kSeed = 20250303;

/// Exact answers to queries of all classes, with a separation for every other.
std::vector<PairProof> make_proofs(int per_class) {
  std::vector<PairProof> proofs;
  for (const generate::QueryClass& c : generate::query_classes())
    for (int i = 0; i < per_class; ++i) {
      const Kind kind = c.vertex_face && i % 3 != 0 ? Kind::VertexFace : Kind::EdgeEdge;
      const Query query = generate::make_query(c, kind, kSeed, static_cast<std::uint64_t>(i));
      Options options;
      options.exact = options.certificate = true;
      options.min_separation = i % 2 == 0 ? 0 : 0.01;
      options.norm = i % 4 == 1 ? Norm::L2 : Norm::Linf;
      const Result result = solve(query, options);
      if (result.status == Status::InvalidInput) continue;
      proofs.push_back(pair_proof(query, result, options));
    }
  return proofs;
}

TEST(PairLines, AreReadAsTheyWereWritten) {
  std::size_t fractions = 0, features = 0, contacts = 0, bytes = 0;
  std::string written;
  Writer writer([&](std::string_view line) { written += line; });
  for (const PairProof& proof : make_proofs(20)) {
    const std::string line = to_line(proof);
    const auto again = std::get<PairProof>(parse_line(line, "line", 1));
    EXPECT_EQ(to_line(again), line);
    EXPECT_EQ(again.segment_count(), proof.segment_count());
    EXPECT_EQ(again.contact.has_value(), proof.contact.has_value());
    const Verdict verdict = verify(again);
    EXPECT_TRUE(verdict.proven) << verdict.reason << "\n" << line;
    bytes += writer.write(proof);
    features += line.find("\"feature\"") != std::string::npos ? 1 : 0;
    fractions += line.find("/") != std::string::npos ? 1 : 0;
    contacts += proof.contact ? 1 : 0;
  }
  EXPECT_EQ(bytes, written.size());
  EXPECT_GT(features, 50u);
  EXPECT_GT(fractions, 5u);
  EXPECT_GT(contacts, 50u);
}

TEST(PairLines, OfAnAnswerWithoutAProofProveNothing) {
  VertexFace q;
  q.p_t0 = {0.25, 0.25, 1};
  q.p_t1 = {0.25, 0.25, -1};
  q.v0_t0 = q.v0_t1 = {0, 0, 0};
  q.v1_t0 = q.v1_t1 = {1, 0, 0};
  q.v2_t0 = q.v2_t1 = {0, 1, 0};
  Options options;
  options.certificate = true;
  const Result near = solve(q, options);
  ASSERT_EQ(near.status, Status::Contact);
  EXPECT_EQ(near.exact_proof, nullptr);
  EXPECT_FALSE(verify(pair_proof(q, near, options)).proven);
  options.exact = true;
  EXPECT_TRUE(verify(pair_proof(q, solve(q, options), options)).proven);
}

}  // namespace
}  // namespace firstcontact::proof::pair_lines_test
