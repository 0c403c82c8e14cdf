// Heights n·M(t)x over a part of a cell, by Bernstein coefficients that are affine in x.
//
// 1. Row j is n·terms[j], for each term of the motion. Every number of the term has an error of up
//    to 1/2, which is multiplied by |n_x| + |n_y| + |n_z| <= 3, and rounding the product adds up to
//    1/2: at most 2 units of the term.
// 2. Row k in Bernstein form is Σ_j weight[k][j] · row j. No weight is beyond 1, so the errors of
//    step 1 count at most once for each term. A weight has an error of up to 2^-kShortBits / 2, and
//    the magnitudes of the rows add up to little more than 2^kShortBits, which adds less than 1.
//    Rounding the product adds up to 1/2. With `used` terms the sum is less than 2 used + 2 units.
// 3. Products with all vertices, the least of them for each k.
//
// The weights: the k-th coefficient of v^j over [first, last] is the symmetric function of 6 − k
// times `first` and k times `last`,
//     Σ_i C(6−k, j−i) C(k, i) first^(j−i) last^i / C(6, j).
#include "verify/cell_heights.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "verify/binomial.h"
#include "verify/motion_form.h"
#include "verify/units.h"

namespace firstcontact::verify {
namespace {

using exact::Integer;

constexpr std::size_t kBlock = 16;

/// value / 2^kShortBits, rounded to the nearest.
std::int64_t without_low_bits(Wide value) {
  return static_cast<std::int64_t>((value + (Wide{1} << (kShortBits - 1))) >> kShortBits);
}

Wide product(std::int64_t a, std::int64_t b) { return static_cast<Wide>(a) * b; }

/// a / b, rounded to the nearest. Precondition: b > 0.
Integer nearest_quotient(const Integer& a, const Integer& b) {
  const Integer half = b >> 1;
  return (a.sign() < 0 ? a - half : a + half) / b;
}

}  // namespace

Integer integer(Wide value) {
  const auto high = static_cast<std::int64_t>(value >> kShortBits);
  const auto low = static_cast<std::int64_t>(value & ((Wide{1} << kShortBits) - 1));
  return (Integer(high) << kShortBits) + Integer(low);
}

ShortDirection short_direction(const Vec3& n) {
  Unit unit;
  for (int k = 0; k < 3; ++k) unit.cover(n[k]);
  std::array<Integer, 3> exact;
  std::int64_t bits = 0;
  for (int k = 0; k < 3; ++k) {
    exact[k] = unit.of(n[k]);
    bits = std::max(bits, exact[k].bit_length());
  }
  ShortDirection result;
  for (int k = 0; k < 3; ++k)
    result.n[k] =
        (bits <= kShortBits ? exact[k] << (kShortBits - bits) : exact[k] >> (bits - kShortBits))
            .to_int64();
  return result;
}

PartWeights part_weights(std::int64_t first, std::int64_t last) {
  std::array<Integer, kChainTerms> first_power, last_power;
  first_power[0] = last_power[0] = 1;
  for (int j = 1; j < kChainTerms; ++j) {
    first_power[j] = first_power[j - 1] * Integer(first);
    last_power[j] = last_power[j - 1] * Integer(last);
  }
  PartWeights result;
  for (int j = 0; j < kChainTerms; ++j) {
    std::array<Integer, kChainTerms> products;
    for (int i = 0; i <= j; ++i) products[i] = first_power[j - i] * last_power[i];
    // Converts from units of 2^-(j kShortBits) to units of 2^-kShortBits.
    const Integer divisor = Integer(choose(kChainDegree, j)) << (j * kShortBits);
    for (int k = 0; k < kChainTerms; ++k) {
      Integer sum;
      for (int i = 0; i <= j; ++i) {
        const std::int64_t count = choose(kChainDegree - k, j - i) * choose(k, i);
        if (count != 0) sum.add_product(products[i], Integer(count));
      }
      result.weight[k][j] = nearest_quotient(sum << kShortBits, divisor).to_int64();
    }
  }
  return result;
}

HeightRows height_rows(const CellMotion& motion, const ShortDirection& direction,
                       const PartWeights& weights) {
  std::array<std::array<std::int64_t, 4>, kChainTerms> terms;
  for (int j = 0; j < motion.used; ++j)
    for (std::size_t c = 0; c < 4; ++c) {
      Wide sum = 0;
      for (std::size_t r = 0; r < 3; ++r) sum += product(direction.n[r], motion.terms[j][r][c]);
      terms[j][c] = without_low_bits(sum);
    }
  HeightRows result;
  result.error = 2 * motion.used + 2;
  for (std::size_t k = 0; k < kChainTerms; ++k)
    for (std::size_t c = 0; c < 4; ++c) {
      Wide sum = 0;
      for (int j = 0; j < motion.used; ++j) sum += product(weights.weight[k][j], terms[j][c]);
      result.row[k][c] = without_low_bits(sum);
    }
  return result;
}

void CheckedGeometry::Box::add(const Box& box) {
  for (std::size_t k = 0; k < 3; ++k) {
    low[k] = std::min(low[k], box.low[k]);
    high[k] = std::max(high[k], box.high[k]);
  }
}

CheckedGeometry::Box CheckedGeometry::box_of_triangle(std::int32_t place) const {
  const Face& triangle = triangles_[place];
  Box box = {vertices_[triangle[0]], vertices_[triangle[0]]};
  for (std::size_t k = 1; k < 3; ++k) box.add({vertices_[triangle[k]], vertices_[triangle[k]]});
  return box;
}

void CheckedGeometry::round_vertices(std::span<const Vec3> given) {
  // Vertices that no triangle uses are ignored: they stay 0.
  std::vector<bool> used(given.size());
  for (const Face& triangle : triangles_)
    for (const int vertex : triangle) used[vertex] = true;
  constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::min();
  std::int64_t bits = kNone;  // before the point, of the largest coordinate
  for (std::size_t i = 0; i < given.size(); ++i)
    for (int k = 0; used[i] && k < 3; ++k) {
      const Dyadic x = dyadic(given[i][k]);
      if (x.numerator.sign() != 0) bits = std::max(bits, x.numerator.bit_length() - x.scale);
    }
  exponent_ = bits == kNone ? 0 : bits - kShortBits;
  vertices_.resize(given.size(), Point{});
  Point largest = {};
  for (std::size_t i = 0; i < given.size(); ++i)
    for (int k = 0; used[i] && k < 3; ++k) {
      const Dyadic x = dyadic(given[i][k]);
      const std::int64_t shift = x.scale + exponent_;
      vertices_[i][k] = shortened(x.numerator, shift);
      exact_ = exact_ &&
               (shift <= 0 || x.numerator.sign() == 0 || x.numerator.trailing_zeros() >= shift);
      largest[k] = std::max(largest[k], vertices_[i][k] < 0 ? -vertices_[i][k] : vertices_[i][k]);
    }
  for (const std::int64_t size : largest) reach_ += Integer(size) + Integer(exact_ ? 0 : 1);
}

CheckedGeometry::CheckedGeometry(const SceneTriangles& geometry)
    : order_(geometry.order),
      fault_(fault_of_geometry(geometry.vertices, geometry.triangles, geometry.order)) {
  if (!fault_.empty()) return;
  for (const std::int32_t triangle : order_) triangles_.push_back(geometry.triangles[triangle]);
  round_vertices(geometry.vertices);
  for (std::size_t count = triangles_.size(); count >= kBlock; count = levels_.back().size()) {
    std::vector<Box> boxes;
    for (std::size_t block = 0; block < count / kBlock; ++block) {
      const auto part = [&](std::size_t i) {
        return levels_.empty() ? box_of_triangle(static_cast<std::int32_t>(block * kBlock + i))
                               : levels_.back()[block * kBlock + i];
      };
      Box box = part(0);
      for (std::size_t i = 1; i < kBlock; ++i) box.add(part(i));
      boxes.push_back(box);
    }
    levels_.push_back(std::move(boxes));
  }
}

LeastProducts CheckedGeometry::box_products(const HeightRows& rows, std::int32_t begin,
                                            std::int32_t end) const {
  Box box = box_of_triangle(begin);
  auto place = static_cast<std::size_t>(begin);
  const auto last = static_cast<std::size_t>(end);
  while (place < last) {
    // The largest block that begins here and does not reach beyond the end.
    std::size_t level = 0, size = 1;
    while (level < levels_.size() && place % (size * kBlock) == 0 &&
           place + size * kBlock <= last && place / (size * kBlock) < levels_[level].size()) {
      size *= kBlock;
      ++level;
    }
    box.add(level == 0 ? box_of_triangle(static_cast<std::int32_t>(place))
                       : levels_[level - 1][place / size]);
    place += size;
  }
  LeastProducts least = {};
  for (std::size_t k = 0; k < kChainTerms; ++k) {
    for (std::size_t c = 0; c < 3; ++c)
      least[k] += product(rows.row[k][c], rows.row[k][c] < 0 ? box.high[c] : box.low[c]);
  }
  return least;
}

LeastProducts CheckedGeometry::vertex_products(const HeightRows& rows, std::int32_t begin,
                                               std::int32_t end, Seen& seen) const {
  if (seen.call.size() != vertices_.size() ||
      ++seen.calls == 0) {  // new, or the counter came round
    seen.call.assign(vertices_.size(), 0);
    seen.calls = 1;
  }
  LeastProducts least = {};
  bool first = true;
  for (std::int32_t place = begin; place < end; ++place)
    for (const int vertex : triangles_[place]) {
      if (std::exchange(seen.call[vertex], seen.calls) == seen.calls) continue;
      const Point& x = vertices_[vertex];
      for (std::size_t k = 0; k < kChainTerms; ++k) {
        const auto& row = rows.row[k];
        const Wide height = product(row[0], x[0]) + product(row[1], x[1]) + product(row[2], x[2]);
        least[k] = first ? height : std::min(least[k], height);
      }
      first = false;
    }
  return least;
}

}  // namespace firstcontact::verify
