#pragma once
/// The least heights of triangles along a direction, over part of a cell of time. 64-bit integers
/// with counted rounding.
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "verify/cell_motion.h"

namespace firstcontact::verify {

/// Holds sums of products of numbers of kShortBits.
__extension__ using Wide = __int128;

/// A direction n[k] / 2^kShortBits, not normalised: its largest component is between 1/2 and 1 in
/// magnitude.
struct ShortDirection {
  std::array<std::int64_t, 3> n = {};
  ShortDirection opposite() const { return {{-n[0], -n[1], -n[2]}}; }
};
/// Rounds n to a ShortDirection; the relative error is at most 2^-61. Precondition: n is finite and
/// not zero.
ShortDirection short_direction(const Vec3& n);

/// The part of a cell from first to last, both in units of 2^-kShortBits of v: −1 is the cell's
/// begin, 1 its end.
struct CellPart {
  TimeCell cell;
  std::int64_t first = 0, last = 0;
};
inline constexpr std::int64_t kShortOne = std::int64_t{1} << kShortBits;

/// The powers of v over a part of a cell in Bernstein form: v^j = Σ_k weight[k][j] / 2^kShortBits
/// B_k, each weight rounded to the nearest, none beyond 1 in magnitude.
struct PartWeights {
  std::array<std::array<std::int64_t, kChainTerms>, kChainTerms> weight = {};
};
PartWeights part_weights(std::int64_t first, std::int64_t last);

/// The k-th Bernstein coefficient of the height of a point x of a frame is row[k] · (x, 1), in the
/// units of the CellMotion.
struct HeightRows {
  std::array<std::array<std::int64_t, 4>, kChainTerms> row = {};
  /// Bound of the error of every number of the rows.
  std::int64_t error = 0;
};
HeightRows height_rows(const CellMotion& motion, const ShortDirection& direction,
                       const PartWeights& weights);

/// The k-th entry is a lower bound of the k-th coefficient of every vertex, without the offset.
using LeastProducts = std::array<Wide, kChainTerms>;

/// Vertices in units of 2^exponent(), rounded to the nearest.
class CheckedGeometry {
 public:
  explicit CheckedGeometry(const SceneTriangles& geometry);

  const std::string& fault() const { return fault_; }
  std::span<const std::int32_t> order() const { return order_; }
  std::size_t vertex_count() const { return vertices_.size(); }
  std::int64_t exponent() const { return exponent_; }
  /// True if no vertex had to be rounded.
  bool exact() const { return exact_; }
  /// Upper bound of every vertex's distance from the origin: the sum of the largest |x|, |y| and
  /// |z|.
  const exact::Integer& reach() const { return reach_; }

  /// Lower bounds from boxes around the triangles order()[begin … end): quick, but seldom tight.
  LeastProducts box_products(const HeightRows& rows, std::int32_t begin, std::int32_t end) const;
  /// The same from the vertices themselves. `seen` is scratch memory, reused from call to call.
  struct Seen {
    std::vector<std::uint32_t> call;
    std::uint32_t calls = 0;
  };
  LeastProducts vertex_products(const HeightRows& rows, std::int32_t begin, std::int32_t end,
                                Seen& seen) const;

 private:
  using Point = std::array<std::int64_t, 3>;
  struct Box {
    Point low, high;
    void add(const Box& box);
  };
  void round_vertices(std::span<const Vec3> given);
  Box box_of_triangle(std::int32_t place) const;

  std::vector<Point> vertices_;
  std::vector<Face> triangles_;  ///< in the order
  std::vector<std::int32_t> order_;
  /// Boxes of kBlock triangles each, then of kBlock of these boxes, and so on.
  std::vector<std::vector<Box>> levels_;
  std::int64_t exponent_ = 0;
  bool exact_ = true;
  exact::Integer reach_;
  std::string fault_;
};

exact::Integer integer(Wide value);

}  // namespace firstcontact::verify
