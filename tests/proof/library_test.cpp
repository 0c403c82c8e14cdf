// The proof library as a user of it sees it: make, write, read, verify.
#include <firstcontact/proof.h>
#include <firstcontact/solve.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <sstream>

namespace firstcontact::test::library_test {
namespace {

/// A point that falls towards a triangle and stops above it.
Query falling_point(double end) {
  VertexFace query;
  query.p_t0 = {0.2, 0.2, 1};
  query.p_t1 = {0.2, 0.2, end};
  query.v0_t0 = query.v0_t1 = {0, 0, 0};
  query.v1_t0 = query.v1_t1 = {1, 0, 0};
  query.v2_t0 = query.v2_t1 = {0, 1, 0};
  return query;
}

std::vector<proof::Line> lines_of(const std::string& text) {
  std::vector<proof::Line> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    lines.push_back(proof::parse_line(line, "text", lines.size() + 1));
  return lines;
}

TEST(ProofLibrary, APairIsProvenAndAFalseClaimIsNot) {
  Options options;
  options.certificate = true;
  const Query query = falling_point(0.25);
  const Result result = solve(query, options);
  ASSERT_EQ(result.status, Status::Free);
  std::ostringstream text;
  proof::Writer(text).write(proof::pair_proof(query, result, options));
  const std::vector<proof::Line> lines = lines_of(text.str());
  ASSERT_EQ(lines.size(), 1u);
  proof::PairProof read = std::get<proof::PairProof>(lines[0]);
  EXPECT_TRUE(proof::verify(read).proven);
  read.separation = 0.5;
  EXPECT_FALSE(proof::verify(read).proven);
}

TEST(ProofLibrary, TwoBodiesAreProvenWithTheirMotions) {
  const Vec3 corners[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const Face triangle[] = {{0, 1, 2}};
  const TriangleBody body(corners, triangle);
  const AffineMap high = {Mat3::Identity(), {0, 0, 3}}, low = {Mat3::Identity(), {0, 0, 1}};
  BodyOptions options;
  options.certificate = true;
  const BodyResult result = first_contact(body, Rest(), body, LinearMotion(high, low), options);
  ASSERT_EQ(result.status, Status::Free);
  const proof::MotionProof made = proof::motion_proof(body, proof::RestingMotion(), body,
                                                      proof::StraightMotion{high, low}, result);
  EXPECT_TRUE(proof::verify(made).proven) << proof::verify(made).reason;
  const proof::MotionProof false_claim =
      proof::motion_proof(body, proof::RestingMotion(), body,
                          proof::StraightMotion{high, {Mat3::Identity(), {0, 0, -1}}}, result);
  EXPECT_FALSE(proof::verify(false_claim).proven);
}

/// Two slanted triangles above each other, whose boxes overlap; the upper one comes down to the
/// height `end`.
struct Step {
  MeshDescription mesh;
  std::vector<Vec3> t0, t1;
};
Step falling_triangle(double end) {
  Step step = {
      {.vertex_count = 6, .faces = {{0, 1, 2}, {3, 4, 5}}, .objects = {0, 0, 0, 1, 1, 1}}, {}, {}};
  for (const double height : {0.0, 1.0})
    for (const Vec3& corner : {Vec3(0, 0, 0), Vec3(1, 0, 0.5), Vec3(0, 1, 0)}) {
      step.t0.push_back(corner + Vec3(0, 0, height));
      step.t1.push_back(corner + Vec3(0, 0, height > 0 ? end : 0));
    }
  return step;
}

struct StepProof {
  proof::StepClaim claim;
  std::vector<proof::StepPairProof> pairs;
};
StepProof proof_of(const Step& step, double separation) {
  StepSolver solver{Mesh(step.mesh)};
  StepOptions options;
  options.min_separation = separation;
  const Positions t0(step.t0), t1(step.t1);
  EXPECT_EQ(solver.decide_step(t0, t1, options).status, Status::Free);
  std::ostringstream text;
  const proof::StepProofCount count =
      proof::Writer(text).write_step(solver, t0, t1, options, 0, {3, 3});
  EXPECT_EQ(count.without, 0);
  StepProof made;
  for (const proof::Line& line : lines_of(text.str())) {
    if (const auto* claim = std::get_if<proof::StepClaim>(&line)) made.claim = *claim;
    if (const auto* pair = std::get_if<proof::StepPairProof>(&line)) made.pairs.push_back(*pair);
  }
  EXPECT_EQ(made.claim.pairs, count.written);
  return made;
}

TEST(ProofLibrary, AStepIsProvenWithItsMesh) {
  const Step step = falling_triangle(0.25);
  const StepProof made = proof_of(step, 0.125);
  ASSERT_GT(made.pairs.size(), 3u);
  const auto verdict_on = [](const Step& about, const StepProof& p) {
    return proof::verify(about.mesh, about.t0, about.t1, p.claim, p.pairs);
  };
  EXPECT_TRUE(verdict_on(step, made).proven) << verdict_on(step, made).reason;

  StepProof without_one = made;
  without_one.pairs.pop_back();
  EXPECT_FALSE(verdict_on(step, without_one).proven);
  --without_one.claim.pairs;
  EXPECT_NE(verdict_on(step, without_one).reason.find("has no proof"), std::string::npos);

  StepProof twice = made;
  twice.pairs.push_back(made.pairs.back());
  EXPECT_FALSE(verdict_on(step, twice).proven);

  EXPECT_NE(verdict_on(falling_triangle(0.2), made).reason.find("not about this mesh"),
            std::string::npos);
  Step broken = step;
  broken.t1.pop_back();
  EXPECT_THROW(verdict_on(broken, made), std::invalid_argument);
}

TEST(ProofLibrary, AStepWithWhatAClaimCannotSayIsRefused) {
  Step step = falling_triangle(0.25);
  step.mesh.thickness.assign(6, 0.01);
  StepSolver solver{Mesh(step.mesh)};
  std::ostringstream text;
  proof::Writer writer(text);
  EXPECT_THROW(writer.write_step(solver, Positions(step.t0), Positions(step.t1), {}, 0, {3, 3}),
               std::invalid_argument);
}

/// A point passes through a face. Between objects that would be a contact, so nobody may claim that
/// the point and the face are two objects of a mesh that has one.
TEST(ProofLibrary, TheObjectsOfAClaimAreThoseOfTheMesh) {
  MeshDescription description = {.vertex_count = 4, .faces = {{1, 2, 3}}};
  const std::vector<Vec3> t0 = {{0.2, 0.2, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  std::vector<Vec3> t1 = t0;
  t1[0].z() = -1;
  StepOptions options;
  options.within_objects = false;
  StepSolver solver{Mesh(description)};
  std::ostringstream text;
  proof::Writer writer(text);
  EXPECT_THROW(writer.write_step(solver, t0, t1, options, 0, {1, 3}), std::invalid_argument);
  proof::StepClaim claim;
  claim.vertices = 4;
  claim.edges = 3;
  claim.faces = 1;
  claim.objects = {1, 3};
  claim.self = false;
  EXPECT_FALSE(proof::verify(description, t0, t1, claim, {}).proven);
  claim.objects = {-4, 8};
  EXPECT_FALSE(proof::verify(description, t0, t1, claim, {}).proven);
  description.objects = {0, 1};
  EXPECT_THROW(proof::verify(description, t0, t1, claim, {}), std::invalid_argument);
}

/// The proof that a pair touches is valid, and proves nothing about a step that keeps apart.
TEST(ProofLibrary, AProofOfContactIsNoProofOfAStep) {
  const MeshDescription description = {.vertex_count = 4, .faces = {{1, 2, 3}}};
  const std::vector<Vec3> t0 = {{0.2, 0.2, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  std::vector<Vec3> t1 = t0;
  t1[0].z() = -1;
  Query query;
  query.kind = Kind::VertexFace;
  for (std::size_t i = 0; i < 4; ++i) query.t0[i] = t0[i], query.t1[i] = t1[i];
  const Options options = {.exact = true, .certificate = true};
  const Result touching = solve(query, options);
  ASSERT_EQ(touching.status, Status::Contact);
  proof::StepPairProof pair = {{Kind::VertexFace, {0, 0, -1, -1}},
                               proof::pair_proof(query, touching, options)};
  ASSERT_TRUE(proof::verify(pair.proof).proven);
  proof::StepClaim claim;
  claim.vertices = 4;
  claim.edges = 3;
  claim.faces = 1;
  claim.objects = {4};
  claim.pairs = 1;
  const proof::Verdict verdict = proof::verify(description, t0, t1, claim, {&pair, 1});
  EXPECT_FALSE(verdict.proven);
  EXPECT_NE(verdict.reason.find("it proves a contact"), std::string::npos) << verdict.reason;
}

TEST(ProofLibrary, APlanarStepAndAFailedStreamAreRefused) {
  StepSolver solver{Mesh({.vertex_count = 3, .edges = {{0, 1}}})};
  const std::vector<double> x = {0, 0, 1, 0, 0, 3};
  const Positions plane(x.data(), 3, 2, 2);
  std::ostringstream text;
  EXPECT_THROW(proof::Writer(text).write_step(solver, plane, plane, {}, 0, {3}),
               std::invalid_argument);
  text.setstate(std::ios::badbit);
  Options options;
  options.certificate = true;
  const Query query = falling_point(0.25);
  EXPECT_THROW(proof::Writer(text).write(proof::pair_proof(query, solve(query, options), options)),
               std::runtime_error);
}

TEST(ProofLibrary, AFileIsJudgedLineByLine) {
  Options options;
  options.certificate = true;
  const Query query = falling_point(0.25);
  proof::PairProof good = proof::pair_proof(query, solve(query, options), options), bad = good;
  bad.separation = 0.5;
  const std::string path = testing::TempDir() + "proof_library_test.jsonl.gz";
  {
    proof::Writer writer(path);
    writer.write(good);
    writer.write(bad);
    writer.write(good);
    EXPECT_FALSE(std::ifstream(path).good()) << "nothing is seen before close";
    writer.close();
  }
  const proof::FileVerdict verdict = proof::verify_file(path, 2);
  EXPECT_EQ(verdict.proofs, 3);
  ASSERT_EQ(verdict.failures.size(), 1u);
  EXPECT_EQ(verdict.failures[0].line, 2u);
  EXPECT_FALSE(verdict.valid());
  std::remove(path.c_str());
  EXPECT_THROW(proof::verify_file(path), io::InputError);

  std::ofstream(path.substr(0, path.size() - 3)) << "{}\n";
  const proof::FileVerdict unreadable = proof::verify_file(path.substr(0, path.size() - 3));
  EXPECT_NE(unreadable.error.find(":1: kind: missing"), std::string::npos) << unreadable.error;
  EXPECT_FALSE(unreadable.valid());
  std::remove(path.substr(0, path.size() - 3).c_str());
}

}  // namespace
}  // namespace firstcontact::test::library_test
