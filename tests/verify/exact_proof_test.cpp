// Proofs of exact answers: features of the gap set in place of directions, and proofs of contact.
#include <firstcontact/solve.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <iostream>
#include <random>

#include "verify/proof_samples.h"
#include "verify/verify.h"

namespace firstcontact::test::exact_proof_test {
namespace {

using verify::PairProof;
using verify::Verdict;

constexpr std::uint64_t kSeed = 20250301;

Options exact_options(double separation = 0, Norm norm = Norm::L2, double t_max = 1) {
  Options options;
  options.exact = options.certificate = true;
  options.min_separation = separation;
  options.norm = norm;
  options.t_max = t_max;
  return options;
}

/// The solver's proof; fails the test if there is none.
PairProof solved(const Query& query, const Options& options) {
  const Question question = {query, options, ""};
  const Result result = solve(query, options);
  EXPECT_TRUE(result.exact_proof || !result.certificate.empty()) << to_string(result.status);
  return proof_of(question, result);
}

/// Whether the exact oracle says what the proof claims.
bool is_true(const PairProof& proof) {
  Options options = exact_options(proof.separation, proof.norm, proof.t_max);
  options.method = Method::Exact;
  options.certificate = false;
  const Result truth = solve(proof.query, options);
  EXPECT_NE(truth.status, Status::InvalidInput) << truth.message;
  if (!proof.contact) return truth.free();
  return truth.status == Status::Contact && truth.toi <= proof.contact->toi_upper &&
         proof.contact->toi <= truth.toi_upper;
}

/// All proofs of exact answers that are not directions in doubles alone.
std::vector<PairProof> exact_proofs(std::uint64_t seed, int per_class) {
  std::vector<PairProof> proofs;
  for (Question& question : make_questions(seed, per_class)) {
    question.options.exact = true;
    const Result result = solve(question.query, question.options);
    if (result.exact_proof) proofs.push_back(proof_of(question, result));
  }
  return proofs;
}

TEST(ExactProof, OfEveryExactAnswerVerifies) {
  std::size_t all = 0, directions = 0, features = 0, instants = 0, crossings = 0, roots = 0;
  for (Question& question : make_questions(kSeed, 25)) {
    question.options.exact = true;
    const Result result = solve(question.query, question.options);
    ++all;
    ASSERT_TRUE(result.exact_proof || !result.certificate.empty()) << question.name;
    const PairProof proof = proof_of(question, result);
    EXPECT_EQ(proof.contact.has_value(), !result.free());
    const Verdict verdict = verify::verify(proof);
    EXPECT_TRUE(verdict.proven) << question.name << ": " << verdict.reason;
    if (!proof.contact)
      ++(proof.exact_segments.empty() ? directions : features);
    else
      ++(proof.contact->is_instant() ? instants : proof.contact->is_crossing() ? crossings : roots);
  }
  std::cout << all << " answers: free by directions " << directions << ", by features " << features
            << "; contact at an instant " << instants << ", crossing " << crossings
            << ", at a root " << roots << "\n";
  EXPECT_GT(directions, all / 3);
  EXPECT_GT(features, all / 200);
  EXPECT_GT(instants, all / 10);
  EXPECT_GT(crossings, all / 100);
  EXPECT_GT(roots, all / 200);
}

// A segment turns in a plane and passes a point in between at t = sqrt(2) - 1, for that instant
// only: its ends in the plane are (-1, -t) and (1 + t, 1 - t).
PointEdge passing_segment(const Vec3& origin, const Vec3& x, const Vec3& y) {
  PointEdge q;
  q.p_t0 = q.p_t1 = Vec3(0, 0, 0);
  const auto at = [&](double u, double v) -> Vec3 { return -(origin + u * x + v * y); };
  q.e0_t0 = at(-1, 0);
  q.e0_t1 = at(-1, -1);
  q.e1_t0 = at(1, 1);
  q.e1_t1 = at(2, 0);
  return q;
}

void expect_root(const PairProof& proof, GapFeature feature, std::size_t degree) {
  ASSERT_TRUE(proof.contact.has_value());
  EXPECT_TRUE(verify::verify(proof).proven) << verify::verify(proof).reason;
  EXPECT_FALSE(proof.contact->is_instant());
  EXPECT_EQ(proof.contact->feature, feature);
  EXPECT_EQ(proof.contact->polynomial.size(), degree + 1);
  EXPECT_LE(proof.contact->toi, std::sqrt(2) - 1);
  EXPECT_GE(proof.contact->toi_upper, std::sqrt(2) - 1);
}

TEST(ExactProof, OfAnIrrationalInstantNamesItsPolynomial) {
  const Vec3 x(1, 0, 0), y(0, 1, 0);
  expect_root(solved(passing_segment({0, 0, 0}, x, y), exact_options()), GapFeature::Side, 2);
  // The plane of the motion touches the ball of radius 1.
  const PairProof ball = solved(passing_segment({0, 0, 1}, x, y), exact_options(1));
  ASSERT_TRUE(ball.contact && !ball.contact->polynomial.empty());
  expect_root(ball, GapFeature::Side, ball.contact->polynomial.size() - 1);
  // The plane of the motion touches the cube at its corner (1, 1, 1) only.
  const Query corner = passing_segment({1, 1, 1}, {1, -1, 0}, {0, 1, -1});
  const PairProof cube = solved(corner, exact_options(1, Norm::Linf));
  expect_root(cube, GapFeature::Side, 2);
  EXPECT_EQ(cube.contact->cube_corner, (std::array{1, 1, 1}));
  PairProof mutated = cube;
  mutated.contact->cube_corner = {1, 1, -1};
  EXPECT_FALSE(verify::verify(mutated).proven);
  mutated.contact->cube_corner = {0, 0, 0};
  EXPECT_FALSE(verify::verify(mutated).proven);
}

TEST(ExactProof, OfARootFailsWithAnyOtherPolynomial) {
  const PairProof proof = solved(passing_segment({0, 0, 0}, {1, 0, 0}, {0, 1, 0}), exact_options());
  ASSERT_TRUE(proof.contact && proof.contact->polynomial.size() == 3);
  const auto refused = [&](std::vector<ExactNumber> polynomial) {
    PairProof mutated = proof;
    mutated.contact->polynomial = std::move(polynomial);
    return !verify::verify(mutated).proven;
  };
  std::vector<ExactNumber> p = proof.contact->polynomial;
  EXPECT_FALSE(refused(p));
  for (ExactNumber& c : p) c = {0, std::to_string(-3 * static_cast<int>(c.number)) + "/7"};
  EXPECT_FALSE(refused(p)) << "a multiple has the same roots";
  p.push_back({0, ""});
  EXPECT_FALSE(refused(p)) << "a leading zero changes nothing";
  for (std::size_t i = 0; i < 3; ++i) {
    std::vector<ExactNumber> other = proof.contact->polynomial;
    other[i].number += 1e-12;
    EXPECT_TRUE(refused(other));
  }
  EXPECT_TRUE(refused({{1, ""}}));
  EXPECT_TRUE(refused({{0, ""}, {0, ""}, {0, ""}}));
  EXPECT_TRUE(refused({}));
  EXPECT_TRUE(refused(std::vector<ExactNumber>(1000, ExactNumber{1, ""})));
}

// The distance is |1 - 2t|: zero at the end of the segment that proves [0, 1/2).
TEST(ExactProof, OfAContactLeavesItsInstantOutAndThatOfFreedomDoesNot) {
  PointPoint q;
  q.p_t0 = {1, 0, 0};
  q.p_t1 = {-1, 0, 0};
  q.q_t0 = q.q_t1 = {0, 0, 0};
  PairProof proof;
  proof.query = q;
  proof.exact_segments = {{{0, ""}, {0.5, ""}, GapFeature::Corner, {0}, {}, {}}};
  proof.contact.emplace();
  proof.contact->toi = proof.contact->toi_upper = 0.5;
  proof.contact->from.number = proof.contact->to.number = 0.5;
  proof.contact->weights = {{1, ""}};
  EXPECT_TRUE(verify::verify(proof).proven) << verify::verify(proof).reason;
  PairProof late = proof;
  late.exact_segments[0].t1 = {0, "51/100"};
  late.contact->toi = late.contact->toi_upper = 0.51;
  EXPECT_FALSE(verify::verify(late).proven);
  PairProof free = proof;
  free.contact.reset();
  free.t_max = 0.5;
  EXPECT_FALSE(verify::verify(free).proven);
  free.t_max = 0.25;
  free.exact_segments[0].t1 = {0, "1/4"};
  EXPECT_TRUE(verify::verify(free).proven);
  free.exact_segments[0].t1 = {0, "1/3"};
  EXPECT_FALSE(verify::verify(free).proven);
  PairProof in_two = free;
  in_two.exact_segments = {{{0, ""}, {0, "1/7"}, GapFeature::Corner, {0}, {}, {}},
                           {{0, "2/14"}, {0, "1/4"}, GapFeature::Directions, {}, {}, {}}};
  in_two.exact_segments[1].n0[0] = {0, "1/3"};
  in_two.exact_segments[1].n1[0] = {2, ""};
  EXPECT_TRUE(verify::verify(in_two).proven) << verify::verify(in_two).reason;
}

TEST(ExactProof, WithNumbersThatCannotBeReadFails) {
  const std::string long_digits(30'000, '7');
  for (const std::string& text :
       {std::string("1/0"), std::string("-1/-2"), std::string("1//2"), std::string("/2"),
        std::string("1/"), std::string("-"), std::string("0x10"), std::string(" 1"),
        std::string("1e5"), std::string("+1"), long_digits, "1/" + long_digits}) {
    PointPoint q;
    q.p_t0 = q.p_t1 = {1, 0, 0};
    q.q_t0 = q.q_t1 = {0, 0, 0};
    PairProof proof;
    proof.query = q;
    proof.exact_segments = {{{0, ""}, {1, ""}, GapFeature::Corner, {0}, {}, {}}};
    EXPECT_TRUE(verify::verify(proof).proven);
    PairProof mutated = proof;
    mutated.exact_segments[0].t0.fraction = text;
    EXPECT_FALSE(verify::verify(mutated).proven) << text;
    mutated = proof;
    mutated.exact_segments[0] = {{0, ""}, {1, ""}, GapFeature::Directions, {}, {}, {}};
    mutated.exact_segments[0].n0[0] = mutated.exact_segments[0].n1[0] = {1, ""};
    EXPECT_TRUE(verify::verify(mutated).proven);
    mutated.exact_segments[0].n1[1].fraction = text;
    EXPECT_FALSE(verify::verify(mutated).proven) << text;
  }
}

TEST(ExactProof, WithMoreTextThanTheLimitsAllowFails) {
  using Limits = ExactProofLimits;
  PointPoint q;
  q.p_t0 = q.p_t1 = {1, 0, 0};
  q.q_t0 = q.q_t1 = {0, 0, 0};
  // A corner at rest proves every interval, however its times are written.
  const auto proven = [&](std::size_t segments, std::size_t text) {
    PairProof proof;
    proof.query = q;
    for (std::size_t i = 0; i <= segments; ++i) {
      std::string time = std::to_string(i);
      const std::string denominator = std::to_string(segments);
      time.append((text - time.size() - denominator.size() - 1) / 2, '0');
      time += "/" + denominator + std::string(time.size() - std::to_string(i).size(), '0');
      if (i > 0) proof.exact_segments.back().t1.fraction = time;
      if (i < segments)
        proof.exact_segments.push_back({{0, time}, {}, GapFeature::Corner, {0}, {}, {}});
    }
    return verify::verify(proof).proven;
  };
  EXPECT_TRUE(proven(1, Limits::kTimeText));
  EXPECT_FALSE(proven(1, Limits::kTimeText + 2));
  const std::size_t most = Limits::kAllText / (2 * Limits::kTimeText);
  EXPECT_TRUE(proven(most, Limits::kTimeText));
  EXPECT_FALSE(proven(most + 1, Limits::kTimeText));
  EXPECT_TRUE(proven(Limits::kSegments, 12));
  EXPECT_FALSE(proven(Limits::kSegments + 1, 12));
}

// Where one feature takes over from another, these pairs need times of thousands of bits. The search
// had written some that the verifier does not read.
TEST(ExactProof, OfPairsWithTheSmallestAndLargestLengthsIsWithinTheLimits) {
  constexpr double kSmall = 5e-324, kLarge = 8e307;
  VertexFace face;
  face.p_t0 = {kSmall, 3, 0};
  face.p_t1 = {kSmall, -7, 0};
  face.v0_t0 = face.v0_t1 = {-kLarge, 0, -kSmall};
  face.v1_t0 = face.v1_t1 = {kLarge, 0, kSmall};
  face.v2_t0 = face.v2_t1 = {0, -1e308, 1e308};
  PointEdge edge;
  edge.p_t0 = {kSmall, 1e308, 0};
  edge.p_t1 = {kSmall, -3e307, 0};
  edge.e0_t0 = edge.e0_t1 = {-kLarge, 0, -kSmall};
  edge.e1_t0 = edge.e1_t1 = {kLarge, 0, kSmall};
  for (const Query& query : {Query(face), Query(edge)}) {
    const PairProof proof = solved(query, exact_options());
    ASSERT_FALSE(proof.contact);
    EXPECT_FALSE(proof.exact_segments.empty());
    EXPECT_TRUE(verify::verify(proof).proven) << verify::verify(proof).reason;
  }
}

// What is hard to prove lies 2^-1000 after the start: found by halving it took a thousand intervals,
// and seconds. Two segments prove it, with a short time between them.
TEST(ExactProof, OfAPairThatIsNearestJustAfterItsStartIsShort) {
  EdgeEdge q;
  q.ea0_t0 = {1.96875e-150, -1, 0};
  q.ea1_t0 = {1, 0, -1};
  q.eb0_t0 = {1e300, -1.890625, -5e-324};
  q.eb1_t0 = {1e300, 1.5, -1e300};
  q.ea0_t1 = {1.96875e-150, -1, -5e-324};
  q.ea1_t1 = {5e-324, 0, -1};
  q.eb0_t1 = {0, -1.890625, -3};
  q.eb1_t1 = {5e-324, 1.5, -2.515625e-300};
  const PairProof proof = solved(q, exact_options());
  ASSERT_FALSE(proof.contact);
  EXPECT_LE(proof.exact_segments.size(), 2u);
  EXPECT_TRUE(verify::verify(proof).proven) << verify::verify(proof).reason;
}

TEST(ExactProof, WithACornerOrFeatureThatIsNoneFails) {
  PointPoint q;
  q.p_t0 = q.p_t1 = {1, 0, 0};
  q.q_t0 = q.q_t1 = {0, 0, 0};
  const auto proven = [&](GapFeature feature, std::vector<int> corners) {
    PairProof proof;
    proof.query = q;
    proof.exact_segments = {{{0, ""}, {1, ""}, feature, std::move(corners), {}, {}}};
    return verify::verify(proof).proven;
  };
  EXPECT_TRUE(proven(GapFeature::Corner, {0}));
  EXPECT_FALSE(proven(GapFeature::Corner, {1}));
  EXPECT_FALSE(proven(GapFeature::Corner, {-1}));
  EXPECT_FALSE(proven(GapFeature::Corner, {}));
  EXPECT_FALSE(proven(GapFeature::Corner, {0, 0}));
  EXPECT_FALSE(proven(GapFeature::Side, {0, 0}));
  EXPECT_FALSE(proven(GapFeature::Plane, {0, 0, 0}));
  EXPECT_FALSE(proven(static_cast<GapFeature>(7), {0, 0}));
  EXPECT_FALSE(proven(static_cast<GapFeature>(-1), {}));
}

/// Proofs of the solver that verify, of both kinds.
class ExactMutation : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    proofs_ = exact_proofs(kSeed + 1, 8);
    std::size_t contacts = 0;
    for (const PairProof& proof : proofs_) {
      ASSERT_TRUE(verify::verify(proof).proven);
      contacts += proof.contact ? 1 : 0;
    }
    ASSERT_GT(contacts, 200u);
    ASSERT_GT(proofs_.size() - contacts, 5u);
  }
  static std::vector<PairProof> proofs_;
};

std::vector<PairProof> ExactMutation::proofs_;

/// Another number, greater by a little.
ExactNumber moved(const ExactNumber& number) {
  if (number.fraction.empty()) return {std::nextafter(number.number, 2), ""};
  ExactNumber r = number;
  const std::size_t slash = r.fraction.find('/');
  char& digit = r.fraction[slash == std::string::npos ? r.fraction.size() - 1 : slash - 1];
  digit = digit == '9' ? '8' : static_cast<char>(digit + 1);
  return r;
}

TEST_F(ExactMutation, OfATimeOrTheListFails) {
  for (const PairProof& proof : proofs_) {
    for (std::size_t i = 0; i < proof.exact_segments.size(); ++i) {
      PairProof mutated = proof;
      mutated.exact_segments[i].t0 = moved(mutated.exact_segments[i].t0);
      EXPECT_FALSE(verify::verify(mutated).proven);
      mutated = proof;
      mutated.exact_segments[i].t1 = moved(mutated.exact_segments[i].t1);
      EXPECT_FALSE(verify::verify(mutated).proven);
      mutated = proof;
      mutated.exact_segments.erase(mutated.exact_segments.begin() + static_cast<std::ptrdiff_t>(i));
      EXPECT_FALSE(verify::verify(mutated).proven);
    }
    if (!proof.contact) continue;
    PairProof mutated = proof;
    mutated.contact->toi = std::nextafter(mutated.contact->toi, 2);
    EXPECT_FALSE(verify::verify(mutated).proven);
    mutated = proof;
    mutated.t_max = std::nextafter(mutated.contact->toi_upper, -1);
    EXPECT_FALSE(verify::verify(mutated).proven);
    mutated = proof;
    mutated.contact->toi_upper = std::nextafter(mutated.contact->toi, -1);
    EXPECT_FALSE(verify::verify(mutated).proven);
    mutated = proof;
    mutated.contact.reset();
    EXPECT_FALSE(verify::verify(mutated).proven) << "a contact is not freedom";
  }
}

// The plane with the other orientation has negative heights.
TEST_F(ExactMutation, OfTheOrientationOfAPlaneFails) {
  std::size_t tried = 0;
  for (const PairProof& proof : proofs_)
    for (std::size_t i = 0; i < proof.exact_segments.size(); ++i) {
      if (proof.exact_segments[i].feature != GapFeature::Plane) continue;
      PairProof mutated = proof;
      std::swap(mutated.exact_segments[i].corners[1], mutated.exact_segments[i].corners[2]);
      EXPECT_FALSE(verify::verify(mutated).proven);
      ++tried;
    }
  EXPECT_GT(tried, 50u);
}

TEST_F(ExactMutation, OfTheReasonOfAContactFails) {
  std::size_t narrowed = 0;
  for (const PairProof& proof : proofs_) {
    if (!proof.contact) continue;
    PairProof mutated = proof;
    if (proof.contact->is_instant()) {
      for (ExactNumber& weight : mutated.contact->weights) weight = {0, ""};
      EXPECT_FALSE(verify::verify(mutated).proven);
      mutated = proof;
      for (ExactNumber& weight : mutated.contact->weights)
        if (weight.fraction.empty())
          weight.number = -weight.number;
        else
          weight.fraction.insert(0, "-");
      EXPECT_FALSE(verify::verify(mutated).proven);
      mutated = proof;
      mutated.contact->weights.push_back({1, ""});
      EXPECT_FALSE(verify::verify(mutated).proven);
    } else {
      mutated.contact->to = mutated.contact->from;
      EXPECT_FALSE(verify::verify(mutated).proven);
      mutated = proof;
      mutated.contact->feature = GapFeature::SideX;
      EXPECT_FALSE(verify::verify(mutated).proven);
      mutated = proof;
      mutated.contact->toi_upper = mutated.contact->toi;
      EXPECT_FALSE(verify::verify(mutated).proven);
      ++narrowed;
    }
  }
  EXPECT_GT(narrowed, 20u);
}

/// One random change of one number, feature or corner.
PairProof randomly_changed(const PairProof& proof, std::mt19937_64& engine) {
  PairProof mutated = proof;
  const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(engine() % bound); };
  const auto points = static_cast<std::size_t>(point_count(proof.query.kind));
  const auto axis = static_cast<int>(below(proof.query.kind == Kind::PointSegment2D ? 2 : 3));
  Vec3& point = below(2) == 0 ? mutated.query.t0[below(points)] : mutated.query.t1[below(points)];
  ExactSegment none;
  ExactSegment& segment = mutated.exact_segments.empty()
                              ? none
                              : mutated.exact_segments[below(mutated.exact_segments.size())];
  switch (below(8)) {
    case 0: point[axis] = -point[axis]; break;
    case 1: point[axis] = proof.query.t0[below(points)][axis]; break;
    case 2: point[axis] = std::nextafter(point[axis], below(2) == 0 ? -1e308 : 1e308); break;
    case 3: mutated.separation *= below(2) == 0 ? 0.5 : 2; break;
    case 4: mutated.norm = mutated.norm == Norm::L2 ? Norm::Linf : Norm::L2; break;
    case 5:
      segment.feature = static_cast<GapFeature>(1 + below(6));
      segment.corners.resize(segment.feature == GapFeature::Corner  ? 1
                             : segment.feature == GapFeature::Plane ? 3
                                                                    : 2);
      break;
    case 6:
      if (!segment.corners.empty())
        segment.corners[below(segment.corners.size())] = static_cast<int>(below(4));
      break;
    default:
      if (!mutated.contact) break;
      if (mutated.contact->is_instant())
        mutated.contact->weights[below(mutated.contact->weights.size())] = {
            static_cast<double>(below(3)), ""};
      else if (!mutated.contact->polynomial.empty())
        mutated.contact->polynomial[below(mutated.contact->polynomial.size())] = {
            static_cast<double>(below(3)), ""};
      else
        mutated.contact->corners[below(3)] = static_cast<int>(below(4));
  }
  return std::isfinite(mutated.separation) && point.allFinite() ? mutated : proof;
}

TEST_F(ExactMutation, OfAnythingNeverProvesWhatIsFalse) {
  std::mt19937_64 engine(kSeed);
  std::size_t changed = 0, refused = 0, wrong = 0;
  for (const PairProof& proof : proofs_)
    for (int i = 0; i < 4; ++i) {
      const PairProof mutated = randomly_changed(proof, engine);
      const bool proven = verify::verify(mutated).proven;
      const bool truth = is_true(mutated);
      EXPECT_FALSE(proven && !truth);
      ++changed;
      refused += proven ? 0 : 1;
      wrong += truth ? 0 : 1;
    }
  std::cout << changed << " changes, " << refused << " refused, " << wrong
            << " of them make the claim false\n";
  EXPECT_GT(refused, changed / 10);
  EXPECT_GT(changed - refused, changed / 10);
  EXPECT_GT(wrong, changed / 20);
}

}  // namespace
}  // namespace firstcontact::test::exact_proof_test
