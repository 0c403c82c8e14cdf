#pragma once
/// An upper bound of how much a linear map stretches.
#include <firstcontact/pose.h>

namespace firstcontact::geometry {

/// At least the largest singular value, and at most 1.05 times it. For a matrix of finite numbers
/// whose squares do not overflow.
double norm_bound(const Mat3& m);

}  // namespace firstcontact::geometry
