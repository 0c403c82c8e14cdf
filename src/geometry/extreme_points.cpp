// Highway compiles this file once for every instruction set and chooses among them at run time.
#include "geometry/extreme_points.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "geometry/extreme_points.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace firstcontact::geometry::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<double, 8>;

/// (d.x x + d.y y) + d.z z of the points from i on.
HWY_INLINE auto heights_from(const PointRows& p, std::size_t i, hn::Vec<D> x, hn::Vec<D> y,
                             hn::Vec<D> z) {
  const D d;
  const auto xy =
      hn::Add(hn::Mul(x, hn::LoadU(d, p.row(0) + i)), hn::Mul(y, hn::LoadU(d, p.row(1) + i)));
  return hn::Add(xy, hn::Mul(z, hn::LoadU(d, p.row(2) + i)));
}

std::size_t highest_point(const PointRows& p, const Vec3& direction) {
  const D d;
  const auto x = hn::Set(d, direction.x()), y = hn::Set(d, direction.y()),
             z = hn::Set(d, direction.z());
  auto best = heights_from(p, 0, x, y, z);
  // First index of the block of points that holds the lane's highest one; of equals the first one
  // stays.
  auto block = hn::Zero(d);
  for (std::size_t i = hn::Lanes(d); i < p.padded_size(); i += hn::Lanes(d)) {
    const auto here = heights_from(p, i, x, y, z);
    const auto higher = hn::Gt(here, best);
    best = hn::IfThenElse(higher, here, best);
    block = hn::IfThenElse(higher, hn::Set(d, static_cast<double>(i)), block);
  }
  HWY_ALIGN double values[8], blocks[8];
  hn::Store(best, d, values);
  hn::Store(block, d, blocks);
  std::size_t lane = 0;
  for (std::size_t k = 1; k < hn::Lanes(d); ++k) {
    const double a = blocks[k] + static_cast<double>(k),
                 b = blocks[lane] + static_cast<double>(lane);
    if (values[k] > values[lane] || (values[k] == values[lane] && a < b)) lane = k;
  }
  const std::size_t index = static_cast<std::size_t>(blocks[lane]) + lane;
  return index < p.size() ? index : p.size() - 1;  // padding: a copy of the last point
}

void highest_heights(const PointRows& p, const std::array<Vec3, 4>& directions,
                     std::array<double, 4>& heights) {
  const D d;
  for (std::size_t k = 0; k < 4; ++k) {
    const Vec3& n = directions[k];
    const auto x = hn::Set(d, n.x()), y = hn::Set(d, n.y()), z = hn::Set(d, n.z());
    auto best = heights_from(p, 0, x, y, z);
    for (std::size_t i = hn::Lanes(d); i < p.padded_size(); i += hn::Lanes(d))
      best = hn::Max(best, heights_from(p, i, x, y, z));
    heights[k] = hn::GetLane(hn::MaxOfLanes(d, best));
  }
}

}  // namespace firstcontact::geometry::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace firstcontact::geometry {

HWY_EXPORT(highest_point);
HWY_EXPORT(highest_heights);

PointRows::PointRows(std::span<const Vec3> points) : size_(points.size()) {
  constexpr std::size_t kLanes = 8;
  const std::size_t padded = (points.size() + kLanes - 1) / kLanes * kLanes;
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (std::size_t i = 0; i < padded; ++i)
      rows_[axis].push_back(points[i < size_ ? i : size_ - 1][static_cast<Eigen::Index>(axis)]);
}

std::size_t highest_point(const PointRows& points, const Vec3& d) {
  return HWY_DYNAMIC_DISPATCH(highest_point)(points, d);
}

void highest_heights(const PointRows& points, const std::array<Vec3, 4>& directions,
                     std::array<double, 4>& heights) {
  HWY_DYNAMIC_DISPATCH(highest_heights)(points, directions, heights);
}

}  // namespace firstcontact::geometry
#endif
