#include "io/line_reader.h"

#include <cstring>

#include "io/errors.h"

namespace firstcontact::io {
namespace {

constexpr std::size_t kLineBufferBytes = 4 * kMaxLineBytes;

}  // namespace

LineReader::LineReader(std::unique_ptr<ByteSource> source, std::string name,
                       std::size_t lines_before)
    : source_(std::move(source)),
      name_(std::move(name)),
      buffer_(std::make_unique<char[]>(kLineBufferBytes + 1)),
      number_(lines_before) {}

/// Moves what is left to the front and reads on; false if the source has ended.
bool LineReader::fill() {
  if (source_ended_) return false;
  std::memmove(buffer_.get(), buffer_.get() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  const std::size_t count = source_->read(buffer_.get() + end_, kLineBufferBytes - end_);
  end_ += count;
  source_ended_ = count == 0;
  return !source_ended_;
}

void LineReader::skip_byte_order_mark() {
  while (end_ - begin_ < kByteOrderMark.size() && fill()) {
  }
  if (std::string_view(buffer_.get() + begin_, end_ - begin_).substr(0, kByteOrderMark.size()) ==
      kByteOrderMark)
    begin_ += kByteOrderMark.size();
}

bool LineReader::next(std::string_view& line) {
  if (number_ == 0) skip_byte_order_mark();
  std::size_t searched = 0;
  for (;;) {
    char* start = buffer_.get() + begin_;
    const std::size_t size = end_ - begin_;
    const void* found =
        size > searched ? std::memchr(start + searched, '\n', size - searched) : nullptr;
    std::size_t length =
        found != nullptr ? static_cast<std::size_t>(static_cast<const char*>(found) - start) : size;
    if (length > kMaxLineBytes)
      throw InputError(
          name_, number_ + 1, "line",
          "longer than " + std::to_string(kMaxLineBytes) + " bytes; is this a query file?");
    if (found == nullptr) {
      searched = size;
      if (fill()) continue;
      if (size == 0) return false;
      start = buffer_.get() + begin_;
      start[size] = '\n';
    }
    begin_ += found != nullptr ? length + 1 : size;
    ++number_;
    if (length > 0 && start[length - 1] == '\r') --length;
    line = std::string_view(start, length);
    return true;
  }
}

}  // namespace firstcontact::io
