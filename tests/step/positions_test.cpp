/// Positions: the caller's memory in any layout, unchanged to the last bit.
#include <firstcontact/positions.h>
#include <firstcontact/step.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

#include "support/float_settings.h"

namespace firstcontact::positions_test {
namespace {

constexpr std::size_t kCount = 5;

double expected(std::size_t vertex, int axis) {
  return static_cast<double>(vertex) * 10 + axis + 0.25;
}

template <class Matrix>
void fill(Matrix& m, bool columns = false) {
  for (Eigen::Index i = 0; i < m.rows(); ++i)
    for (Eigen::Index j = 0; j < m.cols(); ++j)
      m(i, j) = static_cast<typename Matrix::Scalar>(
          columns ? expected(static_cast<std::size_t>(j), static_cast<int>(i))
                  : expected(static_cast<std::size_t>(i), static_cast<int>(j)));
}

void expect_all(const Positions& positions, int dimension = 3, std::size_t count = kCount,
                std::size_t first = 0) {
  ASSERT_EQ(positions.count(), count);
  ASSERT_EQ(positions.dimension(), dimension);
  for (std::size_t i = 0; i < count; ++i)
    for (int k = 0; k < 3; ++k)
      EXPECT_EQ(positions[i][k], k < dimension ? expected(first + i, k) : 0) << i << " " << k;
}

TEST(Positions, ReadMatricesOfBothStorageOrders) {
  Eigen::MatrixXd columns(kCount, 3);
  Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::RowMajor> rows(kCount, 3);
  fill(columns);
  fill(rows);
  expect_all(columns);
  expect_all(rows);
}

TEST(Positions, ReadOneVertexAColumnWhereTheTypeSaysSo) {
  Eigen::Matrix3Xd spatial(3, kCount);
  Eigen::Matrix2Xd planar(2, kCount);
  Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::RowMajor> by_axis(3, kCount);
  fill(spatial, true);
  fill(planar, true);
  fill(by_axis, true);
  expect_all(spatial);
  expect_all(planar, 2);
  expect_all(by_axis);
  expect_all(spatial.middleCols(1, 3), 3, 3, 1);
}

TEST(Positions, ReadSquareMatricesByRows) {
  Eigen::Matrix3d square;
  Eigen::MatrixXd dynamic(3, 3);
  fill(square);
  fill(dynamic);
  expect_all(square, 3, 3);
  expect_all(dynamic, 3, 3);
}

TEST(Positions, ReadMapsReferencesAndBlocks) {
  Eigen::MatrixXd large(kCount + 4, 7);
  large.setConstant(-1);
  for (std::size_t i = 0; i < kCount; ++i)
    for (int k = 0; k < 3; ++k) large(static_cast<int>(i) + 2, k + 3) = expected(i, k);
  expect_all(large.block(2, 3, kCount, 3));
  expect_all(large.block<static_cast<int>(kCount), 3>(2, 3));
  expect_all(large.block(2, 3, kCount, 2), 2);
  const Eigen::Ref<const Eigen::MatrixXd> reference = large.block(2, 3, kCount, 3);
  expect_all(reference);

  std::vector<double> memory(kCount * 8, -1);
  for (std::size_t i = 0; i < kCount; ++i)
    for (int k = 0; k < 3; ++k) memory[8 * i + 2 * static_cast<std::size_t>(k)] = expected(i, k);
  using Strided = Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::RowMajor>, 0,
                             Eigen::Stride<8, 2>>;
  expect_all(Strided(memory.data(), kCount, 3));
  expect_all(Positions(memory.data(), kCount, 3, 8, 2));
}

TEST(Positions, ReadPlanarVerticesWithZeroHeight) {
  Eigen::MatrixX2d matrix(kCount, 2);
  fill(matrix);
  expect_all(matrix, 2);
}

TEST(Positions, ReadListsOfPoints) {
  std::vector<Vec3> points(kCount);
  for (std::size_t i = 0; i < kCount; ++i)
    points[i] = {expected(i, 0), expected(i, 1), expected(i, 2)};
  expect_all(points);
  expect_all(std::span<const Vec3>(points).subspan(1, 2), 3, 2, 1);
  expect_all(std::vector<Vec3>(), 3, 0);
}

TEST(Positions, ReadNegativeStrides) {
  std::vector<double> memory;
  for (std::size_t i = kCount; i-- > 0;)
    for (int k = 0; k < 3; ++k) memory.push_back(expected(i, k));
  expect_all(Positions(memory.data() + 3 * (kCount - 1), kCount, 3, -3));
}

TEST(Positions, ReadFloats) {
  Eigen::MatrixXf columns(kCount, 3);
  Eigen::Matrix3Xf rows(3, kCount);
  fill(columns);
  fill(rows, true);
  expect_all(columns);
  expect_all(rows);
}

/// What the types leave open is refused when the program runs, with what may have been meant
/// (tests/step/refused has the types).
TEST(Positions, OfTheWrongShapeAreRefusedWithAHint) {
  const Mesh mesh({.vertex_count = 5, .faces = {{0, 1, 2}}}),
      rods({.vertex_count = 5, .edges = {{0, 1}}});
  const Eigen::MatrixXd good = Eigen::MatrixXd::Zero(5, 3);
  const auto message = [&](const Mesh& of, const Eigen::MatrixXd& x) {
    const StepResult result = decide_step(of, good, x);
    EXPECT_EQ(result.status, Status::InvalidInput);
    return result.message;
  };
  EXPECT_EQ(message(mesh, Eigen::MatrixXd::Zero(3, 5)),
            "positions at t1 have 5 coordinates a vertex, not 2 or 3: give one vertex a row "
            "(transpose it), or a type with 3 rows "
            "such as Matrix3Xd");
  EXPECT_EQ(message(mesh, Eigen::MatrixXd::Zero(15, 1)),
            "positions at t1 have 1 coordinates a vertex, not 2 or 3: give one vertex a row, for "
            "example as an Eigen::Map of the "
            "vector with 3 columns");
  EXPECT_EQ(message(mesh, Eigen::MatrixXd::Zero(5, 2)),
            "positions at t1 are planar, but the mesh has faces");
  EXPECT_EQ(message(rods, Eigen::MatrixXd::Zero(5, 2)),
            "positions at t0 and t1 differ in dimension");
  EXPECT_EQ(message(mesh, Eigen::MatrixXd()), "0 positions at t1 for a mesh of 5 vertices");
  EXPECT_EQ(message(mesh, Eigen::MatrixXd::Zero(0, 3)),
            "0 positions at t1 for a mesh of 5 vertices");
  EXPECT_EQ(message(mesh, Eigen::MatrixXd::Zero(6, 3)),
            "6 positions at t1 for a mesh of 5 vertices");
}

TEST(Positions, OfNothingAreEmpty) {
  for (const Eigen::MatrixXd& nothing :
       {Eigen::MatrixXd(), Eigen::MatrixXd(0, 3), Eigen::MatrixXd(0, 2)})
    EXPECT_TRUE(decide_step(Mesh(), nothing, std::vector<Vec3>()).free());
  EXPECT_TRUE(Mesh::rows<3>(Eigen::MatrixXi()).empty());
  EXPECT_TRUE(Mesh::rows<3>(Eigen::MatrixXi(0, 3)).empty());
}

TEST(Positions, ReadFixedSizesOneRowAndArrays) {
  Eigen::Matrix<double, 5, 3> fixed;
  Eigen::Matrix<float, 5, 2, Eigen::RowMajor> planar;
  Eigen::ArrayX3d array(kCount, 3);
  fill(fixed);
  fill(planar);
  fill(array);
  expect_all(fixed);
  expect_all(planar, 2);
  expect_all(array);
  const Eigen::RowVector3d one(expected(0, 0), expected(0, 1), expected(0, 2));
  expect_all(one, 3, 1);
}

TEST(Positions, FacesOfTheWrongShapeAreAFault) {
  const Mesh transposed(
      {.vertex_count = 5, .faces = Mesh::rows<3>(Eigen::MatrixXi::Zero(3, 7).eval())});
  EXPECT_EQ(transposed.fault(),
            "face 0: vertex -1 does not exist: there are 5 vertices (a matrix of indices has 3 "
            "columns, one face a row)");
}

TEST(Positions, WidenEveryFloatExactly) {
  // All exponents and some mantissas, subnormal ones too: exact means that narrowing gives the same
  // float back.
  for (std::uint32_t exponent = 0; exponent < 255; ++exponent)
    for (const std::uint32_t mantissa : {0u, 1u, 0x2aaaaau, 0x7fffffu}) {
      const float x[3] = {std::bit_cast<float>(exponent << 23 | mantissa), 0, 0};
      const double widened = Positions(x, 1, 3, 3).at(0, 0);
      EXPECT_EQ(static_cast<float>(widened), x[0]);
      EXPECT_EQ(widened == 0, exponent == 0 && mantissa == 0);
    }
}

/// A point on a face, all coordinates subnormal floats. Flushed to zero, or with inputs taken as
/// zero, all of it would be one point: the gap between them would be lost.
TEST(Positions, SubnormalFloatsKeepTheirValueWhateverTheHostDoes) {
  if (!test::can_flush_to_zero())
    GTEST_SKIP() << "this test cannot set flush-to-zero on this processor";
  const float unit = std::numeric_limits<float>::denorm_min();
  const Mesh mesh({.vertex_count = 4, .faces = {{0, 1, 2}}});
  Eigen::MatrixXf apart(4, 3), crossed(4, 3);
  apart << 0, 0, 0, 40, 0, 0, 0, 40, 0, 10, 10, 5;
  crossed = apart;
  crossed(3, 2) = -5;
  apart *= unit;
  crossed *= unit;
  ASSERT_NE(apart(3, 2), 0);
  for (const int threads : {1, 2}) {
    StepOptions options;
    options.threads = threads;
    options.exact = true;
    const test::FlushToZero flush;
    EXPECT_EQ(impacts(mesh, apart, apart, options).status, Status::Free);
    const StepResult hit = impacts(mesh, apart, crossed, options);
    ASSERT_EQ(hit.status, Status::Contact);
    EXPECT_LE(hit.toi, 0.5);
    EXPECT_GE(hit.earliest->toi_upper, 0.5);
    EXPECT_LE(hit.earliest->toi_upper - hit.toi, 0x1p-30);
  }
}

}  // namespace
}  // namespace firstcontact::positions_test
