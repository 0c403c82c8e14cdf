#pragma once
/// Arrays on their way between Python and C++, as buffers (PEP 3118). NumPy is not needed here.
///
/// In: `Array` holds the buffer of an argument and says what is in it. Out: the Python layer hands
/// over arrays to be filled (`Output`), or the module hands over a `NativeArray`, which NumPy reads
/// without a copy.
#include <firstcontact/vector.h>
#include <pybind11/pybind11.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace firstcontact::python {

namespace py = pybind11;

/// The types of numbers that cross the border. The Python layer converts all others.
enum class Scalar { Float64, Float32, Int64, Int32, Int8, Bool };

/// The Scalar of a C++ type.
template <class T>
constexpr Scalar scalar_of() {
  if constexpr (std::is_same_v<T, double>) return Scalar::Float64;
  if constexpr (std::is_same_v<T, float>) return Scalar::Float32;
  if constexpr (std::is_same_v<T, std::int64_t>) return Scalar::Int64;
  if constexpr (std::is_same_v<T, std::int32_t>) return Scalar::Int32;
  if constexpr (std::is_same_v<T, std::int8_t>) return Scalar::Int8;
  if constexpr (std::is_same_v<T, bool>) return Scalar::Bool;
}

/// A std::invalid_argument, which becomes a ValueError: "name: what".
[[noreturn]] void refuse(const char* name, const std::string& what);

/// The array of an argument, held for as long as this lives; to be made and destroyed with the GIL.
/// Any strides, also negative ones and zero; addresses and strides are multiples of the size of a
/// number. Everything that a buffer says is checked before it is used.
class Array {
 public:
  /// Throws for anything but such a buffer. `name` is the argument in messages.
  Array(const py::object& object, const char* name, bool writable = false);
  ~Array();
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;

  const char* name() const { return name_; }
  Scalar scalar() const { return scalar_; }
  int dimensions() const { return view_.ndim; }
  std::size_t size(int axis) const { return static_cast<std::size_t>(view_.shape[axis]); }
  /// In numbers, not bytes. 0 for an axis of length 0 or 1.
  std::ptrdiff_t stride(int axis) const { return strides_[static_cast<std::size_t>(axis)]; }
  /// Address of the first number. Precondition: T is the scalar.
  template <class T>
  T* data() const {
    return static_cast<T*>(view_.buf);
  }

  /// Refuses another scalar.
  void require(Scalar scalar) const;
  /// Refuses another shape. -1: any size of this axis.
  void require_shape(std::initializer_list<std::ptrdiff_t> shape) const;

  /// The number at (i) or (i, j), as T. Precondition: the scalar is T's, and the shape fits.
  template <class T>
  T at(std::size_t i) const {
    return data<T>()[static_cast<std::ptrdiff_t>(i) * stride(0)];
  }
  template <class T>
  T at(std::size_t i, std::size_t j) const {
    return data<T>()[static_cast<std::ptrdiff_t>(i) * stride(0) +
                     static_cast<std::ptrdiff_t>(j) * stride(1)];
  }

 private:
  void read_scalar();
  void read_strides();

  const char* name_;
  Py_buffer view_ = {};
  Scalar scalar_ = Scalar::Float64;
  std::array<std::ptrdiff_t, 8> strides_ = {};
};

/// An array of the caller that is filled here: contiguous, of one axis, writable.
template <class T>
class Output {
 public:
  Output(const py::object& object, const char* name, std::size_t count)
      : array_(object, name, true) {
    array_.require(scalar_of<T>());
    array_.require_shape({static_cast<std::ptrdiff_t>(count)});
    if (count > 1 && array_.stride(0) != 1) refuse(name, "must be contiguous");
  }
  T& operator[](std::size_t i) const { return array_.template data<T>()[i]; }

 private:
  Array array_;
};

/// Numbers of C++ that NumPy can read in place: it has the buffer protocol, C order. Bound as
/// firstcontact._native.NativeArray.
class NativeArray {
 public:
  /// Precondition: the product of the shape is the number of values.
  template <class T>
  static NativeArray take(std::vector<T> values, std::vector<py::ssize_t> shape) {
    return NativeArray(scalar_of<T>(), as_bytes(values), std::move(shape));
  }
  py::buffer_info info();
  std::string repr() const;

 private:
  NativeArray(Scalar scalar, std::vector<std::byte> bytes, std::vector<py::ssize_t> shape)
      : scalar_(scalar), bytes_(std::move(bytes)), shape_(std::move(shape)) {}
  template <class T>
  static std::vector<std::byte> as_bytes(const std::vector<T>& values) {
    if constexpr (std::is_same_v<T, bool>) {
      std::vector<std::byte> bytes(values.size());
      for (std::size_t i = 0; i < values.size(); ++i) bytes[i] = std::byte{values[i]};
      return bytes;
    } else {
      const auto* first = reinterpret_cast<const std::byte*>(values.data());
      return {first, first + values.size() * sizeof(T)};
    }
  }

  Scalar scalar_;
  std::vector<std::byte> bytes_;
  std::vector<py::ssize_t> shape_;
};

/// Rows of three doubles (float32 or float64, shape (n, 3)) as points.
std::vector<Vec3> points_of(const Array& array);
/// Rows of N indices, shape (n, N), of int32 or int64. Refuses what no int holds. Whether vertices
/// of these numbers exist is for the library to say.
template <std::size_t N>
std::vector<std::array<int, N>> index_rows_of(const Array& array);
extern template std::vector<std::array<int, 2>> index_rows_of<2>(const Array& array);
extern template std::vector<std::array<int, 3>> index_rows_of<3>(const Array& array);
/// Numbers of one axis as doubles (float32 or float64).
std::vector<double> doubles_of(const Array& array);
/// Numbers of one axis as ints (int32 or int64).
std::vector<int> ints_of(const Array& array);
/// Shape (n,), of bool.
std::vector<bool> flags_of(const Array& array);

/// Points as an array of shape (n, 3), and rows of N indices as one of shape (n, N).
NativeArray array_of(const std::vector<Vec3>& points);
template <std::size_t N>
NativeArray array_of(const std::vector<std::array<int, N>>& rows) {
  std::vector<std::int32_t> numbers;
  numbers.reserve(rows.size() * N);
  for (const auto& row : rows) numbers.insert(numbers.end(), row.begin(), row.end());
  return NativeArray::take(std::move(numbers),
                           {static_cast<py::ssize_t>(rows.size()), static_cast<py::ssize_t>(N)});
}

void bind_arrays(py::module_& m);

}  // namespace firstcontact::python
