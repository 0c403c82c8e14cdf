#pragma once
/// A query as the files have it: the pair, and what exact arithmetic says of it.
#include <firstcontact/query.h>

namespace firstcontact::io {

/// A pair and whether it really touches in [0, 1].
struct TruthQuery {
  Query query;
  bool truth = false;
  /// The exact first contact time lies in [toi, toi_upper]. Free: both are 1. Where the file does
  /// not say: 0 and 1.
  double toi = 0, toi_upper = 1;
};

}  // namespace firstcontact::io
