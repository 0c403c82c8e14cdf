#include "io/mesh_input.h"

#include <algorithm>
#include <cstring>

#include "io/errors.h"
#include "io/mesh_file.h"

namespace firstcontact::io {
namespace {

constexpr std::size_t kMeshBufferBytes = 256 * 1024;

}  // namespace

MeshInput::MeshInput(std::unique_ptr<ByteSource> source, std::string name, std::uint64_t size)
    : source_(std::move(source)),
      name_(std::move(name)),
      size_(size),
      buffer_(new char[kMeshBufferBytes]),
      capacity_(kMeshBufferBytes) {}

/// Moves what is left to the front and reads on until `bytes` are ahead or the source ends.
void MeshInput::fill(std::size_t bytes) {
  if (source_ended_) return;
  const std::size_t left = end_ - begin_;
  if (bytes > capacity_) {
    capacity_ = std::max(bytes, 2 * capacity_);
    std::unique_ptr<char[]> larger(new char[capacity_]);
    std::memcpy(larger.get(), buffer_.get() + begin_, left);
    buffer_ = std::move(larger);
  } else if (begin_ > 0) {
    std::memmove(buffer_.get(), buffer_.get() + begin_, left);
  }
  window_offset_ += begin_;
  begin_ = 0;
  end_ = left;
  while (end_ < bytes && !source_ended_) {
    const std::size_t count = source_->read(buffer_.get() + end_, capacity_ - end_);
    end_ += count;
    source_ended_ = count == 0;
  }
}

std::uint64_t MeshInput::skip_far(std::uint64_t bytes) {
  std::uint64_t left = bytes;
  while (left > 0) {
    const auto step = static_cast<std::size_t>(std::min<std::uint64_t>(left, ahead(1).size()));
    if (step == 0) break;
    skip(step);
    left -= step;
  }
  return bytes - left;
}

bool MeshInput::next_line(std::string_view& line) {
  if (offset() == 0 &&
      ahead(kByteOrderMark.size()).substr(0, kByteOrderMark.size()) == kByteOrderMark)
    skip(kByteOrderMark.size());
  std::string_view rest = ahead(1);
  if (rest.empty()) return false;
  std::size_t length = rest.find('\n');
  while (length == rest.npos) {
    const std::size_t searched = rest.size();
    if (searched > kMaxMeshLineBytes) break;
    rest = ahead(searched + 1);
    if (rest.size() == searched) break;
    length = rest.find('\n', searched);
  }
  const bool ended = length != rest.npos;
  if (!ended) length = rest.size();
  if (length > kMaxMeshLineBytes)
    throw InputError(
        name_, line_number_ + 1, "line",
        "longer than " + std::to_string(kMaxMeshLineBytes) + " bytes; is this a text file?");
  skip(length + (ended ? 1 : 0));
  ++line_number_;
  line = rest.substr(0, length);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return true;
}

std::size_t MeshInput::plausible(std::uint64_t count, std::uint64_t bytes_each) const {
  constexpr std::uint64_t kBytesWhenUnknown = 1024 * 1024;
  const std::uint64_t rest =
      size_ == kUnknownSize ? kBytesWhenUnknown : size_ - std::min(size_, offset());
  return static_cast<std::size_t>(std::min(count, rest / std::max<std::uint64_t>(bytes_each, 1)));
}

}  // namespace firstcontact::io
