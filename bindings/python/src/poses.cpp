#include "poses.h"

#include "keywords.h"

namespace firstcontact::python {
namespace {

void add_matrix(const Pose& pose, std::vector<double>& out) {
  for (Eigen::Index row = 0; row < 3; ++row) {
    for (Eigen::Index column = 0; column < 3; ++column) out.push_back(pose.rotation(row, column));
    out.push_back(pose.position[row]);
  }
  out.insert(out.end(), {0, 0, 0, 1});
}

}  // namespace

Vec3 vector_of(const py::object& given, const char* name) {
  const std::vector<double> numbers = doubles_of(Array(given, name));
  if (numbers.size() != 3) refuse(name, "must have 3 coordinates");
  const Vec3 vector(numbers[0], numbers[1], numbers[2]);
  if (!vector.allFinite()) refuse(name, "must be finite");
  return vector;
}

Pose pose_of(const py::object& given, const char* name) {
  const Array array(given, name);
  array.require(Scalar::Float64);
  array.require_shape({4, 4});
  Pose pose;
  for (std::size_t row = 0; row < 3; ++row) {
    const auto r = static_cast<Eigen::Index>(row);
    for (std::size_t column = 0; column < 3; ++column)
      pose.rotation(r, static_cast<Eigen::Index>(column)) = array.at<double>(row, column);
    pose.position[r] = array.at<double>(row, 3);
  }
  for (std::size_t column = 0; column < 4; ++column)
    if (array.at<double>(3, column) != (column == 3 ? 1 : 0))
      refuse(name, "must have the last row 0, 0, 0, 1");
  if (const std::string what = fault(pose); !what.empty()) refuse(name, what);
  return pose;
}

py::object give_vector(const Vec3& vector) {
  return give(std::vector<double>{vector.x(), vector.y(), vector.z()}, {3});
}

py::object give_pose(const Pose& pose) {
  std::vector<double> numbers;
  add_matrix(pose, numbers);
  return give(std::move(numbers), {4, 4});
}

py::object give_poses(const std::vector<Pose>& poses) {
  std::vector<double> numbers;
  for (const Pose& pose : poses) add_matrix(pose, numbers);
  return give(std::move(numbers), {poses.size(), 4, 4});
}

}  // namespace firstcontact::python
