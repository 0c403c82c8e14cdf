#include "generate/rigid_models.h"

#include <firstcontact/pose.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "arith/fixed_order.h"
#include "arith/trigonometry.h"

namespace firstcontact::generate {
namespace {

constexpr double kPi = 0x1.921fb54442d18p+1;

Vec3 on_circle(double radius, double angle, double z) {
  return {radius * arith::cosine(angle), radius * arith::sine(angle), z};
}

/// Rings of equally many vertices one above the other, each counter-clockwise seen from above,
/// joined by quadrilaterals.
void join_rings(PolyhedronDescription& body, int lower, int upper, int count) {
  for (int i = 0; i < count; ++i) {
    const int next = (i + 1) % count;
    body.faces.push_back({lower + i, lower + next, upper + next, upper + i});
  }
}

std::vector<int> ring(int first, int count) {
  std::vector<int> corners;
  for (int i = 0; i < count; ++i) corners.push_back(first + i);
  return corners;
}

std::vector<int> reversed(std::vector<int> corners) {
  std::reverse(corners.begin(), corners.end());
  return corners;
}

void split_quadrilaterals(PolyhedronDescription& body) {
  std::vector<std::vector<int>> triangles;
  for (const auto& face : body.faces) {
    triangles.push_back({face[0], face[1], face[2]});
    triangles.push_back({face[0], face[2], face[3]});
  }
  body.faces = std::move(triangles);
}

double volume(const PolyhedronDescription& body) {
  double six_volumes = 0;
  const auto vertex = [&](int i) { return body.vertices[i]; };
  for (const auto& face : body.faces)
    for (std::size_t k = 1; k + 1 < face.size(); ++k)
      six_volumes += dot(vertex(face[0]), vertex(face[k]).cross(vertex(face[k + 1])));
  return six_volumes / 6;
}

/// The grid of a thread: row r runs up along the helix, a quarter of the pitch above row r − 1;
/// columns are `segments` angles. After one turn row r has come to where row r + 4 began: at(r,
/// segments) is at(r + 4, 0).
class ThreadGrid {
 public:
  /// Rows `first` … `last`; `radius`: of rows r with r % 4 = 0 … 3.
  ThreadGrid(PolyhedronDescription& body, const Thread& thread, int first, int last,
             const std::array<double, 4>& radius)
      : first_(first),
        last_(last),
        segments_(thread.segments),
        start_(static_cast<int>(body.vertices.size())) {
    for (int i = 0; i < segments_; ++i)
      for (int r = first; r <= (i == 0 ? last + 4 : last); ++r)
        body.vertices.push_back(
            on_circle(radius[r % 4], 2 * kPi * i / segments_,
                      thread.pitch * (0.25 * r + static_cast<double>(i) / segments_)));
  }

  int at(int r, int i) const {
    if (i == segments_) return at(r + 4, 0);
    const int rows = last_ - first_ + 1;
    return start_ + (r - first_) + (i == 0 ? 0 : i * rows + 4);
  }

  /// The threaded surface, seen from outside or from the axis.
  void add_flanks(PolyhedronDescription& body, bool outside) const {
    for (int r = first_; r < last_; ++r)
      for (int i = 0; i < segments_; ++i) {
        const int a = at(r, i), b = at(r, i + 1), c = at(r + 1, i + 1), d = at(r + 1, i);
        body.faces.push_back(outside ? std::vector{a, b, c} : std::vector{a, c, b});
        body.faces.push_back(outside ? std::vector{a, c, d} : std::vector{a, d, c});
      }
  }

  /// The border of the lower or upper end: one turn along row r, then down the step to its
  /// beginning.
  std::vector<int> border(int r) const {
    std::vector<int> loop;
    for (int i = 0; i <= segments_; ++i) loop.push_back(at(r, i));
    for (int k = 3; k >= 1; --k) loop.push_back(at(r + k, 0));
    return loop;
  }
  std::vector<int> lower_border() const { return border(first_); }
  std::vector<int> upper_border() const { return border(last_); }

