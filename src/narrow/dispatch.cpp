// Most pairs that are asked about are far apart. For them the direction test is all that is done:
// no coordinate is copied and nothing is described.
#include "narrow/dispatch.h"

#include "narrow/certified/certified.h"
#include "narrow/contact_details.h"
#include "narrow/exact_answer.h"
#include "narrow/pair_solver.h"
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

/// Whether the direction test is all that a free pair needs.
bool has_short_way(Kind kind, const Options& options) {
  return !options.certificate && tests_directions_first(kind, options);
}

/// 4 points at t0, then 4 at t1.
const double* points_of(const Query& query) {
  static_assert(sizeof(query.t0) == 12 * sizeof(double) &&
                sizeof(Query) == sizeof(double) + 24 * sizeof(double));
  return query.t0[0].data();
}

Query query_of(Kind kind, const double* points) {
  Query query;
  query.kind = kind;
  for (std::size_t i = 0; i < 4; ++i) {
    query.t0[i] = Eigen::Map<const Vec3>(points + 3 * i);
    query.t1[i] = Eigen::Map<const Vec3>(points + 12 + 3 * i);
  }
  return query;
}

Result certified_result(const Query& query, const Options& options) {
  std::vector<Segment> segments;
  Result result =
      result_of(solve_certified(query, options, options.certificate ? &segments : nullptr));
  for (const Segment& s : segments)
    result.certificate.push_back({s.t0, s.t1, public_vector(s.n0), public_vector(s.n1)});
  return result;
}

/// Sets everything but what Outcome has.
void describe(const Query& query, const Options& options, Result& result) {
  if (result.status == Status::InvalidInput) {
    const char* fault = find_fault(query, options);
    result.message = fault ? fault : "";
    return;
  }
  if (result.free() && !options.describe_free) return;
  if (options.method == Method::Certified && !result.free() && !options.exact)
    result.tolerance = tolerance_of(query, options);
  describe_contact(query, result);
  if (result.free()) result.normal.setZero();
}

/// The answer of a method after the query and the options passed find_fault.
Result solve_by_method(const Query& query, const Options& options) {
  switch (options.method) {
    case Method::Certified: return certified_result(query, options);
    case Method::Exact: return result_of(exact_answer(query, options));
    case Method::TightInclusion: return solve_tight_inclusion(query, options);
    case Method::TightInclusionFast: return solve_tight_inclusion_fast(query, options);
  }
  return {};
}

}  // namespace

Result dispatch(const Query& query, const Options& options) {
  Result result;
  if (has_short_way(query.kind, options)) {
    const Separated separated = find_separated(query.kind, points_of(query), options);
    if (separated == Separated::Yes && !options.describe_free)
      return result_of(free_by_direction(options));
    result = result_of(solve_unseparated(query, options, separated));
  } else if (!find_fault(query, options)) {
    result = solve_by_method(query, options);
  }
  describe(query, options, result);
  return result;
}

Result dispatch(Kind kind, const double* points, const Options& options) {
  if (!options.describe_free && has_short_way(kind, options) &&
      find_separated(kind, points, options) == Separated::Yes)
    return result_of(free_by_direction(options));
  return dispatch(query_of(kind, points), options);
}

Outcome dispatch_outcome(const Query& query, const Options& options) {
  if (options.certificate) {
    Options plain = options;
    plain.certificate = false;
    return dispatch_outcome(query, plain);
  }
  if (tests_directions_first(query.kind, options))
    return solve_unseparated(query, options, find_separated(query.kind, points_of(query), options));
  return find_fault(query, options) ? Outcome{} : solve_by_method(query, options);
}

Outcome dispatch_outcome(Kind kind, const double* points, const Options& options) {
  if (!has_short_way(kind, options)) return dispatch_outcome(query_of(kind, points), options);
  const Separated separated = find_separated(kind, points, options);
  return separated == Separated::Yes
             ? free_by_direction(options)
             : solve_unseparated(query_of(kind, points), options, separated);
}

}  // namespace firstcontact::narrow
