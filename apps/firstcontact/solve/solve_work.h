#pragma once
/// Answers queries, all of a file or a chunk of it.
#include <firstcontact/options.h>
#include <firstcontact/query_files.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "baselines/method.h"
#include "certificate_writer.h"
#include "common/tally.h"
#include "common/timed_solve.h"
#include "io/query_reader.h"
#include "solve_chunks.h"

namespace firstcontact::apps {

/// What the user asked for.
struct SolveArguments {
  std::vector<std::string> paths;
  std::string method = "certified";
  Options options;
  const baselines::Method* baseline = nullptr;  // nullptr: options.method decides
  baselines::Settings baseline_settings;
  bool replace_truth = false;  // the question differs from the one the files' truth answers
  int threads = 0;
  std::string json, html, csv, certificates;
};

struct SolveAnswer {
  TimedAnswer timed;
  bool truth = false;
};

/// Called after a block of `count` queries; `share` of the file is read, negative if unknown.
using BlockProgress = std::function<void(std::int64_t count, double share)>;
inline constexpr std::uint64_t kAllQueries = std::numeric_limits<std::uint64_t>::max();

/// Answers the next `most` queries of a file, or all that are left. Files are streamed: a block of
/// queries is read, solved on all threads, handed to `keep` in order and forgotten, so memory stays
/// constant.
void answer_queries(io::QueryReader& reader, std::uint64_t most, const SolveArguments& arguments,
                    std::int64_t clock_cost,
                    const std::function<void(const io::TruthQuery&, const SolveAnswer&)>& keep,
                    const BlockProgress& progress = nullptr);

/// What is kept of the answers to a chunk. The texts are rows of the CSV file and lines of proofs,
/// if they were asked for.
struct ChunkAnswers {
  Tally tally;
  CertificateCounts proof_counts;
  std::string_view csv, proofs;
};

/// Answers a chunk; the result is for read_answers.
std::string solve_chunk(const io::QuerySource& source, const QueryChunk& chunk,
                        const SolveArguments& arguments, std::int64_t clock_cost);
/// Valid as long as the bytes are.
ChunkAnswers read_answers(std::string_view bytes);

}  // namespace firstcontact::apps