 private:
  int first_, last_, segments_, start_;
};

void add_triangle(PolyhedronDescription& body, int a, int b, int c, bool reverse) {
  body.faces.push_back(reverse ? std::vector{a, c, b} : std::vector{a, b, c});
}

/// Closes a border by a fan from a point of the axis.
void add_cap(PolyhedronDescription& body, const std::vector<int>& border, double z, bool upward) {
  const int centre = static_cast<int>(body.vertices.size());
  body.vertices.push_back({0, 0, z});
  for (std::size_t k = 0; k < border.size(); ++k)
    add_triangle(body, centre, border[k], border[(k + 1) % border.size()], !upward);
}

/// From a border to a ring of `segments` vertices around it; the border's step is joined to the
/// ring's first.
void add_flange(PolyhedronDescription& body, const std::vector<int>& border, int ring_first,
                int segments, bool upward) {
  for (std::size_t k = 0; k < border.size(); ++k) {
    const int i = static_cast<int>(k), here = border[k], next = border[(k + 1) % border.size()];
    const int corner = i < segments ? ring_first + (i + 1) % segments : ring_first;
    add_triangle(body, here, next, corner, upward);
    if (i < segments) add_triangle(body, here, corner, ring_first + i, upward);
  }
}

/// A hexagon's border, in `segments` points at equal angles (a true hexagon where 6 divides them);
/// its first vertex' index.
int add_hexagon(PolyhedronDescription& body, double inner_radius, double z, int segments) {
  const int first = static_cast<int>(body.vertices.size());
  for (int i = 0; i < segments; ++i) {
    const int step = 6 * i % segments;  // within a side, in parts of segments
    const double from_middle = kPi / 3 * (static_cast<double>(step) / segments - 0.5);
    body.vertices.push_back(
        on_circle(inner_radius / arith::cosine(from_middle), 2 * kPi * i / segments, z));
  }
  return first;
}

/// How much the facets' radius may differ, at some height and angle, from the ideal wave's, beyond
/// the chords' own shortening. For a triangle within one straight piece of the wave, of angle D:
/// the radius is at most the mean of its corners' (at least cos(D/2) of it), the wave's at the mean
/// of their phases is that mean, and the point's own phase differs from that mean by the pitch / 2π
/// times at most D (r1 − r0) / (4 r0) (a mean weighted by the radii instead) + D³/6 (sines instead
/// of angles).
double facet_play(const Thread& thread) {
  const double angle = 2 * kPi / thread.segments, depth = thread.crest_radius - thread.root_radius;
  const double slope = depth / (0.25 * thread.pitch);
  return slope * thread.pitch / (2 * kPi) *
         (angle * depth / (4 * thread.root_radius) + angle * angle * angle / 6);
}

}  // namespace

PolyhedronDescription box(double x_size, double y_size, double z_size) {
  const double x = 0.5 * x_size, y = 0.5 * y_size, z = 0.5 * z_size;
  PolyhedronDescription body{{{-x, -y, -z},
                              {x, -y, -z},
                              {x, y, -z},
                              {-x, y, -z},
                              {-x, -y, z},
                              {x, -y, z},
                              {x, y, z},
                              {-x, y, z}},
                             {}};
  join_rings(body, 0, 4, 4);
  body.faces.push_back(reversed(ring(0, 4)));
  body.faces.push_back(ring(4, 4));
  return body;
}

PolyhedronDescription cube(double size) { return box(size, size, size); }
PolyhedronDescription thin_plate(double side, double thickness) {
  return box(side, side, thickness);
}

PolyhedronDescription car(double length) {
  // The outline from behind the rear bumper's foot, counter-clockwise seen from -y: x, z, half the
  // width. The roof is narrower, so each flank is two faces: below and above the line from the
  // windscreen's foot to the rear window's.
  constexpr std::array<std::array<double, 3>, 8> kOutline = {{{-0.5, 0.05, 0.2},
                                                              {0.5, 0.05, 0.2},
                                                              {0.5, 0.16, 0.2},
                                                              {0.2, 0.2, 0.2},
                                                              {0.05, 0.32, 0.15},
                                                              {-0.25, 0.32, 0.15},
                                                              {-0.38, 0.2, 0.2},
                                                              {-0.5, 0.18, 0.2}}};
  PolyhedronDescription body;
  for (const double side : {-1.0, 1.0})
    for (const auto& [x, z, y] : kOutline) body.vertices.push_back(length * Vec3(x, side * y, z));
  for (const int i : {0, 1, 2, 3, 4, 5, 6, 7})
    body.faces.push_back({(i + 1) % 8, i, i + 8, (i + 1) % 8 + 8});
  body.faces.push_back({0, 1, 2, 3, 6, 7});
  body.faces.push_back({3, 4, 5, 6});
  body.faces.push_back({15, 14, 11, 10, 9, 8});
  body.faces.push_back({14, 13, 12, 11});
  return body;
}

PolyhedronDescription tetrahedron(double edge) {
  const double s = edge / (2 * std::sqrt(2.0));
  return {{{s, s, s}, {s, -s, -s}, {-s, s, -s}, {-s, -s, s}},
          {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}}};
}

