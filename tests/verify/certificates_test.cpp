// The solver's proofs against the verifier.
#include <firstcontact/solve.h>
#include <gtest/gtest.h>

#include <iostream>

#include "verify/proof_samples.h"
#include "verify/rational_check.h"
#include "verify/verify.h"

namespace firstcontact::test::certificates_test {
namespace {

constexpr std::uint64_t kSeed = 20240611;
constexpr int kPerClass = 120;

TEST(Certificates, OfAllFreeAnswersVerifyAndAreShort) {
  std::size_t free = 0, exact = 0, contacts = 0, segments = 0, moving = 0;
  const std::vector<Question> questions = make_questions(kSeed, kPerClass);
  for (const Question& question : questions) {
    const Result result = solve(question.query, question.options);
    ASSERT_NE(result.status, Status::InvalidInput) << question.name << ": " << result.message;
    if (result.status != Status::Free) {
      EXPECT_TRUE(result.certificate.empty()) << question.name;
      EXPECT_EQ(result.exact_proof != nullptr,
                question.options.exact && result.status == Status::Contact)
          << question.name;
      contacts += result.exact_proof ? 1 : 0;
      if (!result.exact_proof) continue;
    } else {
      ++free;
      EXPECT_NE(result.certificate.empty(), !result.exact_proof) << question.name;
      exact += result.exact_proof ? 1 : 0;
    }
    segments += result.certificate.size();
    for (const CertificateSegment& s : result.certificate) moving += s.n0 != s.n1 ? 1 : 0;
    const verify::Verdict verdict = verify::verify(proof_of(question, result));
    EXPECT_TRUE(verdict.proven) << question.name << ": " << verdict.reason;
  }
  const double average = static_cast<double>(segments) / static_cast<double>(free - exact);
  std::cout << questions.size() << " questions, " << free << " free, " << exact
            << " of them by exact proofs, " << contacts << " contacts proven, " << average
            << " segments on average, " << moving << " with a moving direction\n";
  EXPECT_GT(free, questions.size() / 4);
  EXPECT_LT(free, questions.size() * 9 / 10);
  EXPECT_GT(moving, 100u);
  EXPECT_LT(exact, free / 50);
  EXPECT_GT(exact, 20u);
  EXPECT_GT(contacts, questions.size() / 10);
  EXPECT_LT(average, 2);
}

// Where a direction is so short that its squares underflow, its Euclidean norm came out as zero,
// and so did the margin for the separation: a contact was proven free.
TEST(Certificates, OfPairsOfAnyDoublesVerify) {
  std::size_t proven = 0;
  for (const Question& question : make_questions(kSeed + 3, 800, "random-bits")) {
    const Result result = solve(question.query, question.options);
    if (result.certificate.empty() && !result.exact_proof) continue;
    ++proven;
    const verify::Verdict verdict = verify::verify(proof_of(question, result));
    EXPECT_TRUE(verdict.proven) << question.name << ": " << verdict.reason;
  }
  EXPECT_GT(proven, 2000u);
}

TEST(Certificates, OfAShortDirectionKeepEuclideanSeparation) {
  VertexFace q;
  q.p_t0 = q.p_t1 = {0, 0, 1};
  q.v0_t0 = q.v0_t1 = {0, 0, 0};
  q.v1_t0 = q.v1_t1 = {1e-120, 0, 0};
  q.v2_t0 = q.v2_t1 = {0, 1e-120, 0};
  Question question = {q, {}, "a face of size 1e-120 at distance 1"};
  question.options.certificate = true;
  question.options.min_separation = 2;
  EXPECT_TRUE(!solve(question.query, question.options).free());
  question.options.min_separation = 0.5;
  const Result result = solve(question.query, question.options);
  ASSERT_EQ(result.status, Status::Free);
  EXPECT_TRUE(verify::verify(proof_of(question, result)).proven);
}

TEST(Certificates, AreEmptyUnlessAskedFor) {
  for (Question& question : make_questions(kSeed + 1, 2)) {
    question.options.certificate = false;
    const Result result = solve(question.query, question.options);
    EXPECT_TRUE(result.certificate.empty());
    EXPECT_EQ(result.exact_proof, nullptr);
  }
}

TEST(Certificates, AreValidByRationalNumbersToo) {
  const std::vector<verify::PairProof> proofs = make_proofs(kSeed + 2, 8);
  ASSERT_GT(proofs.size(), 300u);
  for (const verify::PairProof& proof : proofs) EXPECT_TRUE(is_valid_proof(proof));
}

}  // namespace
}  // namespace firstcontact::test::certificates_test
