#pragma once
/// The distance of two features and its derivatives. docs/guide/barrier.md derives the formulas.
///
/// The distance is d = min over the parameters of |r|, where r = sum_k c_k x_k is linear in the
/// parameters and in the points. With the unit normal n = r / d, the derivatives C_j of c by
/// parameter j, the derivatives E_j = sum_k C_jk x_k of r and their dual vectors e^j,
///   gradient  c (x) n,
///   Hessian   1/d c c^T (x) W - sum_j sym2(c (x) e^j, C_j (x) n)
///             - d sum_jk (e^j . e^k) (C_j (x) n)(C_k (x) n)^T,
/// where W projects to the directions that are perpendicular to n and all E_j. Nothing in it is a
/// difference of large numbers, so it stays accurate for small distances.
#include <firstcontact/near_pairs.h>

#include <array>

#include "step/nearest_features.h"

namespace firstcontact::step {

using Vec4 = Eigen::Matrix<double, 4, 1>;

struct FeatureGeometry {
  double distance = 0;
  Vec3 normal = Vec3::Zero();
  /// Orthonormal with the normal. The last `free` of them are perpendicular to all E_j. In the
  /// plane the second one is zero.
  std::array<Vec3, 2> tangents = {Vec3::Zero(), Vec3::Zero()};
  int free = 0;
  int parameters = 0;
  /// c and C_j, one number for each point of the pair.
  Vec4 coefficients = Vec4::Zero();
  std::array<Vec4, 2> slopes = {Vec4::Zero(), Vec4::Zero()};
  /// e^j.
  std::array<Vec3, 2> dual = {Vec3::Zero(), Vec3::Zero()};
};

/// Of the features of the pair x. False if the distance is 0 or the features span no line or plane.
bool measure(const NearestFeatures& features, const Vec3* x, bool planar, FeatureGeometry& out);

/// All vertices of the pair exist, and its kind is one of NearPair's.
bool fits(const NearPair& pair, const Positions& positions);

/// The points of a pair at `positions`, and the features that are measured there: those of the pair
/// or, for nearly parallel edges, the nearest.
struct PlacedPair {
  std::array<Vec3, 4> x = {Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
  NearestFeatures features;
  bool planar = false;

  /// Precondition: the pair fits.
  PlacedPair(const NearPair& pair, const Positions& positions);
  bool measure(FeatureGeometry& out) const {
    return step::measure(features, x.data(), planar, out);
  }
};

/// A value and its derivatives by one variable.
struct Jet {
  double value = 0, first = 0, second = 0;
};

/// The Hessian of f(distance), for the derivatives of f at the distance; if asked, the nearest
/// positive semidefinite matrix.
Matrix12 hessian_of(Kind kind, const FeatureGeometry& g, const Jet& f, bool project);

/// The squared length of the cross product of two edges, and the factor for nearly parallel edges
/// as a function of it: 1 from `threshold` on.
struct ParallelFactor {
  Vec3 a, b, cross;
  double squared;
  Jet factor;

  ParallelFactor(const std::array<Vec3, 4>& x, double threshold);
};

/// Gradient and Hessian of factor * f(distance) of two edges.
Vector12 mollified_gradient(const ParallelFactor& p, const FeatureGeometry& g, const Jet& f);
Matrix12 mollified_hessian(const ParallelFactor& p, const FeatureGeometry& g, const Jet& f,
                           bool project);

/// c (x) n times `factor`.
Vector12 distance_gradient(const FeatureGeometry& g, double factor);

}  // namespace firstcontact::step
