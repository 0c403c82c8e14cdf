#pragma once
/// Lists of queries as arrays: points, truths and times.
#include <firstcontact/query_files.h>
#include <pybind11/pybind11.h>

#include <vector>

#include "arrays.h"

namespace firstcontact::python {

/// Collects queries of one kind and hands them over as a dict of arrays: points, truth, toi,
/// toi_upper.
class QueryArrays {
 public:
  explicit QueryArrays(Kind kind, std::size_t count = 0);
  void set(std::size_t i, const io::TruthQuery& query);
  void append(const io::TruthQuery& query);
  std::size_t size() const { return truth_.size(); }
  py::dict take();

 private:
  Kind kind_;
  std::size_t numbers_a_pair_;
  std::vector<double> points_, toi_, toi_upper_;
  std::vector<std::int8_t> truth_;  // bytes, so that several threads can set them
};

}  // namespace firstcontact::python
