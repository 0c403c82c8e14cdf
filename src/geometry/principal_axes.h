#pragma once
/// The directions in which points spread most and least.
#include <firstcontact/pose.h>

namespace firstcontact::geometry {

/// Rows: orthonormal up to a few roundings, near to the eigenvectors of the symmetric matrix. Any
/// axes if it is 0 or not finite.
Mat3 principal_axes(const Mat3& symmetric);

}  // namespace firstcontact::geometry
