#pragma once
/// The lines of a proof file as text.
#include <cstddef>
#include <memory>
#include <string>

#include "io/byte_source.h"

namespace firstcontact::proof {

/// A longer line is an error, so that a file that is not ours cannot fill the memory. About 300,000
/// segments.
inline constexpr std::size_t kMaxLineBytes = std::size_t{64} << 20;

/// Reads a file (".gz": unpacked) line by line; memory holds the longest line.
class LineSource {
 public:
  /// Throws io::InputError when the file cannot be opened.
  explicit LineSource(const std::string& path);

  /// The next line without its end; false at the end of the file. Throws io::InputError.
  bool next(std::string& line);
  /// Number, from 1, of the line that `next` gave last.
  std::size_t number() const { return number_; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::unique_ptr<io::ByteSource> source_;
  std::string buffer_;
  std::size_t begin_ = 0, number_ = 0;
  bool ended_ = false;
};

}  // namespace firstcontact::proof
