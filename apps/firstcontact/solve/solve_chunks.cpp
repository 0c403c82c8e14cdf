#include "solve_chunks.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <memory>

#include "io/byte_source.h"
#include "io/errors.h"
#include "work/byte_record.h"

namespace firstcontact::apps {
namespace {

/// Queries of a chunk: some 50 ms of work, and a few megabytes of results.
constexpr std::size_t kUsualQueries = 32'768;
/// Lines are counted in blocks of this many bytes, several of them by one process.
constexpr std::uint64_t kIndexBlock = std::uint64_t{1} << 20, kIndexBlocks = 16;

std::uint64_t size_of(const std::string& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  return error ? 0 : size;
}

bool is_compressed(const std::string& path) { return path.ends_with(".gz"); }

/// Reads a file from `begin` on and hands over pieces until `visit` returns false.
template <class Visit>
void read_pieces(const std::string& path, std::uint64_t begin, const Visit& visit) {
  constexpr std::size_t kPiece = std::size_t{1} << 16;
  io::FileSource source(path, begin);
  const auto buffer = std::make_unique<char[]>(kPiece);
  for (std::size_t size = 0; (size = source.read(buffer.get(), kPiece)) > 0;)
    if (!visit(buffer.get(), size)) return;
}

/// The line ends in each block of the file from `begin` to `end`.
std::vector<std::uint64_t> count_lines(const std::string& path, std::uint64_t begin,
                                       std::uint64_t end) {
  std::vector<std::uint64_t> counts((end - begin + kIndexBlock - 1) / kIndexBlock, 0);
  std::uint64_t at = 0;
  read_pieces(path, begin, [&](const char* piece, std::size_t size) {
    size = static_cast<std::size_t>(std::min<std::uint64_t>(size, end - begin - at));
    for (std::size_t i = 0; i < size;) {
      const std::uint64_t block = (at + i) / kIndexBlock;
      const auto stop =
          static_cast<std::size_t>(std::min<std::uint64_t>(size, (block + 1) * kIndexBlock - at));
      counts[block] += static_cast<std::uint64_t>(std::count(piece + i, piece + stop, '\n'));
      i = stop;
    }
    at += size;
    return at < end - begin;
  });
  return counts;
}

/// Where the line `lines` lines after the byte `begin` begins. Precondition: `begin` begins a line,
/// or `lines` is not 0.
std::uint64_t find_line(const std::string& path, std::uint64_t begin, std::uint64_t lines) {
  if (lines == 0) return begin;
  std::uint64_t at = begin, found = begin;
  read_pieces(path, begin, [&](const char* piece, std::size_t size) {
    for (const char *from = piece, *const end = piece + size; from < end;) {
      const auto* const next =
          static_cast<const char*>(std::memchr(from, '\n', static_cast<std::size_t>(end - from)));
      if (next == nullptr) break;
      from = next + 1;
      if (--lines > 0) continue;
      found = at + static_cast<std::uint64_t>(from - piece);
      return false;
    }
    at += size;
    return true;
  });
  return lines > 0 ? at : found;
}

/// A part of a CSV file whose lines one process counts.
struct IndexPart {
  std::uint32_t source;
  std::uint64_t begin, end;
};

/// The line ends of every block of every CSV file, in the reporter.
std::vector<std::vector<std::uint64_t>> index_lines(const std::vector<io::QuerySource>& sources,
                                                    ChunkPool& pool) {
  std::vector<IndexPart> parts;
  const std::uint64_t step = kIndexBlock * kIndexBlocks;
  ByteWriter plan;
  for (std::uint32_t i = 0; i < sources.size() && pool.is_reporter(); ++i) {
    const std::string& path = sources[i].path;
    if (is_compressed(path) || io::is_packed_name(path)) continue;
    const std::uint64_t size = size_of(path);
    for (std::uint64_t begin = 0; begin < size; begin += step)
      plan.put(IndexPart{i, begin, std::min(begin + step, size)});
  }
  const std::string shared = pool.share(plan.take());
  for (ByteReader reader(shared); !reader.at_end();) parts.push_back(reader.get<IndexPart>());
  std::vector<std::vector<std::uint64_t>> counts(sources.size());
  ChunkPool::Job job;
  job.chunks = parts.size();
  job.work = [&](std::size_t i) {
    ByteWriter result;
    for (const std::uint64_t count :
         count_lines(sources[parts[i].source].path, parts[i].begin, parts[i].end))
      result.put(count);
    return result.take();
  };
  job.take = [&](std::size_t i, std::string_view result) {
    for (ByteReader reader(result); !reader.at_end();)
      counts[parts[i].source].push_back(reader.get<std::uint64_t>());
    return true;
  };
  if (!parts.empty()) pool.run(job);
  return counts;
}

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
  const std::vector<std::vector<std::uint64_t>> lines = index_lines(sources, pool);
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
