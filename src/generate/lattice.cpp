#include "generate/lattice.h"

#include <algorithm>

namespace firstcontact::generate {

Cell random_cell(Random& random, int bits) {
  Cell cell;
  for (int k = 0; k < 3; ++k) cell[k] = random.signed_integer(bits);
  return cell;
}

Cell nonzero_cell(Random& random, int bits) {
  Cell cell = random_cell(random, bits);
  if (cell.isZero()) {
    const int axis = random.below(3);
    cell[axis] = random.sign();
  }
  return cell;
}

Moment random_moment(Random& random) {
  Moment moment;
  moment.before = random.between(1, 8);
  moment.after = random.between(1, 8);
  return moment;
}

Where random_where(Random& random) {
  switch (random.below(3)) {
    case 0: return Where::Inside;
    case 1: return Where::Side;
    default: return Where::Corner;
  }
}

Cells touching_cells(Random& random, Kind kind, Where where, int bits) {
  const Cell at = random_cell(random, bits + 2);
  const Cell d = random_cell(random, bits);
  const Cell e = random_cell(random, bits);
  return touching_cells(random, kind, where, at, d, e);
}

Cells touching_cells(Random& random, Kind kind, Where where, const Cell& at, const Cell& d,
                     const Cell& e) {
  const int inner = random.between(1, 3);
  const int other = random.between(1, 3);
  const int end = 4 * random.below(2);
  if (kind == Kind::VertexFace) {
    // The contact has the barycentric weights (4 - i - j, i, j) / 4; `relabel` moves side and
    // corner to the other places.
    const int i = where == Where::Corner ? 0 : inner;
    const int j = where == Where::Inside ? (inner == 3 ? 1 : std::min(other, 4 - inner)) : 0;
    const Cell corner = at - i * d - j * e;
    return {at, corner, corner + 4 * d, corner + 4 * e};
  }
  const int i = where == Where::Inside ? inner : end;
  const int j = where == Where::Corner ? end : other;
  return {at - i * d, at + (4 - i) * d, at - j * e, at + (4 - j) * e};
}

Cells random_velocities(Random& random, Kind kind, int bits) {
  const std::size_t first_count = kind == Kind::VertexFace ? 1 : 2;
  const int style = random.below(3);
  Cells velocity;
  for (Cell& v : velocity) v = random_cell(random, bits);
  for (std::size_t i = 0; style > 0 && i < 4; ++i) {
    if (i < first_count) {
      velocity[i] = velocity[0];
    } else {
      velocity[i] = style == 1 ? velocity[first_count] : Cell(Cell::Zero());
    }
  }
  if (random.chance(1, 2)) {
    const Cell common = random_cell(random, bits);
    for (Cell& v : velocity) v += common;
  }
  return velocity;
}

void displace_first(Kind kind, Cells& cells, const Cell& by) {
  cells[0] += by;
  if (kind == Kind::EdgeEdge) cells[1] += by;
}

Query from_cells(Kind kind, const Cells& t0, const Cells& t1) {
  Query query;
  query.kind = kind;
  for (std::size_t i = 0; i < 4; ++i) {
    query.t0[i] = t0[i].cast<double>();
    query.t1[i] = t1[i].cast<double>();
  }
  return query;
}

Query from_moment(Kind kind, const Cells& at, const Cells& velocity, const Moment& moment) {
  Cells t0, t1;
  for (std::size_t i = 0; i < 4; ++i) {
    t0[i] = at[i] - moment.before * velocity[i];
    t1[i] = at[i] + moment.after * velocity[i];
  }
  return from_cells(kind, t0, t1);
}

Query from_gap(Kind kind, const std::array<Cell, 3>& gap_t0, const std::array<Cell, 3>& gap_t1,
               const std::array<Cell, 2>& first) {
  const auto place = [&](const std::array<Cell, 3>& gap, const Cell& p) -> Cells {
    if (kind == Kind::VertexFace) return {p, p - gap[0], p - gap[1], p - gap[2]};
    return {p, p - gap[0] + gap[2], p - gap[0], p - gap[1]};
  };
  return from_cells(kind, place(gap_t0, first[0]), place(gap_t1, first[1]));
}

}  // namespace firstcontact::generate
