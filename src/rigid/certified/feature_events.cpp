#include "rigid/certified/feature_events.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "arith/fixed_order.h"
#include "arith/unit_roundoff.h"
#include "geometry/triangle_distance.h"

namespace firstcontact::rigid {
namespace {

/// A value with its derivative; how far both may be off, and a bound of the second derivative,
/// belong to the function.
struct Jet {
  double value = 0, slope = 0;
};

enum class RegionSide { Inside, Rim, Outside };

/// Of the points' own rounding, for an extent of 1.
constexpr double kPointRounding = 12 * arith::kUnitRoundoff;
/// What is counted as touching need not be proven, so that less room for rounding is left: of the
/// error.
constexpr double kTouchingShare = 0.01;
/// Bounds of derivatives that are sums of products which may cancel: the part that rounding keeps
/// from cancelling.
constexpr double kNotCancelled = 1e-12;

/// Height of a moving point over the plane of a triangle, and its places relative to the sides.
class VertexFacePair {
 public:
  VertexFacePair(const TurningPoint& vertex, const std::array<Vec3, 3>& face,
                 const EventLimits& limits)
      : vertex_(vertex) {
    const Vec3 e0 = face[1] - face[0], e1 = face[2] - face[1], e2 = face[0] - face[2];
    normal_ = e0.cross(e1);
    const double length = norm(normal_), longest = std::max({norm(e0), norm(e1), norm(e2)});
    // A triangle that is nearly a line touches what its neighbours, or its edges, touch: within the
    // rounding.
    if (!(length > kEventRounding * longest * longest)) return;
    normal_ /= length;
    level_ = face[0];
    sides_ = {normal_.cross(e0) / norm(e0), normal_.cross(e1) / norm(e1),
              normal_.cross(e2) / norm(e2)};
    corners_ = face;
    const double any = vertex.acceleration(limits.angle);
    const auto along = [&](const Vec3& n) {
      return std::abs(dot(n, vertex.z)) + std::abs(limits.angle * dot(n, vertex.w)) +
             kNotCancelled * any;
    };
    curvature = along(normal_);
    for (std::size_t k = 0; k < 3; ++k) side_curvature_[k] = along(sides_[k]);
    const double around = norm(e0) + norm(e1) + norm(e2);
    const double size = around + norm(vertex.x) + norm(face[0]) + vertex.speed() + any;
    // The corners' rounding tilts the plane by as many times more as the triangle is longer than
    // high.
    const double thinness = longest * (longest / length);
    error = kEventRounding * around + kPlaceRounding * size +
            kPointRounding * thinness * (size + limits.extent);
    tolerance = std::max(limits.tolerance, 4 * error);
    usable = true;
  }

  Jet at(const Instant& i) const {
    return {dot(normal_, vertex_.at(i) - level_), dot(normal_, vertex_.velocity(i))};
  }

  /// Over all times within h of the instant.
  RegionSide side(const Instant& i, double h) const {
    const Vec3 x = vertex_.at(i), v = vertex_.velocity(i);
    RegionSide result = RegionSide::Inside;
    for (std::size_t k = 0; k < 3; ++k) {
      const double value = dot(sides_[k], x - corners_[k]), range = side_range(k, v, h);
      if (value + range < 0) return RegionSide::Outside;
      if (value - range < 0) result = RegionSide::Rim;
    }
    return result;
  }
  /// At the instant and up to h from it the point lies inside or at most the tolerance beyond the
  /// sides.
  bool nearly_inside(const Instant& i, double h) const {
    const Vec3 x = vertex_.at(i), v = vertex_.velocity(i);
    for (std::size_t k = 0; k < 3; ++k)
      if (dot(sides_[k], x - corners_[k]) - side_range(k, v, h) <
          -tolerance - (1 - kTouchingShare) * error)
        return false;
    return true;
  }
  /// The vertex and the triangle themselves are within the tolerance at the instant: beside a sharp
  /// corner that is less than what its plane and its sides allow.
  bool near(const Instant& i) const {
    const Vec3 x = vertex_.at(i);
    return geometry::nearest_points({x, x, x}, corners_).distance + kTouchingShare * error <=
           tolerance;
  }
  static bool never(const Instant&, double) { return false; }
  static bool always(const Instant&, double) { return false; }
  static double scale(const Instant&, double) { return 1; }

