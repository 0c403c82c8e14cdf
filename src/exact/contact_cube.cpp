// First contact with a Chebyshev separation d > 0: the first time at which the hull of the moving
// corners meets the cube [-d, d]^3. Proofs: docs/math/exact-oracle.md, "Chebyshev separation".
//
// The hull misses the cube exactly when one of these directions separates them strictly: the axes,
// the hull's normal, and the cross products of an axis and a side. (The cube is solid, so this
// holds for degenerate hulls too.) The search sweeps over time: it finds a direction that separates
// at the current time, and continues at the time at which this direction stops separating. If no
// direction separates, there is contact; if a direction never stops, the pair is free.
#include <algorithm>
#include <utility>
#include <vector>

#include "exact/first_contact.h"
#include "exact/root_finder.h"

namespace firstcontact::exact {

namespace {

/// A moving direction, not normalised.
struct Direction {
  /// Its dot products with the hull's corners; equal ones only once.
  std::vector<Polynomial> heights;
  /// The cube's half width along the direction is d times the sum of the components' magnitudes.
  /// `fixed_width` is the sum over the components that keep their sign over [0, 1]; `widths` are
  /// the other components. All are multiplied by d.
  Polynomial fixed_width;
  std::vector<Polynomial> widths;
};

/// In a parallelogram only two sides have different directions.
int distinct_side_count(const Gap& gap) { return gap.count == 4 ? 2 : gap.side_count(); }

class Directions {
 public:
  explicit Directions(const Gap& gap) : gap_(gap) {}

  int count() const { return 3 + (gap_.count >= 3 ? 1 : 0) + 3 * distinct_side_count(gap_); }

  /// First the axes, then the normal, then the cross products; computed when first used.
  const Direction& operator[](int index) {
    std::optional<Direction>& slot = direction_[index];
    if (!slot) slot = make(index);
    return *slot;
  }

 private:
  Direction make(int index) {
    if (index < 3) return axis(index);
    prepare_sides();
    if (gap_.count >= 3 && index == 3) return normal();
    const int rest = index - (gap_.count >= 3 ? 4 : 3);
    return product(rest / 3, rest % 3);
  }

  void prepare_sides() {
    if (sides_ready_) return;
    sides_ready_ = true;
    for (int side = 0; side < gap_.side_count(); ++side)
      cross_[side] = cross(gap_.corner[side], gap_.corner[gap_.next(side)]);
    if (gap_.count == 3) normal_ = cross_[0] + cross_[1] + cross_[2];
    if (gap_.count == 4) normal_ = cross_[0] + cross_[2];
  }

  Direction axis(int k) const {
    Direction r{{}, Polynomial(gap_.separation), {}};
    for (int i = 0; i < gap_.count; ++i) r.heights.push_back(gap_.corner[i][k]);
    return r;
  }

  Direction normal() const {
    Direction r{{dot(gap_.corner[0], normal_)}, {}, {}};
    for (const Polynomial& component : normal_) add_width(r, component);
    return r;
  }

  /// e_k x (F_(side + 1) - F_side). Both ends of the side have height -cross_k, all other corners
  /// normal_k - cross_k.
  Direction product(int side, int k) const {
    Direction r{{-cross_[side][k]}, {}, {}};
    if (gap_.count >= 3) r.heights.push_back(normal_[k] - cross_[side][k]);
    const VectorPolynomial& a = gap_.corner[side];
    const VectorPolynomial& b = gap_.corner[gap_.next(side)];
    for (const int l : {(k + 1) % 3, (k + 2) % 3}) add_width(r, b[l] - a[l]);
    return r;
  }

  void add_width(Direction& r, Polynomial component) const {
    component *= gap_.separation;
    const Bernstein range = component.bernstein();
    if (range.variations() > 0) {
      r.widths.push_back(std::move(component));
    } else if (range.has_negative()) {
      r.fixed_width -= component;
    } else {
      r.fixed_width += component;
    }
  }

  static constexpr int kMaxCount = 13;
  const Gap& gap_;
  bool sides_ready_ = false;
  std::array<VectorPolynomial, 4> cross_;
  VectorPolynomial normal_;
  std::array<std::optional<Direction>, kMaxCount> direction_;
};

/// The side, +1 or -1, on which the hull lies strictly apart from the cube along the direction; 0
/// if the direction does not separate them.
int separating_side(const Direction& direction, Root& time) {
  const int side = time.sign_of(direction.heights[0]);
  if (side == 0) return 0;
  for (std::size_t i = 1; i < direction.heights.size(); ++i)
    if (time.sign_of(direction.heights[i]) != side) return 0;
  Polynomial half_width = direction.fixed_width;
  for (const Polynomial& width : direction.widths) {
    const int sign = time.sign_of(width);
    if (sign > 0) half_width += width;
    if (sign < 0) half_width -= width;
  }
  for (const Polynomial& height : direction.heights)
    if (time.sign_of(side > 0 ? height - half_width : height + half_width) != side) return 0;
  return side;
}

/// First root of p after `time`. Precondition: p is not zero there.
std::optional<Root> first_root_after(const Polynomial& p, Root& time) {
  RootFinder roots(p);
  while (std::optional<Root> root = roots.next())
    if (compare(*root, time) > 0) return root;
  return std::nullopt;
}

/// The time at which the direction stops separating: the first time at which side * height equals
/// the sum of +-width for some corner and choice of signs.
std::optional<Root> end_of_separation(const Direction& direction, int side, Root& time) {
  std::optional<Root> end;
  const unsigned patterns = 1u << direction.widths.size();
  for (const Polynomial& height : direction.heights) {
    for (unsigned pattern = 0; pattern < patterns; ++pattern) {
      Polynomial margin = side > 0 ? height : -height;
      margin -= direction.fixed_width;
      for (std::size_t i = 0; i < direction.widths.size(); ++i) {
        if (pattern >> i & 1) {
          margin += direction.widths[i];
        } else {
          margin -= direction.widths[i];
        }
      }
      if (std::optional<Root> root = first_root_after(margin, time))
        keep_earlier(end, std::move(*root));
    }
  }
  return end;
}

}  // namespace

FirstContact first_contact_with_cube(const Gap& gap) {
  FirstContact result;
  Directions directions(gap);
  Root time(0, 0);
  for (;;) {
    ++result.candidates;
    int side = 0, index = 0;
    for (; index < directions.count(); ++index)
      if ((side = separating_side(directions[index], time)) != 0) break;
    if (side == 0) {
      result.time = std::move(time);
      return result;
    }
    std::optional<Root> end = end_of_separation(directions[index], side, time);
    if (!end) return result;
    time = std::move(*end);
  }
}

}  // namespace firstcontact::exact
