// The public functions. They do no arithmetic themselves: see FloatEnvironmentGuard.
#include <firstcontact/solve.h>

#include "arith/float_environment.h"
#include "narrow/dispatch.h"
#include "narrow/exact_proof.h"

namespace firstcontact {

static_assert(sizeof(VertexFace) == 24 * sizeof(double) && sizeof(EdgeEdge) == 24 * sizeof(double));

Result solve(const Query& query, const Options& options) {
  const arith::FloatEnvironmentGuard guard;
  Result result = narrow::dispatch(query, options);
  if (options.certificate) narrow::add_exact_proof(query, options, result);
  return result;
}

Result solve(const VertexFace& pair, const Options& options) {
  if (options.certificate) return solve(Query(pair), options);
  const arith::FloatEnvironmentGuard guard;
  return narrow::dispatch(Kind::VertexFace, pair.p_t0.data(), options);
}
Result solve(const EdgeEdge& pair, const Options& options) {
  if (options.certificate) return solve(Query(pair), options);
  const arith::FloatEnvironmentGuard guard;
  return narrow::dispatch(Kind::EdgeEdge, pair.ea0_t0.data(), options);
}

Outcome decide(const Query& query, const Options& options) {
  const arith::FloatEnvironmentGuard guard;
  return narrow::dispatch_outcome(query, options);
}
Outcome decide(const VertexFace& pair, const Options& options) {
  const arith::FloatEnvironmentGuard guard;
  return narrow::dispatch_outcome(Kind::VertexFace, pair.p_t0.data(), options);
}
Outcome decide(const EdgeEdge& pair, const Options& options) {
  const arith::FloatEnvironmentGuard guard;
  return narrow::dispatch_outcome(Kind::EdgeEdge, pair.ea0_t0.data(), options);
}

const char* to_string(Status status) {
  switch (status) {
    case Status::Free: return "Free";
    case Status::Contact: return "Contact";
    case Status::Undecided: return "Undecided";
    case Status::Cancelled: return "Cancelled";
    case Status::InvalidInput: return "InvalidInput";
  }
  return "unknown";
}

const char* to_string(Kind kind) {
  switch (kind) {
    case Kind::VertexFace: return "VertexFace";
    case Kind::EdgeEdge: return "EdgeEdge";
    case Kind::PointEdge: return "PointEdge";
    case Kind::PointPoint: return "PointPoint";
    case Kind::PointSegment2D: return "PointSegment2D";
  }
  return "unknown";
}

}  // namespace firstcontact
