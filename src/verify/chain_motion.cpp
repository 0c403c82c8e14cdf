// The product of a chain's steps, as a polynomial of degree 6 with an error.
//
// A cell of time has the middle m and the half width w; t = m + w v with v in [−1, 1]. A chain M is
// a polynomial P of affine maps in v and an error E: M = P + E. The next step is  x ->
// before·(turn·(after·x) + t travel): a constant map, a turn with a travel, a constant map. For M·S
// with the linear parts L of M:
// 1. Constant map (B, b): every coefficient is multiplied. |E B| <= |E| |B| in the operator norm.
//    |B| is 1 up to rounding if B is nearly a rotation, so errors do not grow along the chain.
// 2. Travel d: the offset grows by (m + w v) L(v) d. The term of degree 7 goes to the error.
// 3. Turn by θ_m + h v, h = angle w: with R the turn by θ_m and Q a quarter turn,
//        turn = Σ_{j<=6} (h^j / j!) R Q^j v^j + rest,   |rest| <= |h|^7 / 7!,
//    because every derivative is h^j times a rotation (but for z, which stays). In the product of
//    the polynomials the terms beyond degree 6 go to the error with the norms of their factors;
//    that adds up to the tail of the series of exp(the chain's whole turn over w). Where |h| > 3
//    the series is of no use: the turn is then 0 with the error 1.
//
// Norms of coefficients: the largest sum of magnitudes over a row or a column is not below the
// operator norm. Of `before` and `after` a bound near 1 is needed: |B|² <= (largest row sum of BᵀB)
// =: g, and √g <= (1 + g) / 2.
//
// "Units" are those of FixedRows. A matrix whose 9 numbers are each off by less than a unit is off
// by less than 3 in norm, a vector of three such numbers by less than 2.
#include "verify/chain_motion.h"

#include <algorithm>

#include "verify/units.h"

namespace firstcontact::verify {
namespace {

using exact::Integer;

constexpr std::int64_t kMatrixRounding = 3, kVectorRounding = 2;
/// Turns over half a cell beyond this are enclosed by the error alone.
constexpr std::int64_t kLargestHalfTurn = 3;

const Integer& one() {
  static const Integer value = Integer(1) << kChainBits;
  return value;
}

/// value / 2^exponent in units of 2^-kChainBits, rounded toward zero.
Integer fixed(double value, std::int64_t exponent) {
  const Dyadic exact = dyadic(value);
  const std::int64_t shift = kChainBits - exact.scale - exponent;
  return shift >= 0 ? exact.numerator << shift : exact.numerator >> -shift;
}

/// Upper bound of a b, for a, b >= 0.
Integer product_up(const Integer& a, const Integer& b) {
  return (a * b >> kChainBits) + Integer(1);
}

/// The ball's members are within `error` of the middle, in units of 2^-kChainBits.
struct Rounded {
  Integer middle, error;
};

Rounded rounded(const Ball& ball) {
  constexpr std::int64_t kDropped = kBallBits - kChainBits;
  return {ball.middle >> kDropped, (ball.radius >> kDropped) + Integer(2)};
}

/// Upper bound of the operator norm of the first columns of the linear part.
Integer norm_bound(const FixedRows& rows, std::size_t columns) {
  Integer largest;
  for (const auto& row : rows) {
    Integer sum;
    for (std::size_t c = 0; c < columns; ++c) sum += abs(row[c]);
    largest = std::max(largest, sum);
  }
  for (std::size_t c = 0; c < columns; ++c) {
    Integer sum;
    for (const auto& row : rows) sum += abs(row[c]);
    largest = std::max(largest, sum);
  }
  return largest;
}

/// The bound (1 + g) / 2 from the head of this file.
Integer near_rotation_bound(const FixedRows& rows) {
  Integer largest;
  for (std::size_t i = 0; i < 3; ++i) {
    Integer sum;
    for (std::size_t j = 0; j < 3; ++j) {
      Integer entry;
      for (const auto& row : rows) entry.add_product(row[i], row[j]);
      sum += (abs(std::move(entry)) >> kChainBits) + Integer(1);
    }
    largest = std::max(largest, sum);
  }
  return ((one() + largest) >> 1) + Integer(1);
}

bool is_identity(const AffineMap& map) {
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column)
      if (compare(map.linear(row, column), row == column ? 1 : 0) != 0) return false;
    if (compare(map.offset[row], 0) != 0) return false;
  }
  return true;
}

