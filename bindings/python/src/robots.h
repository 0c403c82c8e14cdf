#pragma once
/// Robots as Python holds them.
#include <firstcontact/robot_file.h>
#include <firstcontact/srdf_file.h>
#include <pybind11/stl.h>

#include <optional>
#include <span>

#include "arrays.h"

namespace firstcontact::python {

/// A robot and what its SRDF file says about it.
struct RobotFiles {
  io::Robot robot;
  std::optional<io::Srdf> srdf;
};

/// Values in the order of the file. Throws, naming the argument, for another number of them.
std::vector<double> values_of(const io::Robot& robot, const py::object& given, const char* name);
/// The same values in the order of the model.
Configuration configuration_of(const io::Robot& robot, std::span<const double> values);
/// A configuration in the order of the model. Throws, naming the argument and the joint, for values
/// that the model cannot take and, if `limits`, for those outside their limits.
Configuration valid_configuration(const io::Robot& robot, const py::object& given, const char* name,
                                  bool limits);

}  // namespace firstcontact::python
