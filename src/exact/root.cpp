// Algebraic numbers by isolating cells.
//
// Narrowing is quadratic interval refinement (J. Abbott): the secant of the values at the cell's
// ends predicts in which of 2^j equal parts the root lies. Two exact evaluations either confirm
// this, and j doubles, or refute it, and j halves (j = 1 is bisection and cannot fail).
//
// The sign of g at the root: if the Bernstein coefficients of g over the cell have one strict sign,
// that is it; otherwise the cell is narrowed. If narrowing does not help for a while, gcd(g, p)
// decides whether g is zero at the root; if it is not, narrowing is certain to end.
#include "exact/root.h"

#include <algorithm>

namespace firstcontact::exact {

namespace {
/// Cells are narrowed to this many bits before a greatest common divisor is computed. By then it is
/// cheaper than more narrowing, and the usual enclosure of 2^-30 needs such a narrow cell anyway.
/// This affects speed only.
constexpr std::int64_t kPatientCompareBits = 24;
}  // namespace

void Root::become_exact(Integer m, std::int64_t bits) {
  m_ = std::move(m);
  bits_ = bits;
  exact_ = true;
}

void Root::bisect() {
  Integer middle = m_ << 1;
  middle += 1;
  Integer value = p_.value_at(middle, bits_ + 1);
  if (value.sign() == 0) return become_exact(std::move(middle), bits_ + 1);
  ++bits_;
  const int degree = p_.degree();
  if (value.sign() == lower_value_.sign()) {
    m_ = std::move(middle);
    lower_value_ = std::move(value);
    upper_value_ <<= degree;
  } else {
    m_ <<= 1;
    upper_value_ = std::move(value);
    lower_value_ <<= degree;
  }
}

/// Tries to narrow the cell to one of its 2^secant_bits_ parts.
bool Root::try_secant() {
  const std::int64_t j = secant_bits_;
  // The secant crosses zero at lower / (lower - upper), in (0, 1). Test the nearest inner grid
  // point.
  const Integer fall = lower_value_ - upper_value_;
  Integer index = lower_value_ << (j + 1);
  index += fall;
  index /= fall << 1;
  if (index.sign() == 0) index = 1;
  if (index.bit_length() > j) index -= 1;
  Integer at = (m_ << j) + index;
  Integer value = p_.value_at(at, bits_ + j);
  if (value.sign() == 0) {
    become_exact(std::move(at), bits_ + j);
    return true;
  }
  const bool root_is_right = value.sign() == lower_value_.sign();
  Integer other = at;
  other += root_is_right ? 1 : -1;
  Integer other_value = p_.value_at(other, bits_ + j);
  if (other_value.sign() == 0) {
    become_exact(std::move(other), bits_ + j);
    return true;
  }
  if (other_value.sign() == value.sign()) return false;
  bits_ += j;
  if (!root_is_right) {
    std::swap(at, other);
    std::swap(value, other_value);
  }
  m_ = std::move(at);
  lower_value_ = std::move(value);
  upper_value_ = std::move(other_value);
  return true;
}

void Root::refine() {
  if (exact_) return;
  if (!have_values_) {
    lower_value_ = p_.value_at(m_, bits_);
    upper_value_ = p_.value_at(m_ + 1, bits_);
    have_values_ = true;
  }
  for (; secant_bits_ > 1; secant_bits_ /= 2) {
    if (try_secant()) {
      secant_bits_ *= 2;
      return;
    }
  }
  bisect();
  secant_bits_ = 2;
}

void Root::refine_to(std::int64_t bits) {
  while (!exact_ && bits_ < bits) {
    // Do not refine farther than asked for.
    if (secant_bits_ > 1)
      secant_bits_ = std::min(secant_bits_, std::max<std::int64_t>(bits - bits_, 1));
    refine();
  }
}

/// Whether the divisor is zero at this number. Precondition: this is not exact, and the divisor
/// divides p_ over the rationals. So its only possible root in the cell is this number, and simple.
bool Root::vanishes_here(const Polynomial& divisor) const {
  return divisor.value_at(m_, bits_).sign() != divisor.value_at(m_ + 1, bits_).sign();
}

int Root::sign_of(const Polynomial& g) {
  if (g.degree() < 1) return g.is_zero() ? 0 : g.leading().sign();
  bool may_be_zero = true;
  while (!exact_) {
    if (p_.degree() == 1) {
      const Integer& slope = p_.coefficient(1);
      return slope.sign() > 0 ? g.sign_at_fraction(-p_.coefficient(0), slope)
                              : g.sign_at_fraction(p_.coefficient(0), -slope);
    }
    if (const int sign = g.bernstein_on(m_, bits_).strict_sign()) return sign;
    if (may_be_zero && bits_ >= kPatientCompareBits) {
      Polynomial common = greatest_common_divisor(p_, g);
      if (common.degree() > 0 && vanishes_here(common)) {
        p_ = std::move(common);
        have_values_ = false;
        return 0;
      }
      may_be_zero = false;
    }
    refine();
  }
  return g.value_at(m_, bits_).sign();
}

/// Precondition: this is not exact, the other is.
int Root::compare_with_dyadic(const Root& dyadic) {
  // Compare the dyadic number with the cell's ends, on the finer of the two grids.
  const std::int64_t bits = std::max(bits_, dyadic.bits_);
  Integer at = dyadic.m_ << (bits - dyadic.bits_);
  if (at <= m_ << (bits - bits_)) return 1;
  if (at >= (m_ + 1) << (bits - bits_)) return -1;
  const int sign = p_.value_at(at, bits).sign();
  if (sign != 0) return sign == p_.value_at(m_, bits_).sign() ? 1 : -1;
  become_exact(std::move(at), bits);
  return 0;
}

int compare(Root& a, Root& b) {
  bool may_be_equal = true;
  while (!(a.exact_ && b.exact_)) {
    if (a.exact_) return -b.compare_with_dyadic(a);
    if (b.exact_) return a.compare_with_dyadic(b);
    const std::int64_t bits = std::max(a.bits_, b.bits_);
    const Integer a_lower = a.m_ << (bits - a.bits_), a_upper = (a.m_ + 1) << (bits - a.bits_);
    const Integer b_lower = b.m_ << (bits - b.bits_), b_upper = (b.m_ + 1) << (bits - b.bits_);
    if (a_upper <= b_lower) return -1;
    if (b_upper <= a_lower) return 1;
    if (may_be_equal && std::min(a.bits_, b.bits_) >= kPatientCompareBits) {
      const Polynomial common = greatest_common_divisor(a.p_, b.p_);
      // The common divisor is not zero at the ends of either cell. If it has a root in both cells,
      // that root is both numbers.
      const Integer& lower = std::max(a_lower, b_lower);
      const Integer& upper = std::min(a_upper, b_upper);
      if (common.degree() > 0 &&
          common.value_at(lower, bits).sign() != common.value_at(upper, bits).sign())
        return 0;
      may_be_equal = false;
    }
    (a.bits_ <= b.bits_ ? a : b).refine();
  }
  const std::int64_t bits = std::max(a.bits_, b.bits_);
  const auto order = (a.m_ << (bits - a.bits_)) <=> (b.m_ << (bits - b.bits_));
  return order < 0 ? -1 : order > 0;
}

void keep_earlier(std::optional<Root>& best, Root candidate) {
  if (!best || compare(candidate, *best) < 0) best = std::move(candidate);
}

}  // namespace firstcontact::exact
