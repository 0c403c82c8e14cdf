#pragma once
/// Moving bodies in integers, and the least height of their triangles along a direction over an
/// interval of time.
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "verify/motion_verify.h"
#include "verify/motion_weights.h"
#include "verify/units.h"

namespace firstcontact::verify {

/// x, y, z and 1, in one unit.
using Point = std::array<exact::Integer, 4>;

/// Units common to both bodies, so that their heights can be compared.
struct MotionUnits {
  Unit points, maps;
  void cover(const MotionBody& body);
};

/// The polynomials in time that a body's motion is made of, over one interval.
struct BodyWeights {
  TimePolynomial time;
  TurnPolynomials turn;  ///< empty for a body that does not turn
};

/// Bernstein coefficients, over an interval, of a lower bound of all heights of a body: no height
/// is below the polynomial by more than `error`.
struct LeastHeights {
  std::vector<exact::Integer> coefficients;
  exact::Integer error;
};

/// M(t) x = (maps[0] + F(t) maps[1] + G(t) maps[2] + t maps[3]) (x, 1), F = sin(a t) / a, G = (1 −
/// cos(a t)) / a², a = angle().
class IntegerBody {
 public:
  /// Precondition: all numbers are finite and the indices of the triangles valid.
  IntegerBody(const MotionBody& body, const MotionUnits& units);

  /// False if maps[1] and maps[2] are zero: then heights are affine in time.
  bool turns() const { return turns_; }
  const Dyadic& angle() const { return angle_; }
  /// Bit length of the largest number of the body.
  std::int64_t bit_length() const;
  BodyWeights weights(const TimeInterval& interval, int degree) const;

  /// The vertices of these triangles, each once. The span is valid until the next call.
  std::span<const int> vertices_of(std::span<const std::int32_t> triangles);

  /// A direction n in the body's coordinates: rows[i] (x, 1) = n · maps[i] (x, 1).
  struct Direction {
    std::array<Point, 4> rows;
    std::array<bool, 4> used = {};
  };
  Direction direction(const std::array<exact::Integer, 3>& n) const;

  /// Heights n · M(t) x of these vertices, in units of (unit of n) × maps × points × 2^-bits.
  LeastHeights least_heights(const Direction& direction, const BodyWeights& weights,
                             std::int64_t bits, std::span<const int> vertices) const;

 private:
  using Map = std::array<Point, 3>;

  std::vector<Point> vertices_;
  std::vector<Face> triangles_;
  std::array<Map, 4> maps_;
  bool turns_ = false;
  Dyadic angle_;
  std::vector<std::uint32_t> seen_;
  std::uint32_t call_ = 0;
  std::vector<int> found_;
};

}  // namespace firstcontact::verify
