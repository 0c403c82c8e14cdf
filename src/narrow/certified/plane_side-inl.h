// On which side of the origin the plane of a gap set passes. It is the sign of a cubic in time; while
// that sign is certain, the pair does not touch. Method and error bound: plane_cubic-inl.h and
// docs/math/certified-advance.md.
//
// This file is included inside a namespace, without an include guard, after plane_cubic-inl.h.

template <class Lanes>
class PlaneSide {
 public:
  using T = typename Lanes::T;
  using M = typename Lanes::M;
  using Vector = Vector3<T>;

  /// `start` and `end` are the 3 or 4 corners at t = 0 and t = 1; `largest` is at least each of their
  /// |components|.
  PlaneSide(const Lanes& lanes, const Vector* start, const Vector* end, int count, const T& largest)
      : lanes_(lanes), zero_(lanes.splat(0)), one_(lanes.splat(1)) {
    const auto cubic = PlaneCubic<Lanes>::make(lanes, start, end, count, largest);
    for (int i = 0; i < 4; ++i) bernstein_[i] = cubic.coefficient[i];
    const T(&b)[4] = bernstein_;
    const T three = lanes.splat(3);
    power_[0] = b[0];
    power_[1] = three * (b[1] - b[0]);
    power_[2] = three * ((b[2] - b[1]) - (b[1] - b[0]));
    power_[3] = (b[3] - b[0]) - three * (b[2] - b[1]);
    const T largest_coefficient = Lanes::max(Lanes::max(Lanes::abs(b[0]), Lanes::abs(b[1])),
                                             Lanes::max(Lanes::abs(b[2]), Lanes::abs(b[3])));
    error_ =
        (cubic.error + lanes.splat(kRestrictionRoundings * kUnitRoundoff) * largest_coefficient) *
        lanes.splat(kRoundUp);
  }

  /// True where the plane may pass through the origin at t = 0.
  M may_cross_at_start() const { return Lanes::at_most(Lanes::abs(bernstein_[0]), error_); }

  /// True only where the plane misses the origin throughout [a, b], 0 <= a <= b <= 1. Looks only at
  /// the lanes `where`.
  M clear(const M& where, const T& a, const T& b) const {
    return clear<kMostHalvings>(where, a, b);
  }

  /// Times that cut [0, until] into three parts, and the values of the cubic there. In each part it
  /// rises or falls, so it crosses zero at most once. Approximate: only a hint.
  struct Parts {
    T time[4], value[4];
  };
  Parts parts_until(const T& until) const {
    Parts parts;
    parts.time[0] = zero_;
    find_turns(until, parts.time[1], parts.time[2]);
    parts.time[3] = until;
    parts.value[0] = bernstein_[0];
    for (int i = 1; i < 4; ++i) parts.value[i] = value(parts.time[i]);
    return parts;
  }
  /// Where the cubic crosses zero in part i, and when; the time is meaningless elsewhere.
  M crosses(const Parts& parts, int i) const {
    return Lanes::differ(Lanes::less(parts.value[i], zero_),
                         Lanes::less(parts.value[i + 1], zero_));
  }
  T crossing(const Parts& parts, int i) const {
    return crossing_between(parts.time[i], parts.time[i + 1], parts.value[i], parts.value[i + 1]);
  }

 private:
  static constexpr int kMostHalvings = 3;
  // Newton's method stops after a step below this. The remaining error is about its square, which
  // is less than the width to which the time of a contact is needed.
  static constexpr double kSmallStep = 0x1p-22;
  static constexpr int kMostNewtonSteps = 16;

  T value(const T& t) const {
    return ((power_[3] * t + power_[2]) * t + power_[1]) * t + power_[0];
  }
  T slope(const T& t) const {
    return (lanes_.splat(3) * power_[3] * t + lanes_.splat(2) * power_[2]) * t + power_[1];
  }

  /// Sets the times in [0, until] at which the cubic may turn, in ascending order. Approximate; where
  /// it does not turn they are 0 or `until`.
  void find_turns(const T& until, T& earlier, T& later) const {
    const T(&b)[4] = bernstein_;
    const T first = b[1] - b[0], middle = b[2] - b[1], last = b[3] - b[2];
    const T half_b = middle - first, a = last - middle - half_b;
    const T discriminant = half_b * half_b - a * first;
    const T root = Lanes::sqrt(Lanes::max(discriminant, zero_));
    const T q = Lanes::negative(half_b + Lanes::with_sign_of(root, half_b));
    const T one = clamped(q / a, until), other = clamped(first / q, until);
    const M turning = Lanes::less(zero_, discriminant);
    earlier = Lanes::select(turning, Lanes::min(one, other), zero_);
    later = Lanes::select(turning, Lanes::max(one, other), zero_);
  }

