#pragma once
/// Where and along which normal a pair touches: the descriptive part of an answer.
#include <firstcontact/query.h>
#include <firstcontact/result.h>

namespace firstcontact::narrow {

/// Fills u, v, the points, the normal and the distance of `result` for the time result.toi, in
/// plain floating point, for coordinates of any size. If the gap is zero, the normal is that of the
/// primitives, with the sign of the side from which they came together.
void describe_contact(const Query& query, Result& result);

}  // namespace firstcontact::narrow
