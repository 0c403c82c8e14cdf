#pragma once
/// Cuts query files into chunks that are read by themselves.
#include <firstcontact/query_files.h>

#include <cstdint>
#include <vector>

#include "io/query_reader.h"
#include "work/chunk_pool.h"

namespace firstcontact::apps {

/// Queries [first, first + count) of a file.
struct QueryChunk {
  std::uint32_t source = 0;
  /// The whole file is one chunk: it is compressed, or cannot be read (which whoever gets the chunk
  /// finds out, and says).
  bool whole = true;
  std::uint64_t first = 0, count = 0;
  /// CSV: the line that the first query begins with is the line number `lines`, from 0, after this
  /// byte, which begins a line.
  std::uint64_t byte = 0, lines = 0;
};

/// The chunks of all files in order; the same in all processes. Packed files are cut by records. CSV
/// files are cut by lines, which are counted first, by all processes together.
std::vector<QueryChunk> plan_queries(const std::vector<io::QuerySource>& sources, ChunkPool& pool);

/// Opens the file at the chunk's first query.
io::QueryReader open_chunk(const io::QuerySource& source, const QueryChunk& chunk);

}  // namespace firstcontact::apps
