#include "narrow/dispatch.h"

#include "narrow/certified/certified.h"
#include "narrow/contact_details.h"
#include "narrow/exact_answer.h"
#include "narrow/published/tight_inclusion.h"
#include "narrow/published/tight_inclusion_fast.h"
#include "narrow/validate.h"

namespace firstcontact::narrow {
namespace {

Vec3 public_vector(const Vector& v) { return {v.x, v.y, v.z}; }

Result result_of(const Outcome& outcome) {
  Result result;
  static_cast<Outcome&>(result) = outcome;
  return result;
}

Result certified_result(const Query& query, const Options& options) {
  std::vector<Segment> segments;
  Result result =
      result_of(solve_certified(query, options, options.certificate ? &segments : nullptr));
  if (!result.free() && !options.exact) result.tolerance = tolerance_of(query, options);
  for (const Segment& s : segments)
    result.certificate.push_back({s.t0, s.t1, public_vector(s.n0), public_vector(s.n1)});
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
    case Method::Certified: result = certified_result(query, options); break;
    case Method::Exact: result = result_of(exact_answer(query, options)); break;
    case Method::TightInclusion: result = solve_tight_inclusion(query, options); break;
    case Method::TightInclusionFast: result = solve_tight_inclusion_fast(query, options); break;
  }
  describe_contact(query, result);
  if (result.status == Status::Free) result.normal.setZero();
  return result;
}

}  // namespace firstcontact::narrow
