#include "bench_sets.h"

#include <firstcontact/query_files.h>
#include <firstcontact/solve.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <limits>
#include <stdexcept>

#include "common/report_parts.h"
#include "common/table.h"
#include "generate/handcrafted.h"
#include "generate/random.h"
#include "io/query_reader.h"
#include "parallel/parallel.h"

namespace firstcontact::apps {
namespace {

constexpr std::int64_t kAll = std::numeric_limits<std::int64_t>::max();

struct Sizes {
  std::int64_t handcrafted_vertex_face, handcrafted_edge_edge, simulation_vertex_face,
      simulation_edge_edge;
  int cloth_side;
};
constexpr Sizes kFull = {kAll, kAll, 200'000, 400'000, generate::ClothOptions{}.side};
constexpr Sizes kQuick = {1'000, 1'000, 10'000, 20'000, 60};
/// Largest number of queries of a kind that are kept from files.
constexpr std::int64_t kMostOfFiles = 400'000;
constexpr std::size_t kTruthGrain = 32;
/// Below the distance of neighbouring doubles for any time that matters: the oracle stops at
/// neighbouring doubles.
constexpr double kTruthWidth = 0x1p-80;

std::int64_t at_most(std::int64_t count, std::int64_t limit) {
  return limit > 0 ? std::min(count, limit) : count;
}

void shuffle(std::vector<Query>& queries, std::uint64_t seed) {
  generate::Random random{generate::hash("bench order"), seed};
  for (std::size_t i = queries.size(); i > 1; --i)
    std::swap(queries[i - 1], queries[random.below(static_cast<int>(i))]);
}

ExactTruth exact_truth(const Query& query, double separation, Norm norm) {
  Options options;
  options.method = Method::Exact;
  options.min_separation = separation;
  options.norm = norm;
  options.toi_width = kTruthWidth;
  options.max_checks = std::numeric_limits<std::int64_t>::max();
  const Result result = solve(query, options);
  if (result.status == Status::InvalidInput || result.status == Status::Undecided)
    throw std::runtime_error(fmt::format("no exact truth about a query: {} {}",
                                         to_string(result.status), result.message));
  return {!result.free(), result.toi, result.toi_upper};
}

}  // namespace

BenchSets::BenchSets(const SetOptions& options, const std::atomic<int>& stop)
    : options_(options), stop_(stop) {
  const Sizes& sizes = options.quick ? kQuick : kFull;
  const std::string source = fmt::format("generated, seed {}", options.seed);
  for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge}) {
    const bool vf = kind == Kind::VertexFace;
    std::int64_t count = 0;
    for (const generate::HandcraftedGroup& group : generate::handcrafted_groups())
      count += static_cast<std::int64_t>(vf ? group.vertex_face : group.edge_edge);
    count = std::min(count, vf ? sizes.handcrafted_vertex_face : sizes.handcrafted_edge_edge);
    infos_.push_back({fmt::format("handcrafted-{}", io::kind_name(kind)), "handcrafted",
                      "handcrafted", kind, at_most(count, options.queries), source});
  }
  for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge}) {
    const bool vf = kind == Kind::VertexFace;
    infos_.push_back(
        {fmt::format("simulation-{}", io::kind_name(kind)), "simulation-like", "simulation", kind,
         at_most(vf ? sizes.simulation_vertex_face : sizes.simulation_edge_edge, options.queries),
         source + ", candidate pairs of a cloth step"});
  }
  if (!options.paths.empty()) read_files();
}

