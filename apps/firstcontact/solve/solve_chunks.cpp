#include "solve_chunks.h"

#include <algorithm>

#include "io/errors.h"
#include "work/byte_record.h"
#include "work/line_index.h"

namespace firstcontact::apps {
namespace {

/// Queries of a chunk: some 50 ms of work, and a few megabytes of results.
constexpr std::size_t kUsualQueries = 32'768;

bool is_compressed(const std::string& path) { return path.ends_with(".gz"); }

/// Adds the chunks of a CSV file. Where all its lines are not whole queries, the last chunk is the
/// one that says so.
void cut_lines(std::uint32_t number, const io::QuerySource& source,
               const std::vector<std::uint64_t>& counts, std::size_t queries,
               std::vector<QueryChunk>& plan) {
  const std::uint64_t rows = static_cast<std::uint64_t>(io::rows_per_query(source.kind)) * queries;
  std::uint64_t before = 0, first = 0;  // lines before the block, and before the chunk
  for (std::size_t block = 0; block < counts.size(); ++block) {
    // Line `first` begins in this block or where it ends, or the file ends there.
    for (; first <= before + counts[block]; first += rows)
      plan.push_back(
          {number, false, first / rows * queries, queries, block * kIndexBlock, first - before});
    before += counts[block];
  }
}

}  // namespace

std::vector<QueryChunk> plan_queries(const std::vector<io::QuerySource>& sources, ChunkPool& pool) {
  std::vector<std::string> texts;
  for (const io::QuerySource& source : sources) {
    const bool cut = !is_compressed(source.path) && !io::is_packed_name(source.path);
    texts.push_back(cut ? source.path : "");
  }
  const std::vector<std::vector<std::uint64_t>> lines = index_lines(texts, pool);
  const std::size_t queries = pool.chunk_size(kUsualQueries);
  std::vector<QueryChunk> plan;
  for (std::uint32_t i = 0; i < sources.size() && pool.is_reporter(); ++i) {
    const io::QuerySource& source = sources[i];
    if (!is_compressed(source.path) && io::is_packed_name(source.path)) {
      try {
        const std::uint64_t count = io::PackedReader(source.path, source.kind).header().count;
        for (std::uint64_t first = 0; first < count; first += queries)
          plan.push_back({i, false, first, std::min<std::uint64_t>(queries, count - first), 0, 0});
        continue;
      } catch (const io::InputError&) {
        // Whoever gets the file says what is wrong with it, after the files before it.
      }
    } else if (!lines[i].empty()) {
      cut_lines(i, source, lines[i], queries, plan);
      continue;
    }
    plan.push_back({i, true, 0, 0, 0, 0});
  }
  ByteWriter bytes;
  for (const QueryChunk& chunk : plan) bytes.put(chunk);
  const std::string shared = pool.share(bytes.take());
  plan.clear();
  for (ByteReader reader(shared); !reader.at_end();) plan.push_back(reader.get<QueryChunk>());
  return plan;
}

io::QueryReader open_chunk(const io::QuerySource& source, const QueryChunk& chunk) {
  if (chunk.whole) return io::QueryReader(source.path, source.kind);
  io::QueryStart start{chunk.first, 0};
  if (!io::is_packed_name(source.path))
    start.byte = find_line(source.path, chunk.byte, chunk.lines);
  return io::QueryReader(source.path, source.kind, start);
}

}  // namespace firstcontact::apps