PolyhedronDescription torus(double ring_radius, double tube_radius, int segments, int sides) {
  PolyhedronDescription body;
  for (int i = 0; i < segments; ++i) {
    const double around = 2 * kPi * i / segments;
    for (int j = 0; j < sides; ++j) {
      const double within = 2 * kPi * j / sides;
      body.vertices.push_back(on_circle(ring_radius + tube_radius * arith::cosine(within), around,
                                        tube_radius * arith::sine(within)));
    }
  }
  for (int i = 0; i < segments; ++i)
    for (int j = 0; j < sides; ++j) {
      const int here = i * sides, there = (i + 1) % segments * sides, next = (j + 1) % sides;
      body.faces.push_back({here + j, there + j, there + next, here + next});
    }
  return body;
}

PolyhedronDescription triangle_torus(double ring_radius, double tube_radius, int segments,
                                     int sides) {
  PolyhedronDescription body = torus(ring_radius, tube_radius, segments, sides);
  split_quadrilaterals(body);
  return body;
}

PolyhedronDescription bullet(double length, double radius, int sides) {
  // Rings: share of the length, share of the radius.
  constexpr std::array<std::array<double, 2>, 4> kRings = {
      {{-0.5, 1}, {0.1, 1}, {0.3, 0.75}, {0.43, 0.4}}};
  PolyhedronDescription body;
  for (const auto& [x, r] : kRings)
    for (int i = 0; i < sides; ++i) {
      const Vec3 p = on_circle(r * radius, 2 * kPi * i / sides, x * length);
      body.vertices.push_back({p.z(), p.x(), p.y()});
    }
  for (int k = 0; k < 3; ++k) join_rings(body, k * sides, (k + 1) * sides, sides);
  body.faces.push_back(reversed(ring(0, sides)));
  const int tip = static_cast<int>(body.vertices.size());
  body.vertices.push_back({0.5 * length, 0, 0});
  for (int i = 0; i < sides; ++i)
    body.faces.push_back({3 * sides + i, 3 * sides + (i + 1) % sides, tip});
  return body;
}

PolyhedronDescription bolt(const Thread& thread, int turns, bool with_head) {
  const double root = thread.root_radius, crest = thread.crest_radius;
  PolyhedronDescription body;
  const ThreadGrid grid(body, thread, 0, 4 * turns, {root, root, crest, crest});
  grid.add_flanks(body, true);
  add_cap(body, grid.lower_border(), 0.5 * thread.pitch, false);
  if (!with_head) {
    add_cap(body, grid.upper_border(), (turns + 0.5) * thread.pitch, true);
    return body;
  }
  const double z = (turns + 1) * thread.pitch, height = thread.crest_radius;
  const int lower = add_hexagon(body, 1.6 * crest, z, thread.segments);
  const int upper = add_hexagon(body, 1.6 * crest, z + height, thread.segments);
  add_flange(body, grid.upper_border(), lower, thread.segments, false);
  join_rings(body, lower, upper, thread.segments);
  body.faces.push_back(ring(upper, thread.segments));
  return body;
}

