// One pair, and batches of pairs.
#include <firstcontact/batch.h>
#include <firstcontact/proof.h>
#include <firstcontact/solve.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "long_call.h"
#include "module.h"
#include "narrow/validate.h"
#include "options.h"
#include "parallel/parallel.h"

namespace firstcontact::python {
namespace {

/// How many pairs are solved at a time: enough to be fast, few enough that every thread has some and
/// that Ctrl-C does not wait long. Answers do not depend on it.
std::size_t pairs_at_once(std::size_t count, int threads, Method method) {
  const auto parts = static_cast<std::size_t>(threads > 0 ? threads : parallel::default_threads());
  const std::size_t share = count / (8 * parts);
  return method == Method::Certified ? std::clamp<std::size_t>(share, 256, 16'384)
                                     : std::clamp<std::size_t>(share, 16, 256);
}

Options make_options(const std::string& method, std::optional<double> tolerance,
                     double min_separation, const std::string& norm, double t_max,
                     std::int64_t max_checks, bool exact, bool decide_only, bool describe_free,
                     bool certificate, double toi_width,
                     const std::optional<std::array<double, 3>>& scene_extent) {
  Options options;
  options.method = method_of(method);
  options.tolerance = tolerance;
  options.min_separation = min_separation;
  options.norm = norm_of(norm);
  options.t_max = t_max;
  options.max_checks = max_checks;
  options.exact = exact;
  options.decide_only = decide_only;
  options.describe_free = describe_free;
  options.certificate = certificate;
  options.toi_width = toi_width;
  if (scene_extent) options.scene_extent = Vec3(scene_extent->data());
  if (const char* fault = narrow::find_fault(options)) throw std::invalid_argument(fault);
  return options;
}

std::string repr_of_options(const Options& options) {
  return std::string("Options(exact=") + (options.exact ? "True" : "False") +
         ", min_separation=" + std::string(py::repr(py::float_(options.min_separation))) +
         ", norm='" + norm_name(options.norm) +
         "', t_max=" + std::string(py::repr(py::float_(options.t_max))) + ", …)";
}

/// The answers of a batch, as arrays of the caller.
struct BatchOutputs {
  Output<std::int8_t> status;
  Output<double> toi, toi_upper;
  Output<std::int64_t> checks;
  Output<bool> starts_in_contact;

  void store(std::size_t i, const Outcome& outcome) const {
    status[i] = static_cast<std::int8_t>(outcome.status);
    toi[i] = outcome.toi;
    toi_upper[i] = outcome.toi_upper;
    checks[i] = outcome.checks;
    starts_in_contact[i] = outcome.starts_in_contact;
  }
};

/// The columns of pairs begin … end of an array, where they are.
template <class Real>
PairColumns<Real> columns_of(const Array& points, Kind kind, std::size_t begin, std::size_t end) {
  PairColumns<Real> columns;
  columns.stride = points.stride(0);
  columns.count = end - begin;
  const Real* first =
      points.data<const Real>() + static_cast<std::ptrdiff_t>(begin) * points.stride(0);
  const int count = point_count(kind);
  for (int i = 0; i < 2 * count; ++i)
    for (int j = 0; j < 3; ++j) {
      const int k = (i < count ? 3 * i : 12 + 3 * (i - count)) + j;
      columns.column[static_cast<std::size_t>(k)] =
          first + i * points.stride(1) + j * points.stride(2);
    }
  return columns;
}

/// The same for planar pairs, which need columns of zeros: copied to `numbers`.
template <class Real>
PairColumns<Real> planar_columns_of(const Array& points, std::size_t begin, std::size_t end,
                                    std::vector<Real>& numbers) {
  constexpr int kPoints = point_count(Kind::PointSegment2D);
  PairColumns<Real> columns;
  columns.count = end - begin;
  numbers.assign(static_cast<std::size_t>(4 * kPoints + 1) * columns.count, Real(0));
  const Real* zeros = numbers.data() + static_cast<std::size_t>(4 * kPoints) * columns.count;
  Real* next = numbers.data();
  for (int i = 0; i < 2 * kPoints; ++i) {
    const int first = i < kPoints ? 3 * i : 12 + 3 * (i - kPoints);
    for (int j = 0; j < 2; ++j, next += columns.count) {
      columns.column[static_cast<std::size_t>(first + j)] = next;
      for (std::size_t p = 0; p < columns.count; ++p)
        next[p] = points.data<Real>()[static_cast<std::ptrdiff_t>(begin + p) * points.stride(0) +
                                      i * points.stride(1) + j * points.stride(2)];
    }
    columns.column[static_cast<std::size_t>(first + 2)] = zeros;
  }
  return columns;
}

/// Pairs of C that lie one behind the other, as an array of (n, 8, 3) doubles in C order has them. Such
/// a span is faster than columns, by a fifth.
template <class Pair>
bool solve_in_place(const Array& points, const Options& options, std::size_t begin, std::size_t end,
                    std::span<Outcome> outcomes) {
  static_assert(sizeof(Pair) == 24 * sizeof(double) && alignof(Pair) == alignof(double));
  if (points.scalar() != Scalar::Float64 || points.stride(0) != 24 || points.stride(1) != 3 ||
      points.stride(2) != 1)
    return false;
  solve_batch(std::span(reinterpret_cast<const Pair*>(points.data<double>()) + begin, end - begin),
              options, outcomes);
  return true;
}

template <class Real>
void solve_columns(const Array& points, Kind kind, const Options& options, std::size_t begin,
                   std::size_t end, std::span<Outcome> outcomes) {
  std::vector<Real> numbers;
  solve_batch(kind,
              kind == Kind::PointSegment2D ? planar_columns_of<Real>(points, begin, end, numbers)
                                           : columns_of<Real>(points, kind, begin, end),
              options, outcomes);
}

void solve_range(const Array& points, Kind kind, const Options& options, std::size_t begin,
                 std::size_t end, const BatchOutputs& out) {
  std::vector<Outcome> outcomes(end - begin);
  const bool done =
      (kind == Kind::VertexFace &&
       solve_in_place<VertexFace>(points, options, begin, end, outcomes)) ||
      (kind == Kind::EdgeEdge && solve_in_place<EdgeEdge>(points, options, begin, end, outcomes));
  if (!done && points.scalar() == Scalar::Float64)
    solve_columns<double>(points, kind, options, begin, end, outcomes);
  else if (!done)
    solve_columns<float>(points, kind, options, begin, end, outcomes);
  for (std::size_t i = begin; i < end; ++i) out.store(i, outcomes[i - begin]);
}

void solve_array(const std::string& kind_text, const py::object& points, const Options& options,
                 int threads, const py::object& progress, const py::object& status,
                 const py::object& toi, const py::object& toi_upper, const py::object& checks,
                 const py::object& starts_in_contact) {
  const Kind kind = kind_of(kind_text);
  const Array pairs(points, "points");
  require_pairs(pairs, kind, true);
  const std::size_t count = pairs.size(0);
  const BatchOutputs out = {{status, "status", count},
                            {toi, "toi", count},
                            {toi_upper, "toi_upper", count},
                            {checks, "checks", count},
                            {starts_in_contact, "starts_in_contact", count}};
  run_ranges(count, pairs_at_once(count, threads, options.method), threads, progress,
             [&](std::size_t begin, std::size_t end) {
               solve_range(pairs, kind, options, begin, end, out);
             });
}

py::tuple tuple_of(const Vec3& v) { return py::make_tuple(v.x(), v.y(), v.z()); }

/// What the Python layer makes a PairResult of.
py::dict solve_one(const std::string& kind, const py::object& points, const Options& options) {
  const Array array(points, "points");
  const Query query = query_of(array, kind_of(kind));
  Result result;
  {
    const WithoutGil without_gil;
    result = solve(query, options);
  }
  py::dict out;
  out["status"] = static_cast<int>(result.status);
  out["toi"] = result.toi;
  out["toi_upper"] = result.toi_upper;
  out["checks"] = result.checks;
  out["starts_in_contact"] = result.starts_in_contact;
  out["message"] = result.message;
  out["point_a"] = tuple_of(result.point_a);
  out["point_b"] = tuple_of(result.point_b);
  out["normal"] = tuple_of(result.normal);
  out["distance"] = result.distance;
  out["u"] = result.u;
  out["v"] = result.v;
  out["tolerance"] = result.tolerance;
  const bool proven = !result.certificate.empty() || result.exact_proof;
  out["proof"] = proven ? py::cast(proof::pair_proof(query, result, options)) : py::none();
  return out;
}

}  // namespace

void bind_pairs(py::module_& m) {
  py::class_<Options>(m, "Options", "What is asked about a pair: Options of C++.")
      .def(py::init(&make_options), py::arg("method"), py::arg("tolerance"),
           py::arg("min_separation"), py::arg("norm"), py::arg("t_max"), py::arg("max_checks"),
           py::arg("exact"), py::arg("decide_only"), py::arg("describe_free"),
           py::arg("certificate"), py::arg("toi_width"), py::arg("scene_extent"))
      .def("__repr__", &repr_of_options);
  m.def("solve_pair", &solve_one, py::arg("kind"), py::arg("points"), py::arg("options"),
        "Decides one pair.");
  m.def("solve_pairs", &solve_array, py::arg("kind"), py::arg("points"), py::arg("options"),
        py::arg("threads"), py::arg("progress"), py::arg("status"), py::arg("toi"),
        py::arg("toi_upper"), py::arg("checks"), py::arg("starts_in_contact"),
        "Decides many pairs and fills the arrays.");
}

}  // namespace firstcontact::python
