// Which triangles bound solids, points in them, and bodies that start in others.
#include <firstcontact/moving_bodies.h>
#include <gtest/gtest.h>

#include <cmath>

#include "generate/random.h"
#include "geometry/body_tree.h"
#include "geometry/exact_sides.h"
#include "geometry/point_in_solid.h"
#include "support/real_inside.h"

namespace firstcontact::solids_test {
namespace {

using generate::Random;
using geometry::PlacedSolid;
using test::Real;
using test::RealTriangle;

struct Mesh {
  std::vector<Vec3> vertices;
  std::vector<Face> faces;
  TriangleBody body() const { return TriangleBody(vertices, faces); }
  void add(const Mesh& other) {
    const int first = static_cast<int>(vertices.size());
    vertices.insert(vertices.end(), other.vertices.begin(), other.vertices.end());
    for (const Face& f : other.faces) faces.push_back({f[0] + first, f[1] + first, f[2] + first});
  }
  Mesh turned() const {
    Mesh out = *this;
    for (Face& face : out.faces) std::swap(face[1], face[2]);
    return out;
  }
};

Mesh box(const Vec3& low, const Vec3& high) {
  Mesh mesh;
  for (int i = 0; i < 8; ++i)
    mesh.vertices.emplace_back(i & 1 ? high.x() : low.x(), i & 2 ? high.y() : low.y(),
                               i & 4 ? high.z() : low.z());
  mesh.faces = {{0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}, {0, 1, 5}, {0, 5, 4},
                {2, 6, 7}, {2, 7, 3}, {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}};
  return mesh;
}

Mesh cube(double half) { return box(Vec3::Constant(-half), Vec3::Constant(half)); }

bool contains(const Mesh& mesh, const Vec3& point) {
  const TriangleBody body = mesh.body();
  return PlacedSolid(geometry::tree_of(body), {}).contains(point);
}

TEST(Solids, AreToldByTopology) {
  using enum Closedness;
  EXPECT_EQ(cube(1).body().closedness(), Solid);
  EXPECT_EQ(cube(1).turned().body().closedness(), Solid) << "inside out";
  Mesh soup;  // no shared vertices, as in STL files
  for (const Face& face : cube(1).faces) {
    Mesh triangle;
    for (const int v : face) triangle.vertices.push_back(cube(1).vertices[v]);
    triangle.faces = {{0, 1, 2}};
    soup.add(triangle);
  }
  soup.vertices[0] = soup.vertices[0] + Vec3::Zero();
  EXPECT_EQ(soup.body().closedness(), Solid);
  Mesh two = cube(1);
  two.add(box(Vec3(3, 0, 0), Vec3(4, 1, 1)));
  EXPECT_EQ(two.body().closedness(), Solid);
  Mesh some_turned = cube(1);
  for (const std::size_t i : {1u, 4u, 7u})
    std::swap(some_turned.faces[i][0], some_turned.faces[i][1]);
  EXPECT_EQ(some_turned.body().closedness(), Solid);
  Mesh open = cube(1);
  open.faces.pop_back();
  EXPECT_EQ(open.body().closedness(), Surface);
  open.add(box(Vec3(3, 0, 0), Vec3(4, 1, 1)));
  EXPECT_EQ(open.body().closedness(), Partly);
  Mesh fin = cube(1);
  fin.vertices.emplace_back(0, 0, 3);
  fin.faces.push_back({4, 5, 8});
  EXPECT_EQ(fin.body().closedness(), Partly);
  Mesh sheet;
  sheet.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  sheet.faces = {{0, 1, 2}, {0, 2, 1}};
  EXPECT_EQ(sheet.body().closedness(), Surface) << "two-sided";
  sheet.faces = {{0, 0, 0}, {0, 1, 1}};
  EXPECT_EQ(sheet.body().closedness(), Surface) << "a point and a segment";
  Mesh doubled = cube(1);
  doubled.add(cube(1));
  EXPECT_EQ(doubled.body().closedness(), Solid) << "every triangle twice";
  Mesh two_sided = cube(1);
  two_sided.add(cube(1).turned());
  EXPECT_EQ(two_sided.body().closedness(), Solid);
  Mesh one_twice = cube(1);
  one_twice.faces.push_back(one_twice.faces[3]);
  EXPECT_EQ(one_twice.body().closedness(), Solid);
  Mesh wall = box(Vec3(0, 0, 0), Vec3(1, 1, 1));
  wall.add(box(Vec3(1, 0, 0), Vec3(2, 1, 1)));
  EXPECT_EQ(wall.body().closedness(), Partly) << "a common wall, which bounds nothing itself";
}

TEST(Solids, ContainWhatAnyReadingOfThemContains) {
  const Vec3 middle(0.1, 0.05, -0.02);
  EXPECT_TRUE(contains(cube(1), middle));
  EXPECT_FALSE(contains(cube(1), Vec3(2, 0, 0)));
  EXPECT_FALSE(contains(cube(1), Vec3(-2, 0, 0)));
  EXPECT_TRUE(contains(cube(1).turned(), middle)) << "inside out";
  Mesh nested = cube(1);
  nested.add(cube(0.5));
  EXPECT_TRUE(contains(nested, middle))
      << "a shell in a shell, both outwards: two bodies, one in the other";
  EXPECT_TRUE(contains(nested, Vec3(0.75, 0.1, 0)));
  Mesh hollow = cube(1);
  hollow.add(cube(0.5).turned());
  EXPECT_FALSE(contains(hollow, middle)) << "the inner shell looks inwards: a cavity";
  EXPECT_TRUE(contains(hollow, Vec3(0.75, 0.1, 0)));
  Mesh crossing = cube(1);
  crossing.add(box(Vec3(-0.5, -0.5, -0.5), Vec3(1.5, 1.5, 1.5)));
  EXPECT_TRUE(contains(crossing, middle)) << "cuts through itself";
  Mesh some_turned = cube(1);
  for (const std::size_t i : {1u, 4u, 7u})
    std::swap(some_turned.faces[i][0], some_turned.faces[i][1]);
  EXPECT_TRUE(contains(some_turned, middle));
  EXPECT_FALSE(contains(some_turned, Vec3(0, 0, 1.5)));
  Mesh two_sided = cube(1);
  two_sided.add(cube(1).turned());
  EXPECT_TRUE(contains(two_sided, middle));
  Mesh wall = box(Vec3(0, 0, 0), Vec3(1, 1, 1));
  wall.add(box(Vec3(1, 0, 0), Vec3(2, 1, 1)));
  EXPECT_TRUE(contains(wall, Vec3(0.5, 0.5, 0.5)));
  EXPECT_TRUE(contains(wall, Vec3(1.5, 0.5, 0.5)));
  Mesh open = cube(1);
  open.faces.pop_back();
  EXPECT_FALSE(contains(open, middle));
}

// Parts that overlap are judged one by one, whichever way each of them looks: only a part that lies
// in another one is a cavity.
TEST(Solids, PartsThatLookDifferentWaysDoNotCancel) {
  const Vec3 common(0.1, 0.05, -0.02);
  const Mesh left = box(Vec3(-1, -1, -1), Vec3(0.5, 1, 1)),
             right = box(Vec3(-0.5, -1.2, -1.2), Vec3(1, 1.2, 1.2));
  for (const bool first : {false, true}) {
    Mesh overlap = first ? left.turned() : left;
    overlap.add(first ? right : right.turned());
    EXPECT_EQ(overlap.body().closedness(), Closedness::Solid);
    EXPECT_TRUE(contains(overlap, common));
    EXPECT_TRUE(contains(overlap, Vec3(-0.8, 0, 0)));
    EXPECT_TRUE(contains(overlap, Vec3(0.8, 0, 0)));
    EXPECT_FALSE(contains(overlap, Vec3(-0.8, 1.1, 0)));
  }
  // Every corner of the bar lies outside of the cube, or every one of the cube outside of the bar:
  // they cross all the same.
  Mesh bar = cube(1);
  bar.add(box(Vec3(-2, -0.5, -0.5), Vec3(2, 0.5, 0.5)).turned());
  EXPECT_TRUE(contains(bar, common));
  // All corners of the inner one lie in the outer one, whose notch goes through it.
  Mesh notched = cube(1).turned();
  notched.vertices = {{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {1, 1, -1},
                      {-1, -1, 1},  {1, -1, 1},  {-1, 1, 1},  {1, 1, 1}};
  notched.faces.resize(10);  // without the top
  notched.vertices.emplace_back(0, 0, -0.5);
  for (const auto& [i, j] : {std::pair(4, 5), {5, 7}, {7, 6}, {6, 4}})
    notched.faces.push_back({i, 8, j});
  ASSERT_EQ(notched.body().closedness(), Closedness::Solid);
  notched.add(box(Vec3(-0.9, -0.9, -0.7), Vec3(0.9, 0.9, 0.7)));
  EXPECT_TRUE(contains(notched, Vec3(0, 0, -0.6)));
  // Touching from within is no cavity either: it cannot be told from a part that was put there.
  Mesh touching = cube(1);
  touching.add(box(Vec3(-0.5, -0.5, -0.5), Vec3(0.5, 0.5, 1)).turned());
  EXPECT_TRUE(contains(touching, common));
  // Two boxes that share an edge, one in the other: four triangles at that edge.
  Mesh shared = box(Vec3(0, 0, 0), Vec3(2, 2, 2));
  shared.add(box(Vec3(0, 0, 0), Vec3(1, 1, 2)).turned());
  EXPECT_TRUE(contains(shared, Vec3(0.5, 0.4, 1.1)));
}

TEST(Solids, CavitiesAndIslandsInThemAreTold) {
  for (const bool inside_out : {false, true}) {
    Mesh nested;
    for (const double half : {8, 7, 6, 5, 4}) {
      const bool turned = (static_cast<int>(half) % 2 == 1) != inside_out;
      nested.add(turned ? cube(half).turned() : cube(half));
    }
    for (const double x : {0.0, 4.5, 5.5, 6.5, 7.5, 8.5}) {
      const bool solid = x == 0 || static_cast<int>(x) % 2 == 1;
      EXPECT_EQ(contains(nested, Vec3(x, 0.1, 0.2)), solid) << x;
    }
  }
  // Two cavities of one body, then a bar through everything.
  Mesh two = cube(4);
  two.add(box(Vec3(-3, -1, -1), Vec3(-1, 1, 1)).turned());
  two.add(box(Vec3(1, -1, -1), Vec3(3, 1, 1)).turned());
  EXPECT_FALSE(contains(two, Vec3(-2, 0.1, 0)));
  EXPECT_FALSE(contains(two, Vec3(2, 0.1, 0)));
  EXPECT_TRUE(contains(two, Vec3(0, 0, 0)));
  two.add(box(Vec3(2, -9, -0.5), Vec3(2.5, 9, 0.5)));
  EXPECT_FALSE(contains(two, Vec3(-2, 0.1, 0)));
  EXPECT_FALSE(contains(two, Vec3(1.5, 0.1, 0)));
  EXPECT_TRUE(contains(two, Vec3(2.2, 0, 0)));
  // In two bodies at once, hollowed out of one of them: the other one is still there.
  Mesh both = cube(3);
  both.add(cube(2));
  both.add(cube(1).turned());
  EXPECT_TRUE(contains(both, Vec3(0.1, 0, 0)));
  // Next to each other, far from the origin, where the walls are thin.
  Mesh far = box(Vec3(1e6, 0, 0), Vec3(1e6 + 1, 1, 1));
  far.add(box(Vec3(1e6 + 1e-6, 1e-9, 1e-9), Vec3(1e6 + 1 - 1e-6, 1 - 1e-9, 1 - 1e-9)).turned());
  EXPECT_FALSE(contains(far, Vec3(1e6 + 0.5, 0.5, 0.4)));
}

// As many parts as there may be in a file: the search for cavities ends.
TEST(Solids, ManyPartsAreDecidedInLittleTime) {
  constexpr int kCount = 3000;
  Mesh mesh;
  for (int i = 0; i < kCount; ++i) {
    const Mesh part = cube(1 + i);
    mesh.add(i % 2 ? part : part.turned());
  }
  const TriangleBody body = mesh.body();
  const PlacedSolid solid(geometry::tree_of(body), {});
  EXPECT_TRUE(solid.contains(Vec3(0.5, 0, 0)));
  EXPECT_TRUE(solid.contains(Vec3(kCount - 0.5, 0, 0)));
  EXPECT_FALSE(solid.contains(Vec3(kCount + 0.5, 0, 0)));
}

// Rays through corners and along edges and faces: the grid of points is that of the corners.
TEST(Solids, AreDecidedWhereRaysMeetEdgesAndCorners) {
  Mesh mesh = box(Vec3(0, 0, 0), Vec3(2, 2, 2));
  mesh.add(box(Vec3(3, 0, 0), Vec3(5, 1, 2)));
  mesh.add(box(Vec3(6, -1, 1), Vec3(7, 3, 3)));
  const TriangleBody body = mesh.body();
  const PlacedSolid solid(geometry::tree_of(body), {});
  const auto in = [](const Vec3& p, const Vec3& low, const Vec3& high) {
    return (p.array() > low.array()).all() && (p.array() < high.array()).all();
  };
  const auto on = [](const Vec3& p, const Vec3& low, const Vec3& high) {
    return (p.array() >= low.array()).all() && (p.array() <= high.array()).all() &&
           ((p.array() == low.array()).any() || (p.array() == high.array()).any());
  };
  int inside = 0;
  for (int x = -2; x <= 16; ++x)
    for (int y = -4; y <= 8; ++y)
      for (int z = -2; z <= 8; ++z) {
        const Vec3 p = 0.5 * Vec3(x, y, z);
        bool expected = false, surface = false;
        for (const auto& [low, high] :
             {std::pair(Vec3(0, 0, 0), Vec3(2, 2, 2)), std::pair(Vec3(3, 0, 0), Vec3(5, 1, 2)),
              std::pair(Vec3(6, -1, 1), Vec3(7, 3, 3))}) {
          expected = expected || in(p, low, high);
          surface = surface || on(p, low, high);
        }
        if (surface) continue;
        inside += expected;
        EXPECT_EQ(solid.contains(p), expected) << p.transpose();
      }
  EXPECT_GT(inside, 30);
}

// Seed 77: spiky stars, points at all distances from the surface down to 1e-13 of its size, at any
// scale and pose, against solid angles.
TEST(Solids, ContainWhatSolidAnglesSay) {
  int inside = 0, near = 0;
  constexpr int kCases = 400, kPoints = 25;
  for (int i = 0; i < kCases; ++i) {
    Random random({77, static_cast<std::uint64_t>(i)});
    const double size = std::pow(10.0, random.between(-20, 20));
    Mesh mesh = cube(1);
    for (Vec3& v : mesh.vertices) v *= size * (0.2 + random.unit());
    if (random.chance(1, 4)) mesh = mesh.turned();
    const TriangleBody body = mesh.body();
    const PlacedSolid solid(geometry::tree_of(body), {});
    std::vector<RealTriangle> surface;
    for (const Face& f : mesh.faces) {
      RealTriangle t;
      for (std::size_t k = 0; k < 3; ++k) t[k] = mesh.vertices[f[k]].cast<Real>();
      surface.push_back(t);
    }
    for (int k = 0; k < kPoints; ++k) {
      const Face& f = mesh.faces[random.below(12)];
      const double u = random.unit(), v = random.unit(),
                   way = std::pow(10.0, -random.between(0, 13)) * random.sign();
      const Vec3 &a = mesh.vertices[f[0]], &b = mesh.vertices[f[1]], &c = mesh.vertices[f[2]];
      const Vec3 on = a + u * (1 - v) * (b - a) + v * (c - a);
      const Vec3 p = on * (1 + way);
      const Real winding = test::winding_number(surface, p.cast<Real>());
      if (std::abs(winding - std::round(winding)) > 1e-3L) continue;
      const bool expected = std::abs(winding) > 0.5L;
      inside += expected;
      near += std::abs(way) < 1e-9;
      EXPECT_EQ(solid.contains(p), expected) << "case " << i << ' ' << way;
    }
  }
  EXPECT_GT(inside, kCases * kPoints / 4);
  EXPECT_GT(near, kCases * kPoints / 8);
}

TEST(Solids, SignsAreExact) {
  // On the line and the plane exactly, and off by the smallest step of a coordinate.
  const Vec2 a(0.1, 0.1), b(0.3, 0.3);
  EXPECT_EQ(geometry::turn_of(a, b, Vec2(0.7, 0.7)), 0);
  EXPECT_EQ(geometry::turn_of(a, b, Vec2(0.7, std::nextafter(0.7, 1))), 1);
  EXPECT_EQ(geometry::turn_of(a, b, Vec2(0.7, std::nextafter(0.7, 0))), -1);
  const Vec3 p(0.7, 0.7, 0.3), x(0.1, 0.1, 0.2), y(0.3, 0.3, 0.9), z(-0.6, -0.6, 0.1);
  EXPECT_EQ(geometry::side_of_plane(p, x, y, z), 0);
  const int one = geometry::side_of_plane(Vec3(0.7, std::nextafter(0.7, 1), 0.3), x, y, z);
  EXPECT_NE(one, 0);
  EXPECT_EQ(geometry::side_of_plane(Vec3(0.7, std::nextafter(0.7, 0), 0.3), x, y, z), -one);
}

TEST(Solids, BodiesThatStartInsideAreInContact) {
  const TriangleBody large = cube(1).body(), small = cube(0.1).body();
  const std::array point = {Vec3(0.2, 0.1, 0)};
  const TriangleBody dot(point, std::array<Face, 1>{{{0, 0, 0}}});
  const LinearMotion way({Mat3::Identity(), Vec3(0.1, 0, 0)}, {Mat3::Identity(), Vec3(0.2, 0, 0)});
  for (const BodyResult& result :
       {first_contact(large, Rest(), small, way), first_contact(small, way, large, Rest()),
        first_contact(large, Rest(), dot, way), first_contact(dot, way, large, Rest())}) {
    EXPECT_EQ(result.status, Status::Contact);
    EXPECT_TRUE(result.starts_inside);
    EXPECT_EQ(result.toi, 0);
    EXPECT_EQ(result.distance, 0);
    EXPECT_GE(result.triangle_a, 0);
    EXPECT_GE(result.triangle_b, 0);
  }
  BodyOptions surfaces;
  surfaces.insides = false;
  surfaces.certificate = true;
  EXPECT_EQ(first_contact(large, Rest(), small, way, surfaces).status, Status::Free);
  Mesh open = cube(1);
  open.faces.pop_back();
  EXPECT_EQ(first_contact(open.body(), Rest(), small, way).status, Status::Free);
  const LinearMotion outside({Mat3::Identity(), Vec3(2, 0, 0)}, {Mat3::Identity(), Vec3(3, 0, 0)});
  EXPECT_EQ(first_contact(large, Rest(), small, outside).status, Status::Free);
  // Flat, so that its place cannot be inverted: nothing lies in it.
  AffineMap flat;
  flat.linear(2, 2) = 0;
  const LinearMotion up({Mat3::Identity(), Vec3(0, 0, 0.5)}, {Mat3::Identity(), Vec3(0, 0, 2)});
  EXPECT_EQ(first_contact(large, Rest(flat), small, up).status, Status::Free);
}

// Two bars cross while one turns: the distance at the time found is never above the tolerance, in
// long double. Seed 78.
TEST(Solids, ContactsOfTurningBodiesAreWithinTheTolerance) {
  constexpr int kCases = 400;
  int hits = 0;
  Real worst = -1;
  for (int i = 0; i < kCases; ++i) {
    Random random({78, static_cast<std::uint64_t>(i)});
    const auto number = [&](double size) { return size * random.symmetric(); };
    Mesh bar = box(Vec3(-1, -0.1, -0.1), Vec3(1, 0.1, 0.1));
    ScrewCoefficients screw;
    screw.angle = 0.5 + 3 * random.unit();
    const double x = number(0.5);
    const double y = number(0.5);
    // About z through the origin: velocity = angle z × x, bend = angle z × velocity.
    Mat3 z;
    z << 0, -1, 0, 1, 0, 0, 0, 0, 0;
    screw.start = {Mat3::Identity(), Vec3(x, y, 0)};
    screw.velocity = {screw.angle * z, screw.angle * (z * screw.start.offset)};
    screw.bend = {screw.angle * screw.angle * (z * z),
                  screw.angle * screw.angle * (z * (z * screw.start.offset))};
    const double far = 0.7 + 0.8 * random.unit();
    const double side = 2 * 3.14159265 * random.unit();
    const Vec3 at(far * std::cos(side), far * std::sin(side), number(0.1));
    BodyOptions options;
    options.tolerance = std::pow(10.0, -random.between(2, 8));
    const TriangleBody a = box(Vec3(-0.1, -0.1, -0.5), Vec3(0.1, 0.1, 0.5)).body(), b = bar.body();
    const BodyResult result =
        first_contact(a, Rest({Mat3::Identity(), at}), b, ScrewMotion(screw), options);
    if (result.status != Status::Contact || !(result.toi > 0)) continue;
    ++hits;
    EXPECT_EQ(result.tolerance, *options.tolerance);
    const Real angle = Real(screw.angle) * result.toi, s = std::sin(angle) / screw.angle,
               c = (1 - std::cos(angle)) / (Real(screw.angle) * screw.angle);
    const auto moved = [&](const Vec3& p) {
      const auto apply = [&](const AffineMap& m) {
        return test::RealPoint(m.linear.cast<Real>() * p.cast<Real>() + m.offset.cast<Real>());
      };
      return test::RealPoint(apply(screw.start) + s * apply(screw.velocity) +
                             c * apply(screw.bend));
    };
    Real distance = std::numeric_limits<Real>::infinity();
    for (const Face& f : geometry::tree_of(a).triangles)
      for (const Face& g : geometry::tree_of(b).triangles) {
        RealTriangle t, u;
        for (std::size_t k = 0; k < 3; ++k) {
          t[k] = geometry::tree_of(a).vertices[f[k]].cast<Real>() + at.cast<Real>();
          u[k] = moved(geometry::tree_of(b).vertices[g[k]]);
        }
        distance = std::min(distance, test::distance_of_triangles(t, u));
      }
    worst = std::max(worst, distance / *options.tolerance - 1);
    EXPECT_LE(distance, *options.tolerance) << "case " << i;
  }
  std::printf("%d hits of %d; at most %.6Lf tolerances\n", hits, kCases, 1 + worst);
  EXPECT_GE(hits * 3, kCases);
}

// All boxes are the same: the hierarchy must be as deep as the logarithm of their number all the
// same.
TEST(Solids, ManyEqualTrianglesMakeAShallowHierarchy) {
  constexpr int kCount = 1 << 14;
  const std::array corners = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};
  const std::vector<Face> equal(kCount, Face{0, 1, 2});
  const TriangleBody body(corners, equal);
  std::vector<int> depth(geometry::tree_of(body).nodes.size(), 0);
  int deepest = 0;
  for (std::size_t i = 0; i < depth.size(); ++i) {
    const auto& node = geometry::tree_of(body).nodes[i];
    deepest = std::max(deepest, depth[i]);
    if (!node.is_leaf())
      depth[node.children] = depth[static_cast<std::size_t>(node.children) + 1] = depth[i] + 1;
  }
  EXPECT_EQ(deepest, 14);
  EXPECT_EQ(body.closedness(), Closedness::Surface);
  const LinearMotion way({Mat3::Identity(), Vec3(0, 0, 2)}, {Mat3::Identity(), Vec3(0, 0, 1)});
  EXPECT_EQ(first_contact(body, Rest(), cube(0.1).body(), way).status, Status::Free);
}

}  // namespace
}  // namespace firstcontact::solids_test