  /// A NaN or a negative time becomes 0.
  T clamped(const T& time, const T& until) const {
    return Lanes::if_positive(time, Lanes::min(time, until), zero_);
  }

  /// t if it lies in [a, b], otherwise the middle.
  T kept_between(const T& a, const T& b, const T& t) const {
    const M between = Lanes::both(Lanes::at_most(a, t), Lanes::at_most(t, b));
    return Lanes::select(between, t, a + lanes_.splat(0.5) * (b - a));
  }

  /// The approximate zero of the cubic between a and b, where its values differ in sign: Newton's
  /// method, and halving where that leaves the interval in which the zero is.
  T crossing_between(T a, T b, const T& value_a, const T& value_b) const {
    const M negative_before = Lanes::less(value_a, zero_);
    T t = kept_between(a, b, a + (b - a) * (value_a / (value_a - value_b)));
    M moving = Lanes::at_most(a, b);
    for (int i = 0; i < kMostNewtonSteps; ++i) {
      const T at_t = value(t);
      const M before = Lanes::differ(Lanes::less(zero_, at_t), negative_before);
      const M behind = Lanes::but_not(moving, before);
      // `before`: the zero lies after t.
      a = Lanes::select(Lanes::both(moving, before), t, a);
      b = Lanes::select(behind, t, b);
      const T next = kept_between(a, b, t - at_t / slope(t));
      const M large = Lanes::less(lanes_.splat(kSmallStep), Lanes::abs(next - t));
      t = Lanes::select(moving, next, t);
      moving = Lanes::both(moving, large);
      if (!Lanes::any(moving)) break;
    }
    return t;
  }

  T blend(const T& x, const T& y, const T& t) const { return (one_ - t) * x + t * y; }

  template <int kHalvings>
  M clear(const M& where, const T& a, const T& b) const {
    // Bernstein coefficients over [a, b] by blossoming: aa1 is the polar form at (a, a, 1), and so
    // on.
    const T(&c)[4] = bernstein_;
    const T a00 = blend(c[0], c[1], a), a01 = blend(c[1], c[2], a), a11 = blend(c[2], c[3], a);
    const T b00 = blend(c[0], c[1], b), b01 = blend(c[1], c[2], b), b11 = blend(c[2], c[3], b);
    const T aa0 = blend(a00, a01, a), aa1 = blend(a01, a11, a);
    const T ab0 = blend(a00, a01, b), ab1 = blend(a01, a11, b);
    const T bb0 = blend(b00, b01, b), bb1 = blend(b01, b11, b);
    const T first = blend(aa0, aa1, a), second = blend(aa0, aa1, b), third = blend(ab0, ab1, b),
            last = blend(bb0, bb1, b);
    const T low_end = Lanes::min(first, last), high_end = Lanes::max(first, last);
    const T low = Lanes::min(low_end, Lanes::min(second, third)),
            high = Lanes::max(high_end, Lanes::max(second, third));
    const T below = Lanes::negative(error_);
    M result =
        Lanes::both(where, Lanes::either(Lanes::less(error_, low), Lanes::less(high, below)));
    if constexpr (kHalvings > 0) {
      const M ends = Lanes::either(Lanes::less(error_, low_end), Lanes::less(high_end, below));
      const M rest = Lanes::but_not(Lanes::both(where, ends), result);
      if (Lanes::any(rest)) {
        const T middle = a + lanes_.splat(0.5) * (b - a);
        const M first_half = clear<kHalvings - 1>(rest, a, middle);
        result = Lanes::either(result, clear<kHalvings - 1>(first_half, middle, b));
      }
    }
    return result;
  }
  const Lanes lanes_;
  const T zero_, one_;
  T bernstein_[4];  // three times the Bernstein coefficients of the cubic over [0, 1]
  T power_[4];      // its coefficients in the power basis
  T error_;         // error of a Bernstein coefficient over any part of [0, 1]
};