  double curvature = 0, error = 0, tolerance = 0;
  bool usable = false;

 private:
  double side_range(std::size_t k, const Vec3& v, double h) const {
    return (std::abs(dot(sides_[k], v)) + 0.5 * side_curvature_[k] * h) * h + error;
  }

  const TurningPoint& vertex_;
  Vec3 normal_, level_;
  std::array<Vec3, 3> corners_, sides_;
  std::array<double, 3> side_curvature_ = {};
};

/// Triple product of two edges and the gap between them, and where they cross seen along their
/// common normal.
class EdgeEdgePair {
 public:
  EdgeEdgePair(const Vec3& a0, const Vec3& a, const TurningPoint& b0, const TurningPoint& b,
               const EventLimits& limits)
      : a0_(a0), a_(a), b0_(b0), b_(b) {
    const double la = norm(a), lb = norm(b.x), angle = std::abs(limits.angle);
    if (!(la > 0 && lb > 0)) return;
    a_ /= la, length_a_ = la, length_b_ = lb;
    // All for unit vectors along the edges.
    b_.x /= lb, b_.w /= lb, b_.z /= lb;
    turn_ = b_.speed() + kNotCancelled * angle;
    const double bend = b_.acceleration(limits.angle) + kNotCancelled * angle * angle;
    speed_ = b0.speed() + turn_ * lb;
    const double acceleration = b0.acceleration(limits.angle);
    acceleration_ = acceleration + lb * bend;
    const double reach = norm(b0.x - a0) + b0.speed() + la + lb;
    const double any = bend * reach + 2 * turn_ * b0.speed() + acceleration;
    curvature = std::min(any * (1 + 1e-9),
                         own_curvature(angle) + kNotCancelled * (any + angle * angle * reach));
    // Of the places below: gap·a − (gap·b)(a·b), likewise with a and b exchanged, and 1 − (a·b)²
    // times a length.
    const double second = acceleration + 2 * turn_ * b0.speed() + bend * reach;
    place_curvature_ = (acceleration + second + 2 * (b0.speed() + turn_ * reach) * turn_ +
                        reach * bend + 2 * reach * (turn_ * turn_ + bend)) *
                       (1 + 1e-9);
    error = kEventRounding * (la + lb) +
            kPlaceRounding * (reach + norm(b0.x) + norm(a0) + b0.speed() + acceleration) +
            kPointRounding * limits.extent;
    tolerance = std::max(limits.tolerance, 4 * error);
    usable = true;
  }

  Jet at(const Instant& i) const {
    const Vec3 gap = b0_.at(i) - a0_, b = b_.at(i);
    return {dot(a_, b.cross(gap)), dot(a_, b_.velocity(i).cross(gap) + b.cross(b0_.velocity(i)))};
  }
  /// At most |a×b|: the distance of the lines is |f| over that.
  double scale(const Instant& i, double h) const {
    return std::max(0.0, norm(a_.cross(b_.at(i))) - turn_ * h);
  }

  RegionSide side(const Instant& i, double h) const {
    const Ends ends = place(i, h);
    RegionSide result = RegionSide::Inside;
    for (std::size_t k = 0; k < 4; ++k) {
      if (ends.inside[k] + ends.range[k] < 0) return RegionSide::Outside;
      if (ends.inside[k] - ends.range[k] < 0) result = RegionSide::Rim;
    }
    return result;
  }
  bool nearly_inside(const Instant& i, double h) const {
    const Ends ends = place(i, h);
    const double allowed = tolerance * scale(i, h);
    for (std::size_t k = 0; k < 4; ++k)
      if (ends.inside[k] - ends.range[k] < -allowed - (1 - kTouchingShare) * error) return false;
    return true;
  }

