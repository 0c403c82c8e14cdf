/// Proofs of mesh steps as lines of a file.
#include <firstcontact/proof.h>
#include <gtest/gtest.h>

#include "proof/step_check.h"

namespace firstcontact::proof::step_lines_test {
namespace {

template <class Kind>
std::optional<Kind> read_as(const std::string& text) {
  const Line line = parse_line(text, "file", 1);
  const auto* found = std::get_if<Kind>(&line);
  return found == nullptr ? std::nullopt : std::optional<Kind>(*found);
}

StepClaim sample_claim() { return {3, 9, 12, 4, {5, 4}, false, 0.1, Norm::Linf, 0.75, 2}; }

StepPairProof sample_pair(Kind kind, std::array<int, 4> numbers) {
  StepPairProof proof;
  proof.pair = {kind, numbers};
  proof.proof.query.kind = kind;
  for (std::size_t i = 0; i < 4; ++i) {
    const bool used = i < static_cast<std::size_t>(point_count(kind));
    const double x = used ? 0.1 * static_cast<double>(i + 1) : 0;
    proof.proof.query.t0[i] = {x, 2 * x, -x};
    proof.proof.query.t1[i] = {-x, x, 3 * x};
  }
  proof.proof.segments = {{0, 1, {0, 0, 1}, {0, 1.0 / 3, 1}}};
  return proof;
}

TEST(StepLines, AClaimReadsBackAsWritten) {
  const std::string line = to_line(sample_claim());
  const auto claim = read_as<StepClaim>(line);
  ASSERT_TRUE(claim);
  EXPECT_EQ(to_line(*claim), line);
  EXPECT_EQ(claim->objects, (std::vector<std::int32_t>{5, 4}));
  EXPECT_EQ(fault_of(*claim), "");
  EXPECT_FALSE(read_as<StepPairProof>(line));
}

TEST(StepLines, PairsOfEveryKindReadBackAsWritten) {
  for (const auto& [kind, numbers] : std::initializer_list<std::pair<Kind, std::array<int, 4>>>{
           {Kind::VertexFace, {7, 2, -1, -1}},
           {Kind::EdgeEdge, {0, 1, 4, 6}},
           {Kind::PointEdge, {8, 4, 6, -1}},
           {Kind::PointPoint, {3, 8, -1, -1}}}) {
    const std::string line = to_line(sample_pair(kind, numbers));
    const auto pair = read_as<StepPairProof>(line);
    ASSERT_TRUE(pair) << line;
    EXPECT_EQ(pair->pair.kind, kind);
    EXPECT_EQ(pair->pair.numbers, numbers);
    EXPECT_EQ(to_line(*pair), line);
    EXPECT_FALSE(read_as<StepClaim>(line));
    EXPECT_FALSE(read_as<PairProof>(line)) << "it is a part of a step";
  }
}

TEST(StepLines, APlanarPairHasNoElements) {
  std::string line = to_line(sample_pair(Kind::PointSegment2D, {}).proof);
  EXPECT_FALSE(read_as<StepPairProof>(line));
  line.insert(1, "\"elements\":[0,[1,2]],");
  EXPECT_THROW(read_as<StepPairProof>(line), io::InputError);
}

TEST(StepLines, FaultsOfClaims) {
  StepClaim claim = sample_claim();
  claim.objects = {5};
  EXPECT_NE(fault_of(claim), "");
  claim = sample_claim();
  claim.separation = -1;
  EXPECT_NE(fault_of(claim), "");
  for (const double t_max : {-0.5, 1.5}) {
    claim = sample_claim();
    claim.t_max = t_max;
    EXPECT_NE(fault_of(claim), "");
  }
}

}  // namespace
}  // namespace firstcontact::proof::step_lines_test
