#include "sim/shapes/isosurface_stuffing.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>

namespace firstcontact::sim {
namespace {

/// A vertex moves onto the surface if the surface cuts one of its edges within this share of the
/// edge's length. These two values are the paper's for lattices of one size; all angles are then
/// bounded.
constexpr double kLongEdgeShare = 0.24999, kShortEdgeShare = 0.41189;
constexpr int kBisections = 48;
/// Lattices of more cubes than this are not tried, which bounds the memory.
constexpr double kCubesPerElement = 4, kFewCubes = 100000;

/// Lattice points have three even or three odd coordinates, in units of half a cube.
using LatticePoint = Eigen::Vector3i;

class Stuffing {
 public:
  Stuffing(const ImplicitShape& shape, double spacing, const Vec3& shift)
      : shape_(shape), unit_(spacing / 2) {
    const Vec3 middle = (shape.low + shape.high) / 2;
    for (int k = 0; k < 3; ++k) {
      // Two more cubes than needed on each side: nothing at the border is inside.
      const int cubes = static_cast<int>(std::ceil((shape.high[k] - shape.low[k]) / spacing)) + 4;
      size_[k] = 2 * cubes + 1;
      origin_[k] = middle[k] - cubes * unit_ + shift[k] * spacing;
    }
    const std::size_t count =
        static_cast<std::size_t>(size_[0]) * static_cast<std::size_t>(size_[1]) * size_[2];
    values_.assign(count, 0);
    used_.assign(count, -1);
    moved_.assign(count, -1);
  }

  TetMesh mesh() {
    evaluate();
    warp();
    fill();
    return largest_part({.vertices = rows_of(points_), .tets = tets_});
  }

 private:
  std::size_t index_of(const LatticePoint& p) const {
    return (static_cast<std::size_t>(p[2]) * size_[1] + p[1]) * size_[0] + p[0];
  }
  bool contains(const LatticePoint& p) const {
    return (p.array() >= 0).all() && (p.array() < size_.array()).all();
  }
  Vec3 place_of(const LatticePoint& p) const { return origin_ + unit_ * p.cast<double>(); }
  LatticePoint point_at(std::size_t index) const {
    const std::size_t x = static_cast<std::size_t>(size_[0]),
                      y = static_cast<std::size_t>(size_[1]);
    return {static_cast<int>(index % x), static_cast<int>(index / x % y),
            static_cast<int>(index / x / y)};
  }

  template <class Visit>
  void for_each_point(const Visit& visit) const {
    for (int z = 0; z < size_[2]; ++z)
      for (int y = z % 2; y < size_[1]; y += 2)
        for (int x = z % 2; x < size_[0]; x += 2) visit(LatticePoint(x, y, z));
  }

  void evaluate() {
    for_each_point(
        [&](const LatticePoint& p) { values_[index_of(p)] = shape_.inside(place_of(p)); });
  }

  /// Where the surface cuts the edge between two lattice points of different sign, as a share of
  /// the way from a to b. Precondition: a < b.
  double cut_share(std::size_t a, std::size_t b) {
    const auto [found, is_new] = cuts_.emplace(a * values_.size() + b, 0.5);
    if (!is_new) return found->second;
    const Vec3 from = place_of(point_at(a)), to = place_of(point_at(b));
    const bool a_is_inside = values_[a] > 0;
    double low = 0, high = 1;
    for (int i = 0; i < kBisections; ++i) {
      const double middle = (low + high) / 2;
      ((shape_.inside(from + middle * (to - from)) > 0) == a_is_inside ? low : high) = middle;
    }
    return found->second = (low + high) / 2;
  }
  double cut_share_from(std::size_t a, std::size_t b) {
    return a < b ? cut_share(a, b) : 1 - cut_share(b, a);
  }
  Vec3 cut_place(std::size_t a, std::size_t b) {
    if (a > b) std::swap(a, b);
    const Vec3 from = place_of(point_at(a)), to = place_of(point_at(b));
    return from + cut_share(a, b) * (to - from);
  }

