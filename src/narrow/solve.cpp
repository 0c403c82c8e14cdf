// The public functions. They do no arithmetic themselves: see FloatEnvironmentGuard.
#include <firstcontact/solve.h>

#include "arith/float_environment.h"
#include "narrow/dispatch.h"

namespace firstcontact {

Result solve(const Query& query, const Options& options) {
  const arith::FloatEnvironmentGuard guard;
  return narrow::dispatch(query, options);
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
