#include "sim/elastic_model.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <random>

namespace firstcontact::sim::elastic_model_test {
namespace {

using Random = std::mt19937_64;

double uniform(Random& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

PointMatrix random_points(Random& random, int count, double size) {
  PointMatrix x(count, 3);
  for (int i = 0; i < count; ++i)
    for (int k = 0; k < 3; ++k) x(i, k) = uniform(random, -size, size);
  return x;
}

Mat3 random_rotation(Random& random) {
  const PointMatrix rows = random_points(random, 2, 1);
  const Vec3 a = rows.row(0).transpose().normalized();
  const Vec3 b = a.cross(Vec3(rows.row(1).transpose())).normalized();
  Mat3 result;
  result << a, b, a.cross(b);
  return result;
}

Body tetrahedron(const PointMatrix& rest, const Material& material) {
  Body body;
  body.name = "tetrahedron";
  body.material = material;
  body.rest = body.start = rest;
  body.tets = {{0, 1, 2, 3}};
  if (signed_volume(rest, body.tets[0]) < 0) std::swap(body.tets[0][0], body.tets[0][1]);
  return body;
}

/// Two triangles with a common edge.
Body hinge_cloth(const PointMatrix& rest, const Material& material) {
  Body body;
  body.name = "cloth";
  body.kind = BodyKind::Cloth;
  body.material = material;
  body.rest = body.start = rest;
  body.faces = {{0, 1, 2}, {1, 0, 3}};
  return body;
}

PointMatrix corner_tetrahedron() {
  PointMatrix x(4, 3);
  x << 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1;
  return x;
}

PointMatrix flat_hinge() {
  PointMatrix x(4, 3);
  x << 0, -0.5, 0, 0, 0.5, 0, -0.9, 0.1, 0, 0.8, -0.1, 0;
  return x;
}

PointMatrix gradient_of(const ElasticModel& model, const PointMatrix& x) {
  PointMatrix g = PointMatrix::Zero(x.rows(), 3);
  model.add_gradient(x, g);
  return g;
}

Eigen::MatrixXd hessian_of(const ElasticModel& model, const PointMatrix& x, bool project) {
  std::vector<HessianBlock> blocks;
  model.hessian(x, project, 1, blocks);
  Eigen::MatrixXd full = Eigen::MatrixXd::Zero(3 * x.rows(), 3 * x.rows());
  for (const HessianBlock& block : blocks)
    for (int p = 0; p < block.count; ++p)
      for (int q = 0; q < block.count; ++q)
        full.block<3, 3>(3 * block.vertices[p], 3 * block.vertices[q]) +=
            block.hessian.block<3, 3>(3 * p, 3 * q);
  return full;
}

Eigen::VectorXd flattened(const PointMatrix& x) {
  return Eigen::Map<const Eigen::VectorXd>(x.data(), x.size());
}

/// Largest differences of the derivatives from central differences, relative to their size.
struct Differences {
  double gradient = 0, hessian = 0;
};
Differences compare_with_differences(const ElasticModel& model, const PointMatrix& x) {
  const double h = 1e-5;
  const Eigen::VectorXd gradient = flattened(gradient_of(model, x));
  const Eigen::MatrixXd hessian = hessian_of(model, x, false);
  Eigen::VectorXd by_energy(x.size());
  Eigen::MatrixXd by_gradient(x.size(), x.size());
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    PointMatrix up = x, down = x;
    up.data()[i] += h;
    down.data()[i] -= h;
    by_energy[i] = (model.energy(up) - model.energy(down)) / (2 * h);
    by_gradient.col(i) = flattened((gradient_of(model, up) - gradient_of(model, down)) / (2 * h));
  }
  const double scale = hessian.norm();
  return {(gradient - by_energy).norm() / (gradient.norm() + scale),
          (hessian - by_gradient).norm() / scale};
}

void expect_derivatives(const ElasticModel& model, const PointMatrix& x) {
  ASSERT_EQ(model.fault(), "");
  const Differences differences = compare_with_differences(model, x);
  EXPECT_LT(differences.gradient, 1e-6);
  EXPECT_LT(differences.hessian, 1e-5);
}

struct Smallest {
  double original, projected;
};
/// Each block: projected has no negative eigenvalue, and is the original where that has none.
Smallest check_projection(const ElasticModel& model, const PointMatrix& x) {
  std::vector<HessianBlock> original, projected;
  model.hessian(x, false, 1, original);
  model.hessian(x, true, 1, projected);
  Smallest smallest{1e300, 1e300};
  for (std::size_t i = 0; i < original.size(); ++i) {
    const double size = std::max(original[i].hessian.norm(), 1e-300);
    const auto least = [&](const ElementMatrix& m) {
      return Eigen::SelfAdjointEigenSolver<ElementMatrix>(m).eigenvalues()[0] / size;
    };
    const double before = least(original[i].hessian), after = least(projected[i].hessian);
    EXPECT_GT(after, -1e-12);
    EXPECT_LT((projected[i].hessian - projected[i].hessian.transpose()).norm(), 1e-14 * size);
    if (before > -1e-15) {
      EXPECT_EQ(original[i].hessian, projected[i].hessian);
    }
    smallest.original = std::min(smallest.original, before);
    smallest.projected = std::min(smallest.projected, after);
  }
  return smallest;
}

TEST(StableNeoHookean, DerivativesAreThoseOfTheEnergyAlsoWhenInverted) {
  Random random(1);
  int inverted = 0;
  for (int i = 0; i < 200; ++i) {
    PointMatrix rest = corner_tetrahedron() + random_points(random, 4, 0.2);
    const Material material{.young = 10, .poisson = uniform(random, -0.5, 0.48)};
    const Body body = tetrahedron(rest, material);
    const ElasticModel model({body});
    const PointMatrix x = random_points(random, 4, 1.5);
    inverted += signed_volume(x, body.tets[0]) < 0;
    EXPECT_TRUE(std::isfinite(model.energy(x)));
    EXPECT_GT(model.energy(x), 0);
    expect_derivatives(model, x);
  }
  EXPECT_GT(inverted, 60);
  EXPECT_LT(inverted, 140);
}

TEST(StableNeoHookean, FlatAndCollapsedTetrahedraHaveFiniteEnergyAndDerivatives) {
  const ElasticModel model({tetrahedron(corner_tetrahedron(), {.young = 10})});
  PointMatrix x = corner_tetrahedron();
  x.col(2).setZero();
  expect_derivatives(model, x);
  x.setConstant(0.25);
  EXPECT_GT(model.energy(x), 0.1);
  EXPECT_TRUE(std::isfinite(model.energy(x)));
  EXPECT_LT(gradient_of(model, x).norm(), 1e-12);
  EXPECT_TRUE(hessian_of(model, x, true).allFinite());
}

TEST(ClothMembrane, DerivativesAreThoseOfTheEnergy) {
  Random random(2);
  for (int i = 0; i < 200; ++i) {
    const PointMatrix rest = flat_hinge() + random_points(random, 4, 0.2);
    const ElasticModel model({hinge_cloth(
        rest,
        {.young = 1000, .poisson = uniform(random, -0.5, 0.48), .thickness = 0.01, .bending = 0})});
    PointMatrix x = random_points(random, 4, 1.5);
    if (triangle_area(x, {0, 1, 2}) < 0.1 || triangle_area(x, {0, 1, 3}) < 0.1) continue;
    expect_derivatives(model, x);
  }
}

TEST(ClothBending, DerivativesAreThoseOfTheEnergy) {
  Random random(3);
  int folded = 0;
  for (int i = 0; i < 300; ++i) {
    const PointMatrix rest = flat_hinge() + random_points(random, 4, 0.2);
    const HingeElement hinge = make_hinge(rest, {0, 1, 2, 3}, {.young = 1000, .thickness = 0.1});
    const PointMatrix x = flat_hinge() + random_points(random, 4, 0.7);
    const double angle = hinge_angle(x, hinge.vertices);
    if (triangle_area(x, {0, 1, 2}) < 0.05 || triangle_area(x, {0, 1, 3}) < 0.05) continue;
    if (std::abs(angle) > 3) continue;
    folded += std::abs(angle) > 1;
    const double h = 1e-6;
    ElementVector by_energy;
    ElementMatrix by_gradient;
    for (int k = 0; k < 12; ++k) {
      PointMatrix up = x, down = x;
      up.data()[k] += h;
      down.data()[k] -= h;
      by_energy[k] = (energy(hinge, up) - energy(hinge, down)) / (2 * h);
      by_gradient.col(k) = (gradient(hinge, up) - gradient(hinge, down)) / (2 * h);
    }
    const ElementMatrix exact = hessian(hinge, x, false);
    EXPECT_LT((gradient(hinge, x) - by_energy).norm(), 1e-6 * (1 + exact.norm()));
    EXPECT_LT((exact - by_gradient).norm(), 1e-6 * (1 + exact.norm()));
  }
  EXPECT_GT(folded, 40);
}

TEST(ElasticModel, ProjectionRemovesNegativeEigenvaluesOnly) {
  Random random(4);
  int indefinite = 0, definite = 0;
  for (int i = 0; i < 300; ++i) {
    const double size = uniform(random, 0, 1);
    const PointMatrix noise = size * size * random_points(random, 4, 1);
    const ElasticModel solid({tetrahedron(corner_tetrahedron(), {.young = 10})});
    const ElasticModel cloth({hinge_cloth(flat_hinge(), {.young = 1000, .thickness = 0.05})});
    for (const double stretch : {1.0, 1.3}) {
      for (const Smallest& s : {check_projection(solid, stretch * corner_tetrahedron() + noise),
                                check_projection(cloth, stretch * flat_hinge() + noise)}) {
        indefinite += s.original < -1e-6;
        definite += s.original > -1e-15;
      }
    }
  }
  EXPECT_GT(indefinite, 400);
  EXPECT_GT(definite, 50);
}

TEST(ElasticModel, RigidMotionsCostNoEnergyAndNoForce) {
  Random random(5);
  for (int i = 0; i < 50; ++i) {
    const Mat3 rotation = random_rotation(random);
    const Vec3 shift(uniform(random, -5, 5), uniform(random, -5, 5), uniform(random, -5, 5));
    const auto moved = [&](const PointMatrix& x) -> PointMatrix {
      return (x * rotation.transpose()).rowwise() + shift.transpose();
    };
    const PointMatrix solid_rest = corner_tetrahedron() + random_points(random, 4, 0.2);
    const PointMatrix cloth_rest = flat_hinge() + random_points(random, 4, 0.2);
    const ElasticModel model({tetrahedron(solid_rest, {.young = 10, .poisson = 0.3}),
                              hinge_cloth(cloth_rest, {.young = 100, .thickness = 0.1})});
    PointMatrix x(8, 3);
    x << moved(solid_rest), moved(cloth_rest);
    EXPECT_LT(std::abs(model.energy(x)), 1e-13);
    EXPECT_LT(gradient_of(model, x).norm(), 1e-12);
  }
}

TEST(StableNeoHookean, SmallStrainsHaveTheStressOfLinearElasticity) {
  Random random(6);
  for (const double nu : {-0.4, 0.0, 0.3, 0.45}) {
    const double young = 7;
    const double mu = young / (2 * (1 + nu)), lambda = young * nu / ((1 + nu) * (1 - 2 * nu));
    const PointMatrix rest = corner_tetrahedron() + random_points(random, 4, 0.2);
    const Body body = tetrahedron(rest, {.young = young, .poisson = nu});
    const ElasticModel model({body});
    const PointMatrix entries = random_points(random, 3, 1e-6);
    const Mat3 du = entries;
    const PointMatrix x = rest * (Mat3::Identity() + du).transpose();
    const Mat3 strain = (du + du.transpose()) / 2;
    const Mat3 stress = 2 * mu * strain + lambda * strain.trace() * Mat3::Identity();
    // The virtual work of the forces in a linear displacement W x is volume * stress : W.
    const PointMatrix forces = gradient_of(model, x);
    const Mat3 work = forces.transpose() * rest / signed_volume(rest, body.tets[0]);
    EXPECT_LT((work - stress).norm(), 2e-5 * stress.norm()) << nu;
  }
}

TEST(ClothMembrane, SmallStrainsHaveTheStressOfAPlateInPlaneStress) {
  Random random(7);
  for (const double nu : {-0.4, 0.0, 0.3, 0.45}) {
    const double young = 7e5, thickness = 0.002;
    Body body = hinge_cloth(flat_hinge(),
                            {.young = young, .poisson = nu, .thickness = thickness, .bending = 0});
    const ElasticModel model({body});
    Mat3 du = random_points(random, 3, 1e-6);
    du.row(2).setZero();
    du.col(2).setZero();
    const PointMatrix x = body.rest * (Mat3::Identity() + du).transpose();
    const Mat3 strain = (du + du.transpose()) / 2;
    const double factor = young / (1 - nu * nu);
    Mat3 stress = factor * (1 - nu) * strain;
    stress(0, 0) += factor * nu * strain.trace();
    stress(1, 1) += factor * nu * strain.trace();
    const double volume =
        thickness * (triangle_area(body.rest, {0, 1, 2}) + triangle_area(body.rest, {0, 1, 3}));
    const Mat3 work = gradient_of(model, x).transpose() * body.rest / volume;
    EXPECT_LT((work - stress).norm(), 2e-5 * stress.norm()) << nu;
  }
}

// A lattice of equilateral triangles rolled onto a cylinder, in any direction: the energy of a plate
// is stiffness / 2 * curvature^2 * area. Checked at inner hinges, each of which stands for a third
// of its triangles.
TEST(ClothBending, RolledLatticeHasTheEnergyOfAPlate) {
  const double side = 0.01, curvature = 0.5;
  const Material material{.young = 1e6, .poisson = 0.3, .thickness = 1e-3, .bending = 2};
  const double plate = 1e6 * 1e-9 / (12 * (1 - 0.09)) * 2;
  for (const double direction : {0.0, 0.3, 0.7, 1.1}) {
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
      const double a = std::acos(-1.0) / 3 * k - direction, h = std::sqrt(3.0) / 2 * side;
      PointMatrix flat(4, 3);
      const Vec3 e(std::cos(a), std::sin(a), 0), n(-std::sin(a), std::cos(a), 0);
      flat << (-side / 2 * e).transpose(), (side / 2 * e).transpose(), (h * n).transpose(),
          (-h * n).transpose();
      PointMatrix rolled = flat;
      for (int i = 0; i < 4; ++i) {
        rolled(i, 0) = std::sin(curvature * flat(i, 0)) / curvature;
        rolled(i, 2) = (1 - std::cos(curvature * flat(i, 0))) / curvature;
      }
      sum += energy(make_hinge(flat, {0, 1, 2, 3}, material), rolled);
    }
    const double area = 2 * (std::sqrt(3.0) / 4 * side * side);  // of the lattice, for three edges
    EXPECT_NEAR(sum / (plate / 2 * curvature * curvature * area), 1, 1e-4) << direction;
  }
}

TEST(ClothBending, FindsInteriorEdgesOnceAndTurnsNoOrientationIntoAFold) {
  const auto hinges = find_hinges({{0, 1, 2}, {0, 1, 3}, {3, 1, 4}});
  ASSERT_EQ(hinges.size(), 2u);
  EXPECT_EQ(hinges[0], (std::array<int, 4>{0, 1, 2, 3}));
  EXPECT_EQ(hinges[1], (std::array<int, 4>{1, 3, 0, 4}));
  EXPECT_NEAR(hinge_angle(flat_hinge(), {0, 1, 2, 3}), 0, 1e-15);
  EXPECT_EQ(find_hinges({{0, 1, 2}, {0, 1, 3}, {0, 1, 4}}).size(), 3u);
}

TEST(ElasticModel, MassesAreThoseOfTheBodies) {
  Body obstacle = hinge_cloth(flat_hinge(), {});
  obstacle.kind = BodyKind::Obstacle;
  const ElasticModel model({tetrahedron(corner_tetrahedron(), {.density = 600}), obstacle,
                            hinge_cloth(flat_hinge(), {.density = 500, .thickness = 0.1})});
  ASSERT_EQ(model.fault(), "");
  ASSERT_EQ(model.vertex_count(), 12u);
  EXPECT_NEAR(model.masses().head(4).sum(), 100, 1e-12);
  EXPECT_NEAR(model.masses()[2], 25, 1e-12);
  EXPECT_EQ(model.masses().segment(4, 4).sum(), 0);
  EXPECT_NEAR(model.masses().tail(4).sum(), 500 * 0.1 * 0.85, 1e-12);
  EXPECT_EQ(model.elements().size(), 1u + 2 + 1);
  EXPECT_EQ(model.elements()[1], (std::array<int, 4>{8, 9, 10, -1}));
}

std::string fault_of(const Body& body) { return ElasticModel({body}).fault(); }

TEST(ElasticModel, NamesBodyAndElementOfAFault) {
  const Body good = tetrahedron(corner_tetrahedron(), {}), sheet = hinge_cloth(flat_hinge(), {});
  EXPECT_EQ(fault_of(good), "");
  EXPECT_EQ(fault_of(sheet), "");
  const auto broken = [](Body body, const auto& change) {
    change(body);
    return fault_of(body);
  };
  EXPECT_EQ(broken(good, [](Body& b) { std::swap(b.tets[0][0], b.tets[0][1]); }),
            "body \"tetrahedron\": tetrahedron 0 is inverted at rest: volume -0.166667");
  EXPECT_EQ(broken(good, [](Body& b) { b.rest(3, 2) = 1e-12; }),
            "body \"tetrahedron\": tetrahedron 0 is flat at rest: volume 1.66667e-13");
  EXPECT_EQ(broken(sheet, [](Body& b) { b.rest.row(3) << 0, 7, 0; }),
            "body \"cloth\": face 1 is flat at rest: area 0");
  EXPECT_EQ(broken(good, [](Body& b) { b.tets[0][2] = 4; }),
            "body \"tetrahedron\": tetrahedron 0: vertex 4 does not exist: there are 4 vertices");
  EXPECT_EQ(broken(sheet, [](Body& b) { b.faces[1][2] = 0; }),
            "body \"cloth\": face 1: vertex 0 appears twice");
  EXPECT_EQ(broken(sheet, [](Body& b) { b.faces.pop_back(); }),
            "body \"cloth\": vertex 3 belongs to no element");
  EXPECT_EQ(broken(good, [](Body& b) { b.material.density = 0; }),
            "body \"tetrahedron\": density 0 is not positive");
  EXPECT_EQ(broken(good, [](Body& b) { b.material.young = -1; }),
            "body \"tetrahedron\": young -1 is not positive");
  EXPECT_EQ(broken(good, [](Body& b) { b.material.poisson = 0.5; }),
            "body \"tetrahedron\": poisson 0.5 is not between -1 and 0.5");
  EXPECT_EQ(broken(sheet, [](Body& b) { b.material.thickness = NAN; }),
            "body \"cloth\": thickness nan is not positive");
  EXPECT_EQ(broken(good, [](Body& b) { b.start(2, 1) = INFINITY; }),
            "body \"tetrahedron\": start of vertex 2 is not finite");
  EXPECT_EQ(broken(good, [](Body& b) { b.start.conservativeResize(3, 3); }),
            "body \"tetrahedron\": start has 3 vertices, rest has 4");
  EXPECT_EQ(broken(good,
                   [](Body& b) {
                     b.scripts.push_back({.vertices = {0, 9}});
                   }),
            "body \"tetrahedron\": script 0: vertex 9 does not exist: there are 4 vertices");
}

TEST(ElasticModel, ThreadsDoNotChangeABit) {
  Random random(8);
  std::vector<Body> bodies;
  for (int i = 0; i < 300; ++i) {
    bodies.push_back(tetrahedron(corner_tetrahedron(), {}));
    bodies.push_back(hinge_cloth(flat_hinge(), {}));
  }
  const ElasticModel model(bodies);
  PointMatrix x(static_cast<Eigen::Index>(model.vertex_count()), 3);
  for (Eigen::Index i = 0; i < x.rows(); i += 4)
    x.middleRows(i, 4) = corner_tetrahedron() + random_points(random, 4, 0.6);
  std::vector<HessianBlock> one, many;
  model.hessian(x, true, 1, one);
  model.hessian(x, true, 5, many);
  ASSERT_EQ(one.size(), 300u * (1 + 2 + 1));
  ASSERT_EQ(one.size(), many.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    ASSERT_EQ(one[i].vertices, many[i].vertices);
    ASSERT_EQ(one[i].hessian, many[i].hessian);
  }
}

}  // namespace
}  // namespace firstcontact::sim::elastic_model_test