/// Sum of magnitudes, with the rounding of the three numbers.
template <class Numbers>
Integer length_bound(const Numbers& v) {
  return abs(v[0]) + abs(v[1]) + abs(v[2]) + Integer(kMatrixRounding);
}

FixedMap fixed_map(const AffineMap& map, std::int64_t scale) {
  FixedMap result;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) result.rows[r][c] = fixed(map.linear(r, c), 0);
    result.rows[r][3] = fixed(map.offset[r], scale);
  }
  result.identity = is_identity(map);
  result.norm = std::min(near_rotation_bound(result.rows), norm_bound(result.rows, 3)) +
                Integer(kMatrixRounding);
  const std::array<Integer, 3> offset = {result.rows[0][3], result.rows[1][3], result.rows[2][3]};
  result.length = length_bound(offset);
  return result;
}

/// Upper bound of the operator norm of the polynomial's linear part over the whole cell.
Integer polynomial_norm(const ChainPolynomial& chain) { return chain.norm + chain.linear_error; }

void compose(ChainPolynomial& chain, const FixedMap& map) {
  if (map.identity) return;
  const Integer size = polynomial_norm(chain);
  for (int j = 0; j < chain.used; ++j)
    for (auto& row : chain.terms[j]) {
      std::array<Integer, 4> moved;
      for (std::size_t c = 0; c < 4; ++c) {
        for (std::size_t k = 0; k < 3; ++k) moved[c].add_product(row[k], map.rows[k][c]);
        moved[c] >>= kChainBits;
      }
      moved[3] += row[3];
      row = std::move(moved);
    }
  // Errors of the chain, of the map's numbers, and of the products.
  chain.offset_error += product_up(chain.linear_error, map.length) +
                        product_up(size, kVectorRounding) + Integer(kVectorRounding * chain.used);
  chain.linear_error = product_up(chain.linear_error, map.norm) +
                       product_up(size, kMatrixRounding) + Integer(kMatrixRounding * chain.used);
  chain.norm = product_up(chain.norm, map.norm);
}

}  // namespace

ChainPolynomial ChainPolynomial::identity() {
  ChainPolynomial result;
  for (std::size_t k = 0; k < 3; ++k) result.terms[0][k][k] = one();
  result.norm = one();
  return result;
}

ChainStep::ChainStep(const JointMotion& motion, std::int64_t scale)
    : before_(fixed_map(motion.before, scale)),
      after_(fixed_map(motion.after, scale)),
      angle_t0_(dyadic(motion.angle_t0)),
      angle_(dyadic(motion.angle)) {
  for (int k = 0; k < 3; ++k) {
    travel_[k] = fixed(motion.travel[k], scale);
    travels_ = travels_ || compare(motion.travel[k], 0) != 0;
  }
  travel_length_ = length_bound(travel_);
  turns_ = angle_.numerator.sign() != 0;
  turned_ = angle_t0_.numerator.sign() != 0;
  start_ = sine_cosine(Ball::of(angle_t0_));
}

Integer ChainStep::turn_bound() const {
  return turns_ ? (abs(angle_.numerator) << kTurnBits >> angle_.scale) + Integer(1) : Integer();
}

void ChainStep::append_to(ChainPolynomial& chain, const TimeCell& cell) const {
  compose(chain, before_);
  if (travels_) add_travel(chain, cell);
  if (turns_ || turned_) add_turn(chain, cell);
  compose(chain, after_);
}

