// Single pairs: the solver, the oracle and the published methods.
#include <firstcontact/firstcontact.h>
#include <firstcontact/version.h>

#include <cmath>

#include "arith/float_environment.h"
#include "baselines/method.h"
#include "exact/oracle.h"
#include "flat_query.h"
#include "narrow/validate.h"
#include "values.h"

namespace firstcontact::wasm {

namespace {

std::span<const double, kQueryRow> query_row(const Call& call) {
  const std::span<const double> row = call.doubles("query");
  if (row.size() != kQueryRow) throw std::invalid_argument("query: has another length");
  return row.first<kQueryRow>();
}

/// An integer as BigInt of JavaScript reads it: hexadecimal, the sign in front.
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
  return (value.sign() < 0 ? "-0x" : "0x") + std::string(backwards.rbegin(), backwards.rend());
}

Json dyadic(const exact::Dyadic& value) {
  return {{"mantissa", hexadecimal(value.mantissa)}, {"exponent", value.exponent}};
}

void oracle(Call& call) {
  const Query query = to_query(query_row(call));
  exact::Request request;
  read(call.in, "minSeparation", request.min_separation);
  read(call.in, "norm", request.norm, norm_names());
  read(call.in, "tMax", request.t_max);
  double bits = request.width_bits;
  read(call.in, "widthBits", bits);
  Options options;
  options.method = Method::Exact;
  options.min_separation = request.min_separation;
  options.norm = request.norm;
  options.t_max = request.t_max;
  const char* fault = narrow::find_fault(query, options);
  constexpr double kMostBits = 100'000;
  if (fault == nullptr && !(bits >= 0 && bits <= kMostBits))
    fault = "widthBits must lie in [0, 100000]";
  Json& out = call.out;
  out["message"] = fault != nullptr ? fault : "";
  exact::Decision decision;
  if (fault == nullptr) {
    request.width_bits = static_cast<int>(bits);
    const arith::FloatEnvironmentGuard guard;
    decision = exact::decide(query, request);
  }
  out["status"] = to_string(fault != nullptr   ? Status::InvalidInput
                            : decision.contact ? Status::Contact
                                               : Status::Free);
  out["candidates"] = decision.candidates;
  out["lower"] = dyadic(decision.lower);
  out["upper"] = dyadic(decision.upper);
  const double none = fault != nullptr ? 0 : request.t_max;
  out["toi"] = number(decision.contact ? decision.lower.round_down() : none);
  out["toiUpper"] = number(decision.contact ? decision.upper.round_up() : none);
}

void methods(Call& call) {
  Json list = Json::array();
  const auto ours = [&](const char* name, const char* title, bool exact, const char* tolerance) {
    list.push_back({{"name", name},
                    {"title", title},
                    {"reference", ""},
                    {"guaranteed", true},
                    {"exact", exact},
                    {"takesSeparation", true},
                    {"givesTime", true},
                    {"toleranceMeaning", tolerance},
                    {"defaultTolerance", exact ? 0 : kRelativeTolerance}});
  };
  const char* const kLength = "a length; left out: 1e-6 of the pair's size";
  ours("certified", "separating directions that prove freedom", false, kLength);
  ours("exact", "integer arithmetic without any rounding", true, "");
  ours("tight-inclusion", "inclusion-based bisection, repaired", false, kLength);
  ours("tight-inclusion-fast", "the same inclusion, earliest boxes first", false, kLength);
  for (const baselines::Method& method : baselines::methods())
    list.push_back({{"name", method.name},
                    {"title", method.title},
                    {"reference", method.reference},
                    {"guaranteed", false},
                    {"exact", false},
                    {"takesSeparation", method.takes_separation},
                    {"givesTime", method.gives_time},
                    {"toleranceMeaning", method.tolerance_meaning},
                    {"defaultTolerance", number(method.default_tolerance)}});
  call.out["methods"] = list;
}

void require_length(double value, const char* name) {
  if (!(std::isfinite(value) && value >= 0))
    throw std::invalid_argument(std::string(name) + ": must be finite and not negative");
}

void solve_baseline(Call& call) {
  const Query query = to_query(query_row(call));
  const std::string name = to_text(field(call.in, "method"), "method");
  const baselines::Method* method = baselines::find_method(name);
  if (method == nullptr) throw std::invalid_argument("method: there is no '" + name + "' here");
  if (query.kind != Kind::VertexFace && query.kind != Kind::EdgeEdge)
    throw std::invalid_argument(name + " only decides vertex-face and edge-edge pairs");
  if (const char* fault = narrow::find_fault(query, Options())) throw std::invalid_argument(fault);
  baselines::Settings settings;
  read(call.in, "tolerance", settings.tolerance);
  read(call.in, "maxChecks", settings.max_checks);
  read(call.in, "minSeparation", settings.min_separation);
  require_length(settings.tolerance.value_or(0), "tolerance");
  require_length(settings.min_separation, "minSeparation");
  if (settings.max_checks < 1) throw std::invalid_argument("maxChecks: must be at least 1");
  const arith::FloatEnvironmentGuard guard;
  const baselines::Answer answer = method->solve(query, settings);
  call.out = {{"contact", answer.contact},
              {"toi", number(answer.toi)},
              {"exhausted", answer.exhausted},
              {"checks", answer.checks}};
}

void version(Call& call) { call.out["version"] = FIRSTCONTACT_VERSION; }

}  // namespace

void add_pair_functions(FunctionTable& table) {
  table["oracle"] = oracle;
  table["methods"] = methods;
  table["solveBaseline"] = solve_baseline;
  table["version"] = version;
}

}  // namespace firstcontact::wasm
