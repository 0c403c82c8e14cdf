#include "check_work.h"

#include <firstcontact/intersections.h>
#include <firstcontact/proof.h>
#include <fmt/format.h>

#include <stdexcept>

#include "common/duration_histogram.h"

namespace firstcontact::apps {
namespace {

/// Number of pairs that cross in the first frame and are named in the report; all are counted.
constexpr std::size_t kListedIntersections = 5;

/// Throws if the solver refused the step.
void require_decided(const StepResult& result, const StepReport& step) {
  if (result.status == Status::Free || result.status == Status::Contact) return;
  throw std::runtime_error(fmt::format("{} -> {}: {}", step.t0, step.t1, result.message));
}

void put(ByteWriter& bytes, const StartReport& start) {
  bytes.put_text(start.frame);
  bytes.put(start.counts);
  bytes.put(start.neighbours);
  bytes.put(start.seconds);
  bytes.put(static_cast<std::uint64_t>(start.first.size()));
  for (const StartReport::Pair& pair : start.first) bytes.put(pair);
}

StartReport read_start(ByteReader& reader) {
  StartReport start;
  start.frame = reader.get_text();
  reader.get(start.counts);
  reader.get(start.neighbours);
  reader.get(start.seconds);
  start.first.resize(reader.get<std::uint64_t>());
  for (StartReport::Pair& pair : start.first) reader.get(pair);
  return start;
}

/// Eigen's vectors are three doubles, but do not say that they can be copied as bytes.
void put(ByteWriter& bytes, const Impact& impact) {
  bytes.put(impact.pair);
  for (const double x : {impact.toi, impact.toi_upper, impact.u, impact.v, impact.distance})
    bytes.put(x);
  bytes.put(impact.starts_in_contact);
  for (const Vec3& v : {impact.point_a, impact.point_b, impact.normal})
    for (int i = 0; i < 3; ++i) bytes.put(v[i]);
}

Impact read_impact(ByteReader& reader) {
  Impact impact;
  reader.get(impact.pair);
  for (double* x : {&impact.toi, &impact.toi_upper, &impact.u, &impact.v, &impact.distance})
    reader.get(*x);
  reader.get(impact.starts_in_contact);
  for (Vec3* v : {&impact.point_a, &impact.point_b, &impact.normal})
    for (int i = 0; i < 3; ++i) reader.get((*v)[i]);
  return impact;
}

}  // namespace

void decide(StepSolver& solver, const FrameSequence& frames, std::size_t number,
            const CheckArguments& arguments, const StepOptions& options, ImpactSorter* sorter,
            StepReport& step) {
  const bool all = arguments.all;
  step.t0 = arguments.frames[number];
  step.t1 = arguments.frames[number + 1];
  const auto add = [&](std::span<const Impact> impacts) {
    for (const Impact& impact : impacts) ++step.impacts[static_cast<std::size_t>(impact.pair.kind)];
    if (sorter) sorter->add(impacts);
  };
  const std::int64_t start = now_ns();
  const StepResult result =
      all ? solver.stream_impacts(frames.t0(), frames.t1(), options, add)
          : solver.collision_free_step_size(frames.t0(), frames.t1(), options);
  step.seconds = seconds_since(start);
  require_decided(result, step);
  step.note = result.message;
  step.candidates = result.candidates;
  step.earliest = result.earliest;
  if (result.free() || all) return;
  add({&*result.earliest, 1});
  // The search was cut short at the contact, and did not see all candidates.
  StepOptions silent = options;
  silent.progress = nullptr;  // the bar is at its end already
  const StepResult counted = solver.count_candidates(frames.t0(), frames.t1(), silent);
  if (counted.status != Status::Undecided) require_decided(counted, step);
  step.candidates = counted.candidates;
}

StartReport look_at_start(const Mesh& mesh, const Positions& positions, const StepOptions& options,
                          const std::string& frame) {
  IntersectionOptions search;
  search.step = options;
  search.max_listed = kListedIntersections;
  const std::int64_t begin = now_ns();
  const IntersectionResult found = intersections(mesh, positions, search);
  if (found.status == Status::InvalidInput)
    throw std::runtime_error(fmt::format("{}: {}", frame, found.message));
  StartReport start;
  start.frame = frame;
  start.counts = found.counts;
  start.neighbours = found.count() - start.count();
  start.seconds = seconds_since(begin);
  for (const Intersection& pair : found.intersections) {
    StartReport::Pair& listed = start.first.emplace_back();
    listed.elements = pair;
    const auto ends = [&](int edge) { return mesh.edges()[edge]; };
    if (pair.kind == IntersectionKind::EdgeFace || pair.kind == IntersectionKind::EdgeEdge)
      listed.edge_a = ends(pair.a);
    if (pair.kind == IntersectionKind::EdgeEdge || pair.kind == IntersectionKind::PointEdge)
      listed.edge_b = ends(pair.b);
  }
  return start;
}

void prove_step(StepSolver& solver, const FrameSequence& frames, const StepOptions& options,
                std::size_t number, const StartReport& start,
                const std::function<void(std::string_view)>& write, StepReport& step) {
  if (step.earliest || start.any()) return;
  std::vector<std::int32_t> objects;
  for (const ObjectRange& range : frames.objects())
    objects.push_back(static_cast<std::int32_t>(range.vertices));
  proof::Writer writer(write);
  step.proofs = writer.write_step(solver, frames.t0(), frames.t1(), options, number, objects);
}

/// What crosses in the first frame, which is read for it.
const StartReport& CheckWorker::start() {
  if (start_) return *start_;
  frames_.go_to(0);
  start_ =
      look_at_start(solver_.mesh(), frames_.t0(), arguments_.options, arguments_.frames.front());
  return *start_;
}

std::string CheckWorker::check(std::size_t begin, std::size_t end) {
  const bool proves = !arguments_.certificates.empty();
  if (begin == 0 || proves) start();
  ByteWriter bytes;
  for (std::size_t i = begin; i < end; ++i) {
    frames_.go_to(i);
    StepReport step;
    std::string rows, proofs;
    ImpactSorter sorter(arguments_.output);
    decide(solver_, frames_, i, arguments_, arguments_.options,
           arguments_.output.empty() ? nullptr : &sorter, step);
    sorter.drain([&](const Impact& impact) {
      rows += csv_row(impact, frames_.step_count() > 1 ? std::optional(i) : std::nullopt);
    });
    if (proves)
      prove_step(
          solver_, frames_, arguments_.options, i, *start_,
          [&](std::string_view line) { proofs += line; }, step);
    bytes.put(i == 0);
    if (i == 0) put(bytes, start());
    bytes.put(step.candidates);
    bytes.put(step.impacts);
    bytes.put(step.seconds);
    bytes.put_text(step.note);
    bytes.put(step.earliest.has_value());
    if (step.earliest) put(bytes, *step.earliest);
    bytes.put(step.proofs.has_value());
    if (step.proofs) bytes.put(*step.proofs);
    bytes.put_text(rows);
    bytes.put_text(proofs);
  }
  return bytes.take();
}

StepAnswer read_answer(ByteReader& reader) {
  StepAnswer answer;
  StepReport& step = answer.report;
  if (reader.get<bool>()) answer.start = read_start(reader);
  reader.get(step.candidates);
  reader.get(step.impacts);
  reader.get(step.seconds);
  step.note = reader.get_text();
  if (reader.get<bool>()) step.earliest = read_impact(reader);
  if (reader.get<bool>()) step.proofs = reader.get<proof::StepProofCount>();
  answer.rows = reader.get_text();
  answer.proofs = reader.get_text();
  return answer;
}

}  // namespace firstcontact::apps
