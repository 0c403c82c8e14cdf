#include "options.h"

#include <firstcontact/query_files.h>

#include <utility>

namespace firstcontact::python {

Kind kind_of(const std::string& name) {
  const auto kind = io::kind_from_name(name);
  if (!kind)
    refuse("kind", "'" + name +
                       "' is not one of vertex-face, edge-edge, point-edge, point-point, "
                       "point-segment-2d");
  return *kind;
}

Norm norm_of(const std::string& name) {
  if (name == "l2") return Norm::L2;
  if (name == "linf") return Norm::Linf;
  refuse("norm", "'" + name + "' is neither l2 nor linf");
}

const char* norm_name(Norm norm) { return norm == Norm::L2 ? "l2" : "linf"; }

Method method_of(const std::string& name) {
  if (name == "certified") return Method::Certified;
  if (name == "exact") return Method::Exact;
  if (name == "tight-inclusion") return Method::TightInclusion;
  if (name == "tight-inclusion-fast") return Method::TightInclusionFast;
  refuse("method",
         "'" + name + "' is not one of certified, exact, tight-inclusion, tight-inclusion-fast");
}

std::size_t coordinates_of(Kind kind) { return kind == Kind::PointSegment2D ? 2 : 3; }

void require_pairs(const Array& points, Kind kind, bool many) {
  const std::ptrdiff_t rows = 2 * point_count(kind);
  const auto coordinates = static_cast<std::ptrdiff_t>(coordinates_of(kind));
  if (many)
    points.require_shape({-1, rows, coordinates});
  else
    points.require_shape({rows, coordinates});
  if (points.scalar() != Scalar::Float64 && points.scalar() != Scalar::Float32)
    refuse(points.name(), "must be of float64 or float32");
}

Query query_of(const Array& points, Kind kind) {
  require_pairs(points, kind, false);
  Query query;
  query.kind = kind;
  const auto count = static_cast<std::size_t>(point_count(kind));
  for (std::size_t i = 0; i < 4; ++i) query.t0[i] = query.t1[i] = Vec3::Zero();
  for (std::size_t i = 0; i < 2 * count; ++i) {
    Vec3& point = i < count ? query.t0[i] : query.t1[i - count];
    for (std::size_t j = 0; j < coordinates_of(kind); ++j)
      point[static_cast<Eigen::Index>(j)] = points.scalar() == Scalar::Float64
                                                ? points.at<double>(i, j)
                                                : static_cast<double>(points.at<float>(i, j));
  }
  return query;
}

NativeArray points_array(const Query& query) {
  const int count = point_count(query.kind);
  const std::size_t coordinates = coordinates_of(query.kind);
  std::vector<double> numbers;
  for (const auto* points : {&query.t0, &query.t1})
    for (int i = 0; i < count; ++i) {
      const Vec3& point = (*points)[static_cast<std::size_t>(i)];
      numbers.insert(numbers.end(), point.data(), point.data() + coordinates);
    }
  return NativeArray::take(std::move(numbers), {2 * count, static_cast<py::ssize_t>(coordinates)});
}

}  // namespace firstcontact::python
