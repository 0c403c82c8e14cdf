#pragma once
/// What `solve` answers.
#include <firstcontact/query.h>

#include <cstdint>
#include <limits>
#include <vector>

namespace firstcontact {

enum class Status {
  Free,             ///< no contact in [0, t_max]: proven
  Hit,              ///< contact, and [0, toi) with toi > 0 is free
  InitialContact,   ///< in contact (within tolerance) at t = 0
  BudgetExhausted,  ///< max_checks ran out; [0, toi) is still proven free
  InvalidInput,     ///< nothing was decided; see `message`
};

/// The enumerator's own name: "Free", "Hit", …
const char* to_string(Status status);

/// One step of a proof of freedom: over [t0, t1] let n(t) go affinely from n0 to n1; then n(t)·F_i(t) exceeds the separation times
/// the dual norm of n for every corner F_i of the gap set, because all Bernstein coefficients do.
struct CertificateSegment {
  double t0 = 0, t1 = 0;
  Vec3 n0 = Vec3::Zero(), n1 = Vec3::Zero();
};

/// Every field is set on every exit.
struct Result {
  Status status = Status::InvalidInput;

  /// [0, toi) is proven free. Free: t_max. InitialContact and InvalidInput: 0.
  double toi = 0;
  /// Exact answers: the first contact time lies in [toi, toi_upper]. Otherwise 1 if nothing better is known. Free: t_max.
  double toi_upper = 1;

  /// Where on the primitives the closest points at `toi` lie; see the structs in query.h. 0 where there is no such parameter.
  double u = 0, v = 0;
  /// Midpoint of the two closest points at `toi`.
  Vec3 point = Vec3::Zero();
  /// Unit vector from the second primitive (face, edge b, point q) to the first, at `toi`. For Free, and where there is no such
  /// direction (coincident points at rest), zero.
  Vec3 normal = Vec3::Zero();
  /// Euclidean distance at `toi`, rounded. Free: at t_max.
  double distance = std::numeric_limits<double>::infinity();

  /// Tolerance really reached: 0 for exact answers.
  double tolerance = 0;
  /// Elementary checks done.
  std::int64_t checks = 0;
  /// Free, with Options::certificate: segments that cover [0, t_max] without a gap. Empty only where the exact oracle had to
  /// decide: the pair passes very close (about 1e-15 of its size), or turns for long beside a contact.
  std::vector<CertificateSegment> certificate;
  /// InvalidInput: what is wrong, a string that lives for ever. Otherwise empty.
  const char* message = "";

  /// Anything but a proof of freedom: what a simulator must treat as contact.
  bool positive() const { return status != Status::Free && status != Status::InvalidInput; }
};

}  // namespace firstcontact
