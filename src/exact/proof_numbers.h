#pragma once
/// How proofs write numbers, and the corners of a gap.
#include <firstcontact/exact_proof.h>
#include <firstcontact/query.h>

#include <cstdint>

#include "exact/integer.h"

namespace firstcontact::exact {

/// mantissa * 2^exponent as a double if it is one, else as a fraction.
ExactNumber exact_number(Integer mantissa, std::int64_t exponent);

/// The number in a proof of corner `i` of a gap.
int proof_corner(Kind kind, int i);

}  // namespace firstcontact::exact
