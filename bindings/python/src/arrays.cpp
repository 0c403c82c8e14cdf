#include "arrays.h"

#include <bit>
#include <limits>
#include <stdexcept>

namespace firstcontact::python {
namespace {

std::string shape_text(const std::vector<std::ptrdiff_t>& shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (i > 0) text += ", ";
    text += shape[i] < 0 ? "n" : std::to_string(shape[i]);
  }
  return text + (shape.size() == 1 ? ",)" : ")");
}

/// The scalar of a format of the struct module, native sizes. False for any other format.
bool scalar_of_format(const char* format, py::ssize_t size, Scalar& out) {
  if (format == nullptr) return false;
  if (*format == '@' || *format == '=' ||
      *format == (std::endian::native == std::endian::little ? '<' : '>'))
    ++format;
  if (format[0] == '\0' || format[1] != '\0') return false;
  switch (*format) {
    case 'd': out = Scalar::Float64; return size == 8;
    case 'f': out = Scalar::Float32; return size == 4;
    case 'b': out = Scalar::Int8; return size == 1;
    case '?': out = Scalar::Bool; return size == 1;
    case 'i':
    case 'l':
    case 'q': out = size == 8 ? Scalar::Int64 : Scalar::Int32; return size == 8 || size == 4;
    default: return false;
  }
}

const char* scalar_name(Scalar scalar) {
  switch (scalar) {
    case Scalar::Float64: return "float64";
    case Scalar::Float32: return "float32";
    case Scalar::Int64: return "int64";
    case Scalar::Int32: return "int32";
    case Scalar::Int8: return "int8";
    case Scalar::Bool: return "bool";
  }
  return "";
}

std::string format_of(Scalar scalar) {
  switch (scalar) {
    case Scalar::Float64: return "d";
    case Scalar::Float32: return "f";
    case Scalar::Int64: return "q";
    case Scalar::Int32: return "i";
    case Scalar::Int8: return "b";
    case Scalar::Bool: return "?";
  }
  return "";
}

py::ssize_t size_of(Scalar scalar) {
  switch (scalar) {
    case Scalar::Float64:
    case Scalar::Int64: return 8;
    case Scalar::Float32:
    case Scalar::Int32: return 4;
    case Scalar::Int8:
    case Scalar::Bool: return 1;
  }
  return 1;
}

/// Calls read(i, j) for every number of an array of two axes, as doubles.
template <class Read>
void read_doubles(const Array& array, const Read& read) {
  const auto all = [&](auto number) {
    for (std::size_t i = 0; i < array.size(0); ++i)
      for (std::size_t j = 0; j < array.size(1); ++j)
        read(i, j, static_cast<double>(array.at<decltype(number)>(i, j)));
  };
  if (array.scalar() == Scalar::Float64)
    all(double{});
  else if (array.scalar() == Scalar::Float32)
    all(float{});
  else
    refuse(array.name(), "must be of float64 or float32");
}

int int_at(const Array& array, std::int64_t value) {
  if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max())
    refuse(array.name(), "has an index that no 32-bit integer holds: " + std::to_string(value));
  return static_cast<int>(value);
}

void require_integers(const Array& array) {
  if (array.scalar() != Scalar::Int64 && array.scalar() != Scalar::Int32)
    refuse(array.name(), "must be of int64 or int32");
}

}  // namespace

void refuse(const char* name, const std::string& what) {
  throw std::invalid_argument(std::string(name) + ": " + what);
}

Array::Array(const py::object& object, const char* name, bool writable) : name_(name) {
  const int flags = PyBUF_STRIDES | PyBUF_FORMAT | (writable ? PyBUF_WRITABLE : 0);
  if (PyObject_GetBuffer(object.ptr(), &view_, flags) != 0) {
    PyErr_Clear();
    view_.obj = nullptr;
    refuse(name, writable ? "must be a writable array" : "must be an array");
  }
  try {
    read_scalar();
    read_strides();
  } catch (...) {
    PyBuffer_Release(&view_);
    throw;
  }
}

Array::~Array() { PyBuffer_Release(&view_); }

void Array::read_scalar() {
  if (!scalar_of_format(view_.format, view_.itemsize, scalar_))
    refuse(name_, std::string("has numbers of a type that is not known here (format '") +
                      (view_.format != nullptr ? view_.format : "B") + "')");
}

