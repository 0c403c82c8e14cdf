#include "io/gzip.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>
#include <new>

#include "io/errors.h"

namespace firstcontact::io {
namespace {

constexpr std::size_t kChunk = 64 * 1024;
/// zlib: the largest window, and 16 for "gzip header and trailer, nothing else".
constexpr int kGzipWindow = 15 + 16;

}  // namespace

struct GzipSource::State {
  z_stream stream{};
  std::array<char, kChunk> input;
  bool inside_member = false;
  std::size_t whole_members = 0;
  std::uint64_t packed_bytes = 0, unpacked_bytes = 0;
};

GzipSource::GzipSource(std::unique_ptr<ByteSource> packed, std::string name, bool kept)
    : packed_(std::move(packed)),
      name_(std::move(name)),
      kept_(kept),
      state_(std::make_unique<State>()) {
  if (inflateInit2(&state_->stream, kGzipWindow) != Z_OK) throw std::bad_alloc();
}

GzipSource::~GzipSource() { inflateEnd(&state_->stream); }

void GzipSource::fail(const std::string& what) const { throw InputError(name_, "gzip: " + what); }

/// More packed bytes; false at their end.
bool GzipSource::refill() {
  z_stream& stream = state_->stream;
  if (stream.avail_in > 0) return true;
  stream.next_in = reinterpret_cast<Bytef*>(state_->input.data());
  stream.avail_in = static_cast<uInt>(packed_->read(state_->input.data(), state_->input.size()));
  state_->packed_bytes += stream.avail_in;
  return stream.avail_in > 0;
}

std::size_t GzipSource::read(char* buffer, std::size_t size) {
  z_stream& stream = state_->stream;
  const std::size_t wanted = std::min<std::size_t>(size, std::numeric_limits<uInt>::max());
  stream.next_out = reinterpret_cast<Bytef*>(buffer);
  stream.avail_out = static_cast<uInt>(wanted);
  while (stream.avail_out == wanted) {
    if (!refill()) {
      if (state_->inside_member) fail("the file ends early (truncated)");
      if (state_->whole_members == 0) fail("the file is empty");
      return 0;
    }
    if (!state_->inside_member) {
      inflateReset(&stream);
      state_->inside_member = true;
    }
    const int status = inflate(&stream, Z_NO_FLUSH);
    if (status == Z_STREAM_END) {
      state_->inside_member = false;
      ++state_->whole_members;
    } else if (status == Z_MEM_ERROR) {
      throw std::bad_alloc();
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
      const std::string what = stream.total_out > 0 || state_->whole_members == 0
                                   ? "damaged, or not gzip"
                                   : "followed by something else";
      fail(what + (stream.msg != nullptr ? std::string(" (") + stream.msg + ")" : ""));
    }
  }
  const std::size_t count = wanted - stream.avail_out;
  state_->unpacked_bytes += count;
  if (kept_ && state_->unpacked_bytes > kMostUnpacked &&
      state_->unpacked_bytes / kMostRatio > state_->packed_bytes)
    fail("unpacks to more than " + std::to_string(kMostRatio) + " times its size");
  return count;
}

struct GzipPacker::State {
  z_stream stream{};
  std::array<char, kChunk> output;
};

GzipPacker::GzipPacker() : state_(std::make_unique<State>()) {
  constexpr int kMemoryLevel = 8;
  if (deflateInit2(&state_->stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow, kMemoryLevel,
                   Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
}

GzipPacker::~GzipPacker() { deflateEnd(&state_->stream); }

void GzipPacker::pack(std::string_view bytes, bool finish, std::string& packed) {
  z_stream& stream = state_->stream;
  do {
    const std::string_view part = bytes.substr(0, std::numeric_limits<uInt>::max());
    bytes.remove_prefix(part.size());
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(part.data()));
    stream.avail_in = static_cast<uInt>(part.size());
    do {
      stream.next_out = reinterpret_cast<Bytef*>(state_->output.data());
      stream.avail_out = static_cast<uInt>(state_->output.size());
      deflate(&stream, finish && bytes.empty() ? Z_FINISH : Z_NO_FLUSH);
      packed.append(state_->output.data(), state_->output.size() - stream.avail_out);
    } while (stream.avail_out == 0);
  } while (!bytes.empty());
}

}  // namespace firstcontact::io
