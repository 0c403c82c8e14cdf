// Rigid polyhedra in screw motion: all parts in one run, one thread. Take the ratios, not the
// times: docs/benchmarks/screw-benchmarks.md.
//
// Answers are checked: modes against each other, certified contacts against what is known of the
// scene and against FCL's distances. A wrong one ends the program with 1.
//
//   rigid_bench [--only table|machines|scaling|fcl|bullets|pixels] [--repeats N] [--flights N]
//   [--largest RECTANGLES]
#include "rigid_bench.h"

#include <fmt/format.h>

#include <algorithm>

#include "generate/random.h"
#include "rigid/model/relative_screw.h"

namespace firstcontact::bench {
namespace {

Vec3 random_direction(generate::Random& random) {
  for (;;) {
    Vec3 v;
    for (int i = 0; i < 3; ++i) v[i] = random.symmetric();
    const double length = v.norm();
    if (length > 0.1 && length <= 1) return v / length;
  }
}

double median_short_edge(const Polyhedron& surface) {
  std::vector<double> shortest;
  for (const std::vector<int>& face : surface.faces()) {
    double length = 1e300;
    for (std::size_t i = 0; i < face.size(); ++i) {
      const Vec3& x = surface.vertices()[face[i]];
      const Vec3& y = surface.vertices()[face[(i + 1) % face.size()]];
      length = std::min(length, (x - y).norm());
    }
    shortest.push_back(length);
  }
  const auto middle = shortest.begin() + static_cast<std::ptrdiff_t>(shortest.size() / 2);
  std::nth_element(shortest.begin(), middle, shortest.end());
  return *middle;
}

}  // namespace

Body::Body(PolyhedronDescription description) : surface(std::move(description)) {
  expect(surface.fault().empty(), surface.fault());
  triangles = TriangleBody(surface.vertices(), surface.triangles());
  for (const Vec3& x : surface.vertices()) radius = std::max(radius, x.norm());
  typical_short_edge = median_short_edge(surface);
}

std::vector<PoseChange> random_flights(const Body& a, const Body& b, int count, std::uint64_t seed,
                                       double width) {
  generate::Random random({generate::hash("flights"), seed});
  const double reach = a.radius + b.radius;
  std::vector<PoseChange> flights;
  for (int i = 0; i < count; ++i) {
    const Vec3 from = random_direction(random);
    const Vec3 aside = random_direction(random);
    const Vec3 first_axis = random_direction(random);
    const double first_angle = 3 * random.unit();
    const Vec3 turn_axis = random_direction(random);
    const double turn = 3 * random.unit();
    const double miss = width * random.unit();
    const Vec3 offset = miss * (aside - aside.dot(from) * from).normalized();
    const Pose start =
        Pose::from_axis_angle(first_axis, first_angle, reach * (offset + 1.01 * from));
    Pose end = Pose::from_axis_angle(turn_axis, turn);
    end.rotation = end.rotation * start.rotation;
    end.position = reach * (offset - 1.01 * from);
    flights.push_back({start, end});
  }
  return flights;
}

PreparedFlight prepare(const PoseChange& flight) {
  const RelativeMotion motion = relative_motion({}, flight);
  return {flight, motion.screw, ScrewMotion(motion.b_in_a)};
}

BodyResult first_contact_of(const Body& a, const Body& b, const PreparedFlight& flight) {
  return first_contact(a.triangles, Rest(), b.triangles, flight.motion);
}

ScrewResult collisions_of(const Body& a, const Body& b, const PoseChange& flight,
                          const ScrewOptions& options) {
  return find_collisions(a.surface, {}, b.surface, flight, options);
}

std::vector<PreparedFlight> colliding_flights(const Body& a, const Body& b, std::size_t count,
                                              std::uint64_t seed) {
  std::vector<PreparedFlight> kept;
  for (const PoseChange& flight : random_flights(a, b, static_cast<int>(4 * count), seed, 0.6)) {
    const PreparedFlight prepared = prepare(flight);
    if (kept.size() < count && first_contact_of(a, b, prepared).status == Status::Contact)
      kept.push_back(prepared);
  }
  expect(kept.size() == count, "too few flights collide");
  return kept;
}

}  // namespace firstcontact::bench

namespace firstcontact::bench {
namespace {

void run(Arguments& arguments) {
  const int repeats = static_cast<int>(arguments.number("--repeats", 3, 1));
  const int flights = static_cast<int>(arguments.number("--flights", 200, 10));
  const int largest = static_cast<int>(arguments.number("--largest", 30000, 300));
  const std::string only = arguments.text("--only");
  arguments.finish();
  const std::vector<std::pair<std::string, std::function<void()>>> parts = {
      {"table", [&] { bench_published_table(repeats); }},
      {"machines", [&] { bench_machines(repeats); }},
      {"scaling", [&] { bench_scaling(repeats, largest); }},
      {"fcl", [&] { bench_against_fcl(repeats, flights); }},
      {"bullets", [] { bench_bullets(); }},
      {"pixels", [] { bench_pixels(); }},
  };
  bool found = false;
  for (const auto& [name, part] : parts) {
    if (!only.empty() && only != name) continue;
    part();
    found = true;
  }
  if (!found) throw BadUsage("there is no part called " + only);
}

}  // namespace
}  // namespace firstcontact::bench

int main(int argc, char** argv) {
  using namespace firstcontact::bench;
  return run_benchmark(argc, argv,
                       "rigid_bench [--only table|machines|scaling|fcl|bullets|pixels] [--repeats "
                       "N] [--flights N] [--largest RECTANGLES]",
                       run);
}