  /// The segments keep apart within h of the instant, or the edges stay parallel.
  bool never(const Instant& i, double h) const {
    const Vec3 b = b_.at(i), b0 = b0_.at(i);
    if (norm(a_.cross(b)) + turn_ * h <= kEventRounding) return true;
    const Nearest now = nearest(b0, b);
    if (now.distance > speed_ * h + error) return true;
    // The direction between the nearest points keeps both ends of B's edge above both of A's.
    const Vec3 m = now.between / now.distance, v0 = b0_.velocity(i),
               v1 = v0 + length_b_ * b_.velocity(i);
    const double low0 = dot(m, b0 - a0_) - std::abs(dot(m, v0)) * h,
                 low1 = dot(m, b0 - a0_ + length_b_ * b) - std::abs(dot(m, v1)) * h;
    return std::min(low0, low1) - std::max(0.0, length_a_ * dot(m, a_)) >
           0.5 * acceleration_ * h * h + error;
  }
  /// Up to h from the instant the segments are within the tolerance of each other, because the
  /// point of B that is nearest at the instant is near to A's edge; its motion along the edge does
  /// not count.
  bool always(const Instant& i, double h) const {
    const Nearest now = nearest(b0_.at(i), b_.at(i));
    const Vec3 v = b0_.velocity(i) + now.on_b * b_.velocity(i);
    const double bent = 0.5 * acceleration_ * h * h, way = norm(v) * h + bent;
    const bool beside = now.on_a - way >= 0 && now.on_a + way <= length_a_;
    const double speed = norm(beside ? Vec3(v - dot(v, a_) * a_) : v);
    return now.distance + speed * h + bent + kTouchingShare * error <= tolerance;
  }

  /// The segments are within the tolerance at the instant.
  bool near(const Instant& i) const { return always(i, 0); }

  double curvature = 0, error = 0, tolerance = 0;
  bool usable = false;

 private:
  /// f = A + B sin(θt)/θ + C (1 − cos(θt))/θ² + t (E cos(θt) + F sin(θt)/θ), because the turn
  /// leaves the drift alone: a bound of |f''| that is 0 where the edges stay in a plane.
  double own_curvature(double angle) const {
    const Vec3 gap = b0_.x - a0_;
    const double B = dot(a_, b_.w.cross(gap) + b_.x.cross(b0_.w));
    const double C = dot(a_, b_.z.cross(gap) + 2 * b_.w.cross(b0_.w) + b_.x.cross(b0_.z));
    const double E = dot(a_, b_.x.cross(b0_.d)), F = dot(a_, b_.w.cross(b0_.d));
    return angle * std::abs(B) + std::abs(C) + (2 * angle + angle * angle) * std::abs(E) +
           (2 + angle) * std::abs(F);
  }

  /// How far inside the other edge's line, seen along the normal n = a×b, each end of an edge lies,
  /// times |n|: all at least 0 where the edges cross.
  struct Ends {
    std::array<double, 4> inside, range;
  };

  Ends place(const Instant& i, double h) const {
    const Vec3 gap = b0_.at(i) - a0_, b = b_.at(i), gap_v = b0_.velocity(i), b_v = b_.velocity(i);
    const double ab = dot(a_, b), ab_v = dot(a_, b_v), ga = dot(gap, a_), gb = dot(gap, b);
    const double ga_v = dot(gap_v, a_), gb_v = dot(gap_v, b) + dot(gap, b_v);
    const Vec3 n = a_.cross(b);
    // The place along A's line is q / |n|², along B's p / |n|².
    const double nn = squared_norm(n), nn_v = -2 * ab * ab_v;
    const double q = dot(gap.cross(b), n), q_v = ga_v - gb_v * ab - gb * ab_v;
    const double p = dot(gap.cross(a_), n), p_v = ga_v * ab + ga * ab_v - gb_v;
    const auto range = [&](double slope) {
      return (std::abs(slope) + 0.5 * place_curvature_ * h) * h + error;
    };
    return {{q, length_a_ * nn - q, p, length_b_ * nn - p},
            {range(q_v), range(length_a_ * nn_v - q_v), range(p_v), range(length_b_ * nn_v - p_v)}};
  }

