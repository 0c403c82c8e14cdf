#pragma once
/// Proofs about a pair with numbers that doubles cannot hold: that it keeps apart where no direction
/// in doubles separates it, and that it touches. docs/formats/certificates.md says what they mean and
/// why they are proofs; `proof::verify` checks them.
#include <firstcontact/language.h>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace firstcontact {

/// A rational number: a double, or a fraction that no double holds.
struct ExactNumber {
  double number = 0;
  /// "numerator/denominator" or "numerator", in decimal digits, the sign in front. If it is not
  /// empty, it is the value and `number` means nothing.
  std::string fraction = {};
};

/// Where a direction n(t) comes from. F_i are the corners of the gap set, numbered from 0 in the
/// order vertex-face p - v0, p - v1, p - v2; edge-edge ea0 - eb0, ea0 - eb1, ea1 - eb0, ea1 - eb1;
/// point-edge p - e0, p - e1; point-point p - q.
enum class GapFeature {
  Directions,  ///< n goes linearly from n0 to n1, which are written down
  Corner,      ///< n = F_i
  Side,        ///< n = (e·e) F_i - (F_i·e) e with e = F_j - F_i: from the origin to the line
  Plane,       ///< n = (F_j - F_i) x (F_k - F_i)
  SideX,       ///< n = x axis x (F_j - F_i)
  SideY,       ///< n = y axis x (F_j - F_i)
  SideZ,       ///< n = z axis x (F_j - F_i)
};

/// One step of a proof that a pair is free: over [t0, t1] the direction of the feature separates the
/// gap set from everything within the separation.
struct ExactSegment {
  ExactNumber t0, t1;
  GapFeature feature = GapFeature::Directions;
  /// Which corners: one for Corner, two for sides, three for Plane; none for Directions.
  std::vector<int> corners;
  /// Only for Directions.
  std::array<ExactNumber, 3> n0, n1;
};

/// Why a pair touches at some time in [toi, toi_upper].
struct ContactProof {
  /// The first contact lies in [toi, toi_upper]: the pair touches within it, and not before.
  double toi = 0, toi_upper = 0;

  /// Instant: at the time `from` (= `to`) the mean of the corners with these weights, one for each,
  /// is within the separation. They are not negative, and not all are zero. Empty: see below.
  std::vector<ExactNumber> weights;

  /// No weights: at some time in [from, to] the polynomial is zero, and whenever it is, the point of
  /// the feature nearest to the origin lies in it and within the separation.
  ExactNumber from, to;
  /// Corner, Side or Plane.
  GapFeature feature = GapFeature::Plane;
  std::vector<int> corners;
  /// Coefficients of 1, t, t^2, …. Empty: the height n·F_i of a Plane, without separation.
  std::vector<ExactNumber> polynomial;
  /// Only with a separation in Linf: signs (1 or -1) of a corner of the cube of half width d, which
  /// takes the origin's place. Otherwise all are 0.
  std::array<int, 3> cube_corner = {0, 0, 0};

  /// At a known rational time.
  bool is_instant() const { return !weights.empty(); }
  /// The plane of the gap set crosses the origin.
  bool is_crossing() const { return weights.empty() && polynomial.empty(); }
};

/// The most that an exact proof may have: these bound the time it takes to check one. `solve` hands
/// over no proof beyond them, and `proof::verify` accepts none.
struct ExactProofLimits {
  static constexpr std::size_t kSegments = 4'096;
  /// Characters of ExactNumber::fraction: of a time or a component of a direction, of any other
  /// number, and of all numbers together.
  static constexpr std::size_t kTimeText = 10'000, kNumberText = 20'000, kAllText = 400'000;
};

/// What solve hands over where Result::certificate does not suffice.
struct ExactProof {
  /// Free: they cover [0, t_max]. Contact: they cover [0, toi), the last of them without its end.
  std::vector<ExactSegment> segments;
  /// Only for contacts.
  std::optional<ContactProof> contact;
};

}  // namespace firstcontact
