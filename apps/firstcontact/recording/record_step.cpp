// The broad phase gives candidates in no particular order, on all threads, and there may be too
// many to keep. Therefore:
//
// 1. One pass counts the candidates of each element a.
// 2. The elements are cut into ranges of about a chunk of candidates. For each range, one pass
// collects its pairs and sorts them.
// 3. The sorted pairs are decided block by block on all threads, and written in order.
//
// Where repeated queries are left out, the number that remains is known only after step 2 of all
// ranges. The pairs that remain are therefore kept, and step 3 follows at the end.
#include "recording/record_step.h"

#include <firstcontact/batch.h>
#include <firstcontact/query_files.h>

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "arith/fixed_order.h"
#include "arith/float_environment.h"
#include "generate/generate.h"
#include "io/errors.h"
#include "io/output_paths.h"
#include "io/packed_queries.h"
#include "io/temporary_files.h"
#include "narrow/closest_point.h"
#include "parallel/parallel.h"
#include "step/solver.h"

namespace firstcontact::apps {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kRecordBlock = 8'192;  // queries decided before they are written
constexpr std::size_t kRecordGrain = 64;

fs::path file_of(const std::string& folder, Kind kind, const std::string& step) {
  return fs::path(folder) / io::kind_name(kind) / (step + ".fcq");
}

std::size_t slot_of(Kind kind) { return static_cast<std::size_t>(kind); }

using Pair = std::pair<std::int32_t, std::int32_t>;
/// Elements a in [begin, end) and how many candidates they have.
struct Range {
  std::int32_t begin = 0, end = 0;
  std::size_t candidates = 0;
};

/// Candidates of each element a, and of all by kind.
struct ElementCounts {
  explicit ElementCounts(const Mesh& mesh)
      : vertex(mesh.vertex_count()), edge(mesh.edges().size()) {}

  std::vector<std::uint32_t>& of(Kind kind) { return kind == Kind::VertexFace ? vertex : edge; }

  std::vector<std::uint32_t> vertex, edge;
  std::array<std::int64_t, 5> all = {};
};

/// Fills in the exact verdicts and the first times, within 2^-30. At most kRecordGrain queries.
void decide(std::span<io::TruthQuery> items) {
  std::array<Query, kRecordGrain> queries;
  std::array<Outcome, kRecordGrain> outcomes;
  Options options;
  options.exact = true;
  for (std::size_t i = 0; i < items.size(); ++i) queries[i] = items[i].query;
  solve_batch(std::span<const Query>(queries).first(items.size()), options,
              std::span(outcomes).first(items.size()));
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Outcome& outcome = outcomes[i];
    if (outcome.status == Status::Free || outcome.status == Status::Contact) {
      items[i].truth = !outcome.free();
      items[i].toi = outcome.toi;
      items[i].toi_upper = outcome.toi_upper;
    } else {  // the budget ran out; the oracle has none
      const generate::GeneratedQuery truth = generate::with_truth(items[i].query);
      items[i] = {truth.query, truth.truth, truth.toi, truth.toi_upper};
    }
  }
}

class Recorder {
 public:
  Recorder(step::Solver& solver, const StepOptions& options)
      : solver_(solver), options_(options), counts_(solver.mesh) {
    sweep_.horizon = options.t_max;
    sweep_.separation = options.min_separation;
    options_.progress = nullptr;
  }

  void count() {
    std::mutex mutex;
    run([&](const step::CandidateBlock& block) {
      const std::lock_guard lock(mutex);
      counts_.all[static_cast<std::size_t>(block.kind)] += static_cast<std::int64_t>(block.count);
      if (!is_recorded(block.kind)) return;
      std::vector<std::uint32_t>& counts = counts_.of(block.kind);
      for (std::size_t i = 0; i < block.count; ++i) ++counts[block.elements[i][0]];
    });
  }

