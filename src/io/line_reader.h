#pragma once
/// Lines of a byte source, one at a time, in constant memory.
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "io/byte_source.h"

namespace firstcontact::io {

/// A longer line (its end not counted, but a carriage return is) is an error. The longest numbers a
/// query file needs (reduced) take some 700 bytes a column.
inline constexpr std::size_t kMaxLineBytes = 64 * 1024;

class LineReader {
 public:
  /// `name` is for messages. `lines_before`: the source begins after this many lines of the file.
  LineReader(std::unique_ptr<ByteSource> source, std::string name, std::size_t lines_before = 0);

  /// The next line without its end ("\n" or "\r\n"; the last line may lack one). False at the end
  /// of the source. The view lives until the next call; the byte at its end() may be read, and is
  /// neither digit nor sign nor space nor comma. A UTF-8 byte order mark at the very start is
  /// skipped. Throws InputError for a line longer than kMaxLineBytes.
  bool next(std::string_view& line);

  /// Number, from 1, of the line that `next` gave last; 0 before the first.
  std::size_t number() const { return number_; }
  const std::string& name() const { return name_; }
  /// How much of the source is read, in [0, 1]; negative where that is unknown.
  double share() const { return source_->share(); }

 private:
  bool fill();
  void skip_byte_order_mark();

  std::unique_ptr<ByteSource> source_;
  std::string name_;
  /// Bytes [begin_, end_) are read and not yet given out; one more byte is kept free behind them.
  std::unique_ptr<char[]> buffer_;
  std::size_t begin_ = 0, end_ = 0;
  bool source_ended_ = false;
  std::size_t number_ = 0;
};

}  // namespace firstcontact::io
