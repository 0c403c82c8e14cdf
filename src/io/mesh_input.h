#pragma once
/// The bytes of a mesh file: a window that moves over them and gives out lines of text or blocks of
/// binary data.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "io/byte_source.h"

namespace firstcontact::io {

/// A longer line is an error: the window grows to hold a line, and must not grow without end.
inline constexpr std::size_t kMaxMeshLineBytes = 16 * 1024 * 1024;

class MeshInput {
 public:
  /// `name` is for messages; `size` is the number of bytes, or kUnknownSize.
  MeshInput(std::unique_ptr<ByteSource> source, std::string name, std::uint64_t size);

  /// The bytes that come next, at least `bytes` of them unless the source ends before. The view
  /// lives until the next call that moves or fills the window.
  std::string_view ahead(std::size_t bytes) {
    if (end_ - begin_ < bytes) fill(bytes);
    return {buffer_.get() + begin_, end_ - begin_};
  }

  /// Moves on. Precondition: that many bytes are ahead.
  void skip(std::size_t bytes) { begin_ += bytes; }

  /// Moves on by `bytes`, any number; returns how many there were.
  std::uint64_t skip_far(std::uint64_t bytes);

  /// The next line without its end ("\n" or "\r\n"; the last line may lack one). False at the end
  /// of the source. The view lives until the next call. A UTF-8 byte order mark at the very start
  /// is skipped. Throws InputError for a line longer than kMaxMeshLineBytes.
  bool next_line(std::string_view& line);

  /// Number, from 1, of the line that `next_line` gave last; 0 before the first.
  std::size_t line_number() const { return line_number_; }
  /// Bytes passed so far.
  std::uint64_t offset() const { return window_offset_ + begin_; }
  std::uint64_t size() const { return size_; }
  const std::string& name() const { return name_; }

  /// How many of `count` promised elements of at least `bytes_each` to make room for: no more than
  /// the rest of the file can hold.
  std::size_t plausible(std::uint64_t count, std::uint64_t bytes_each) const;

 private:
  void fill(std::size_t bytes);

  std::unique_ptr<ByteSource> source_;
  std::string name_;
  std::uint64_t size_;
  /// Bytes [begin_, end_) are read and not yet given out.
  std::unique_ptr<char[]> buffer_;
  std::size_t capacity_;
  std::size_t begin_ = 0, end_ = 0;
  /// Offset in the source of the buffer's first byte.
  std::uint64_t window_offset_ = 0;
  bool source_ended_ = false;
  std::size_t line_number_ = 0;
};

}  // namespace firstcontact::io