/// Reads all files, and keeps kMostOfFiles of each kind, each query with the same chance (reservoir
/// sampling).
void BenchSets::read_files() {
  struct Read {
    std::vector<Query> queries;
    std::int64_t seen = 0;
    std::uintmax_t files = 0, bytes = 0;
  };
  std::map<Kind, Read> of_kind;
  generate::Random random{generate::hash("bench sample"), options_.seed};
  const std::int64_t most = at_most(kMostOfFiles, options_.queries);
  for (const io::QuerySource& file : io::find_query_files(options_.paths)) {
    if (point_count(file.kind) != 4) {
      ++passed_over_;
      continue;
    }
    Read& read = of_kind[file.kind];
    io::QueryReader reader(file.path, file.kind);
    for (io::TruthQuery item; reader.next(item); ++read.seen) {
      if (stop_) throw Stopped{};
      if (read.seen < most) {
        read.queries.push_back(item.query);
        continue;
      }
      const std::uint64_t place = random.next() % (static_cast<std::uint64_t>(read.seen) + 1);
      if (place < read.queries.size()) read.queries[place] = item.query;
    }
    files_.push_back(file.path);
    ++read.files;
    read.bytes += std::filesystem::file_size(file.path);
  }
  for (auto& [kind, read] : of_kind) {
    SetInfo info{fmt::format("samples-{}", io::kind_name(kind)),
                 "samples",
                 "samples",
                 kind,
                 std::ssize(read.queries),
                 ""};
    info.source = fmt::format("{} queries in {}, {} bytes", grouped(read.seen),
                              counted(read.files, "file", "files"), grouped(read.bytes));
    shuffle(read.queries, options_.seed);
    queries_[info.name] = std::move(read.queries);
    infos_.push_back(std::move(info));
  }
}

/// All handcrafted queries of a kind.
std::vector<Query> BenchSets::handcrafted(Kind kind) const {
  std::vector<Query> out;
  for (const generate::HandcraftedGroup& group : generate::handcrafted_groups()) {
    if (stop_) throw Stopped{};
    const std::vector<Query> made = generate::make_handcrafted(group, kind, options_.seed);
    out.insert(out.end(), made.begin(), made.end());
  }
  return out;
}

/// Evenly spaced candidates of one step.
std::vector<Query> BenchSets::simulation(Kind kind, std::int64_t count) {
  if (!cloth_) {
    generate::ClothOptions options;
    options.side = count <= kQuick.simulation_edge_edge ? kQuick.cloth_side : kFull.cloth_side;
    options.seed = options_.seed;
    cloth_ = std::make_unique<Cloth>();
    cloth_->step = generate::make_cloth_step(options);
    cloth_->pairs = generate::candidate_indices(cloth_->step);
  }
  const auto split = std::partition_point(
      cloth_->pairs.begin(), cloth_->pairs.end(),
      [](const generate::CandidatePair& p) { return p.kind == Kind::VertexFace; });
  const auto first = kind == Kind::VertexFace ? cloth_->pairs.begin() : split;
  const std::int64_t available =
      kind == Kind::VertexFace ? split - first : cloth_->pairs.end() - first;
  if (available < count) throw std::logic_error("the cloth step has too few candidate pairs");
  std::vector<Query> out;
  for (std::int64_t i = 0; i < count; ++i)
    out.push_back(generate::query_of(cloth_->step, first[i * available / count]));
  return out;
}

const std::vector<Query>& BenchSets::queries(const SetInfo& set) {
  const auto found = queries_.find(set.name);
  if (found != queries_.end()) return found->second;
  std::vector<Query> made =
      set.group == "handcrafted" ? handcrafted(set.kind) : simulation(set.kind, set.queries);
  shuffle(made, options_.seed);
  made.resize(set.queries);
  if (set.group == "simulation" && set.kind == Kind::EdgeEdge)
    cloth_.reset();  // sets are asked for in order, so it is not needed any more
  return queries_[set.name] = std::move(made);
}

std::uint64_t BenchSets::fingerprint(const SetInfo& set) {
  std::uint64_t sum = 0;
  for (const Query& query : queries(set))
    for (const auto* points : {&query.t0, &query.t1})
      for (const Vec3& point : *points)
        for (int k = 0; k < 3; ++k) {
          std::uint64_t bits;
          const double value = point[k];
          std::memcpy(&bits, &value, sizeof bits);
          sum = generate::mix(sum ^ bits);
        }
  return sum;
}

const std::vector<ExactTruth>& BenchSets::truth(const SetInfo& set, double separation, Norm norm,
                                                std::int64_t count) {
  std::vector<ExactTruth>& known =
      truths_[{set.name, separation, separation > 0 ? norm : Norm::L2}];
  if (std::ssize(known) >= count) return known;
  const std::vector<Query>& asked = queries(set);
  std::vector<ExactTruth> found(count);
  parallel::parallel_for(found.size(), kTruthGrain, 0, [&](std::size_t begin, std::size_t end) {
    if (stop_) throw Stopped{};
    for (std::size_t i = begin; i < end; ++i) found[i] = exact_truth(asked[i], separation, norm);
  });
  return known = std::move(found);
}

}  // namespace firstcontact::apps
