// The least height of a body's vertices along n, over an interval, as a polynomial in Bernstein
// form.
//
// The height of a point is n·M(t)x = κ_0 + κ_1 F(t) + κ_2 G(t) + κ_3 t, where every κ_i is affine
// in x. With polynomials for F, G and t, its k-th Bernstein coefficient is
//     κ_0 + κ_1 f_k + κ_2 g_k + κ_3 τ_k,
// again affine in x, up to the errors |κ_1| e_f + |κ_2| e_g + |κ_3| e_τ. So for every k one row
// (four numbers) is made from the direction and the motion, and its product with all vertices is
// taken. The least coefficients over all vertices, k by k, make a polynomial below all of the
// vertices' polynomials, and so below those of all points of the triangles.
#include "verify/motion_bodies.h"

#include <algorithm>

namespace firstcontact::verify {
namespace {

using exact::Integer;

void cover(Unit& unit, const Vec3& v) {
  for (int k = 0; k < 3; ++k) unit.cover(v[k]);
}

void cover(Unit& unit, const AffineMap& map) {
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) unit.cover(map.linear(row, column));
  cover(unit, map.offset);
}

using Map = std::array<Point, 3>;

/// Adds `sign` times the map.
void add(Map& sum, const AffineMap& map, const Unit& unit, int sign = 1) {
  const Integer factor = sign;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column)
      sum[row][column].add_product(unit.of(map.linear(row, column)), factor);
    sum[row][3].add_product(unit.of(map.offset[row]), factor);
  }
}

bool is_zero(const Point& p) {
  return std::all_of(p.begin(), p.end(), [](const Integer& value) { return value.sign() == 0; });
}

bool is_zero(const AffineMap& map) {
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column)
      if (compare(map.linear(row, column), 0) != 0) return false;
    if (compare(map.offset[row], 0) != 0) return false;
  }
  return true;
}

/// sum = row · x; the sum keeps its memory from call to call.
void product(Integer& sum, const Integer& last, const Point& row, const Point& x) {
  sum = last;
  for (int k = 0; k < 3; ++k) sum.add_product(row[k], x[k]);
}

}  // namespace

void MotionUnits::cover(const MotionBody& body) {
  points.cover(1);
  for (const Vec3& vertex : body.vertices) verify::cover(points, vertex);
  if (const auto* rest = std::get_if<RestingMotion>(&body.motion)) verify::cover(maps, rest->where);
  if (const auto* straight = std::get_if<StraightMotion>(&body.motion))
    for (const AffineMap* map : {&straight->from, &straight->to}) verify::cover(maps, *map);
  if (const auto* screw = std::get_if<ScrewCoefficients>(&body.motion)) {
    for (const AffineMap* map : {&screw->start, &screw->velocity, &screw->bend})
      verify::cover(maps, *map);
    verify::cover(maps, screw->drift);
  }
}

IntegerBody::IntegerBody(const MotionBody& body, const MotionUnits& units)
    : triangles_(body.triangles), seen_(body.vertices.size(), 0) {
  const Integer one = units.points.of(1);
  for (const Vec3& v : body.vertices)
    vertices_.push_back(
        {units.points.of(v.x()), units.points.of(v.y()), units.points.of(v.z()), one});
  if (const auto* rest = std::get_if<RestingMotion>(&body.motion))
    add(maps_[0], rest->where, units.maps);
  if (const auto* straight = std::get_if<StraightMotion>(&body.motion)) {
    add(maps_[0], straight->from, units.maps);
    add(maps_[3], straight->to, units.maps);
    add(maps_[3], straight->from, units.maps, -1);
  }
  if (const auto* screw = std::get_if<ScrewCoefficients>(&body.motion)) {
    angle_ = dyadic(screw->angle);
    turns_ = !is_zero(screw->bend) || (!is_zero(screw->velocity) && compare(screw->angle, 0) != 0);
    add(maps_[0], screw->start, units.maps);
    add(maps_[turns_ ? 1 : 3], screw->velocity, units.maps);  // F = t for the angle 0
    add(maps_[2], screw->bend, units.maps);
    for (int row = 0; row < 3; ++row) maps_[3][row][3] += units.maps.of(screw->drift[row]);
  }
}

std::int64_t IntegerBody::bit_length() const {
  std::int64_t largest = 0;
  const auto look = [&](const Point& point) {
    for (const Integer& value : point)
      largest = std::max<std::int64_t>(largest, value.bit_length());
  };
  for (const Point& vertex : vertices_) look(vertex);
  for (const Map& map : maps_)
    for (const Point& row : map) look(row);
  return largest;
}

BodyWeights IntegerBody::weights(const TimeInterval& interval, int degree) const {
  BodyWeights weights = {time_polynomial(interval, degree), {}};
  if (turns_) weights.turn = turn_polynomials(angle_, interval);
  return weights;
}

std::span<const int> IntegerBody::vertices_of(std::span<const std::int32_t> triangles) {
  if (++call_ == 0) {  // the counter came round
    std::fill(seen_.begin(), seen_.end(), 0);
    call_ = 1;
  }
  found_.clear();
  for (const std::int32_t triangle : triangles)
    for (const int vertex : triangles_[triangle])
      if (std::exchange(seen_[vertex], call_) != call_) found_.push_back(vertex);
  return found_;
}

IntegerBody::Direction IntegerBody::direction(const std::array<Integer, 3>& n) const {
  Direction result;
  for (int i = 0; i < 4; ++i) {
    for (int column = 0; column < 4; ++column)
      for (int row = 0; row < 3; ++row)
        result.rows[i][column].add_product(n[row], maps_[i][row][column]);
    result.used[i] = !is_zero(result.rows[i]);
  }
  return result;
}

LeastHeights IntegerBody::least_heights(const Direction& direction, const BodyWeights& weights,
                                        std::int64_t bits, std::span<const int> vertices) const {
  const std::array<const TimePolynomial*, 4> functions = {nullptr, &weights.turn.first,
                                                          &weights.turn.second, &weights.time};
  const std::size_t terms = weights.time.coefficients.size();
  std::vector<Point> rows(terms);
  for (std::size_t k = 0; k < terms; ++k)
    for (int column = 0; column < 4; ++column) {
      rows[k][column] = direction.rows[0][column] << bits;
      for (int i = 1; i < 4; ++i)
        if (direction.used[i])
          rows[k][column].add_product(direction.rows[i][column], functions[i]->coefficients[k]);
    }
  LeastHeights least;
  least.coefficients.resize(terms);
  const Integer& one = vertices_[vertices.front()][3];
  Integer height;
  for (std::size_t k = 0; k < terms; ++k) {
    const Integer last = rows[k][3] * one;
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      product(height, last, rows[k], vertices_[vertices[i]]);
      if (i == 0 || height < least.coefficients[k]) least.coefficients[k] = height;
    }
  }
  for (int i = 1; i < 4; ++i) {
    if (!direction.used[i] || functions[i]->error.sign() == 0) continue;
    const Integer last = direction.rows[i][3] * one;
    Integer largest;
    for (const int vertex : vertices) {
      product(height, last, direction.rows[i], vertices_[vertex]);
      if (height.sign() < 0) height.negate();
      if (height > largest) largest = height;
    }
    least.error.add_product(largest, functions[i]->error);
  }
  return least;
}

}  // namespace firstcontact::verify
