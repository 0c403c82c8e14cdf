#pragma once
/// Options that the Python layer hands over as a dict of keyword arguments. A name that is missing,
/// or None, leaves the default of C++ as it is. What cannot be used throws std::invalid_argument
/// that names the argument, which becomes a ValueError.
#include <pybind11/pybind11.h>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arrays.h"

namespace firstcontact::python {

/// A real number: a float, an integer or anything that float() takes but text. Not a bool.
double number_of(const py::handle& value, const char* name);

void read(const py::dict& given, const char* name, double& value);
void read(const py::dict& given, const char* name, std::optional<double>& value);
void read(const py::dict& given, const char* name, bool& value);
void read(const py::dict& given, const char* name, std::optional<bool>& value);
void read(const py::dict& given, const char* name, int& value);
void read(const py::dict& given, const char* name, std::int64_t& value);
void read(const py::dict& given, const char* name, std::string& value);

/// The value, or null for a missing name and for None.
py::object value_of(const py::dict& given, const char* name);
/// Index of the word in the list. Throws, with the list, if it is not there.
std::size_t choice_of(const py::handle& value, const char* name,
                      const std::vector<std::string>& words);

/// One of several words.
template <class Enum>
void read(const py::dict& given, const char* name, Enum& value,
          std::initializer_list<std::pair<const char*, Enum>> choices) {
  const py::object found = value_of(given, name);
  if (!found) return;
  std::vector<std::string> words;
  for (const auto& choice : choices) words.emplace_back(choice.first);
  value = (choices.begin() + choice_of(found, name, words))->second;
}

/// Arrays of one axis; empty if the name is missing or None.
std::vector<int> int_list(const py::dict& given, const char* name);
std::vector<double> double_list(const py::dict& given, const char* name);
std::vector<bool> flag_list(const py::dict& given, const char* name);

/// Hands an array over to Python.
template <class T>
py::object give(std::vector<T> values, std::initializer_list<std::size_t> shape) {
  return py::cast(
      NativeArray::take(std::move(values), std::vector<py::ssize_t>(shape.begin(), shape.end())));
}

}  // namespace firstcontact::python
