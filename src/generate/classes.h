#pragma once
/// The makers of all classes; the table in generate.cpp names and describes them.
#include "generate/draft.h"
#include "generate/random.h"

namespace firstcontact::generate {

// contact_classes.cpp: contacts at a chosen feature and time, and near misses beside it.
Draft point_point(Random& random, Kind kind);
Draft near_collision(Random& random, Kind kind);
Draft vertex_on_vertex(Random& random, Kind kind);
Draft endpoint_on_edge(Random& random, Kind kind);
Draft one_ulp_beside(Random& random, Kind kind);
Draft touch_at_start(Random& random, Kind kind);
Draft touch_at_end(Random& random, Kind kind);

// degenerate_classes.cpp: degenerate primitives and motions.
Draft coplanar(Random& random, Kind kind);
Draft degenerate_gap(Random& random, Kind kind);
Draft parallel_edges(Random& random, Kind kind);
Draft collinear_edges(Random& random, Kind kind);
Draft zero_size(Random& random, Kind kind);

// root_classes.cpp: the cubic has a chosen number of roots in the step.
Draft two_roots(Random& random, Kind kind);
Draft three_roots(Random& random, Kind kind);
Draft double_root(Random& random, Kind kind);
Draft fast_rotation(Random& random, Kind kind);

// published_classes.cpp: the examples of the paper's appendices, varied; and as printed (the gap
// completed to a parallelogram for edge-edge).
Draft hourglass(Random& random, Kind kind);
Draft inflection_point(Random& random, Kind kind);
Draft coplanar_corner(Random& random, Kind kind);
Query published_hourglass(Kind kind);
Query published_inflection_point(Kind kind);
Query published_coplanar_corner(Kind kind);

// number_classes.cpp: shapes and numbers that are hard for floating point.
Draft random_pair(Random& random, Kind kind);
Draft sliver(Random& random, Kind kind);
Draft near_miss(Random& random, Kind kind);
Draft far_offset(Random& random, Kind kind);
Draft largest_doubles(Random& random, Kind kind);
Draft subnormal(Random& random, Kind kind);
Draft random_bits(Random& random, Kind kind);

}  // namespace firstcontact::generate
