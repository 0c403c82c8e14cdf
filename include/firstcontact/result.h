#pragma once
/// What `solve` answers.
#include <firstcontact/answer.h>
#include <firstcontact/query.h>

#include <cstdint>
#include <limits>
#include <vector>

namespace firstcontact {

/// One step of a proof of freedom: over [t0, t1] let n(t) go affinely from n0 to n1; then
/// n(t)·F_i(t) exceeds the separation times the dual norm of n for every corner F_i of the gap set,
/// because all Bernstein coefficients do.
struct CertificateSegment {
  double t0 = 0, t1 = 0;
  Vec3 n0 = Vec3::Zero(), n1 = Vec3::Zero();
};

/// Every field is set on every exit.
struct Result : Answer {
  /// Where on the primitives the closest points at `toi` lie; see the structs in query.h. 0 where
  /// there is no such parameter.
  double u = 0, v = 0;
  /// Midpoint of the two closest points at `toi`.
  Vec3 point = Vec3::Zero();
  /// Unit vector from the second primitive (face, edge b, point q) to the first, at `toi`. For
  /// Free, and where there is no such direction (coincident points at rest), zero.
  Vec3 normal = Vec3::Zero();
  /// Euclidean distance at `toi`, rounded. Free: at t_max.
  double distance = std::numeric_limits<double>::infinity();

  /// Tolerance really reached: 0 for exact answers.
  double tolerance = 0;
  /// Free, with Options::certificate: segments that cover [0, t_max] without a gap. Empty only
  /// where the exact oracle had to decide: the pair passes very close (about 1e-15 of its size), or
  /// turns for long beside a contact.
  std::vector<CertificateSegment> certificate;
};

}  // namespace firstcontact
