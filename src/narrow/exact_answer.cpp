#include "narrow/exact_answer.h"

#include <algorithm>
#include <cmath>

#include "exact/oracle.h"

namespace firstcontact::narrow {
namespace {

// The spacing of doubles in (0, 1] is at least 2^-1074.
constexpr int kFinestWidthBits = 1074;

}  // namespace

Outcome exact_answer(const Query& query, const Options& options) {
  exact::Request request;
  request.min_separation = options.min_separation;
  request.norm = options.norm;
  request.t_max = options.t_max;
  // One bit more than asked, because rounding the ends to doubles widens the enclosure a little.
  request.width_bits = std::min(kFinestWidthBits, 1 - std::ilogb(options.toi_width));
  exact::Decision decision = exact::decide(query, request);
  while (decision.contact && decision.lower.round_down() == 0 && decision.upper.round_up() > 0 &&
         request.width_bits < kFinestWidthBits) {
    request.width_bits = std::min(kFinestWidthBits, 2 * request.width_bits);
    decision = exact::decide(query, request);
  }
  if (!decision.contact) return {Status::Free, options.t_max, options.t_max, decision.candidates};
  const double toi = decision.lower.round_down(), toi_upper = decision.upper.round_up();
  return {Status::Contact, toi, toi_upper, decision.candidates, toi_upper == 0};
}

}  // namespace firstcontact::narrow