void Array::read_strides() {
  if (view_.ndim < 0 || view_.ndim > static_cast<int>(strides_.size()))
    refuse(name_, "has too many axes");
  if (view_.ndim > 0 && (view_.shape == nullptr || view_.strides == nullptr))
    refuse(name_, "has a buffer without shape or strides");
  if (view_.suboffsets != nullptr) refuse(name_, "has a buffer of pointers");
  bool empty = false;
  for (int axis = 0; axis < view_.ndim; ++axis) {
    if (view_.shape[axis] < 0) refuse(name_, "has an axis of negative length");
    empty = empty || view_.shape[axis] == 0;
  }
  for (int axis = 0; axis < view_.ndim; ++axis) {
    if (view_.shape[axis] <= 1 || empty) continue;
    if (view_.strides[axis] % view_.itemsize != 0)
      refuse(name_, "has numbers at addresses that are not multiples of their size");
    strides_[static_cast<std::size_t>(axis)] = view_.strides[axis] / view_.itemsize;
  }
  if (empty) return;
  if (view_.buf == nullptr) refuse(name_, "has a buffer without memory");
  if (reinterpret_cast<std::uintptr_t>(view_.buf) % static_cast<std::size_t>(view_.itemsize) != 0)
    refuse(name_, "has numbers at addresses that are not multiples of their size");
}

void Array::require(Scalar scalar) const {
  if (scalar_ != scalar)
    refuse(name_,
           std::string("must be of ") + scalar_name(scalar) + ", not " + scalar_name(scalar_));
}

void Array::require_shape(std::initializer_list<std::ptrdiff_t> shape) const {
  bool fits = dimensions() == static_cast<int>(shape.size());
  int axis = 0;
  for (const std::ptrdiff_t wanted : shape) {
    fits = fits && (wanted < 0 || view_.shape[axis] == wanted);
    ++axis;
  }
  if (fits) return;
  const std::vector<std::ptrdiff_t> is(view_.shape, view_.shape + view_.ndim);
  refuse(name_, "must have shape " + shape_text(shape) + ", not " + shape_text(is));
}

py::buffer_info NativeArray::info() {
  std::vector<py::ssize_t> strides(shape_.size());
  py::ssize_t stride = size_of(scalar_);
  for (std::size_t axis = shape_.size(); axis-- > 0; stride *= shape_[axis]) strides[axis] = stride;
  return py::buffer_info(bytes_.data(), size_of(scalar_), format_of(scalar_),
                         static_cast<py::ssize_t>(shape_.size()), shape_, strides);
}

std::string NativeArray::repr() const {
  return "NativeArray(shape " + shape_text({shape_.begin(), shape_.end()}) + ", " +
         scalar_name(scalar_) + ")";
}

std::vector<Vec3> points_of(const Array& array) {
  array.require_shape({-1, 3});
  std::vector<Vec3> points(array.size(0));
  read_doubles(array, [&](std::size_t i, std::size_t j, double value) {
    points[i][static_cast<Eigen::Index>(j)] = value;
  });
  return points;
}

template <std::size_t N>
std::vector<std::array<int, N>> index_rows_of(const Array& array) {
  array.require_shape({-1, static_cast<std::ptrdiff_t>(N)});
  require_integers(array);
  std::vector<std::array<int, N>> rows(array.size(0));
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < N; ++j)
      rows[i][j] = array.scalar() == Scalar::Int64 ? int_at(array, array.at<std::int64_t>(i, j))
                                                   : array.at<std::int32_t>(i, j);
  return rows;
}
template std::vector<std::array<int, 2>> index_rows_of<2>(const Array& array);
template std::vector<std::array<int, 3>> index_rows_of<3>(const Array& array);

std::vector<double> doubles_of(const Array& array) {
  array.require_shape({-1});
  std::vector<double> out(array.size(0));
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (array.scalar() == Scalar::Float32)
      out[i] = array.at<float>(i);
    else if (array.scalar() == Scalar::Float64)
      out[i] = array.at<double>(i);
    else
      refuse(array.name(), "must be of float64 or float32");
  }
  return out;
}

std::vector<int> ints_of(const Array& array) {
  array.require_shape({-1});
  require_integers(array);
  std::vector<int> out(array.size(0));
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = array.scalar() == Scalar::Int64 ? int_at(array, array.at<std::int64_t>(i))
                                             : array.at<std::int32_t>(i);
  return out;
}

std::vector<bool> flags_of(const Array& array) {
  array.require_shape({-1});
  array.require(Scalar::Bool);
  std::vector<bool> out(array.size(0));
  // A byte, because a buffer may hold any.
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = array.at<std::uint8_t>(i) != 0;
  return out;
}

NativeArray array_of(const std::vector<Vec3>& points) {
  std::vector<double> numbers;
  numbers.reserve(points.size() * 3);
  for (const Vec3& p : points) numbers.insert(numbers.end(), p.data(), p.data() + 3);
  return NativeArray::take(std::move(numbers), {static_cast<py::ssize_t>(points.size()), 3});
}

void bind_arrays(py::module_& m) {
  py::class_<NativeArray>(m, "NativeArray", py::buffer_protocol(),
                          "Numbers of the library: numpy.asarray reads them without a copy.")
      .def_buffer(&NativeArray::info)
      .def("__repr__", &NativeArray::repr);
}

}  // namespace firstcontact::python