  void warp() {
    std::vector<LatticePoint> ways;
    for (int k = 0; k < 3; ++k)
      for (const int sign : {-2, 2}) ways.push_back(sign * LatticePoint::Unit(k));
    for (int corner = 0; corner < 8; ++corner)
      ways.emplace_back(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
    for_each_point([&](const LatticePoint& p) {
      const std::size_t here = index_of(p);
      double nearest = std::numeric_limits<double>::infinity();
      std::size_t towards = 0;
      for (std::size_t way = 0; way < ways.size(); ++way) {
        const LatticePoint q = p + ways[way];
        if (!contains(q)) continue;
        const std::size_t there = index_of(q);
        if (!(values_[here] * values_[there] < 0)) continue;
        const bool is_long = way < 6;
        const double share = cut_share_from(here, there);
        const double length = share * (is_long ? 2.0 : std::sqrt(3.0));
        if (share < (is_long ? kLongEdgeShare : kShortEdgeShare) && length < nearest) {
          nearest = length;
          towards = there;
        }
      }
      if (nearest == std::numeric_limits<double>::infinity()) return;
      moved_[here] = static_cast<int>(moved_places_.size());
      moved_places_.push_back(cut_place(here, towards));
      values_[here] = 0;
    });
  }

  void fill() {
    for_each_point([&](const LatticePoint& p) {
      if (p[0] % 2 == 0) return;
      for (int k = 0; k < 3; ++k) {
        const LatticePoint q = p + 2 * LatticePoint::Unit(k);
        if (!contains(q)) continue;
        const LatticePoint u = LatticePoint::Unit((k + 1) % 3), v = LatticePoint::Unit((k + 2) % 3);
        const LatticePoint middle = p + LatticePoint::Unit(k);
        const std::array<LatticePoint, 4> around = {middle + u + v, middle - u + v, middle - u - v,
                                                    middle + u - v};
        for (std::size_t i = 0; i < 4; ++i)
          cut_tet({index_of(p), index_of(q), index_of(around[i]), index_of(around[(i + 1) % 4])});
      }
    });
  }

  /// Adds the part of a lattice tetrahedron that is inside.
  void cut_tet(const std::array<std::size_t, 4>& corners) {
    std::vector<std::size_t> in, on, out;
    for (const std::size_t corner : corners)
      (values_[corner] > 0 ? in : values_[corner] < 0 ? out : on).push_back(corner);
    if (in.empty()) return;
    // The diagonals of faces that are cut into a quadrilateral start at the first of `in`.
    std::sort(in.begin(), in.end());
    if (out.empty()) {
      in.insert(in.end(), on.begin(), on.end());
      return add(corner_of(in[0]), corner_of(in[1]), corner_of(in[2]), corner_of(in[3]));
    }
    const int a = corner_of(in[0]);
    const auto cut = [&](std::size_t i, std::size_t o) { return cut_of(in[i], out[o]); };
    if (in.size() == 1) {
      std::array<int, 3> others = {};
      std::size_t count = 0;
      for (const std::size_t corner : on) others[count++] = corner_of(corner);
      for (std::size_t o = 0; o < out.size(); ++o) others[count++] = cut(0, o);
      return add(a, others[0], others[1], others[2]);
    }
    const int b = corner_of(in[1]);
    if (in.size() == 2 && out.size() == 1) {
      const int z = corner_of(on[0]);
      add(a, b, cut(1, 0), z);
      return add(a, cut(0, 0), cut(1, 0), z);
    }
    if (in.size() == 2) {
      const int ac = cut(0, 0), ad = cut(0, 1), bc = cut(1, 0), bd = cut(1, 1);
      add(a, b, bc, bd);
      // The cut itself belongs to this tetrahedron only: its shorter diagonal is free to take.
      if (distance(ac, bd) < distance(ad, bc)) {
        add(a, ac, bc, bd);
        return add(a, ac, bd, ad);
      }
      add(a, ac, bc, ad);
      return add(a, bc, bd, ad);
    }
    const int c = corner_of(in[2]);
    add(a, cut(0, 0), cut(1, 0), cut(2, 0));
    add(a, b, cut(1, 0), cut(2, 0));
    add(a, b, c, cut(2, 0));
  }

  double distance(int i, int j) const { return (points_[i] - points_[j]).norm(); }

  int corner_of(std::size_t corner) {
    if (used_[corner] < 0) {
      used_[corner] = static_cast<int>(points_.size());
      points_.push_back(moved_[corner] < 0 ? place_of(point_at(corner))
                                           : moved_places_[moved_[corner]]);
    }
    return used_[corner];
  }
  int cut_of(std::size_t a, std::size_t b) {
    const std::uint64_t key = std::min(a, b) * values_.size() + std::max(a, b);
    const auto [found, is_new] = cut_points_.emplace(key, static_cast<int>(points_.size()));
    if (is_new) points_.push_back(cut_place(a, b));
    return found->second;
  }

  void add(int a, int b, int c, int d) {
    const Vec3 pa = points_[a];
    const double six_volumes = (points_[b] - pa).cross(points_[c] - pa).dot(points_[d] - pa);
    tets_.push_back(six_volumes > 0 ? Tet{a, b, c, d} : Tet{a, c, b, d});
  }

  const ImplicitShape& shape_;
  double unit_;
  Eigen::Vector3i size_ = Eigen::Vector3i::Zero();
  Vec3 origin_ = Vec3::Zero();
  /// Of each lattice point: the function's value, 0 once it lies on the surface; its vertex, or -1;
  /// its index in moved_places_, or -1.
  std::vector<double> values_;
  std::vector<int> used_, moved_;
  std::vector<Vec3> moved_places_;
  std::unordered_map<std::uint64_t, double> cuts_;
  std::unordered_map<std::uint64_t, int> cut_points_;
  std::vector<Vec3> points_;
  std::vector<Tet> tets_;
};

/// The mesh that comes nearest to a number of elements so far.
struct NearestCount {
  int elements;
  double error = std::numeric_limits<double>::infinity();
  TetMesh mesh = {};

