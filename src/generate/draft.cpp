#include "generate/draft.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace firstcontact::generate {
namespace {

constexpr int kSmallestBit = -1074;  // exponent of the smallest subnormal
constexpr int kLargestBit = 1023;    // exponent of the leading bit of the largest double

template <typename Change>
void for_each_coordinate(Query& query, Change change) {
  for (auto* instant : {&query.t0, &query.t1}) {
    for (Vec3& point : *instant) {
      for (int k = 0; k < 3; ++k) change(point[k]);
    }
  }
}

void swap_points(Query& query, std::size_t i, std::size_t j) {
  std::swap(query.t0[i], query.t0[j]);
  std::swap(query.t1[i], query.t1[j]);
}

void relabel(Random& random, Query& query) {
  if (query.kind == Kind::VertexFace) {
    if (random.chance(1, 2)) swap_points(query, 1, 2);
    if (random.chance(2, 3)) swap_points(query, 3, random.chance(1, 2) ? 1 : 2);
    return;
  }
  if (random.chance(1, 2)) swap_points(query, 0, 1);
  if (random.chance(1, 2)) swap_points(query, 2, 3);
  if (random.chance(1, 2)) {
    swap_points(query, 0, 2);
    swap_points(query, 1, 3);
  }
}

void turn(Random& random, Query& query) {
  const int first = random.below(3);
  const int second = (first + random.between(1, 2)) % 3;
  const int axes[3] = {first, second, 3 - first - second};
  double signs[3];
  for (double& sign : signs) sign = random.sign();
  for (auto* instant : {&query.t0, &query.t1}) {
    for (Vec3& point : *instant)
      point = Vec3{signs[0] * point[axes[0]], signs[1] * point[axes[1]], signs[2] * point[axes[2]]};
  }
}

void shift(Random& random, int most_bits, Query& query) {
  const int bits = random.between(1, most_bits);
  for (int k = 0; k < 3; ++k) {
    const double by = static_cast<double>(random.signed_integer(bits));
    for (auto* instant : {&query.t0, &query.t1}) {
      for (Vec3& point : *instant) point[k] += by;
    }
  }
}

double largest_coordinate(Query query) {
  double largest = 0;
  for_each_coordinate(query, [&](double& x) { largest = std::max(largest, std::abs(x)); });
  return largest;
}

/// One coordinate of one point, at one instant or at both. A zero moves by an ulp of the query's
/// largest coordinate; one in eight by the smallest subnormal.
void nudge(Random& random, Query& query) {
  const auto point = static_cast<std::size_t>(random.below(4));
  const int axis = random.below(3);
  const int sign = random.sign();
  const int ulps = sign * random.between(1, 3);
  const int instants = random.below(3);
  const bool smallest = random.chance(1, 8);
  const double largest = largest_coordinate(query);
  const double ulp = add_ulps(largest, 1) - largest;
  const auto apply = [&](double& x) { x = x != 0 || smallest ? add_ulps(x, ulps) : ulps * ulp; };
  if (instants != 1) apply(query.t0[point][axis]);
  if (instants != 0) apply(query.t1[point][axis]);
}

/// Exponent of the lowest bit set in x, which is not 0.
int lowest_bit(double x) {
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  const auto digits = static_cast<std::uint64_t>(std::abs(std::ldexp(mantissa, 53)));
  return exponent - 53 + std::countr_zero(digits);
}

void scale(Random& random, Query& query) {
  int low = kSmallestBit, high = kLargestBit;
  for_each_coordinate(query, [&](double& x) {
    if (x == 0) return;
    low = std::max(low, kSmallestBit - lowest_bit(x));
    high = std::min(high, kLargestBit - std::ilogb(x));
  });
  const int choice = random.below(16);
  const int inside = random.between(low, high);
  const int exponent = choice == 0 ? low : choice == 1 ? high : inside;
  for_each_coordinate(query, [&](double& x) { x = std::ldexp(x, exponent); });
}

}  // namespace

double add_ulps(double x, int count) {
  const double towards = count > 0 ? HUGE_VAL : -HUGE_VAL;
  for (int i = 0; i < std::abs(count); ++i) x = std::nextafter(x, towards);
  return x;
}

Query finish(Random& random, const Draft& draft) {
  Query query = draft.query;
  if (draft.verbatim) return query;
  relabel(random, query);
  turn(random, query);
  if (draft.reversible && random.chance(1, 2)) std::swap(query.t0, query.t1);
  if (draft.shift_bits > 0 && random.chance(1, 4)) shift(random, draft.shift_bits, query);
  for (int i = 0; i < draft.nudges; ++i) nudge(random, query);
  if (draft.scalable && random.chance(1, 4)) scale(random, query);
  for_each_coordinate(query, [](double& x) { x = x == 0 ? 0.0 : x; });
  return query;
}

}  // namespace firstcontact::generate