  struct Nearest {
    Vec3 between;  ///< from A to B
    double distance, on_a, on_b;
  };

  /// Also right where the edges are nearly parallel: 1 − (a·b)² would not be.
  Nearest nearest(const Vec3& b0, const Vec3& b) const {
    const Vec3 gap = b0 - a0_, n = a_.cross(b);
    const double ab = dot(a_, b), ga = dot(gap, a_), gb = dot(gap, b), nn = squared_norm(n);
    double s = nn > 0 ? std::clamp(dot(gap.cross(b), n) / nn, 0.0, length_a_) : 0;
    const double t = std::clamp(ab * s - gb, 0.0, length_b_);
    s = std::clamp(ab * t + ga, 0.0, length_a_);
    const Vec3 between = gap + t * b - s * a_;
    return {between, norm(between), s, t};
  }

  Vec3 a0_, a_;
  TurningPoint b0_, b_;
  double length_a_ = 0, length_b_ = 0, turn_ = 0, speed_ = 0, place_curvature_ = 0,
         acceleration_ = 0;
};

/// Halves the window until every part is decided; parts are worked off in order of time.
template <class Pair>
class Isolation {
 public:
  Isolation(const Pair& pair, const EventLimits& limits, std::vector<Event>& events)
      : pair_(pair), limits_(limits), events_(events), begin_(events.size()) {}

  std::int64_t run(double first, double last) {
    stack_.push_back({first, last});
    while (!stack_.empty()) {
      const Part part = stack_.back();
      stack_.pop_back();
      if (++steps_ > limits_.max_steps) {
        add({part.first, last, false, touch_within(part) || touch_within({part.last, last})});
        break;
      }
      look_at(part);
    }
    return steps_;
  }

 private:
  struct Part {
    double first, last;
  };

  void look_at(const Part& part) {
    const double middle = 0.5 * (part.first + part.last),
                 h = 0.5 * (part.last - part.first) + 0x1p-54;
    const Instant i(limits_.angle, middle);
    const Jet f = pair_.at(i);
    const double reach = std::abs(f.slope) * h + 0.5 * pair_.curvature * h * h;
    if (std::abs(f.value) > reach + pair_.error) return;
    if (pair_.side(i, h) == RegionSide::Outside || pair_.never(i, h)) return;
    const double steepness = std::abs(f.slope) - pair_.curvature * h - pair_.error;
    if (steepness > 0)
      narrow(part, steepness, f.slope);
    else
      settle(part.first, part.last);
  }

  /// Touching up to the tolerance all the time, or as short as can be: an event. Otherwise the
  /// halves tell.
  void settle(double first, double last) {
    const double middle = 0.5 * (first + last), h = 0.5 * (last - first) + 0x1p-54;
    const Instant i(limits_.angle, middle);
    const Jet f = pair_.at(i);
    const double reach = std::abs(f.slope) * h + 0.5 * pair_.curvature * h * h;
    const bool flat = std::abs(f.value) + reach + kTouchingShare * pair_.error <=
                      pair_.tolerance * pair_.scale(i, h);
    if (h <= limits_.time_resolution || !(first < middle && middle < last) || pair_.always(i, h) ||
        (flat && pair_.nearly_inside(i, h) && pair_.near(i)))
      add({first, last});
    else
      stack_.push_back({middle, last}), stack_.push_back({first, middle});
  }

  /// At some instant that is tried the features are within the tolerance.
  bool touch_within(const Part& part) const {
    constexpr int kInstants = 16;
    for (int k = 0; k <= kInstants; ++k) {
      const Instant i(limits_.angle, part.first + (part.last - part.first) * k / kInstants);
      if (pair_.near(i)) return true;
    }
    return false;
  }

