#pragma once
/// The vectors and matrices of the library. They are Eigen's.
#include <firstcontact/language.h>

#include <Eigen/Core>
#include <Eigen/Geometry>  // defines `cross`, which Core only declares
#include <limits>

namespace firstcontact {

/// Points and directions in space.
using Vec3 = Eigen::Matrix<double, 3, 1>;
/// Not aligned, so that the layout of public structs never depends on instruction-set flags.
using Vec2 = Eigen::Matrix<double, 2, 1, Eigen::DontAlign>;
/// A linear map of space.
using Mat3 = Eigen::Matrix<double, 3, 3>;

/// Points whose coordinates are all NaN: the default of every coordinate that a caller must set.
inline Vec3 unset3() { return Vec3::Constant(std::numeric_limits<double>::quiet_NaN()); }
inline Vec2 unset2() { return Vec2::Constant(std::numeric_limits<double>::quiet_NaN()); }

}  // namespace firstcontact
