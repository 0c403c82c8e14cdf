#pragma once
/// A view of the coordinates of many vertices in the caller's memory. Nothing is copied: the memory
/// must live as long as the view.
#include <firstcontact/query.h>

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

namespace firstcontact {

/// Positions, displacements or gradients of vertices, one vertex a row.
using PointMatrix = Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::RowMajor>;

/// Vertices in the plane or in space, as double or float. Floats stand for the exact real numbers
/// they are.
class Positions {
 public:
  Positions() = default;

  /// `count` vertices of `dimension` (2 or 3) coordinates; vertex i has coordinate k at first[i *
  /// vertex_stride + k * coordinate_stride].
  Positions(const double* first, std::size_t count, int dimension, std::ptrdiff_t vertex_stride,
            std::ptrdiff_t coordinate_stride = 1)
      : doubles_(first),
        count_(count),
        dimension_(dimension),
        vertex_stride_(vertex_stride),
        coordinate_stride_(coordinate_stride) {}
  Positions(const float* first, std::size_t count, int dimension, std::ptrdiff_t vertex_stride,
            std::ptrdiff_t coordinate_stride = 1)
      : floats_(first),
        count_(count),
        dimension_(dimension),
        vertex_stride_(vertex_stride),
        coordinate_stride_(coordinate_stride) {}

  Positions(std::span<const Vec3> vertices)
      : Positions(reinterpret_cast<const double*>(vertices.data()), vertices.size(), 3, 3) {}
  Positions(const std::vector<Vec3>& vertices) : Positions(std::span<const Vec3>(vertices)) {}

  /// An Eigen matrix, map, block or reference of double or float in any storage order, one vertex a
  /// row (n x 3 or n x 2); where the type itself has 2 or 3 rows and any number of columns
  /// (Matrix3Xd), one vertex a column. Types that can hold no such thing do not compile, and say
  /// why; a matrix whose size is only known when the program runs is refused by whoever takes the
  /// view.
  template <class Derived>
  Positions(const Eigen::DenseBase<Derived>& vertices) {
    using Scalar = typename Derived::Scalar;
    constexpr int kRows = Derived::RowsAtCompileTime, kCols = Derived::ColsAtCompileTime;
    constexpr bool kColumns = (kRows == 2 || kRows == 3) && kCols == Eigen::Dynamic;
    constexpr bool kReal = std::is_same_v<Scalar, double> || std::is_same_v<Scalar, float>;
    constexpr bool kInMemory = (Derived::Flags & Eigen::DirectAccessBit) != 0;
    constexpr bool kVector = kCols == 1 || (kRows == 1 && kCols == Eigen::Dynamic);
    constexpr bool kShape = kColumns || kCols == 2 || kCols == 3 || kCols == Eigen::Dynamic;
    static_assert(kReal,
                  "firstcontact::Positions: coordinates must be double or float; use "
                  "vertices.cast<double>().eval()");
    static_assert(kInMemory || !kReal,
                  "firstcontact::Positions: this is an expression, not a matrix in memory; "
                  "evaluate it first: (x + s * d).eval()");
    static_assert(!kVector,
                  "firstcontact::Positions: this is a vector, not one vertex a row; view it as a "
                  "matrix, for example "
                  "Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, 3, "
                  "Eigen::RowMajor>>(x.data(), n, 3)");
    static_assert(
        kShape || kVector,
        "firstcontact::Positions: vertices are rows of 2 or 3 coordinates (n x 3), or columns of a "
        "type with 2 or 3 rows and any number of columns (Matrix3Xd)");
    if constexpr (kReal && kInMemory) {
      const Derived& m = vertices.derived();
      const std::ptrdiff_t row_stride = m.rowStride(), column_stride = m.colStride();
      *this =
          Positions(m.data(), static_cast<std::size_t>(kColumns ? m.cols() : m.rows()),
                    static_cast<int>(kColumns ? m.rows() : m.cols()),
                    kColumns ? column_stride : row_stride, kColumns ? row_stride : column_stride);
    }
  }

  /// Number of vertices.
  std::size_t count() const { return count_; }
  /// 2 or 3; anything else is refused by whoever takes the view.
  int dimension() const { return dimension_; }

  /// The coordinates are floats.
  bool single_precision() const { return floats_ != nullptr; }

  /// Coordinate `axis` of vertex `index`. Precondition: index < count(), axis < dimension().
  double at(std::size_t index, int axis) const {
    const std::ptrdiff_t offset =
        static_cast<std::ptrdiff_t>(index) * vertex_stride_ + axis * coordinate_stride_;
    return doubles_ ? doubles_[offset] : static_cast<double>(floats_[offset]);
  }

  /// Vertex `index`; in the plane with z = 0.
  Vec3 operator[](std::size_t index) const {
    return {at(index, 0), dimension_ > 1 ? at(index, 1) : 0.0, dimension_ > 2 ? at(index, 2) : 0.0};
  }

 private:
  const double* doubles_ = nullptr;
  const float* floats_ = nullptr;
  std::size_t count_ = 0;
  int dimension_ = 3;
  std::ptrdiff_t vertex_stride_ = 3, coordinate_stride_ = 1;
};

}  // namespace firstcontact
