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

/// A direction of any length: n[k] / 2^kShortBits, the largest of them between 1/2 and 1 in
/// magnitude.
struct ShortDirection {
  std::array<std::int64_t, 3> n = {};
  ShortDirection opposite() const { return {{-n[0], -n[1], -n[2]}}; }
};
/// Within a rounding of 2^-61 of its size. Precondition: finite and not zero.
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

/// Coefficients k of the heights of a frame's points x: row[k] · (x, 1) in the exponents of the
/// CellMotion.
struct HeightRows {
  std::array<std::array<std::int64_t, 4>, kChainTerms> row = {};
  /// Every number of the rows is off by less than this.
  std::int64_t error = 0;
};
HeightRows height_rows(const CellMotion& motion, const ShortDirection& direction,
                       const PartWeights& weights);

/// The k-th is at most the k-th coefficient, without the offset, of every vertex.
using LeastProducts = std::array<Wide, kChainTerms>;

/// Vertices in units of 2^exponent(), rounded to the nearest.
class CheckedGeometry {
 public:
  explicit CheckedGeometry(const ProofGeometry& geometry);

  const std::string& fault() const { return fault_; }
  std::span<const std::int32_t> order() const { return order_; }
  std::size_t vertex_count() const { return vertices_.size(); }
  std::int64_t exponent() const { return exponent_; }
  /// Every vertex is as given: nothing was rounded.
  bool exact() const { return exact_; }
  /// The sum of the largest magnitudes of x, y and z; no vertex is farther from the origin.
  const exact::Integer& reach() const { return reach_; }

  /// By a box around the triangles at these places of the order: quick, and seldom the best.
  LeastProducts box_products(const HeightRows& rows, std::int32_t begin, std::int32_t end) const;
  /// By the vertices themselves. `seen` is memory for it, kept from call to call.
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