  /// Adds what was written to `recorded`.
  void record(Kind kind, const std::string& path, std::size_t chunk, QuerySet* seen,
              Recorded& recorded) {
    const std::vector<Range> parts = ranges(kind, chunk);
    std::vector<Pair> fresh;
    if (seen)
      for (const Range& range : parts) {
        collect(kind, range);
        for (const Pair& pair : pairs_)
          if (seen->insert(hash_of(query_of(kind, pair)))) fresh.push_back(pair);
      }
    const std::int64_t count = seen ? std::ssize(fresh) : counts_.all[slot_of(kind)];
    recorded.repeated[slot_of(kind)] += counts_.all[slot_of(kind)] - count;
    if (count == 0) return;
    io::make_folder(fs::path(path).parent_path().string());
    io::PackedWriter writer(path, {kind, true, static_cast<std::uint64_t>(count)});
    if (seen)
      write_all(kind, fresh, writer, recorded);
    else
      for (const Range& range : parts) {
        collect(kind, range);
        write_all(kind, pairs_, writer, recorded);
      }
    writer.close();
  }

  const std::array<std::int64_t, 5>& counts() const { return counts_.all; }

  static bool is_recorded(Kind kind) {
    return std::find(kRecordedKinds.begin(), kRecordedKinds.end(), kind) != kRecordedKinds.end();
  }

 private:
  template <class Visit>
  void run(const Visit& visit) {
    const bool done = solver_.stream.run(solver_.vertices, {sweep_, 1, 0, 1}, options_,
                                         [&](const step::CandidateBlock& block) {
                                           visit(block);
                                           return true;
                                         });
    if (!done) throw std::runtime_error("the recording was stopped");
  }

  std::vector<Range> ranges(Kind kind, std::size_t chunk) {
    const std::vector<std::uint32_t>& counts = counts_.of(kind);
    std::vector<Range> out;
    Range range;
    for (std::size_t a = 0; a < counts.size(); ++a) {
      if (range.candidates > 0 && range.candidates + counts[a] > chunk) {
        out.push_back(range);
        range = {static_cast<std::int32_t>(a), 0, 0};
      }
      range.candidates += counts[a];
      range.end = static_cast<std::int32_t>(a + 1);
    }
    if (range.candidates > 0) out.push_back(range);
    return out;
  }

  void collect(Kind kind, const Range& range) {
    pairs_.clear();
    pairs_.reserve(range.candidates);
    std::mutex mutex;
    run([&](const step::CandidateBlock& block) {
      if (block.kind != kind) return;
      const std::lock_guard lock(mutex);
      for (std::size_t i = 0; i < block.count; ++i) {
        const std::int32_t a = block.elements[i][0];
        if (range.begin <= a && a < range.end) pairs_.push_back({a, block.elements[i][1]});
      }
    });
    std::sort(pairs_.begin(), pairs_.end());
  }

  void write_all(Kind kind, std::span<const Pair> pairs, io::PackedWriter& writer,
                 Recorded& recorded) {
    for (std::size_t begin = 0; begin < pairs.size(); begin += kRecordBlock)
      write(kind, pairs.subspan(begin, std::min(kRecordBlock, pairs.size() - begin)), writer,
            recorded);
  }

  void write(Kind kind, std::span<const Pair> pairs, io::PackedWriter& writer, Recorded& recorded) {
    items_.resize(pairs.size());
    distances_.resize(pairs.size());
    parallel::parallel_for(
        pairs.size(), kRecordGrain, options_.threads, [&](std::size_t begin, std::size_t end) {
          for (std::size_t i = begin; i < end; ++i) {
            items_[i].query = query_of(kind, pairs[i]);
            distances_[i] = scaled_norm(narrow::closest_point(kind, items_[i].query.t0).gap);
          }
          decide(std::span(items_).subspan(begin, end - begin));
        });
    double& smallest = recorded.smallest_distance[slot_of(kind)];
    for (std::size_t i = 0; i < items_.size(); ++i) {
      writer.write(items_[i]);
      recorded.positives[slot_of(kind)] += items_[i].truth;
      smallest = std::min(smallest, distances_[i]);
    }
  }

