#include "keywords.h"

#include <limits>

namespace firstcontact::python {
namespace {

std::int64_t integer_of(const py::handle& value, const char* name) {
  if (PyBool_Check(value.ptr())) refuse(name, "must be an integer");
  const py::object index = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
  if (!index) {
    PyErr_Clear();
    refuse(name, "must be an integer");
  }
  const long long number = PyLong_AsLongLong(index.ptr());
  if (number == -1 && PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    refuse(name, "is an integer of more than 64 bits");
  }
  return number;
}

bool flag_of(const py::handle& value, const char* name) {
  if (PyBool_Check(value.ptr())) return value.ptr() == Py_True;
  refuse(name, "must be True or False");
}

}  // namespace

double number_of(const py::handle& value, const char* name) {
  const bool refused = PyBool_Check(value.ptr()) || PyUnicode_Check(value.ptr()) ||
                       PyBytes_Check(value.ptr()) || PyByteArray_Check(value.ptr());
  const double number = refused ? 0 : PyFloat_AsDouble(value.ptr());
  if (refused || (number == -1 && PyErr_Occurred() != nullptr)) {
    PyErr_Clear();
    refuse(name, "must be a number");
  }
  return number;
}

py::object value_of(const py::dict& given, const char* name) {
  if (!given.contains(name)) return {};
  py::object value = given[name];
  return value.is_none() ? py::object() : value;
}

void read(const py::dict& given, const char* name, double& value) {
  if (const py::object found = value_of(given, name)) value = number_of(found, name);
}

void read(const py::dict& given, const char* name, std::optional<double>& value) {
  if (const py::object found = value_of(given, name)) value = number_of(found, name);
}

void read(const py::dict& given, const char* name, bool& value) {
  if (const py::object found = value_of(given, name)) value = flag_of(found, name);
}

void read(const py::dict& given, const char* name, std::optional<bool>& value) {
  if (const py::object found = value_of(given, name)) value = flag_of(found, name);
}

void read(const py::dict& given, const char* name, int& value) {
  const py::object found = value_of(given, name);
  if (!found) return;
  const std::int64_t number = integer_of(found, name);
  if (number < std::numeric_limits<int>::min() || number > std::numeric_limits<int>::max())
    refuse(name, "is an integer of more than 32 bits");
  value = static_cast<int>(number);
}

void read(const py::dict& given, const char* name, std::int64_t& value) {
  if (const py::object found = value_of(given, name)) value = integer_of(found, name);
}

void read(const py::dict& given, const char* name, std::string& value) {
  const py::object found = value_of(given, name);
  if (!found) return;
  Py_ssize_t size = 0;
  const char* text =
      PyUnicode_Check(found.ptr()) ? PyUnicode_AsUTF8AndSize(found.ptr(), &size) : nullptr;
  if (text == nullptr) {
    PyErr_Clear();
    refuse(name, "must be text");
  }
  value.assign(text, static_cast<std::size_t>(size));
}

std::size_t choice_of(const py::handle& value, const char* name,
                      const std::vector<std::string>& words) {
  std::string list;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (PyUnicode_Check(value.ptr()) &&
        PyUnicode_CompareWithASCIIString(value.ptr(), words[i].c_str()) == 0)
      return i;
    list += (i == 0 ? "'" : i + 1 == words.size() ? " or '" : ", '") + words[i] + "'";
  }
  refuse(name, "must be " + list);
}

std::vector<int> int_list(const py::dict& given, const char* name) {
  const py::object found = value_of(given, name);
  return found ? ints_of(Array(found, name)) : std::vector<int>();
}

std::vector<double> double_list(const py::dict& given, const char* name) {
  const py::object found = value_of(given, name);
  return found ? doubles_of(Array(found, name)) : std::vector<double>();
}

std::vector<bool> flag_list(const py::dict& given, const char* name) {
  const py::object found = value_of(given, name);
  return found ? flags_of(Array(found, name)) : std::vector<bool>();
}

}  // namespace firstcontact::python