  /// f is monotone with a slope of at least `steepness` in magnitude: one root at most. Newton's
  /// step with the whole range of slopes encloses it.
  void narrow(const Part& part, double steepness, double slope) {
    double first = part.first, last = part.last;
    for (int round = 0; round < 60 && last - first > limits_.time_resolution; ++round) {
      ++steps_;
      const double middle = 0.5 * (first + last);
      const Jet f = pair_.at(Instant(limits_.angle, middle));
      const double h = 0.5 * (last - first);
      const double least =
          std::max(steepness, std::abs(f.slope) - pair_.curvature * h - pair_.error);
      const double most = std::abs(f.slope) + pair_.curvature * h + pair_.error;
      const double height = slope > 0 ? f.value : -f.value;  // as if rising
      // The root lies at middle − height / (a slope in [least, most]).
      const double low = height - pair_.error, high = height + pair_.error;
      const double to_first = middle - (high > 0 ? high / least : high / most);
      const double to_last = middle - (low > 0 ? low / most : low / least);
      const double new_first = std::max(first, to_first - 0x1p-52),
                   new_last = std::min(last, to_last + 0x1p-52);
      if (new_first > new_last) return;  // the root is outside
      if (new_last - new_first > 0.9 * (last - first)) {
        first = new_first, last = new_last;
        break;
      }
      first = new_first, last = new_last;
    }
    accept(first, last, steepness, slope);
  }

  /// The root, if there is one, lies in [first, last].
  void accept(double first, double last, double steepness, double slope) {
    const double h = 0.5 * (last - first) + 0x1p-53, room = 2 * pair_.error / steepness;
    const Instant i(limits_.angle, 0.5 * (first + last));
    if (pair_.side(i, h) == RegionSide::Outside || pair_.never(i, h)) return;
    if (pair_.side(i, h + room) == RegionSide::Inside &&
        changes_sign(first - room, last + room, slope))
      add({first, last, true});
    else
      settle(first, last);
  }

  /// f has opposite signs there, by far more than its evaluation can be off.
  bool changes_sign(double first, double last, double slope) const {
    const double before = pair_.at(Instant(limits_.angle, std::max(0.0, first))).value;
    const double after = pair_.at(Instant(limits_.angle, std::min(1.0, last))).value;
    const double sure = 0.125 * pair_.error;
    return slope > 0 ? before < -sure && after > sure : before > sure && after < -sure;
  }

  /// Joins what overlaps or nearly does.
  void add(const Event& event) {
    if (events_.size() > begin_) {
      Event& before = events_.back();
      if (event.first <= before.last + limits_.time_resolution) {
        before.last = std::max(before.last, event.last);
        before.proven = before.proven || event.proven;
        before.decided = before.decided && event.decided;
        return;
      }
    }
    events_.push_back(event);
  }

  const Pair& pair_;
  const EventLimits& limits_;
  std::vector<Event>& events_;
  std::size_t begin_;
  std::vector<Part> stack_;
  std::int64_t steps_ = 0;
};

template <class Pair>
std::int64_t isolate(const Pair& pair, double first, double last, const EventLimits& limits,
                     std::vector<Event>& events) {
  return pair.usable ? Isolation<Pair>(pair, limits, events).run(first, last) : 0;
}

}  // namespace

std::int64_t vertex_face_events(const TurningPoint& vertex, const std::array<Vec3, 3>& face,
                                double first, double last, const EventLimits& limits,
                                std::vector<Event>& events) {
  return isolate(VertexFacePair(vertex, face, limits), first, last, limits, events);
}

std::int64_t edge_edge_events(const Vec3& a0, const Vec3& a, const TurningPoint& b0,
                              const TurningPoint& b, double first, double last,
                              const EventLimits& limits, std::vector<Event>& events) {
  return isolate(EdgeEdgePair(a0, a, b0, b, limits), first, last, limits, events);
}

}  // namespace firstcontact::rigid