  Query query_of(Kind kind, const Pair& pair) const {
    const std::size_t a = pair.first, b = pair.second;
    if (kind == Kind::VertexFace) {
      const Face& face = solver_.mesh.faces()[b];
      return step::query_of(solver_.vertices, kind, {pair.first, face[0], face[1], face[2]});
    }
    const Edge &p = solver_.mesh.edges()[a], &q = solver_.mesh.edges()[b];
    return step::query_of(solver_.vertices, kind, {p[0], p[1], q[0], q[1]});
  }

  step::Solver& solver_;
  StepOptions options_;
  step::Sweep sweep_;
  ElementCounts counts_;
  std::vector<Pair> pairs_;
  std::vector<io::TruthQuery> items_;
  std::vector<double> distances_;
};

}  // namespace

std::int64_t Recorded::queries(Kind kind) const {
  return candidates[slot_of(kind)] - repeated[slot_of(kind)];
}

Recorded& Recorded::operator+=(const Recorded& other) {
  for (std::size_t kind = 0; kind < candidates.size(); ++kind) {
    candidates[kind] += other.candidates[kind];
    repeated[kind] += other.repeated[kind];
    positives[kind] += other.positives[kind];
    smallest_distance[kind] = std::min(smallest_distance[kind], other.smallest_distance[kind]);
  }
  return *this;
}

RecordingFolder::RecordingFolder(const std::string& folder) : folder_(folder) {
  std::error_code error;
  made_ = !fs::exists(folder, error);
  if (!made_ && !fs::is_directory(folder, error)) throw io::OutputError(folder, "is not a folder");
  io::make_folder(folder);
  const bool empty = fs::is_empty(folder, error);
  if (error) throw io::OutputError(folder, "cannot be read: " + error.message());
  if (!empty) throw io::OutputError(folder, "is not empty: a recording needs a folder of its own");
  if (made_) io::note_temporary(folder_);
  for (const Kind kind : kRecordedKinds)
    io::note_temporary(file_of(folder_, kind, "").parent_path().string());
}

void RecordingFolder::announce(const std::string& step) {
  steps_.push_back(step);
  for (const Kind kind : kRecordedKinds) io::note_temporary(file_of(folder_, kind, step).string());
}

void RecordingFolder::keep() {
  kept_ = true;
  forget_temporaries();
}

void RecordingFolder::forget_temporaries() const {
  const auto hold = io::hold_temporaries();
  for (const Kind kind : kRecordedKinds) {
    for (const std::string& step : steps_)
      io::forget_temporary(file_of(folder_, kind, step).string());
    io::forget_temporary(file_of(folder_, kind, "").parent_path().string());
  }
  io::forget_temporary(folder_);
}

RecordingFolder::~RecordingFolder() {
  if (kept_) return;
  forget_temporaries();
  std::error_code ignored;
  for (const Kind kind : kRecordedKinds) {
    for (const std::string& step : steps_) fs::remove(file_of(folder_, kind, step), ignored);
    fs::remove(file_of(folder_, kind, "").parent_path(), ignored);  // only if nothing else is in it
  }
  if (made_) fs::remove(folder_, ignored);
}

std::string recorded_file(const std::string& folder, Kind kind, const std::string& name) {
  return file_of(folder, kind, name).string();
}

Recorded record_step(StepSolver& solver, const Positions& t0, const Positions& t1,
                     const StepOptions& options, const std::string& folder, const std::string& name,
                     std::size_t chunk, QuerySet* seen) {
  const arith::FloatEnvironmentGuard guard;
  StepResult result;
  if (!step::begin_step(step::solver_of(solver), t0, t1, options, result))
    throw std::runtime_error(result.message);
  Recorder recorder(step::solver_of(solver), options);
  recorder.count();
  Recorded recorded;
  recorded.candidates = recorder.counts();
  for (const Kind kind : kRecordedKinds)
    if (recorded.candidates[slot_of(kind)] > 0)
      recorder.record(kind, recorded_file(folder, kind, name), chunk, seen, recorded);
  return recorded;
}

}  // namespace firstcontact::apps
