#pragma once
/// Counts the lines of text files by all processes of a pool, so that each can read a part of a file
/// and knows the number of every line.
#include <cstdint>
#include <string>
#include <vector>

#include "chunk_pool.h"

namespace firstcontact::apps {

/// Lines are counted in blocks of this many bytes.
inline constexpr std::uint64_t kIndexBlock = std::uint64_t{1} << 20;

/// The line ends of every block of every file, in the reporter. Empty for an empty name, and for a
/// file that is empty or cannot be read.
std::vector<std::vector<std::uint64_t>> index_lines(const std::vector<std::string>& files,
                                                    ChunkPool& pool);

/// Where the line `lines` lines after the byte `begin` begins. Precondition: `begin` begins a line,
/// or `lines` is not 0.
std::uint64_t find_line(const std::string& path, std::uint64_t begin, std::uint64_t lines);

}  // namespace firstcontact::apps
