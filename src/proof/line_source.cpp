#include "proof/line_source.h"

#include "io/errors.h"

namespace firstcontact::proof {
namespace {

constexpr std::size_t kReadBytes = std::size_t{1} << 18;

}  // namespace

LineSource::LineSource(const std::string& path) : path_(path), source_(io::open_source(path)) {}

bool LineSource::next(std::string& line) {
  std::size_t searched = begin_;
  for (;;) {
    const std::size_t end = buffer_.find('\n', searched);
    const std::size_t length = (end == std::string::npos ? buffer_.size() : end) - begin_;
    if (length > kMaxLineBytes)
      throw io::InputError(path_, number_ + 1, "line",
                           "longer than " + std::to_string(kMaxLineBytes) +
                               " bytes; is this a file of certificates?");
    if (end != std::string::npos || (ended_ && length > 0)) {
      line.assign(buffer_, begin_, length);
      begin_ += length + (end != std::string::npos ? 1 : 0);
      ++number_;
      return true;
    }
    if (ended_) return false;
    buffer_.erase(0, begin_);
    begin_ = 0;
    searched = buffer_.size();
    buffer_.resize(searched + kReadBytes);
    const std::size_t count = source_->read(buffer_.data() + searched, kReadBytes);
    buffer_.resize(searched + count);
    ended_ = count == 0;
  }
}

}  // namespace firstcontact::proof
