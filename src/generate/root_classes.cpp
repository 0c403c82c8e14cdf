/// Pairs whose coplanarity cubic f(t) = det(F_1, F_2, F_3) has a chosen set of roots in the step.
///
/// Construction: take the 3 x 3 matrix of linear functions
///
///     | l1   c   x |
///     |  w  l2   y |      det = (l1 l2 - c w) l3
///     |  0   0  l3 |
///
/// with constants c, w and any linear x, y. Each l has its root at m / D for chosen integers 0 < m
/// < D, or none in the step. With 0 < c w < min(l1 l2 at both ends) the two roots of l1 l2 only
/// move apart and become irrational. Multiplying by constant integer matrices from both sides
/// changes f by a factor only: from the left it is a linear map of space, from the right it mixes
/// the corners, which decides whether the pair really touches at a root.
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <utility>

#include "arith/fixed_order.h"
#include "generate/classes.h"
#include "generate/lattice.h"

namespace firstcontact::generate {
namespace {

using Matrix = Eigen::Matrix<std::int64_t, 3, 3>;

/// A linear function by its values at t = 0 and t = 1.
struct Line {
  std::int64_t t0 = 0, t1 = 0;
};

Line line_with_root(Random& random, int root, int denominator) {
  const int slope = random.between(1, 4);
  return {-slope * root, slope * (denominator - root)};
}

/// Positive in all of [0, 1].
Line line_without_root(Random& random) {
  Line line;
  line.t0 = random.between(1, 200);
  line.t1 = random.between(1, 200);
  return line;
}

Matrix invertible_matrix(Random& random) {
  Matrix m;
  for (std::int64_t& entry : m.reshaped()) entry = random.between(-3, 3);
  const std::int64_t determinant = dot(m.row(0), m.row(1).cross(m.row(2)));
  return determinant != 0 ? m : Matrix(Matrix::Identity());
}

/// `c` and `w`: the constants of the 2 x 2 block.
Query query_with_block(Random& random, Kind kind, const std::array<Line, 3>& lines, std::int64_t c,
                       std::int64_t w) {
  Matrix t0 = Matrix::Zero(), t1 = Matrix::Zero();
  for (int i = 0; i < 3; ++i) {
    t0(i, i) = lines[i].t0;
    t1(i, i) = lines[i].t1;
  }
  t0(0, 1) = t1(0, 1) = c;
  t0(1, 0) = t1(1, 0) = w;
  for (int row = 0; row < 2; ++row) {
    t0(row, 2) = random.between(-200, 200);
    t1(row, 2) = random.between(-200, 200);
  }
  const Matrix space = invertible_matrix(random);
  const Matrix corners = invertible_matrix(random);
  t0 = (space * t0 * corners).eval();
  t1 = (space * t1 * corners).eval();
  std::array<Cell, 2> first;
  for (Cell& cell : first) cell = random_cell(random, 12);
  return from_gap(kind, {t0.col(0), t0.col(1), t0.col(2)}, {t1.col(0), t1.col(1), t1.col(2)},
                  first);
}

/// Three different integers in (0, denominator).
std::array<int, 3> distinct_roots(Random& random, int denominator) {
  const int third = (denominator - 1) / 3;
  const int first = random.between(1, third);
  const int second = first + random.between(1, third);
  const int last = second + random.between(1, third);
  std::array<int, 3> roots = {first, second, last};
  const auto out = static_cast<std::size_t>(random.below(3));
  std::swap(roots[out], roots[2]);
  return roots;
}

Draft several_roots(Random& random, Kind kind, bool third) {
  const int denominator = random.between(8, 200);
  const std::array<int, 3> roots = distinct_roots(random, denominator);
  std::array<Line, 3> lines;
  lines[0] = line_with_root(random, roots[0], denominator);
  lines[1] = line_with_root(random, roots[1], denominator);
  lines[2] = third ? line_with_root(random, roots[2], denominator) : line_without_root(random);
  std::int64_t c = random.between(-200, 200), w = 0;
  if (random.chance(1, 2)) {
    const std::int64_t room = std::min(lines[0].t0 * lines[1].t0, lines[0].t1 * lines[1].t1);
    const std::int64_t most = std::max<std::int64_t>(1, (room - 1) / 4);
    c = random.sign();
    w = c * (1 + random.integer(16) % most);
    // One time in some thousands the third root is hit exactly, or there is no room: then the roots
    // stay where they are.
    const auto at_third = [&](const Line& line) {
      return line.t0 * (denominator - roots[2]) + line.t1 * roots[2];
    };
    const std::int64_t square = std::int64_t{denominator} * denominator;
    if (c * w >= room || at_third(lines[0]) * at_third(lines[1]) == c * w * square) w = 0;
  }
  return {.query = query_with_block(random, kind, lines, c, w)};
}

}  // namespace

Draft two_roots(Random& random, Kind kind) { return several_roots(random, kind, false); }

Draft three_roots(Random& random, Kind kind) { return several_roots(random, kind, true); }

/// l1 and l2 have the same root: f touches zero there and goes back.
Draft double_root(Random& random, Kind kind) {
  const int denominator = random.between(8, 200);
  const int root = random.between(1, denominator - 1);
  std::array<Line, 3> lines;
  lines[0] = line_with_root(random, root, denominator);
  lines[1] = line_with_root(random, root, denominator);
  lines[2] = line_without_root(random);
  const std::int64_t c = random.between(-200, 200);
  return {.query = query_with_block(random, kind, lines, c, 0)};
}

/// A ladder that slides down a wall: in the plane, the edge from (t, 0) to (0, 1 - t) turns by 90
/// degrees within the step. The lines it sweeps envelope a parabola; the point (s^2, (1 - s)^2) is
/// on it and is touched only at t = s, tangentially. A little nearer to the wall it is crossed
/// twice, a little further never. The ladder is an edge against an edge across the plane, or,
/// widened across the plane, a face against a point. A linear map and a common motion make it
/// general.
Draft fast_rotation(Random& random, Kind kind) {
  const int bits = random.between(2, 6);
  const std::int64_t n = std::int64_t{1} << bits;  // lattice units: 1 = n * n
  const std::int64_t s = random.between(1, static_cast<int>(n) - 1);
  const std::int64_t one = n * n;
  const std::int64_t up = random.between(1, 64), down = random.between(1, 64),
                     height = random.between(-1, 1) * up / 2;
  const Cell touched{s * s, (n - s) * (n - s), 0};
  Cells t0, t1;
  if (kind == Kind::VertexFace) {
    t0 = {touched + Cell{0, 0, height}, Cell{0, 0, -down}, Cell{0, one, -down},
          Cell{0, (n - s) * n, up}};
    t1 = {t0[0], Cell{one, 0, -down}, Cell{0, 0, -down}, Cell{s * n, 0, up}};
  } else {
    t0 = {touched + Cell{0, 0, -down}, touched + Cell{0, 0, up}, Cell{0, 0, 0}, Cell{0, one, 0}};
    t1 = {t0[0], t0[1], Cell{one, 0, 0}, Cell{0, 0, 0}};
  }
  const Matrix space = invertible_matrix(random);
  const Cell motion = random.chance(1, 2) ? random_cell(random, 12) : Cell(Cell::Zero());
  for (std::size_t i = 0; i < 4; ++i) {
    t0[i] = (space * t0[i]).eval();
    t1[i] = (space * t1[i]).eval() + motion;
  }
  const int nudges = random.chance(3, 5) ? 1 : 0;
  return {.query = from_cells(kind, t0, t1), .nudges = nudges};
}

}  // namespace firstcontact::generate
