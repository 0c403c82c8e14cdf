/// A body at rest has its highest feature at y = 0 (a pit: its rim); a body that moves is made with
/// its lowest feature at y = 0 and then lifted by a gap: up to rounding, nothing of it touches the
/// other at the start, as in a simulation without intersections. In half of the steps all numbers
/// are multiples of 2^-12 (or, for a gap, other powers of two), so that the meetings are exact; in
/// the other half they are decimal fractions that round, and the body may deform a little.
#include "generate/scenes.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace firstcontact::generate {
namespace {

struct Body {
  std::vector<Vec3> vertices;
  std::vector<std::array<int, 3>> faces;
};

void add_quad(Body& body, int a, int b, int c, int d) {
  body.faces.push_back({a, b, c});
  body.faces.push_back({a, c, d});
}

/// A convex polygon of the xy plane, counter-clockwise, drawn out from z = -1/2 to 1/2.
Body prism(const std::vector<std::array<double, 2>>& polygon) {
  Body body;
  for (const double z : {0.5, -0.5})
    for (const auto& [x, y] : polygon) body.vertices.push_back({x, y, z});
  const int n = static_cast<int>(polygon.size());
  for (int i = 2; i < n; ++i) {
    body.faces.push_back({0, i - 1, i});
    body.faces.push_back({n, n + i, n + i - 1});
  }
  for (int i = 0; i < n; ++i) add_quad(body, i, n + i, n + (i + 1) % n, (i + 1) % n);
  return body;
}

/// Pyramids and wedges are 1 wide and 1 high; `up` is where the base is as seen from the tip: 1 or
/// -1.
Body spike(double up) {
  Body body{{{0, 0, 0}, {-0.5, up, -0.5}, {0.5, up, -0.5}, {0.5, up, 0.5}, {-0.5, up, 0.5}}, {}};
  for (int i = 0; i < 4; ++i) body.faces.push_back({0, 1 + i, 1 + (i + 1) % 4});
  add_quad(body, 1, 2, 3, 4);
  return body;
}

Body wedge(double up) { return prism({{0, 0}, {0.5, up}, {-0.5, up}}); }

Body block(double low, double high) {
  return prism({{-0.5, low}, {0.5, low}, {0.5, high}, {-0.5, high}});
}

Body joined(Body a, const Body& b) {
  const int first = static_cast<int>(a.vertices.size());
  a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (const auto& face : b.faces)
    a.faces.push_back({face[0] + first, face[1] + first, face[2] + first});
  return a;
}

/// A gap as wide and deep as a wedge, between two pieces.
Body crack() {
  return joined(prism({{-1, -1}, {0, -1}, {-0.5, 0}, {-1, 0}}),
                prism({{0, -1}, {1, -1}, {1, 0}, {0.5, 0}}));
}

/// A pit of the shape of a spike in a square plate.
Body hole() {
  Body body{{{0, -1, 0}}, {}};
  for (const double half : {0.5, 1.0})
    for (const auto& [x, z] : {std::array{-1, -1}, {1, -1}, {1, 1}, {-1, 1}})
      body.vertices.push_back({half * x, 0, half * z});
  for (int i = 0; i < 4; ++i) {
    const int next = (i + 1) % 4;
    body.faces.push_back({0, 1 + i, 1 + next});
    add_quad(body, 1 + i, 5 + i, 5 + next, 1 + next);
  }
  return body;
}

/// Squares of side 1 / 2 over [-1, 1] x [-1, 1] in y = 0.
Body ground() {
  Body body;
  constexpr int kSide = 5;
  for (int i = 0; i < kSide; ++i)
    for (int j = 0; j < kSide; ++j) body.vertices.push_back({0.5 * i - 1, 0, 0.5 * j - 1});
  for (int i = 0; i + 1 < kSide; ++i)
    for (int j = 0; j + 1 < kSide; ++j)
      add_quad(body, kSide * i + j, kSide * i + j + 1, kSide * (i + 1) + j + 1,
               kSide * (i + 1) + j);
  return body;
}

/// x and z exchanged.
Body turned(Body body) {
  for (Vec3& x : body.vertices) std::swap(x[0], x[2]);
  return body;
}

/// Where the moving body starts and how far it goes, and whether that is exact.
struct Course {
  Vec3 start, motion;
  bool exact;
};

Step step_of(Random& random, Body mover, const Course& course, const Body& rest) {
  Step step;
  for (Vec3& x : mover.vertices) x += course.start;
  step.vertices_t0 = mover.vertices;
  const bool deforms = !course.exact && random.chance(1, 2);
  for (const Vec3& x : mover.vertices) {
    Vec3 end = x + course.motion;
    for (int k = 0; deforms && k < 3; ++k) end[k] += 0x1p-6 * random.symmetric();
    step.vertices_t1.push_back(end);
  }
  step.vertices_t0.insert(step.vertices_t0.end(), rest.vertices.begin(), rest.vertices.end());
  step.vertices_t1.insert(step.vertices_t1.end(), rest.vertices.begin(), rest.vertices.end());
  step.faces = joined(mover, rest).faces;
  set_edges(step);
  return step;
}

/// A fall of 1 / 32 to 1 / 2, or of a step of 0.1 s to 0.3 s of a free fall's beginning. It starts
/// at a gap of some eighths of the fall: more than eight are not reached. One time in four the
/// bodies are not in line.
Course fall(Random& random) {
  Course course{Vec3::Zero(), Vec3::Zero(), random.chance(1, 2)};
  const double height =
      course.exact ? 0x1p-5 * random.between(1, 16) : 0.0980665 * random.between(1, 3);
  course.motion.y() = -height;
  course.start.y() = 0.125 * height * random.between(1, 12);
  if (random.chance(1, 4)) {
    const double unit = course.exact ? 0.125 : 0.1;
    course.start.x() = unit * random.between(-3, 3);
    course.start.z() = unit * random.between(-3, 3);
  }
  return course;
}

/// Along x or askew, from 2^-52 to a hundredth above the ground, at that height or sinking in.
Course slide(Random& random) {
  Course course{Vec3::Zero(), Vec3::Zero(), random.chance(1, 2)};
  const double unit = course.exact ? 0x1p-5 : 0.05;
  course.start = Vec3{-0.25, 0, 0};
  course.start.y() =
      std::array{0x1p-52, 0x1p-20, 0x1p-10, 0.01}[random.below(course.exact ? 3 : 4)];
  course.motion.x() = unit * random.between(1, 8);
  course.motion.z() = unit * random.between(-2, 2);
  if (random.chance(1, 2)) course.motion.y() = -2 * course.start.y();
  return course;
}

Step falling(Random& random, const Body& mover, const Body& rest) {
  const Course course = fall(random);
  return step_of(random, mover, course, rest);
}

/// Into a pit of the mover's own shape: whole flanks meet at once. `walls`: in x, in z. Out of line
/// the tip does not get as deep.
Step dropping(Random& random, const Body& mover, const Body& pit,
              const std::array<double, 2>& walls) {
  Course course = fall(random);
  const double aside =
      std::max(walls[0] * std::abs(course.start.x()), walls[1] * std::abs(course.start.z()));
  course.start.y() += 2 * aside - 1;
  return step_of(random, mover, course, pit);
}

Step sliding(Random& random, const Body& mover) {
  const Course course = slide(random);
  return step_of(random, mover, course, ground());
}

}  // namespace

Step spikes(Random& random) { return falling(random, spike(1), spike(-1)); }
Step spike_wedge(Random& random) { return falling(random, spike(1), wedge(-1)); }
Step wedges(Random& random) {
  return falling(random, random.chance(1, 2) ? wedge(1) : turned(wedge(1)), wedge(-1));
}
Step sliding_spike(Random& random) { return sliding(random, spike(1)); }
Step sliding_wedge(Random& random) { return sliding(random, wedge(1)); }
Step cube_cliff_edges(Random& random) { return falling(random, block(0, 1), block(-1, 0)); }
Step cube_internal_edges(Random& random) { return falling(random, block(0, 1), ground()); }

Step spike_crack(Random& random) { return dropping(random, spike(1), crack(), {1, 0}); }
Step wedge_crack(Random& random) { return dropping(random, wedge(1), crack(), {1, 0}); }
Step spike_hole(Random& random) { return dropping(random, spike(1), hole(), {1, 1}); }

}  // namespace firstcontact::generate
