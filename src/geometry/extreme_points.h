#pragma once
/// Finds the points of a set that are highest along directions, with SIMD. The answers are the same
/// for every instruction set.
#include <firstcontact/query.h>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace firstcontact::geometry {

/// Points as three arrays of coordinates, padded to whole SIMD vectors with copies of the last
/// point.
class PointRows {
 public:
  PointRows() = default;
  explicit PointRows(std::span<const Vec3> points);

  std::size_t size() const { return size_; }
  std::size_t padded_size() const { return rows_[0].size(); }
  const double* row(std::size_t axis) const { return rows_[axis].data(); }
  Vec3 at(std::size_t i) const { return Vec3(rows_[0][i], rows_[1][i], rows_[2][i]); }

 private:
  std::size_t size_ = 0;
  std::array<std::vector<double>, 3> rows_;
};

/// The index of the point highest along d; of equals the smallest. Heights are rounded as (d.x x +
/// d.y y) + d.z z. Precondition: not empty, all finite.
std::size_t highest_point(const PointRows& points, const Vec3& d);

/// The largest heights along four directions.
void highest_heights(const PointRows& points, const std::array<Vec3, 4>& directions,
                     std::array<double, 4>& heights);

}  // namespace firstcontact::geometry