  /// The number of elements of this spacing.
  std::size_t consider(const ImplicitShape& shape, double spacing,
                       const Vec3& shift = Vec3::Zero()) {
    // A long and thin shape can have a lattice that is nearly all border.
    const double cubes = ((shape.high - shape.low) / spacing + Vec3::Constant(5)).prod();
    if (!(cubes < kCubesPerElement * elements + kFewCubes)) return 0;
    TetMesh made = Stuffing(shape, spacing, shift).mesh();
    const std::size_t count = made.tets.size();
    const double off = std::abs(std::log((static_cast<double>(count) + 0.5) / elements));
    if (count > 0 && off < error && closed_surface_fault(boundary_faces(made.tets)).empty()) {
      error = off;
      mesh = std::move(made);
    }
    return count;
  }
};

}  // namespace

TetMesh stuffed(const ImplicitShape& shape, double spacing) {
  return Stuffing(shape, spacing, Vec3::Zero()).mesh();
}

TetMesh stuffed_with(const ImplicitShape& shape, int elements) {
  constexpr double kNear = 0.03, kNearEnough = 0.1;
  constexpr int kTrials = 6, kScan = 12;
  NearestCount best{.elements = elements};
  // A cube of the lattice holds 12 tetrahedra. Half of the box is a first guess of the volume.
  double spacing = std::cbrt((shape.high - shape.low).prod() / 2 * 12 / elements);
  if (!(spacing > 0)) return {};
  for (int i = 0; i < kTrials && !(best.error < kNear); ++i) {
    const std::size_t count = best.consider(shape, spacing);
    spacing *= std::clamp(std::cbrt((static_cast<double>(count) + 0.5) / elements), 0.5, 2.0);
  }
  // A lattice that lies in the symmetry planes of a shape changes its number of elements in jumps.
  // One that is moved has the numbers between.
  for (const Vec3& shift : {Vec3(0, 0, 0), Vec3(0.23, 0.31, 0.37)})
    for (int i = 1; i <= kScan; ++i)
      for (const double factor : {1 + 0.02 * i, 1 - 0.02 * i})
        if (!(best.error < kNearEnough)) best.consider(shape, spacing * factor, shift);
  return std::move(best.mesh);
}

}  // namespace firstcontact::sim
