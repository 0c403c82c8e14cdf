// Proves every exact answer about generated queries, verifies every proof, and says how many of each
// kind there are, how long they are, and what they cost.
//
// Queries come from all classes of src/generate and all five kinds, with separations from none to a
// third of a pair's size in both norms, and several ends of time. Every answer must have a proof of
// its verdict, and every proof must be read back from its line and verify: otherwise the program ends
// with 1.
//
//   proof_bench [--queries N] [--seed S]
#include <firstcontact/proof.h>
#include <firstcontact/solve.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "../common/harness.h"
#include "common/table.h"
#include "generate/generate.h"
#include "generate/random.h"

namespace firstcontact::bench {
namespace {

constexpr std::array kKinds = {Kind::VertexFace, Kind::EdgeEdge, Kind::PointEdge, Kind::PointPoint,
                               Kind::PointSegment2D};
constexpr std::array kShares = {0.0, 0.0, 0.0, 1e-30, 1e-12, 1e-3, 0.3};
constexpr std::array kEnds = {1.0, 1.0, 1.0, 0.75, 0.1};

struct Question {
  Query query;
  Options options;
};

/// The first points of a vertex-face query, as another kind.
void make_part(Query& query, Kind kind) {
  query.kind = kind;
  for (int i = 0; i < 4; ++i)
    for (Vec3* point : {&query.t0[i], &query.t1[i]}) {
      if (i >= point_count(kind)) point->setZero();
      if (kind == Kind::PointSegment2D) point->z() = 0;
    }
}

/// Largest distance along an axis of the first point from the second, at both ends.
double size_of(const Query& query) {
  const double size = std::max((query.t0[0] - query.t0[1]).cwiseAbs().maxCoeff(),
                               (query.t1[0] - query.t1[1]).cwiseAbs().maxCoeff());
  return std::isfinite(size) ? size : 1e300;
}

Question make_question(std::uint64_t seed, std::uint64_t index) {
  generate::Random random{seed, index};
  const auto classes = generate::query_classes();
  const auto choose = [&](const auto& list) {
    return list[static_cast<std::size_t>(random.below(static_cast<int>(std::size(list))))];
  };
  for (;;) {
    const generate::QueryClass c = choose(classes);
    const Kind kind = choose(kKinds);
    if (!(kind == Kind::EdgeEdge ? c.edge_edge : c.vertex_face)) continue;
    Question question;
    question.query =
        generate::make_query(c, kind == Kind::EdgeEdge ? kind : Kind::VertexFace, seed, index);
    make_part(question.query, kind);
    question.options.exact = question.options.certificate = true;
    question.options.min_separation = choose(kShares) * size_of(question.query);
    question.options.norm = random.below(2) == 0 ? Norm::L2 : Norm::Linf;
    question.options.t_max = choose(kEnds);
    return question;
  }
}

/// Time of the processor, which other programs disturb little.
class Stopwatch {
 public:
  double microseconds() const { return 1e6 * (seconds_of(Clock::Processor) - start_); }

 private:
  double start_ = seconds_of(Clock::Processor);
};

/// Proofs of one kind.
struct ProofCounts {
  std::int64_t proofs = 0, segments = 0, bytes = 0, most_bytes = 0;
  double prove_us = 0, most_prove_us = 0, verify_us = 0, most_verify_us = 0;
};

enum ProofKind { kDirections, kFeatures, kInstant, kCrossing, kRoot, kProofKinds };
constexpr std::array<const char*, kProofKinds> kNames = {
    "free, directions", "free, features", "contact, instant", "contact, crossing", "contact, root"};

ProofKind kind_of(const proof::PairProof& proof) {
  if (!proof.contact) return proof.exact_segments.empty() ? kDirections : kFeatures;
  if (proof.contact->is_instant()) return kInstant;
  return proof.contact->is_crossing() ? kCrossing : kRoot;
}

void check(const Question& question, std::uint64_t index,
           std::array<ProofCounts, kProofKinds>& counts) {
  Options plain = question.options;
  plain.certificate = false;
  const Stopwatch plain_time;
  const Result answer = solve(question.query, plain);
  const double plain_us = plain_time.microseconds();
  const Stopwatch proof_time;
  const Result result = solve(question.query, question.options);
  const double prove_us = std::max(proof_time.microseconds() - plain_us, 0.0);
  expect(result.status == answer.status && result.toi == answer.toi,
         fmt::format("query {}: another answer with a proof than without", index));
  if (result.certificate.empty() && !result.exact_proof)
    return expect(false, fmt::format("query {}: {} without a proof, after {:.0f} us", index,
                                     to_string(result.status), prove_us));
  const proof::PairProof proof = proof::pair_proof(question.query, result, question.options);
  const std::string line = proof::to_line(proof);
  const auto again = std::get<proof::PairProof>(proof::parse_line(line, "line", index));
  const Stopwatch verify_time;
  const proof::Verdict verdict = proof::verify(again);
  const double verify_us = verify_time.microseconds();
  expect(verdict.proven, fmt::format("query {}: {}\n{}", index, verdict.reason, line));
  expect(again.contact.has_value() == !result.free(), "a proof of the wrong verdict");

  ProofCounts& c = counts[kind_of(proof)];
  ++c.proofs;
  c.segments += static_cast<std::int64_t>(proof.segment_count());
  c.bytes += static_cast<std::int64_t>(line.size());
  c.most_bytes = std::max(c.most_bytes, static_cast<std::int64_t>(line.size()));
  c.prove_us += prove_us;
  c.most_prove_us = std::max(c.most_prove_us, prove_us);
  c.verify_us += verify_us;
  c.most_verify_us = std::max(c.most_verify_us, verify_us);
}

void run(Arguments& arguments) {
  const auto queries = static_cast<std::uint64_t>(arguments.number("--queries", 10'000, 1));
  const auto seed = static_cast<std::uint64_t>(arguments.number("--seed", 1, 0));
  arguments.finish();
  std::array<ProofCounts, kProofKinds> counts;
  const Stopwatch all;
  for (std::uint64_t i = 0; i < queries; ++i) check(make_question(seed, i), i, counts);
  apps::Table table({{"proof", apps::Table::Align::Left},
                     {"proofs"},
                     {"segments"},
                     {"bytes"},
                     {"largest"},
                     {"to find, µs"},
                     {"longest"},
                     {"to verify, µs"},
                     {"longest"}});
  for (int k = 0; k < kProofKinds; ++k) {
    const ProofCounts& c = counts[k];
    const auto mean = [&](double sum) {
      return sum / static_cast<double>(std::max<std::int64_t>(c.proofs, 1));
    };
    table.add_row({kNames[k], apps::grouped(c.proofs),
                   fmt::format("{:.2f}", mean(static_cast<double>(c.segments))),
                   fmt::format("{:.0f}", mean(static_cast<double>(c.bytes))),
                   apps::grouped(c.most_bytes), fmt::format("{:.1f}", mean(c.prove_us)),
                   fmt::format("{:.0f}", c.most_prove_us), fmt::format("{:.1f}", mean(c.verify_us)),
                   fmt::format("{:.0f}", c.most_verify_us)});
  }
  fmt::print("{}{} queries, seed {}, {:.0f} s\n", table.to_string(), apps::grouped(queries), seed,
             1e-6 * all.microseconds());
}

}  // namespace
}  // namespace firstcontact::bench

int main(int argc, char** argv) {
  using namespace firstcontact::bench;
  return run_benchmark(argc, argv, "proof_bench [--queries N] [--seed S]", run);
}
