// Edges are streamed: a block of them is read, decided on all threads, written and forgotten, so
// memory stays constant. With a pool, a chunk is some lines of the file.
#include "robot_edges_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "commands.h"
#include "common/duration_histogram.h"
#include "common/fitted_text.h"
#include "common/progress.h"
#include "common/report_parts.h"
#include "common/standard_streams.h"
#include "inputs/robot_edges.h"
#include "io/atomic_file.h"
#include "io/errors.h"
#include "io/output_paths.h"
#include "parallel/parallel.h"
#include "robot_edges_report.h"
#include "robot_work.h"
#include "work/byte_record.h"
#include "work/line_index.h"

namespace firstcontact::apps {
namespace {

/// Edges that are in memory at a time.
constexpr std::size_t kEdgeBlock = 4'096;
/// Lines of a chunk.
constexpr std::size_t kUsualEdges = 512;

/// Everything that answering an edge needs.
struct EdgeWork {
  const RobotArguments& arguments;
  const RobotReport& report;
  const ValueSetter& setter;
  const EdgeLayout& layout;
};

using KeepAnswer = std::function<void(const EdgeAnswer&)>;

/// Answers all edges of the reader and hands the answers over in order. `on_block` is called after
/// each block.
void answer_edges(const EdgeWork& work, EdgeReader& reader, const KeepAnswer& keep,
                  const std::function<void()>& on_block = nullptr) {
  std::vector<SceneEdge> block;
  std::vector<EdgeAnswer> answers;
  for (;;) {
    block.clear();
    for (SceneEdge edge; block.size() < kEdgeBlock && reader.next(edge);) block.push_back(edge);
    if (block.empty()) return;
    answers.assign(block.size(), {});
    parallel::parallel_for(
        block.size(), 1, work.arguments.threads, [&](std::size_t begin, std::size_t end) {
          for (std::size_t i = begin; i < end; ++i) {
            const std::int64_t start = now_ns();
            answers[i].result =
                first_contact(work.report.scene, block[i].q_t0, block[i].q_t1, work.report.options);
            answers[i].nanoseconds = now_ns() - start;
            raise_clearance(work.report.scene, answers[i].result);
          }
        });
    for (const EdgeAnswer& answer : answers) keep(answer);
    if (on_block) on_block();
  }
}

void answer_here(const EdgeWork& work, EdgesReport& edges, std::optional<io::AtomicFile>& csv) {
  Progress progress("edges", 0);
  EdgeReader reader(work.arguments.edges, work.layout, work.setter);
  const auto keep = [&](const EdgeAnswer& answer) {
    const std::int64_t index = edges.tally.edges;
    edges.tally.add(answer);
    if (csv) csv->write(fmt::format("{},{}", index, row_of(work.report, answer)));
    if (answer.result.status == Status::InvalidInput && edges.first_invalid < 0) {
      edges.first_invalid = index;
      edges.why_invalid = answer.result.message;
    }
  };
  answer_edges(work, reader, keep,
               [&] { progress.update(edges.tally.edges, work.arguments.edges, reader.share()); });
}

/// A part of the file. JSON and compressed files are one part.
struct EdgeChunk {
  bool whole = true;
  /// The lines from `first` on begin `lines` lines after the byte `block`.
  std::uint64_t first = 0, count = 0, block = 0, lines = 0;
};

/// The same in all processes.
std::vector<EdgeChunk> plan_edges(const EdgeWork& work, ChunkPool& pool) {
  const std::string& path = work.arguments.edges;
  const bool whole = work.layout.is_json || io::has_suffix(path, ".gz");
  const std::vector<std::uint64_t> counts = index_lines({whole ? "" : path}, pool)[0];
  const std::uint64_t size = pool.chunk_size(kUsualEdges);
  ByteWriter bytes;
  if (whole) bytes.put(EdgeChunk());
  std::uint64_t before = 0, first = 0;  // lines before the block, and before the chunk
  for (std::size_t block = 0; block < counts.size(); ++block) {
    for (; first <= before + counts[block]; first += size)
      bytes.put(EdgeChunk{false, first, size, block * kIndexBlock, first - before});
    before += counts[block];
  }
  const std::string shared = pool.share(bytes.take());
  std::vector<EdgeChunk> plan;
  for (ByteReader reader(shared); !reader.at_end();) plan.push_back(reader.get<EdgeChunk>());
  return plan;
}

/// The counts of a chunk, its first edge without an answer, and its rows, for take_chunk.
std::string answer_chunk(const EdgeWork& work, const EdgeChunk& chunk) {
  const std::string& path = work.arguments.edges;
  std::optional<EdgeReader> reader;
  if (chunk.whole)
    reader.emplace(path, work.layout, work.setter);
  else
    reader.emplace(path, work.layout, work.setter,
                   EdgeLines{find_line(path, chunk.block, chunk.lines), chunk.first, chunk.count});
  EdgeTally tally;
  std::int64_t first_invalid = -1;
  std::string why_invalid;
  ByteWriter rows;
  answer_edges(work, *reader, [&](const EdgeAnswer& answer) {
    if (answer.result.status == Status::InvalidInput && first_invalid < 0) {
      first_invalid = tally.edges;
      why_invalid = answer.result.message;
    }
    tally.add(answer);
    if (!work.arguments.csv.empty()) rows.put_text(row_of(work.report, answer));
  });
  ByteWriter result;
  result.put(tally);
  result.put(first_invalid);
  result.put_text(why_invalid);
  result.put_text(rows.take());
  return result.take();
}

/// Rows get their numbers here: how many edges come before a line is not known earlier, because
/// lines can be empty or comments.
void take_chunk(std::string_view bytes, EdgesReport& edges, std::optional<io::AtomicFile>& csv) {
  ByteReader reader(bytes);
  const auto tally = reader.get<EdgeTally>();
  const auto first_invalid = reader.get<std::int64_t>();
  const std::string_view why_invalid = reader.get_text();
  if (first_invalid >= 0 && edges.first_invalid < 0) {
    edges.first_invalid = edges.tally.edges + first_invalid;
    edges.why_invalid = why_invalid;
  }
  std::int64_t index = edges.tally.edges;
  for (ByteReader rows(reader.get_text()); csv && !rows.at_end(); ++index)
    csv->write(fmt::format("{},{}", index, rows.get_text()));
  edges.tally.merge(tally);
}

/// By all processes of a pool; the report is the reporter's.
void answer_together(const EdgeWork& work, const std::vector<std::string>& inputs, ChunkPool& pool,
                     EdgesReport& edges, std::optional<io::AtomicFile>& csv) {
  const std::vector<EdgeChunk> plan = plan_edges(work, pool);
  if (plan.empty()) return;
  std::optional<Progress> progress;
  if (pool.is_reporter()) progress.emplace("edges", 0);
  ChunkPool::Job job;
  job.chunks = plan.size();
  job.kept = true;
  job.inputs = inputs;
  job.work = [&](std::size_t i) { return answer_chunk(work, plan[i]); };
  job.take = [&](std::size_t i, std::string_view bytes) {
    take_chunk(bytes, edges, csv);
    progress->update(edges.tally.edges, work.arguments.edges,
                     static_cast<double>(i + 1) / static_cast<double>(plan.size()));
    return true;
  };
  pool.run(job);
}

int exit_code_of(const EdgeTally& tally) {
  if (tally.invalid > 0) return kBadInput;
  return tally.contacts > 0 ? kContactFound : tally.undecided > 0 ? kUndecided : kFine;
}

/// Writes the files and prints. Returns the exit code.
int report_edges(const RobotArguments& arguments, const RobotReport& report,
                 const EdgesReport& edges, std::optional<io::AtomicFile>& csv,
                 std::optional<io::AtomicFile>& json) {
  if (edges.tally.edges == 0) throw io::InputError(arguments.edges, "there is no edge in the file");
  if (json) json->write(json_of(report, edges));
  io::close_together({csv ? &*csv : nullptr, json ? &*json : nullptr});
  print_fitted(summary_of(report, edges));
  flush_standard_output();
  print_notes(report.notes, arguments.verbose);
  if (edges.first_invalid >= 0)
    fmt::print(stderr, "firstcontact: {}: {} could not be answered; the first, edge {}: {}\n",
               arguments.edges, counted(edges.tally.invalid, "edge", "edges"), edges.first_invalid,
               edges.why_invalid);
  return exit_code_of(edges.tally);
}

}  // namespace

int run_edges(const RobotArguments& arguments, ChunkPool* pool) {
  const bool reports = pool == nullptr || pool->is_reporter();
  std::vector<std::string> inputs = arguments.scene;
  inputs.insert(inputs.end(), {arguments.urdf, arguments.srdf, arguments.edges});
  const std::vector<std::string> outputs = {arguments.csv, arguments.json};
  io::refuse_clashing_outputs(inputs, outputs);
  std::optional<io::AtomicFile> csv, json;
  if (reports && !arguments.csv.empty()) {
    csv.emplace(arguments.csv);
    csv->write(kEdgesCsvHeader);
  }
  if (reports && !arguments.json.empty()) json.emplace(arguments.json);
  const RobotReport report = prepare(arguments);
  const std::vector<std::string> meshes = mesh_files(arguments, report);
  io::refuse_clashing_outputs(meshes, outputs);
  inputs.insert(inputs.end(), meshes.begin(), meshes.end());
  std::erase(inputs, "");

  const ValueSetter setter(report.robot, {arguments.degrees, !arguments.ignore_limits});
  const EdgeLayout layout = read_edge_layout(arguments.edges, setter);
  const EdgeWork work = {arguments, report, setter, layout};
  EdgesReport edges;
  edges.file = arguments.edges;
  const std::int64_t start = now_ns();
  if (pool == nullptr)
    answer_here(work, edges, csv);
  else
    answer_together(work, inputs, *pool, edges, csv);
  if (!reports) return kFine;
  edges.seconds = seconds_since(start);
  return report_edges(arguments, report, edges, csv, json);
}

}  // namespace firstcontact::apps