PolyhedronDescription nut(const Thread& thread, int turns, double clearance) {
  // The hole's facets are nearer to the axis than its vertices; the bolt's may exceed the wave by
  // their play, the hole's fall short.
  const double slack = clearance + 2 * facet_play(thread),
               shortening = arith::cosine(kPi / thread.segments);
  const double root = (thread.root_radius + slack) / shortening,
               crest = (thread.crest_radius + slack) / shortening;
  PolyhedronDescription body;
  const ThreadGrid grid(body, thread, 2, 4 * turns + 2, {root, root, crest, crest});
  grid.add_flanks(body, false);
  const int lower = add_hexagon(body, 1.6 * crest, thread.pitch, thread.segments);
  const int upper = add_hexagon(body, 1.6 * crest, (turns + 1) * thread.pitch, thread.segments);
  add_flange(body, grid.lower_border(), lower, thread.segments, false);
  add_flange(body, grid.upper_border(), upper, thread.segments, true);
  join_rings(body, lower, upper, thread.segments);
  return body;
}

PolyhedronDescription random_tetrahedron(Random& random) {
  PolyhedronDescription body{{}, {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}}};
  do {
    body.vertices.clear();
    for (int i = 0; i < 4; ++i) {
      Vec3 x;
      for (int k = 0; k < 3; ++k) x[k] = random.symmetric();
      body.vertices.push_back(x);
    }
    if (volume(body) < 0) std::swap(body.vertices[0], body.vertices[1]);
  } while (volume(body) < 0.05);
  return body;
}

PolyhedronDescription random_prism(Random& random) {
  const int count = random.between(3, 8);
  const Vec3 aside = {random.chance(1, 2) ? 0.0 : 0.5 * random.symmetric(), 0.0,
                      0.5 + random.unit()};
  PolyhedronDescription body;
  for (int i = 0; i < count; ++i) {
    const double angle = 2 * kPi * (i + 0.4 * random.symmetric()) / count;
    const double largest = random.chance(1, 2) ? 1 : 0.4;
    const double radius = largest * (0.6 + 0.4 * random.unit());
    body.vertices.push_back(on_circle(radius, angle, -0.5));
  }
  for (int i = 0; i < count; ++i) body.vertices.push_back(body.vertices[i] + aside);
  join_rings(body, 0, count, count);
  body.faces.push_back(reversed(ring(0, count)));
  body.faces.push_back(ring(count, count));
  return body;
}

PolyhedronDescription random_star(Random& random) {
  PolyhedronDescription body{
      {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
      {{0, 1, 2}, {1, 3, 2}, {3, 4, 2}, {4, 0, 2}, {1, 0, 5}, {3, 1, 5}, {4, 3, 5}, {0, 4, 5}}};
  if (random.chance(1, 2)) {  // every triangle into four
    std::map<std::pair<int, int>, int> middles;
    const auto middle = [&](int a, int b) {
      const auto [at, fresh] =
          middles.try_emplace(std::minmax(a, b), static_cast<int>(body.vertices.size()));
      if (fresh) {
        const Vec3 sum = body.vertices[a] + body.vertices[b];
        body.vertices.push_back(sum / std::sqrt(dot(sum, sum)));
      }
      return at->second;
    };
    std::vector<std::vector<int>> faces;
    for (const auto& face : body.faces) {
      const int ab = middle(face[0], face[1]), bc = middle(face[1], face[2]),
                ca = middle(face[2], face[0]);
      faces.insert(faces.end(),
                   {{face[0], ab, ca}, {ab, face[1], bc}, {ca, bc, face[2]}, {ab, bc, ca}});
    }
    body.faces = std::move(faces);
  }
  for (Vec3& x : body.vertices) {
    const double radius = 0.3 + 0.7 * random.unit();
    x *= radius;
  }
  return body;
}

PolyhedronDescription random_polyhedron(Random& random) {
  PolyhedronDescription body;
  switch (random.below(4)) {
    case 0: body = random_tetrahedron(random); break;
    case 1: body = random_prism(random); break;
    case 2: body = random_star(random); break;
    default: {
      const double x = 0.25 * random.between(1, 8);
      const double y = 0.25 * random.between(1, 8);
      const double z = 0.25 * random.between(1, 8);
      body = box(x, y, z);
    }
  }
  if (random.chance(1, 2)) {
    Vec3 axis;
    for (int k = 0; k < 3; ++k) axis[k] = random.symmetric();
    if (axis.isZero(0)) axis = Vec3::UnitX();
    const Pose turned = Pose::from_axis_angle(axis, kPi * random.unit());
    for (Vec3& x : body.vertices) x = turned.apply(x);
  }
  return body;
}

}  // namespace firstcontact::generate
