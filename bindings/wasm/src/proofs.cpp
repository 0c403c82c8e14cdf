// Proofs of pairs as text, and the verifier.
#include <firstcontact/proof.h>
#include <firstcontact/solve.h>

#include <variant>

#include "flat_query.h"
#include "scratch_files.h"
#include "values.h"

namespace firstcontact::wasm {
namespace {

/// What a proof is about, without its segments.
proof::PairProof pair_claim(const Call& call) {
  const std::span<const double> row = call.doubles("query");
  if (row.size() != kQueryRow) throw std::invalid_argument("query: has another length");
  proof::PairProof out;
  out.query = to_query(row.first<kQueryRow>());
  read(call.in, "minSeparation", out.separation);
  read(call.in, "norm", out.norm, norm_names());
  read(call.in, "tMax", out.t_max);
  return out;
}

proof::PairProof pair_proof(const Call& call) {
  proof::PairProof out = pair_claim(call);
  const std::span<const double> numbers = call.doubles("segments");
  if (numbers.size() % kSegmentRow != 0)
    throw std::invalid_argument("segments: have another length");
  for (std::size_t i = 0; i < numbers.size(); i += kSegmentRow) {
    CertificateSegment& segment = out.segments.emplace_back();
    segment.t0 = numbers[i];
    segment.t1 = numbers[i + 1];
    segment.n0 = {numbers[i + 2], numbers[i + 3], numbers[i + 4]};
    segment.n1 = {numbers[i + 5], numbers[i + 6], numbers[i + 7]};
  }
  return out;
}

void verify_pair(Call& call) {
  const proof::Verdict verdict = proof::verify(pair_proof(call));
  call.out = {{"proven", verdict.proven}, {"reason", verdict.reason}};
}

void proof_text(Call& call) {
  const proof::PairProof pair = pair_proof(call);
  bool finite = std::isfinite(pair.separation) && std::isfinite(pair.t_max);
  for (std::size_t i = 0; i < 4; ++i)
    finite = finite && pair.query.t0[i].allFinite() && pair.query.t1[i].allFinite();
  for (const CertificateSegment& segment : pair.segments)
    finite = finite && std::isfinite(segment.t0) && std::isfinite(segment.t1) &&
             segment.n0.allFinite() && segment.n1.allFinite();
  if (!finite) throw std::invalid_argument("a proof has finite numbers only");
  call.out["text"] = proof::to_line(pair);
}

void prove_exactly(Call& call) {
  const proof::PairProof claim = pair_claim(call);
  Options options;
  options.exact = options.certificate = true;
  options.min_separation = claim.separation;
  options.norm = claim.norm;
  options.t_max = claim.t_max;
  const Result result = solve(claim.query, options);
  if (result.status == Status::InvalidInput) throw std::invalid_argument(result.message);
  const bool proven = result.exact_proof || !result.certificate.empty();
  call.out["text"] = proven ? proof::to_line(proof::pair_proof(claim.query, result, options)) : "";
}

void parse_proof(Call& call) {
  std::string text(call.bytes("text"));
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
  const proof::Line line = proof::parse_line(text, "proof", 1);
  const auto* pair = std::get_if<proof::PairProof>(&line);
  if (pair == nullptr) throw std::invalid_argument("proof:1: this is not the proof of a pair");
  if (pair->contact || !pair->exact_segments.empty())
    throw std::invalid_argument(
        "proof:1: this proof is of a contact or names features; verifyText checks it");
  Json& out = call.out;
  Json t0 = Json::array(), t1 = Json::array(), segments = Json::array();
  for (int i = 0; i < point_count(pair->query.kind); ++i) {
    t0.push_back(vector(pair->query.t0[static_cast<std::size_t>(i)]));
    t1.push_back(vector(pair->query.t1[static_cast<std::size_t>(i)]));
  }
  for (const CertificateSegment& segment : pair->segments)
    segments.push_back({{"t0", number(segment.t0)},
                        {"t1", number(segment.t1)},
                        {"n0", vector(segment.n0)},
                        {"n1", vector(segment.n1)}});
  out["query"] = {{"kind", to_string(pair->query.kind)}, {"t0", t0}, {"t1", t1}};
  out["minSeparation"] = number(pair->separation);
  out["norm"] = pair->norm == Norm::L2 ? "L2" : "Linf";
  out["tMax"] = number(pair->t_max);
  out["segments"] = segments;
}

void verify_text(Call& call) {
  ScratchFolder folder;
  const std::string path = folder.add("proof.jsonl", call.bytes("text"));
  const proof::FileVerdict verdict = proof::verify_file(path, 1);
  Json failures = Json::array();
  for (const proof::Failure& failure : verdict.failures)
    failures.push_back({{"line", failure.line}, {"reason", failure.reason}});
  call.out = {{"valid", verdict.valid()},
              {"proofs", verdict.proofs},
              {"segments", verdict.segments},
              {"failures", failures},
              {"error", without_scratch_folder(verdict.error)}};
}

}  // namespace

void add_proof_functions(FunctionTable& table) {
  table["verify"] = verify_pair;
  table["proofText"] = proof_text;
  table["parseProof"] = parse_proof;
  table["proveExactly"] = prove_exactly;
  table["verifyText"] = verify_text;
}

}  // namespace firstcontact::wasm
