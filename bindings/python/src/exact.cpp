// The exact oracle. Its times are dyadic numbers: an integer times a power of two.
#include <firstcontact/options.h>

#include <string>

#include "arith/float_environment.h"
#include "exact/oracle.h"
#include "long_call.h"
#include "module.h"
#include "narrow/validate.h"
#include "options.h"

namespace firstcontact::python {
namespace {

/// As Python's int(text, 16) reads it. Decimal digits would meet Python's limit of their number.
std::string hexadecimal(const exact::Integer& value) {
  constexpr int kDigits = 15;  // at a time; they fit into 64 bits
  exact::Integer left = abs(value);
  std::string backwards;
  do {
    exact::Integer high = left;
    high >>= 4 * kDigits;
    exact::Integer low = left;
    low -= high << (4 * kDigits);
    std::int64_t part = low.to_int64();
    for (int i = 0; i < kDigits; ++i, part >>= 4) backwards += "0123456789abcdef"[part & 15];
    left = high;
  } while (left.sign() != 0);
  while (backwards.size() > 1 && backwards.back() == '0') backwards.pop_back();
  return (value.sign() < 0 ? "-" : "") + std::string(backwards.rbegin(), backwards.rend());
}

py::tuple tuple_of_dyadic(const exact::Dyadic& value) {
  return py::make_tuple(hexadecimal(value.mantissa), value.exponent);
}

py::dict first_contact(const std::string& kind, const py::object& points, double min_separation,
                       const std::string& norm, double t_max, int width_bits) {
  const Array array(points, "points");
  const Query query = query_of(array, kind_of(kind));
  Options options;
  options.method = Method::Exact;
  options.min_separation = min_separation;
  options.norm = norm_of(norm);
  options.t_max = t_max;
  if (const char* fault = narrow::find_fault(options)) throw std::invalid_argument(fault);
  if (const char* fault = narrow::find_fault(query, options)) refuse("points", fault);
  if (width_bits < 0) refuse("width", "must be at most 1");
  const exact::Request request = {.min_separation = min_separation,
                                  .norm = options.norm,
                                  .t_max = t_max,
                                  .width_bits = width_bits};
  exact::Decision decision;
  {
    const WithoutGil without_gil;
    const arith::FloatEnvironmentGuard guard;
    decision = exact::decide(query, request);
  }
  py::dict out;
  out["contact"] = decision.contact;
  out["lower"] = tuple_of_dyadic(decision.lower);
  out["upper"] = tuple_of_dyadic(decision.upper);
  out["candidates"] = decision.candidates;
  return out;
}

}  // namespace

void bind_exact(py::module_& m) {
  m.def("exact_first_contact", &first_contact, py::arg("kind"), py::arg("points"),
        py::arg("min_separation"), py::arg("norm"), py::arg("t_max"), py::arg("width_bits"),
        "Decides one pair without rounding; times are (hexadecimal mantissa, exponent).");
}

}  // namespace firstcontact::python
