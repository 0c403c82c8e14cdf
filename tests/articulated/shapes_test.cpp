// Primitives: what they consist of, that prisms contain their cylinders, and what is refused.
#include <firstcontact/shapes.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <limits>
#include <map>

#include "generate/random.h"
#include "geometry/body_tree.h"

namespace firstcontact::shapes_test {
namespace {

using generate::Random;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

const Vec3& corner(const Shape& shape, const Face& face, std::size_t k) {
  return geometry::tree_of(shape.body).vertices[face[k]];
}

/// Every directed edge once, and its reverse once.
void expect_closed_and_oriented(const Shape& shape) {
  std::map<std::pair<int, int>, int> edges;
  for (const Face& face : geometry::tree_of(shape.body).triangles)
    for (std::size_t k = 0; k < 3; ++k) ++edges[{face[k], face[(k + 1) % 3]}];
  for (const auto& [edge, count] : edges) {
    EXPECT_EQ(count, 1);
    EXPECT_EQ((edges.count({edge.second, edge.first})), 1u);
  }
}

double volume(const Shape& shape) {
  double sum = 0;
  for (const Face& face : geometry::tree_of(shape.body).triangles)
    sum += corner(shape, face, 0).dot(corner(shape, face, 1).cross(corner(shape, face, 2))) / 6;
  return sum;
}

TEST(BoxShape, IsTheOutwardSurfaceOfExactlyTheBox) {
  const Vec3 size(0.1, 0.7, 3);
  const Shape box = box_shape(size);
  EXPECT_EQ(box.fault(), "");
  EXPECT_TRUE(box.convex_solid);
  EXPECT_EQ(box.radius, 0);
  EXPECT_EQ(box.body.triangle_count(), 12u);
  for (const Vec3& v : geometry::tree_of(box.body).vertices) EXPECT_EQ((2 * v).cwiseAbs(), size);
  expect_closed_and_oriented(box);
  EXPECT_NEAR(volume(box), size.prod(), 1e-15);
}

TEST(SphereShape, IsAPointWithARadius) {
  const Shape sphere = sphere_shape(0.3);
  EXPECT_EQ(sphere.fault(), "");
  EXPECT_EQ(sphere.radius, 0.3);
  ASSERT_EQ(sphere.body.triangle_count(), 1u);
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_EQ(corner(sphere, geometry::tree_of(sphere.body).triangles[0], k), Vec3::Zero());
}

TEST(CapsuleShape, IsASegmentAlongZWithARadius) {
  const Shape capsule = capsule_shape(0.3, 0.5);
  EXPECT_EQ(capsule.fault(), "");
  EXPECT_EQ(capsule.radius, 0.3);
  ASSERT_EQ(capsule.body.triangle_count(), 1u);
  const Face& face = geometry::tree_of(capsule.body).triangles[0];
  EXPECT_EQ(corner(capsule, face, 0), Vec3(0, 0, -0.25));
  EXPECT_EQ(corner(capsule, face, 1), Vec3(0, 0, 0.25));
  EXPECT_EQ(corner(capsule, face, 2), Vec3(0, 0, 0.25));
}

TEST(CylinderShape, IsAClosedOutwardPrismOfTheExactLength) {
  const Shape cylinder = cylinder_shape(0.5, 0.3, 7);
  EXPECT_EQ(cylinder.fault(), "");
  EXPECT_TRUE(cylinder.convex_solid);
  EXPECT_EQ(cylinder.body.triangle_count(), 4 * 7u - 4);
  expect_closed_and_oriented(cylinder);
  for (const Vec3& v : geometry::tree_of(cylinder.body).vertices) EXPECT_EQ(std::abs(v.z()), 0.15);
  // Area of a polygon around a circle of radius r: n r² tan(pi / n).
  EXPECT_NEAR(volume(cylinder), 7 * 0.25 * std::tan(M_PI / 7) * 0.3, 1e-14);
}

// Seed 71. The distance of a side from the axis, in long double, whose rounding is a thousandth of
// the room that is left.
TEST(CylinderShape, ContainsTheTrueCylinderAlsoAfterRounding) {
  Random random({71});
  for (int trial = 0; trial < 200; ++trial) {
    const double radius = std::exp(20 * random.symmetric());
    const int sides = trial < 100 ? 3 + trial : random.between(3, 300);
    const Shape cylinder = cylinder_shape(radius, 1, sides);
    const std::vector<Vec3>& v = geometry::tree_of(cylinder.body).vertices;
    ASSERT_EQ(v.size(), 2 * static_cast<std::size_t>(sides));
    const long double largest = radius / std::cos(std::acos(-1.0L) / sides) * (1 + 1e-14L);
    for (std::size_t i = 0; i < v.size(); i += 2) {
      const Vec3 &p = v[i], &q = v[(i + 2) % v.size()];
      const long double px = p.x(), py = p.y(), qx = q.x(), qy = q.y();
      const long double side = std::sqrt((qx - px) * (qx - px) + (qy - py) * (qy - py));
      EXPECT_GT((px * qy - py * qx) / side, static_cast<long double>(radius));
      EXPECT_LE(std::sqrt(px * px + py * py), largest);
    }
  }
}

TEST(Shape, RefusesImpossibleSizes) {
  for (const double bad : {0.0, -1.0, kNaN, kInfinity}) {
    EXPECT_NE(box_shape({1, bad, 1}).fault(), "") << bad;
    EXPECT_NE(sphere_shape(bad).fault(), "") << bad;
    EXPECT_NE(capsule_shape(bad, 1).fault(), "") << bad;
    EXPECT_NE(capsule_shape(1, bad).fault(), "") << bad;
    EXPECT_NE(cylinder_shape(bad, 1).fault(), "") << bad;
    EXPECT_NE(cylinder_shape(1, bad).fault(), "") << bad;
  }
  EXPECT_NE(cylinder_shape(1, 1, 2).fault(), "");
  EXPECT_NE(box_shape({1e71, 1, 1}).fault().find("1e70"), std::string::npos);
  EXPECT_NE(sphere_shape(1e71).fault().find("1e70"), std::string::npos);
  EXPECT_NE(box_shape({1e-66, 1e-66, 1e-66}).fault().find("1e-65"), std::string::npos);
  EXPECT_NE(sphere_shape(1e-66).fault().find("1e-65"), std::string::npos);
  EXPECT_NE(Shape().fault(), "");
}

TEST(Shape, RefusesABadRadiusAroundAGoodBody) {
  Shape shape = box_shape({1, 1, 1});
  for (const double bad : {-1.0, kNaN, kInfinity}) {
    shape.radius = bad;
    EXPECT_NE(shape.fault(), "") << bad;
  }
  shape.radius = 0.1;
  EXPECT_EQ(shape.fault(), "");
}

}  // namespace
}  // namespace firstcontact::shapes_test
