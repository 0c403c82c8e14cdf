#include "narrow/exact_proof.h"

#include "exact/free_proof.h"
#include "exact/touch_proof.h"

namespace firstcontact::narrow {

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
    result.exact_proof = std::move(proof);
  } else if (result.status == Status::Contact && options.exact) {
    proof->contact = exact::prove_touch(query, request, result.toi, result.toi_upper);
    if (!proof->contact) return;
    if (result.toi > 0) {
      auto segments = exact::prove_free(query, request, result.toi, true);
      if (!segments) return;
      proof->segments = std::move(*segments);
    }
    result.exact_proof = std::move(proof);
  }
}

}  // namespace firstcontact::narrow
