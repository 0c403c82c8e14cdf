#include "line_index.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <memory>

#include "byte_record.h"
#include "io/byte_source.h"

namespace firstcontact::apps {
namespace {

/// Blocks whose lines one process counts at a time.
constexpr std::uint64_t kIndexBlocks = 16;

std::uint64_t size_of(const std::string& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  return error ? 0 : size;
}

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

/// A part of a file whose lines one process counts.
struct IndexPart {
  std::uint32_t file;
  std::uint64_t begin, end;
};

}  // namespace

std::vector<std::vector<std::uint64_t>> index_lines(const std::vector<std::string>& files,
                                                    ChunkPool& pool) {
  std::vector<IndexPart> parts;
  const std::uint64_t step = kIndexBlock * kIndexBlocks;
  ByteWriter plan;
  for (std::uint32_t i = 0; i < files.size() && pool.is_reporter(); ++i) {
    const std::uint64_t size = files[i].empty() ? 0 : size_of(files[i]);
    for (std::uint64_t begin = 0; begin < size; begin += step)
      plan.put(IndexPart{i, begin, std::min(begin + step, size)});
  }
  const std::string shared = pool.share(plan.take());
  for (ByteReader reader(shared); !reader.at_end();) parts.push_back(reader.get<IndexPart>());
  std::vector<std::vector<std::uint64_t>> counts(files.size());
  ChunkPool::Job job;
  job.chunks = parts.size();
  job.work = [&](std::size_t i) {
    ByteWriter result;
    for (const std::uint64_t count :
         count_lines(files[parts[i].file], parts[i].begin, parts[i].end))
      result.put(count);
    return result.take();
  };
  job.take = [&](std::size_t i, std::string_view result) {
    for (ByteReader reader(result); !reader.at_end();)
      counts[parts[i].file].push_back(reader.get<std::uint64_t>());
    return true;
  };
  if (!parts.empty()) pool.run(job);
  return counts;
}

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

}  // namespace firstcontact::apps
