#include "narrow/dispatch.h"

#include <algorithm>
#include <cmath>

#include "exact/oracle.h"
#include "narrow/contact_details.h"
#include "narrow/tight_inclusion.h"
#include "narrow/validate.h"

namespace firstcontact::narrow {
namespace {

// No double in (0, 1] has a finer neighbour.
constexpr int kFinestWidthBits = 1074;

Result solve_exact(const Query& query, const Options& options) {
  exact::Request request;
  request.min_separation = options.min_separation;
  request.norm = options.norm;
  request.t_max = options.t_max;
  // One bit more than asked: rounding the ends to doubles adds at most two units in the last place of 1.
  request.width_bits = std::min(kFinestWidthBits, 1 - std::ilogb(options.toi_width));
  exact::Decision decision = exact::decide(query, request);
  // A first time that is not 0 gets a positive lower bound, if there is a double to express it.
  while (decision.contact && decision.lower.round_down() == 0 && decision.upper.round_up() > 0 && request.width_bits < kFinestWidthBits) {
    request.width_bits = std::min(kFinestWidthBits, 2 * request.width_bits);
    decision = exact::decide(query, request);
  }
  Result result;
  result.checks = decision.candidates;
  if (!decision.contact) {
    result.status = Status::Free;
    result.toi = result.toi_upper = options.t_max;
    return result;
  }
  result.toi = decision.lower.round_down();
  result.toi_upper = decision.upper.round_up();
  result.status = result.toi_upper == 0 ? Status::InitialContact : Status::Hit;
  return result;
}

}  // namespace

Result dispatch(const Query& query, const Options& options) {
  Result result;
  if (const char* fault = find_fault(query, options)) {
    result.message = fault;
    return result;
  }
  switch (options.method) {
    case Method::Exact: result = solve_exact(query, options); break;
    case Method::TightInclusion: result = solve_tight_inclusion(query, options); break;
  }
  describe_contact(query, result);
  if (result.status == Status::Free) result.normal.setZero();
  return result;
}

}  // namespace firstcontact::narrow
