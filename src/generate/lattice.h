#pragma once
/// Pairs with integer coordinates. Integers below 2^53 are exact in doubles, and so is a contact
/// that is built from them.
///
/// A contact is mostly built from the positions of the four points at the moment of contact and
/// their velocities. With an integer velocity w, and a moment `before` units after the start and
/// `after` units before the end, a point at x starts at x - before * w and ends at x + after * w.
/// These are exact, while the time before / (before + after) may be any fraction.
#include <firstcontact/query.h>

#include <Eigen/Core>
#include <array>
#include <cstdint>

#include "generate/random.h"

namespace firstcontact::generate {

using Cell = Eigen::Matrix<std::int64_t, 3, 1>;
using Cells = std::array<Cell, 4>;

/// Time before / (before + after) of the step.
struct Moment {
  int before = 1, after = 1;
};

/// Which features meet: inside of the face or of both edges; a side of the face, or an end of one
/// edge inside the other; a corner of the face, or an end of each edge.
enum class Where { Inside, Side, Corner };

/// Coordinates uniform in (-2^bits, 2^bits).
Cell random_cell(Random& random, int bits);
/// The same, but not the zero vector.
Cell nonzero_cell(Random& random, int bits);
/// `before` and `after` in [1, 8].
Moment random_moment(Random& random);
Where random_where(Random& random);

/// Four points in contact at `at`. Face: with the sides 4 d and 4 e. Edges: 4 d and 4 e.
Cells touching_cells(Random& random, Kind kind, Where where, const Cell& at, const Cell& d,
                     const Cell& e);
/// The same with random sides, of size about 2^(bits + 2). The face or edges may happen to be
/// degenerate.
Cells touching_cells(Random& random, Kind kind, Where where, int bits);
/// Velocities: of all points; or one for each primitive; or of the first primitive only. Half of
/// them with a common one added.
Cells random_velocities(Random& random, Kind kind, int bits);
/// Adds to the point of a vertex-face pair, or to both ends of the first edge.
void displace_first(Kind kind, Cells& cells, const Cell& by);

/// From the positions at both ends of the step.
Query from_cells(Kind kind, const Cells& t0, const Cells& t1);
/// From the positions at a moment, and the velocities.
Query from_moment(Kind kind, const Cells& at, const Cells& velocity, const Moment& moment);
/// The pair whose gap has these three corners (F_1, F_2, F_3 of vertex-face; F_00, F_01, F_10 of
/// edge-edge), and whose first point moves as `first` says.
Query from_gap(Kind kind, const std::array<Cell, 3>& gap_t0, const std::array<Cell, 3>& gap_t1,
               const std::array<Cell, 2>& first);

}  // namespace firstcontact::generate