void ChainStep::add_travel(ChainPolynomial& chain, const TimeCell& cell) const {
  // t = (2 index + 1 + v) / 2^(level + 1).
  const Integer middle = 2 * cell.index + 1;
  const std::int64_t bits = cell.level + 1;
  const int used = chain.used;
  std::array<Integer, 3> last;  // of the degree below
  for (int j = 0; j <= used; ++j) {
    std::array<Integer, 3> here;
    for (std::size_t r = 0; j < used && r < 3; ++r) {
      for (std::size_t k = 0; k < 3; ++k) here[r].add_product(chain.terms[j][r][k], travel_[k]);
      here[r] >>= kChainBits;
    }
    if (j == kChainTerms) {
      chain.offset_error += (length_bound(last) >> bits) + Integer(1);
      break;
    }
    for (std::size_t r = 0; r < 3; ++r)
      chain.terms[j][r][3] += (here[r] * middle + last[r]) >> bits;
    last = std::move(here);
  }
  chain.used = std::min(used + 1, kChainTerms);
  // Errors of the chain, of the travel's numbers, of the products with it and with the time.
  chain.offset_error += product_up(chain.linear_error, travel_length_) +
                        product_up(polynomial_norm(chain), kVectorRounding) +
                        Integer(kVectorRounding * used) + Integer(kVectorRounding * (used + 1));
}

void ChainStep::add_turn(ChainPolynomial& chain, const TimeCell& cell) const {
  // Coefficients of cosine and sine, bounds of the norms of their matrices, and the error of the
  // whole turn.
  std::array<Integer, kChainTerms> cosine, sine, norms;
  Integer error;
  const Dyadic half = {angle_.numerator, angle_.scale + cell.level + 1};
  if (abs(half.numerator) > Integer(kLargestHalfTurn) << half.scale) {
    error = one();
  } else {
    const Integer middle = 2 * cell.index + 1;
    const SineCosineBalls at =
        turns_ ? sine_cosine(Ball::of(angle_t0_) +
                             Ball::of(Dyadic{angle_.numerator * middle, half.scale}))
               : start_;
    const std::array<Ball, 4> derivatives = {at.cosine, -at.sine, -at.cosine, at.sine};
    const Ball step = Ball::of(half);
    Ball power = Ball::of(1);
    for (int j = 0; j < (turns_ ? kChainTerms : 1); ++j) {
      Rounded c = rounded(derivatives[j % 4] * power),
              s = rounded(derivatives[(j + 3) % 4] * power);
      const Integer off = c.error + s.error;
      norms[j] = (power.magnitude() >> (kBallBits - kChainBits)) + Integer(1) + off;
      error += off;
      cosine[j] = std::move(c.middle);
      sine[j] = std::move(s.middle);
      power = power * step;
      power /= j + 1;
    }
    if (turns_) error += (power.magnitude() >> (kBallBits - kChainBits)) + Integer(1);
  }

  const Integer size = polynomial_norm(chain);
  Integer beyond;
  for (int i = 0; i < chain.used; ++i) {
    Integer tail;
    for (int j = kChainDegree - i + 1; j < kChainTerms; ++j) tail += norms[j];
    if (tail.sign() > 0) beyond += product_up(norm_bound(chain.terms[i], 2), tail);
  }
  const int used = turns_ ? kChainTerms : chain.used;
  for (int degree = used - 1; degree >= 0;
       --degree) {  // from above: the lower ones are still needed
    for (std::size_t r = 0; r < 3; ++r) {
      Integer first, second;
      for (int i = 0; i <= std::min(degree, chain.used - 1); ++i) {
        const auto& row = chain.terms[i][r];
        first.add_product(row[0], cosine[degree - i]).add_product(row[1], sine[degree - i]);
        second.add_product(row[1], cosine[degree - i]).subtract_product(row[0], sine[degree - i]);
      }
      chain.terms[degree][r][0] = first >> kChainBits;
      chain.terms[degree][r][1] = second >> kChainBits;
    }
  }
  chain.used = used;
  // A rotation does not enlarge the chain's own error. To it come the errors of the turn, of the
  // terms that are left out, and of the products.
  chain.linear_error += product_up(size, error) + beyond + Integer(kMatrixRounding * used);
}

}  // namespace firstcontact::verify
