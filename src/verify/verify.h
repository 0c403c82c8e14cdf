#pragma once
/// Checks proofs of freedom (docs/formats/certificates.md) with exact arithmetic. Shares no code
/// with the solver that makes them.
#include <firstcontact/options.h>
#include <firstcontact/query.h>
#include <firstcontact/result.h>

#include <string>
#include <vector>

namespace firstcontact::verify {

/// The claim that `query` keeps a distance of more than `separation` over all of [0, t_max], and
/// why.
struct Proof {
  Query query;
  double separation = 0;
  Norm norm = Norm::L2;
  double t_max = 1;
  std::vector<CertificateSegment> segments;
};

struct Verdict {
  bool proven = false;
  /// Why not; empty if proven. Segments and corners count from 1.
  std::string reason;
};

/// Proven if the doubles, taken as the real numbers they are, make a valid proof: the segments
/// follow each other without a gap from exactly 0 to exactly t_max, and on each of them every
/// corner's height has Bernstein coefficients that exceed the margin. A proven claim is true. A
/// true claim with a bad proof is not proven.
///
/// Any values may be given: what is not finite, out of range or not an enumerator is not proven.
/// Points beyond `point_count` are ignored. No floating-point arithmetic, so the caller's rounding
/// mode and flush-to-zero do not matter. Thread-safe; throws only if memory runs out.
Verdict verify(const Proof& proof);

}  // namespace firstcontact::verify
