#include "solve_work.h"

#include <firstcontact/solve.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "parallel/parallel.h"
#include "solve_report.h"
#include "work/byte_record.h"

namespace firstcontact::apps {
namespace {

constexpr std::size_t kSolveBlock = 1'024;  // queries in memory at a time

/// True if the pair touches, by exact arithmetic, for the separation and t_max of `options`.
bool exact_truth(const Query& query, const Options& options) {
  Options ask = options;
  ask.method = Method::Exact;
  ask.certificate = false;
  return !solve(query, ask).free();
}

/// Answers block[begin, end), at most kTimedBlock queries.
void answer(const std::vector<io::TruthQuery>& block, std::size_t begin, std::size_t end,
            const SolveArguments& arguments, std::int64_t clock_cost,
            std::vector<SolveAnswer>& answers) {
  std::array<Query, kTimedBlock> queries;
  std::array<TimedAnswer, kTimedBlock> timed;
  const std::size_t count = end - begin;
  for (std::size_t i = 0; i < count; ++i) queries[i] = block[begin + i].query;
  if (arguments.baseline)
    solve_timed(std::span(queries).first(count), *arguments.baseline, arguments.baseline_settings,
                clock_cost, std::span(timed).first(count));
  else
    solve_timed(std::span(queries).first(count), arguments.options, clock_cost,
                std::span(timed).first(count));
  for (std::size_t i = 0; i < count; ++i) {
    SolveAnswer& out = answers[begin + i];
    out.timed = std::move(timed[i]);
    out.truth = block[begin + i].truth;
    if (arguments.replace_truth) out.truth = exact_truth(queries[i], arguments.options);
  }
}

/// Reads up to `most` queries into `block`.
void read_block(io::QueryReader& reader, std::size_t most, std::vector<io::TruthQuery>& block) {
  block.clear();
  for (io::TruthQuery item; block.size() < most && reader.next(item);) block.push_back(item);
}

}  // namespace

void answer_queries(io::QueryReader& reader, std::uint64_t most, const SolveArguments& arguments,
                    std::int64_t clock_cost,
                    const std::function<void(const io::TruthQuery&, const SolveAnswer&)>& keep,
                    const BlockProgress& progress) {
  std::vector<io::TruthQuery> block;
  std::vector<SolveAnswer> answers;
  while (most > 0) {
    read_block(reader, static_cast<std::size_t>(std::min<std::uint64_t>(most, kSolveBlock)), block);
    if (block.empty()) return;
    most -= block.size();
    answers.resize(block.size());
    parallel::parallel_for(block.size(), kTimedBlock, arguments.threads,
                           [&](std::size_t begin, std::size_t end) {
                             answer(block, begin, end, arguments, clock_cost, answers);
                           });
    for (std::size_t i = 0; i < answers.size(); ++i) keep(block[i], answers[i]);
    if (progress) progress(static_cast<std::int64_t>(block.size()), reader.share());
  }
}

std::string solve_chunk(const io::QuerySource& source, const QueryChunk& chunk,
                        const SolveArguments& arguments, std::int64_t clock_cost) {
  io::QueryReader reader = open_chunk(source, chunk);
  Tally tally;
  std::string csv, proofs;
  std::optional<CertificateWriter> certificates;
  if (!arguments.certificates.empty())
    certificates.emplace([&](std::string_view line) { proofs += line; }, arguments.options);
  auto index = static_cast<std::int64_t>(chunk.first);
  const auto keep = [&](const io::TruthQuery& query, const SolveAnswer& a) {
    tally.add(a.timed.result, a.truth, a.timed.nanoseconds);
    if (!arguments.csv.empty()) csv += csv_row(source, index, a.truth, a.timed);
    if (certificates) certificates->add(query.query, a.timed.result, a.timed.nanoseconds);
    ++index;
  };
  answer_queries(reader, chunk.whole ? kAllQueries : chunk.count, arguments, clock_cost, keep);
  ByteWriter result;
  result.put(tally);
  result.put(certificates ? certificates->counts() : CertificateCounts());
  result.put_text(csv);
  result.put_text(proofs);
  return result.take();
}

ChunkAnswers read_answers(std::string_view bytes) {
  ByteReader reader(bytes);
  ChunkAnswers answers;
  reader.get(answers.tally);
  reader.get(answers.proof_counts);
  answers.csv = reader.get_text();
  answers.proofs = reader.get_text();
  return answers;
}

}  // namespace firstcontact::apps
