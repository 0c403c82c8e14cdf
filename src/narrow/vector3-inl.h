// A vector of three numbers with a fixed order of operations, on which the error bounds in
// docs/math rely. T is a double or a SIMD vector of doubles.
//
// This file is included inside a namespace, without an include guard: once by vector3.h, and once
// for every instruction set by batch_kernel.cpp, because a function that takes SIMD vectors must be
// compiled for their instruction set.

template <class T>
struct Vector3 {
  T x, y, z;
};

// These are free templates, because friend functions are not compiled for the instruction set of
// the region in which they are defined.
template <class T>
Vector3<T> operator+(const Vector3<T>& a, const Vector3<T>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class T>
Vector3<T> operator-(const Vector3<T>& a, const Vector3<T>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class T>
Vector3<T> operator*(const T& s, const Vector3<T>& a) {
  return {s * a.x, s * a.y, s * a.z};
}

template <class T>
T dot(const Vector3<T>& a, const Vector3<T>& b) {
  return (a.x * b.x + a.y * b.y) + a.z * b.z;
}

template <class T>
Vector3<T> cross(const Vector3<T>& a, const Vector3<T>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
