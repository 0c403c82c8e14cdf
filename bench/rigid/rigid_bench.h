#pragma once
/// What the parts of rigid_bench share: bodies and their flights.
#include <firstcontact/moving_bodies.h>
#include <firstcontact/screw.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "../common/harness.h"

namespace firstcontact::bench {

struct Body {
  explicit Body(PolyhedronDescription description);
  Polyhedron surface;
  TriangleBody triangles;
  double radius = 0;  ///< radius of a ball around the origin that holds the body
  /// The median, over the faces, of a face's shortest edge.
  double typical_short_edge = 0;
};

/// Random flights of B; A rests at the origin. B starts outside of a ball that holds A, flies by
/// A's middle at a random distance and turns by up to half a turn. `width` is the largest distance,
/// as a share of the sum of the bodies' radii.
std::vector<PoseChange> random_flights(const Body& a, const Body& b, int count, std::uint64_t seed,
                                       double width);

/// What `first_contact` needs, made beforehand.
struct PreparedFlight {
  PoseChange poses;
  Screw screw;
  ScrewMotion motion;
};
PreparedFlight prepare(const PoseChange& flight);

BodyResult first_contact_of(const Body& a, const Body& b, const PreparedFlight& flight);
ScrewResult collisions_of(const Body& a, const Body& b, const PoseChange& flight,
                          const ScrewOptions& options);

/// The first `count` random flights that have a contact, decided by `first_contact`.
std::vector<PreparedFlight> colliding_flights(const Body& a, const Body& b, std::size_t count,
                                              std::uint64_t seed);

/// The parts of the program.
void bench_published_table(int repeats);
void bench_machines(int repeats);
void bench_scaling(int repeats, int largest);
void bench_against_fcl(int repeats, int flights);
void bench_bullets();
void bench_pixels();

}  // namespace firstcontact::bench
