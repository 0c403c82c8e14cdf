/// Generic pairs, thin shapes, small clearances, and coordinates at the ends of what a double can
/// be.
#include <algorithm>
#include <bit>
#include <cmath>

#include "generate/classes.h"
#include "generate/lattice.h"

namespace firstcontact::generate {
namespace {

/// Any four points on the lattice at both times; or (half) aimed: in contact inside at some moment,
/// with any velocities.
Query lattice_pair(Random& random, Kind kind, int bits) {
  const bool aimed = random.chance(1, 2);
  if (aimed && bits > 5) {
    const Where where = random_where(random);
    const Cells at = touching_cells(random, kind, where, bits - 4);
    const Cells velocity = random_velocities(random, kind, bits - 5);
    return from_moment(kind, at, velocity, random_moment(random));
  }
  Cells t0, t1;
  for (Cell& cell : t0) cell = random_cell(random, bits);
  for (Cell& cell : t1) cell = random_cell(random, bits);
  return from_cells(kind, t0, t1);
}

template <typename Change>
void change_all(Query& query, Change change) {
  for (auto* instant : {&query.t0, &query.t1}) {
    for (Vec3& point : *instant) {
      for (int k = 0; k < 3; ++k) point[k] = change(point[k], k);
    }
  }
}

}  // namespace

/// Full mantissas, size about 1; half of them aimed so that they touch inside, up to rounding.
Draft random_pair(Random& random, Kind kind) {
  Query query;
  query.kind = kind;
  std::array<Vec3, 4> velocity;
  for (auto* points : {&query.t0, &query.t1, &velocity}) {
    for (Vec3& point : *points) {
      for (int k = 0; k < 3; ++k) point[k] = random.symmetric();
    }
  }
  if (random.chance(1, 2)) {
    const Cells at = touching_cells(random, kind, Where::Inside, 20);
    const double moment = random.unit();
    for (std::size_t i = 0; i < 4; ++i) {
      const Vec3 x = 0x1p-22 * at[i].cast<double>();
      query.t0[i] = x - moment * velocity[i];
      query.t1[i] = x + (1 - moment) * velocity[i];
    }
  }
  return {.query = query, .shift_bits = kRoundingShiftBits};
}

/// Length about 2^40 units, width 2^3 to 2^28: triangles that are nearly a segment, edges that are
/// nearly parallel. Each is rigid. They touch exactly, or the first primitive is off by about the
/// width.
Draft sliver(Random& random, Kind kind) {
  const int width_bits = random.between(3, 28);
  const Where where = random_where(random);
  const Cell length = (std::int64_t{1} << 33) * nonzero_cell(random, 5);
  const int ratio = random.chance(1, 2) ? random.between(1, 2) : -random.between(1, 2);
  const Cell at = random_cell(random, 40);
  const Cell d = length + random_cell(random, width_bits);
  const Cell e = ratio * length + random_cell(random, width_bits);
  Cells cells = touching_cells(random, kind, where, at, d, e);
  if (random.chance(3, 5)) displace_first(kind, cells, nonzero_cell(random, width_bits));
  const Cell first = random_cell(random, 38);
  const Cell second = random_cell(random, 38);
  const Cells velocity = {first, kind == Kind::VertexFace ? second : first, second, second};
  return {.query = from_moment(kind, cells, velocity, random_moment(random))};
}

/// Size about 2^36 units, clearance or overlap of up to eight: some 1e-10 of the size. At the end
/// of the step, or passing a side or corner.
Draft near_miss(Random& random, Kind kind) {
  const Where where = random_where(random);
  Cells at = touching_cells(random, kind, where, 34);
  displace_first(kind, at, nonzero_cell(random, 3));
  const Cells velocity = random_velocities(random, kind, 34);
  Moment moment = random_moment(random);
  if (where == Where::Inside) moment.after = 0;
  return {.query = from_moment(kind, at, velocity, moment)};
}

/// Size 2^3 to 2^20 units, up to 2^52 units away from the origin: a unit is down to one ulp of the
/// coordinates.
Draft far_offset(Random& random, Kind kind) {
  Query query = lattice_pair(random, kind, random.between(3, 20));
  Vec3 offset;
  for (int k = 0; k < 3; ++k) {
    const int bits = random.between(30, 51);
    offset[k] = std::ldexp(random.sign(), bits);
  }
  change_all(query, [&](double x, int k) { return x + offset[k]; });
  return {.query = query, .shift_bits = 0};
}

/// Coordinates up to the largest double: differences of them overflow.
Draft largest_doubles(Random& random, Kind kind) {
  Query query = lattice_pair(random, kind, 40);
  double largest = 1;
  change_all(query, [&](double x, int) {
    largest = std::max(largest, std::abs(x));
    return x;
  });
  const int exponent = 1023 - std::ilogb(largest);
  change_all(query, [&](double x, int) { return std::ldexp(x, exponent); });
  return {.query = query, .shift_bits = 0, .scalable = false};
}

/// Small multiples of the smallest double: products of them underflow to nothing.
Draft subnormal(Random& random, Kind kind) {
  Query query = lattice_pair(random, kind, random.between(2, 45));
  change_all(query, [](double x, int) { return std::ldexp(x, -1074); });
  return {.query = query, .shift_bits = 0, .scalable = false};
}

/// Any finite double in every place: exponents from the whole range, from a band of up to 64, or
/// from one of up to four. In a quarter of them two points coincide at the start or at the end.
Draft random_bits(Random& random, Kind kind) {
  constexpr int kExponents = 2047;  // biased; 0 is zero and the subnormals
  Query query;
  query.kind = kind;
  const int choice = random.below(3);
  const int band = choice == 0 ? kExponents : random.between(1, choice == 1 ? 64 : 4);
  const int lowest = random.between(0, kExponents - band);
  change_all(query, [&](double, int) {
    const auto exponent = static_cast<std::uint64_t>(lowest + random.below(band));
    const std::uint64_t rest = random.next();
    return std::bit_cast<double>((rest & 0x800fffffffffffffu) | (exponent << 52));
  });
  if (random.chance(1, 4)) {
    auto& instant = random.chance(1, 2) ? query.t0 : query.t1;
    instant[0] = instant[3];
  }
  return {.query = query, .shift_bits = 0, .scalable = false};
}

}  // namespace firstcontact::generate
