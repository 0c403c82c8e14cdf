// First contact with a Euclidean separation d > 0: the first time at which the hull of the moving
// corners meets the ball of radius d. Candidates and proofs: docs/math/exact-oracle.md, "Euclidean
// separation".
//
// Each feature of the hull (corner, side, polygon) has a polynomial that is zero when its point,
// line or plane is at distance d, and polynomials that are all >= 0 and not all zero when the foot
// of the origin lies in the feature. Contact at time 0 is tested directly. Otherwise the first
// contact is the earliest root, over all features, at which the foot lies in the feature.
#include <utility>
#include <vector>

#include "exact/first_contact.h"
#include "exact/root_finder.h"

namespace firstcontact::exact {

namespace {

class BallSearch {
 public:
  explicit BallSearch(const Gap& gap) : gap_(gap) {
    squared_separation_.add_product(gap.separation, gap.separation);
  }

  FirstContact run() {
    if (separated_by_coordinate_axis(gap_)) return {};
    make_features();
    Root start(0, 0);
    ++result_.candidates;
    for (Feature& feature : features_) {
      if (start.sign_of(feature.excess) > 0 || !foot_is_inside(feature, start)) continue;
      result_.time = std::move(start);
      return std::move(result_);
    }
    for (Feature& feature : features_) search(feature);
    return std::move(result_);
  }

 private:
  enum class Shape { Corner, Side, Polygon };
  struct Feature {
    Shape shape = Shape::Corner;
    int index = 0;
    /// (squared distance to the feature's affine hull - d^2) times a factor that is >= 0, and zero
    /// only when the feature is degenerate.
    Polynomial excess;
    /// Filled when first needed; see foot_is_inside.
    std::vector<Polynomial> inside;
  };

  void make_features() {
    features_.reserve(2 * gap_.count + 1);
    for (int i = 0; i < gap_.count; ++i) {
      const VectorPolynomial& corner = gap_.corner[i];
      features_.push_back(
          {Shape::Corner, i, dot(corner, corner) - Polynomial(squared_separation_), {}});
    }
    for (int side = 0; side < gap_.side_count(); ++side) {
      cross_[side] = cross(gap_.corner[side], gap_.corner[gap_.next(side)]);
      direction_[side] = gap_.corner[side] - gap_.corner[gap_.next(side)];
      features_.push_back(
          {Shape::Side, side, excess_of(dot(cross_[side], cross_[side]), direction_[side]), {}});
    }
    if (gap_.count < 3) return;
    normal_ = cross_[0];
    for (int side = 1; side < gap_.count; ++side) normal_ = std::move(normal_) + cross_[side];
    const Polynomial height = dot(gap_.corner[0], normal_);
    features_.push_back({Shape::Polygon, 0, excess_of(height * height, normal_), {}});
  }

  /// squared - d^2 * |v|^2.
  Polynomial excess_of(Polynomial squared, const VectorPolynomial& v) const {
    Polynomial product = dot(v, v);
    product *= squared_separation_;
    return std::move(squared -= product);
  }

  /// Whether the foot of the origin lies in the feature and the feature is not degenerate. A corner
  /// is always its own foot. For the others all polynomials in `inside` must be >= 0 and one > 0.
  bool foot_is_inside(Feature& feature, Root& time) const {
    if (feature.shape == Shape::Corner) return true;
    if (feature.inside.empty()) fill_inside(feature);
    bool positive = false;
    for (const Polynomial& p : feature.inside) {
      const int sign = time.sign_of(p);
      if (sign < 0) return false;
      positive = positive || sign > 0;
    }
    return positive;
  }

  void fill_inside(Feature& feature) const {
    if (feature.shape == Shape::Side) {
      const int side = feature.index;
      feature.inside.push_back(dot(gap_.corner[side], direction_[side]));
      feature.inside.push_back(-dot(gap_.corner[gap_.next(side)], direction_[side]));
    } else {
      for (int side = 0; side < gap_.count; ++side)
        feature.inside.push_back(dot(cross_[side], normal_));
    }
  }

  /// Searches the candidates of one feature. If its excess is identically zero it has none, because
  /// such a feature cannot be the one that starts a contact.
  void search(Feature& feature) {
    if (feature.excess.is_zero()) return;
    RootFinder roots(feature.excess);
    while (std::optional<Root> time = roots.next()) {
      if (result_.time && compare(*time, *result_.time) >= 0) return;
      ++result_.candidates;
      if (!foot_is_inside(feature, *time)) continue;
      result_.time = std::move(time);
      return;
    }
  }

  const Gap& gap_;
  Integer squared_separation_;
  std::array<VectorPolynomial, 4> cross_, direction_;
  VectorPolynomial normal_;
  std::vector<Feature> features_;
  FirstContact result_;
};

}  // namespace

FirstContact first_contact_with_ball(const Gap& gap) { return BallSearch(gap).run(); }

}  // namespace firstcontact::exact
