#pragma once
/// The directions in which points spread most and least.
#include <firstcontact/pose.h>

namespace firstcontact::geometry {

/// A matrix whose rows are near to the eigenvectors of the symmetric matrix, and orthonormal up to
/// a few roundings. If the matrix is 0 or not finite, the rows are any axes.
Mat3 principal_axes(const Mat3& symmetric);

}  // namespace firstcontact::geometry
