#include "narrow/exact_proof.h"

#include "exact/free_proof.h"
#include "exact/touch_proof.h"

namespace firstcontact::narrow {
namespace {

/// Adds up the characters of fractions, and remembers whether one has too many.
struct TextCount {
  std::size_t all = 0;
  bool fits = true;

  void add(const ExactNumber& number, std::size_t most) {
    all += number.fraction.size();
    fits = fits && number.fraction.size() <= most && all <= ExactProofLimits::kAllText;
  }
};

bool is_within_limits(const ExactProof& proof) {
  using Limits = ExactProofLimits;
  TextCount text;
  for (const ExactSegment& segment : proof.segments) {
    text.add(segment.t0, Limits::kTimeText);
    text.add(segment.t1, Limits::kTimeText);
  }
  if (proof.contact) {
    text.add(proof.contact->from, Limits::kTimeText);
    text.add(proof.contact->to, Limits::kTimeText);
    for (const auto* numbers : {&proof.contact->weights, &proof.contact->polynomial})
      for (const ExactNumber& number : *numbers) text.add(number, Limits::kNumberText);
  }
  return text.fits && proof.segments.size() <= Limits::kSegments;
}

}  // namespace

void add_exact_proof(const Query& query, const Options& options, Result& result) {
  exact::Request request;
  request.min_separation = options.min_separation;
  request.norm = options.norm;
  request.t_max = options.t_max;
  auto proof = std::make_shared<ExactProof>();
  if (result.free() && result.certificate.empty()) {
    auto segments = exact::prove_free(query, request, options.t_max, false);
    if (!segments) return;
    proof->segments = std::move(*segments);
  } else if (result.status == Status::Contact && options.exact) {
    proof->contact = exact::prove_touch(query, request, result.toi, result.toi_upper);
    if (!proof->contact) return;
    if (result.toi > 0) {
      auto segments = exact::prove_free(query, request, result.toi, true);
      if (!segments) return;
      proof->segments = std::move(*segments);
    }
  } else {
    return;
  }
  if (is_within_limits(*proof)) result.exact_proof = std::move(proof);
}

}  // namespace firstcontact::narrow
