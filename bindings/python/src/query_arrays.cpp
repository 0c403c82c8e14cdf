#include "query_arrays.h"

#include "options.h"

namespace firstcontact::python {

QueryArrays::QueryArrays(Kind kind, std::size_t count)
    : kind_(kind),
      numbers_a_pair_(2 * static_cast<std::size_t>(point_count(kind)) * coordinates_of(kind)),
      points_(count * numbers_a_pair_),
      toi_(count),
      toi_upper_(count),
      truth_(count) {}

void QueryArrays::set(std::size_t i, const io::TruthQuery& query) {
  double* next = points_.data() + i * numbers_a_pair_;
  for (const auto* points : {&query.query.t0, &query.query.t1})
    for (int p = 0; p < point_count(kind_); ++p)
      for (std::size_t c = 0; c < coordinates_of(kind_); ++c)
        *next++ = (*points)[static_cast<std::size_t>(p)][static_cast<Eigen::Index>(c)];
  truth_[i] = query.truth ? 1 : 0;
  toi_[i] = query.toi;
  toi_upper_[i] = query.toi_upper;
}

void QueryArrays::append(const io::TruthQuery& query) {
  const std::size_t i = size();
  points_.resize((i + 1) * numbers_a_pair_);
  truth_.resize(i + 1);
  toi_.resize(i + 1);
  toi_upper_.resize(i + 1);
  set(i, query);
}

py::dict QueryArrays::take() {
  const auto n = static_cast<py::ssize_t>(size());
  py::dict out;
  out["points"] = NativeArray::take(
      std::move(points_), {n, 2 * point_count(kind_), static_cast<int>(coordinates_of(kind_))});
  out["truth"] = NativeArray::take(std::move(truth_), {n});
  out["toi"] = NativeArray::take(std::move(toi_), {n});
  out["toi_upper"] = NativeArray::take(std::move(toi_upper_), {n});
  return out;
}

}  // namespace firstcontact::python
