// For a direction n, the elements of a pair are behind two planes perpendicular to n if all heights
// n·x of a's vertices are above those of b's. All that a vertex does on its segment lies between
// the heights of its ends, so a direction that separates all ends separates any combination.
//
// Several directions are tried: the mean of all gaps (which settles most pairs that only have
// overlapping boxes), the gap of the nearest points at t0, the normals of the pair at t0 and at its
// end, and where the pair is so near that rounding spoils these, gaps made perpendicular to the
// edges, and the axes. The direction that lets the vertices go farthest is taken.
#include "narrow/planes/separating_planes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "narrow/closest_point.h"
#include "narrow/planes/slab_bounds.h"

namespace firstcontact::narrow {
namespace {

using arith::kUnitRoundoff;

constexpr int kMostSlabs = 12;

struct Triple {
  double x = 0, y = 0, z = 0;
};
Triple operator+(const Triple& a, const Triple& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Triple operator-(const Triple& a, const Triple& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Triple operator*(double s, const Triple& a) { return {s * a.x, s * a.y, s * a.z}; }
double inner(const Triple& a, const Triple& b) { return (a.x * b.x + a.y * b.y) + a.z * b.z; }
Triple outer(const Triple& a, const Triple& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
double largest_of(const Triple& a) {
  return std::max(std::max(std::abs(a.x), std::abs(a.y)), std::abs(a.z));
}

/// What a pair of elements with kFirst and kCount - kFirst vertices looks like along one direction.
template <int kCount>
struct SlabHeights {
  /// At t0 and at the end.
  double start[kCount], end[kCount];
  /// The lowest of a and the highest of b, at t0 and anywhere.
  double low_a_start, high_b_start, low_a, high_b;
  /// Length of the direction in the dual norm, rounded up.
  double norm;
  /// Gap at t0, less all errors.
  double gap;

  double approach() const { return (low_a_start - low_a) + (high_b - high_b_start); }
};

template <int kFirst, int kCount>
class PairPlanes {
 public:
  PairPlanes(Kind kind, const double* points, const std::int32_t (&vertices)[4],
             const RoomToKeep& keep)
      : kind_(kind), keep_(keep) {
    const double* origin = points + 6 * std::int64_t{vertices[kCount - 1]};
    for (int i = 0; i < kCount; ++i) {
      const double* x = points + 6 * std::int64_t{vertices[i]};
      start_[i] = {x[0] - origin[0], x[1] - origin[1], x[2] - origin[2]};
      end_[i] = {x[3] - origin[0], x[4] - origin[1], x[5] - origin[2]};
      add_reach(start_[i]);
      add_reach(end_[i]);
    }
    size_ = largest_of(reach_);
    if (size_ < kSmallestPair || size_ > kLargestPair) rescale();
  }

  PairLimits limits() {
    PairLimits result;
    if (!(size_ > 0) || !std::isfinite(size_)) return result;
    // Most pairs are far apart along their mean gap.
    if (add(mean_gap()) && is_apart(found_[0], keep_.most())) {
      result.room = PairRoom::FarApart;
      return result;
    }
    const Triple gap = nearest_gap();
    add(gap);
    double kept = kept_distance();
    const SlabHeights<kCount>* best = best_direction(kept);
    if (!best || !is_apart(*best, kept)) {
      add_other_directions(gap);
      kept = kept_distance();
      best = best_direction(kept);
    }
    result.distance = distance_ / scale_;
    if (!(distance_ > keep_.least) || !best) return result;
    result.kept = kept / scale_;
    result.room = is_apart(*best, kept) ? PairRoom::Apart : PairRoom::Limited;
    set_shares(*best, kept, result);
    return result;
  }

 private:
  void add_reach(const Triple& x) {
    reach_.x = std::max(reach_.x, std::abs(x.x));
    reach_.y = std::max(reach_.y, std::abs(x.y));
    reach_.z = std::max(reach_.z, std::abs(x.z));
  }

  void rescale() {
    if (!(size_ > 0) || !std::isfinite(size_)) return;
    scale_ = std::ldexp(1.0, std::clamp(-std::ilogb(size_), -1000, 1000));
    for (int i = 0; i < kCount; ++i) {
      start_[i] = scale_ * start_[i];
      end_[i] = scale_ * end_[i];
    }
    reach_ = scale_ * reach_;
    size_ *= scale_;
    keep_.separation *= scale_;
    keep_.cap *= scale_;
    keep_.least *= scale_;
  }

  Triple mean_gap() const {
    Triple a, b;
    for (int i = 0; i < kCount; ++i)
      if (i < kFirst)
        a = a + (start_[i] + end_[i]);
      else
        b = b + (start_[i] + end_[i]);
    return (1.0 / kFirst) * a - (1.0 / (kCount - kFirst)) * b;
  }

  /// The gap of the nearest points at t0. Rounding does not matter: it is only a proposal.
  Triple nearest_gap() const {
    std::array<Vec3, 4> corners;
    for (int i = 0; i < 4; ++i)
      corners[i] = i < kCount ? Vec3(start_[i].x, start_[i].y, start_[i].z) : Vec3(Vec3::Zero());
    const Vec3 gap = closest_point(kind_, corners).gap;
    return {gap.x(), gap.y(), gap.z()};
  }

  static Triple normal_of(const Triple (&x)[kCount]) {
    if constexpr (kCount == 4) {
      if constexpr (kFirst == 1) return outer(x[2] - x[1], x[3] - x[1]);
      return outer(x[1] - x[0], x[3] - x[2]);
    }
    return {-(x[kCount - 1].y - x[1].y), x[kCount - 1].x - x[1].x, 0};
  }

  void add_other_directions(const Triple& gap) {
    if constexpr (kCount == 4) {
      const Triple at_start = normal_of(start_), at_end = normal_of(end_);
      add(at_start);
      add(at_end);
      if (inner(at_start, at_end) != 0) add(at_start + at_end);
    } else if constexpr (kCount == 3) {
      if (kind_ == Kind::PointSegment2D) {
        add(normal_of(start_));
        add(normal_of(end_));
      }
    }
    const bool spoilt = !(distance_ > kSpoiltGap * size_);
    if (spoilt)
      for (int i = 0; i < kCount; ++i)
        for (int j = i + 1; j < kCount; ++j)
          if ((i < kFirst) == (j < kFirst)) add_perpendicular(gap, start_[j] - start_[i]);
    if (spoilt || keep_.norm == Norm::Linf) {
      add({1, 0, 0});
      add({0, 1, 0});
      add({0, 0, 1});
    }
  }

  /// Adds the part of the gap that is perpendicular to an edge.
  void add_perpendicular(const Triple& gap, const Triple& edge) {
    const double square = inner(edge, edge);
    if (square > 0) add(gap - (inner(gap, edge) / square) * edge);
  }

  /// Measures the pair along n, with the sign that puts a above b. False if n is no direction.
  bool add(Triple n) {
    const double longest = largest_of(n);
    if (!(longest > 0) || !std::isfinite(longest) || count_ == kMostSlabs) return false;
    n = {n.x / longest, n.y / longest, n.z / longest};
    if (inner(n, start_[0]) < inner(n, start_[kFirst])) n = -1.0 * n;
    SlabHeights<kCount>& h = found_[count_++];
    for (int i = 0; i < kCount; ++i) {
      h.start[i] = inner(n, start_[i]);
      h.end[i] = inner(n, end_[i]);
    }
    h.low_a_start = h.start[0];
    h.low_a = h.end[0];
    for (int i = 1; i < kFirst; ++i) {
      h.low_a_start = std::min(h.low_a_start, h.start[i]);
      h.low_a = std::min(h.low_a, h.end[i]);
    }
    h.low_a = std::min(h.low_a, h.low_a_start);
    h.high_b_start = h.start[kFirst];
    h.high_b = h.end[kFirst];
    for (int i = kFirst + 1; i < kCount; ++i) {
      h.high_b_start = std::max(h.high_b_start, h.start[i]);
      h.high_b = std::max(h.high_b, h.end[i]);
    }
    h.high_b = std::max(h.high_b, h.high_b_start);
    const Triple size = {std::abs(n.x), std::abs(n.y), std::abs(n.z)};
    const double error = kSlabRoundings * kUnitRoundoff * inner(size, reach_) + kSlabUnderflow;
    h.norm = (keep_.norm == Norm::L2 ? std::sqrt(inner(n, n)) : (size.x + size.y) + size.z) *
             kSlabNormUp;
    h.gap = (h.low_a_start - h.high_b_start) - error;
    distance_ = std::max(distance_, h.gap / h.norm - keep_.separation);
    return true;
  }

  double kept_distance() const {
    return std::max(keep_.least, keep_.ratio * std::min(distance_, keep_.cap));
  }

  /// Length along the direction that the vertices of both elements may use up.
  double room(const SlabHeights<kCount>& h, double kept) const {
    return h.gap - (keep_.separation + kept) * h.norm * kSlabNormUp;
  }
  bool is_apart(const SlabHeights<kCount>& h, double kept) const {
    return h.approach() <= room(h, kept) && room(h, kept) > 0;
  }

  /// The direction that allows the largest share of the approach; null if none leaves any room.
  const SlabHeights<kCount>* best_direction(double kept) const {
    const SlabHeights<kCount>* best = nullptr;
    double largest = 0;
    for (int i = 0; i < count_; ++i) {
      const SlabHeights<kCount>& h = found_[i];
      const double all = room(h, kept);
      if (!(all > 0)) continue;
      if (h.approach() <= all) return &h;
      const double share = all / h.approach();
      if (share > largest) {
        largest = share;
        best = &h;
      }
    }
    return best;
  }

  /// Splits the room between the elements as they use it up, and stops every vertex at its plane.
  void set_shares(const SlabHeights<kCount>& h, double kept, PairLimits& result) const {
    std::fill(result.shares, result.shares + 4, 1.0);
    if (result.room == PairRoom::Apart) return;
    const double all = room(h, kept), share_of_a = (h.low_a_start - h.low_a) / h.approach();
    const double plane_a = h.low_a_start - share_of_a * all,
                 plane_b = h.high_b_start + (1 - share_of_a) * all;
    for (int i = 0; i < kCount; ++i) {
      const double room_of_vertex = i < kFirst ? h.start[i] - plane_a : plane_b - h.start[i],
                   way = i < kFirst ? h.start[i] - h.end[i] : h.end[i] - h.start[i];
      if (way > room_of_vertex)
        result.shares[i] = std::clamp(room_of_vertex / way * kShareDown, 0.0, 1.0);
    }
  }

  Kind kind_;
  RoomToKeep keep_;
  Triple start_[kCount], end_[kCount], reach_;
  double size_ = 0, scale_ = 1;
  /// The largest distance beyond the separation that any direction shows.
  double distance_ = -std::numeric_limits<double>::infinity();
  SlabHeights<kCount> found_[kMostSlabs];
  int count_ = 0;
};

}  // namespace

PairLimits find_planes(Kind kind, const double* points, const std::int32_t (&vertices)[4],
                       const RoomToKeep& keep) {
  switch (kind) {
    case Kind::VertexFace: return PairPlanes<1, 4>(kind, points, vertices, keep).limits();
    case Kind::EdgeEdge: return PairPlanes<2, 4>(kind, points, vertices, keep).limits();
    case Kind::PointEdge:
    case Kind::PointSegment2D: return PairPlanes<1, 3>(kind, points, vertices, keep).limits();
    case Kind::PointPoint: return PairPlanes<1, 2>(kind, points, vertices, keep).limits();
  }
  return {};
}

}  // namespace firstcontact::narrow
