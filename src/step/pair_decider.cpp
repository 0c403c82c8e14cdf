#include "step/pair_decider.h"

#include <algorithm>

#include "narrow/contact_details.h"
#include "narrow/dispatch.h"
#include "narrow/exact_answer.h"
#include "narrow/exact_proof.h"
#include "narrow/pair_solver.h"
#include "narrow/validate.h"
#include "step/earliest.h"

namespace firstcontact::step {
namespace {

/// Rounds the sum separation + padding + tolerance up.
constexpr double kSeparationSumUp = 1 + 0x1p-50;

/// How many of a pair's vertices belong to its first element.
int first_size(Kind kind) { return kind == Kind::EdgeEdge ? 2 : 1; }

double thickest(const Mesh& mesh, const std::int32_t* vertices, int count) {
  double radius = 0;
  for (int i = 0; i < count; ++i) radius = std::max(radius, mesh.thickness_of(vertices[i]));
  return radius;
}

}  // namespace

Options pair_options(const StepOptions& step) {
  Options options;
  options.tolerance = step.tolerance;
  options.min_separation = step.min_separation;
  options.norm = step.norm;
  options.t_max = step.t_max;
  options.exact = step.exact;
  options.toi_width = step.toi_width;
  return options;
}

double largest_thickness(const Mesh& mesh) {
  double largest = 0;
  for (std::size_t i = 0; mesh.has_thickness() && i < mesh.vertex_count(); ++i)
    largest = std::max(largest, mesh.thickness_of(static_cast<int>(i)));
  return largest;
}

const char* find_fault(const StepOptions& options) {
  return narrow::find_fault(pair_options(options));
}

PairDecider::PairDecider(const Mesh& mesh, const VertexTable& vertices, const StepOptions& options)
    : mesh_(mesh),
      vertices_(vertices),
      step_(options),
      options_(pair_options(options)),
      neighbours_(mesh) {}

Tolerance PairDecider::tolerance() const {
  if (step_.tolerance && !step_.exact) return {*step_.tolerance, 0};
  return {0, kRelativeTolerance};
}

double PairDecider::separation(Kind kind, const std::int32_t (&vertices)[4]) const {
  if (!mesh_.has_thickness()) return step_.min_separation;
  const int first = first_size(kind);
  return step_.min_separation + (thickest(mesh_, vertices, first) +
                                 thickest(mesh_, vertices + first, point_count(kind) - first));
}

Sweep PairDecider::sweep(double horizon, const Padding& padding) const {
  Sweep sweep;
  sweep.horizon = horizon;
  sweep.separation = step_.min_separation + padding.distance;
  sweep.coordinate_share = padding.coordinate_share;
  return sweep;
}

bool PairDecider::is_candidate(const CandidateBlock& block, std::size_t i,
                               const Padding& padding) const {
  const Sweep whole = sweep(step_.t_max, padding);
  const std::int32_t* v = block.vertices[i];
  const int first = first_size(block.kind);
  return broad::overlap(
      swept_box(mesh_, vertices_, v, first, whole),
      swept_box(mesh_, vertices_, v + first, point_count(block.kind) - first, whole));
}

double PairDecider::padding_of(const CandidateBlock& block, std::size_t i,
                               const Padding& padding) const {
  if (padding.coordinate_share == 0) return padding.distance;
  double largest = 0;
  for (int k = 0; k < point_count(block.kind); ++k)
    largest = std::max(largest, largest_coordinate(vertices_, block.vertices[i][k]));
  return padding.distance + padding.coordinate_share * largest;
}

void PairDecider::find_separated(const CandidateBlock& block, std::size_t begin, std::size_t count,
                                 double t_max, const Tolerance& tolerance, const Padding& padding,
                                 narrow::Separated* separated) const {
  if (block.kind != Kind::VertexFace && block.kind != Kind::EdgeEdge) {
    std::fill(separated, separated + count, narrow::Separated::Untested);
    return;
  }
  const auto padded = [&](double separation, double extra) {
    extra += tolerance.absolute;
    return extra > 0 ? (separation + extra) * kSeparationSumUp : separation;
  };
  double distances[kBlock];
  const bool each = mesh_.has_thickness() || padding.coordinate_share > 0;
  for (std::size_t i = 0; each && i < count; ++i)
    distances[i] = padded(separation(block, begin + i), padding_of(block, begin + i, padding));
  narrow::SeparationMargin margin;
  margin.distance = padded(step_.min_separation, padding.distance);
  margin.euclidean = step_.norm == Norm::L2;
  margin.relative = tolerance.relative;
  narrow::find_separated(pairs_of(block, begin, count), t_max, margin, each ? distances : nullptr,
                         separated);
}

Outcome PairDecider::decide(const Query& query, const Options& options,
                            narrow::Separated separated) const {
  const Outcome outcome = narrow::solve_unseparated(query, options, separated);
  return outcome.status == Status::Undecided ? decide_exactly(query, options) : outcome;
}

Outcome PairDecider::decide_exactly(const Query& query, const Options& options) const {
  Options fine = options;
  if (!options.exact) fine.toi_width = std::min(options.toi_width, kFinestTime);
  return narrow::exact_answer(query, fine);
}

Outcome PairDecider::solve(const CandidateBlock& block, std::size_t i,
                           narrow::Separated separated) const {
  const Query query = query_of(vertices_, block.kind, block.vertices[i]);
  if (!mesh_.has_thickness()) return decide(query, options_, separated);
  Options options = options_;
  options.min_separation = separation(block, i);
  return decide(query, options, separated);
}

Outcome PairDecider::solve(const CandidateBlock& block, std::size_t i, double separation,
                           double tolerance) const {
  Options options = options_;
  options.min_separation = separation;
  options.tolerance = tolerance;
  return decide(query_of(vertices_, block.kind, block.vertices[i]), options,
                narrow::Separated::Untested);
}

Result PairDecider::solve_with_proof(const CandidateBlock& block, std::size_t i,
                                     double t_max) const {
  Options options = options_;
  options.min_separation = separation(block, i);
  options.t_max = t_max;
  options.certificate = true;
  const Query query = query_of(vertices_, block.kind, block.vertices[i]);
  Result result = narrow::dispatch(query, options);
  if (result.status == Status::Undecided) {
    options.certificate = false;
    options.method = Method::Exact;
    result = narrow::dispatch(query, options);
  }
  if (result.free()) narrow::add_exact_proof(query, options, result);
  return result;
}

Impact PairDecider::describe(const ElementPair& pair, const Outcome& outcome) const {
  const std::int32_t vertices[4] = {pair.vertices[0], pair.vertices[1], pair.vertices[2],
                                    pair.vertices[3]};
  Result result;
  result.status = outcome.status;
  result.toi = outcome.toi;
  narrow::describe_contact(query_of(vertices_, pair.kind, vertices), result);
  Impact impact = {result,   pair,    outcome.toi, outcome.toi_upper, outcome.starts_in_contact,
                   result.u, result.v};
  set_starting_side(vertices_, neighbours_, impact);
  return impact;
}

}  // namespace firstcontact::step
