#pragma once
/// An upper bound of how much a linear map stretches.
#include <firstcontact/pose.h>

namespace firstcontact::geometry {

/// A number between the largest singular value and 1.05 times it. Precondition: the entries are
/// finite and their squares do not overflow.
double norm_bound(const Mat3& m);

}  // namespace firstcontact::geometry
