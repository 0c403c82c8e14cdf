#include "io/byte_source.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "io/errors.h"
#include "io/gzip.h"
#include "io/regular_file.h"

namespace firstcontact::io {

FileSource::FileSource(const std::string& path, std::uint64_t begin)
    : path_(path), descriptor_(open_regular_file(path)), bytes_read_(begin) {
  struct stat status {};
  if (::fstat(descriptor_, &status) == 0) size_ = static_cast<std::uint64_t>(status.st_size);
  if (begin > 0 && ::lseek(descriptor_, static_cast<off_t>(begin), SEEK_SET) < 0) {
    const int error = errno;
    ::close(descriptor_);
    throw InputError(path_, std::string("cannot be read: ") + std::strerror(error));
  }
}

FileSource::~FileSource() { ::close(descriptor_); }

std::size_t FileSource::read(char* buffer, std::size_t size) {
  for (;;) {
    const ssize_t count = ::read(descriptor_, buffer, size);
    if (count >= 0) {
      bytes_read_ += static_cast<std::uint64_t>(count);
      return static_cast<std::size_t>(count);
    }
    if (errno != EINTR)
      throw InputError(path_, std::string("cannot be read: ") + std::strerror(errno));
  }
}

double FileSource::share() const {
  return size_ == 0 ? 1
                    : std::min(1.0, static_cast<double>(bytes_read_) / static_cast<double>(size_));
}

std::size_t MemorySource::read(char* buffer, std::size_t size) {
  const std::size_t count = std::min({size, chunk_, bytes_.size()});
  if (count > 0) std::memcpy(buffer, bytes_.data(), count);
  bytes_.remove_prefix(count);
  return count;
}

namespace {

std::unique_ptr<ByteSource> open_source(const std::string& path, bool kept) {
  auto file = std::make_unique<FileSource>(path);
  if (has_suffix(path, ".gz")) return std::make_unique<GzipSource>(std::move(file), path, kept);
  return file;
}

}  // namespace

std::unique_ptr<ByteSource> open_source(const std::string& path) {
  return open_source(path, false);
}
std::unique_ptr<ByteSource> open_kept_source(const std::string& path) {
  return open_source(path, true);
}

std::string read_text(const std::string& path, std::size_t max_bytes, const char* hint) {
  constexpr std::size_t kReadBytes = std::size_t{1} << 16;
  const std::unique_ptr<ByteSource> source = open_kept_source(path);
  std::string text;
  for (std::size_t count = 1; count > 0;) {
    const std::size_t before = text.size();
    if (before > max_bytes)
      throw InputError(path, "longer than " + std::to_string(max_bytes) + " bytes" + hint);
    text.resize(before + kReadBytes);
    count = source->read(text.data() + before, kReadBytes);
    text.resize(before + count);
  }
  return text;
}

}  // namespace firstcontact::io
