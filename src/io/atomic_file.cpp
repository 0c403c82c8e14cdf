#include "io/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "io/errors.h"
#include "io/temporary_files.h"

namespace firstcontact::io {
namespace {

constexpr std::size_t kOutputBufferBytes = 256 * 1024;
/// Names tried for the temporary before giving up; more than one only if files of a killed process
/// with our number lie around.
constexpr int kNameAttempts = 100;
constexpr unsigned kPermissionBits = 07777;

std::atomic<unsigned> next_temporary{0};

/// Where writing to `path` ends up: links followed, also one that points to a file not made yet.
std::string follow_links(const std::string& path) {
  namespace fs = std::filesystem;
  constexpr int kMaxLinks = 40;
  fs::path target = path;
  std::error_code error;
  for (int i = 0; i < kMaxLinks && fs::is_symlink(fs::symlink_status(target, error)); ++i) {
    const fs::path next = fs::read_symlink(target, error);
    if (error) break;
    target = next.is_absolute() ? next : target.parent_path() / next;
  }
  return target.string();
}

/// The number of the open file that the name stands for, as /dev/stdout does; -1 if it stands for
/// none.
int open_file_number(std::string_view path) {
  if (path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    int number = -1;
    if (!path.starts_with(folder)) continue;
    const auto [end, error] =
        std::from_chars(path.data() + folder.size(), path.data() + path.size(), number);
    if (error == std::errc() && end == path.data() + path.size()) return number;
  }
  return -1;
}

}  // namespace

AtomicFile::AtomicFile(const std::string& path) : path_(path), target_(follow_links(path)) {
  if (has_suffix(path, ".gz")) packer_ = std::make_unique<GzipPacker>();
  buffer_.reserve(kOutputBufferBytes);
  if (const int number = open_file_number(path);
      number >= 0) {  // after what it holds: a pipe has no other name
    descriptor_ = ::fcntl(number, F_DUPFD_CLOEXEC, 0);
    if (descriptor_ < 0) fail("cannot be written", errno);
    return;
  }
  struct stat status {};
  const bool exists = ::stat(target_.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) fail("cannot be written", EISDIR);
  if (exists && !S_ISREG(status.st_mode)) {
    descriptor_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail("cannot be written", errno);
    return;
  }
  if (exists && ::access(target_.c_str(), W_OK) != 0) fail("cannot be written", errno);
  open_beside(status.st_mode & kPermissionBits, exists);
}

void AtomicFile::open_beside(unsigned mode, bool keep_mode) {
  const auto hold = hold_temporaries();
  for (int attempt = 0; attempt < kNameAttempts && descriptor_ < 0; ++attempt) {
    const std::string name =
        target_ + ".tmp-" + std::to_string(::getpid()) + "-" + std::to_string(next_temporary++);
    descriptor_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ >= 0) temporary_ = name;
    if (descriptor_ < 0 && errno != EEXIST) break;
  }
  if (descriptor_ < 0) fail("cannot be written", errno);
  note_temporary(temporary_);
  if (keep_mode && ::fchmod(descriptor_, mode) != 0) fail("cannot be written", errno);
}

AtomicFile::~AtomicFile() { abandon(); }

void AtomicFile::write(std::string_view bytes) {
  if (descriptor_ < 0)
    throw OutputError(path_, "cannot be written: it is closed, or writing failed before");
  while (!bytes.empty()) {
    const std::string_view part = bytes.substr(0, kOutputBufferBytes - buffer_.size());
    buffer_.append(part);
    bytes.remove_prefix(part.size());
    if (buffer_.size() == kOutputBufferBytes) flush_text(false);
  }
}

void AtomicFile::flush_text(bool finish) {
  if (packer_) {
    std::string packed;
    packer_->pack(buffer_, finish, packed);
    write_out(packed);
  } else {
    write_out(buffer_);
  }
  buffer_.clear();
}

void AtomicFile::write_out(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("cannot be written", errno);
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

void AtomicFile::complete() {
  if (descriptor_ < 0)
    throw OutputError(path_, "cannot be closed: it is closed, or writing failed before");
  flush_text(true);
  // Some errors (a full disk behind a network) only show here. A device or pipe has nothing to
  // sync: EINVAL, EROFS.
  if (!temporary_.empty() && ::fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS)
    fail("cannot be written", errno);
  const int descriptor = descriptor_;
  descriptor_ = -1;
  if (::close(descriptor) != 0) fail("cannot be written", errno);
  completed_ = true;
}

void AtomicFile::close() {
  if (!completed_) complete();
  completed_ = false;
  const auto hold = hold_temporaries();
  if (!temporary_.empty() && std::rename(temporary_.c_str(), target_.c_str()) != 0)
    fail("cannot be put in place", errno);
  forget_temporary(temporary_);
  temporary_.clear();
}

void AtomicFile::abandon() noexcept {
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
  completed_ = false;
  if (temporary_.empty()) return;
  ::unlink(temporary_.c_str());
  forget_temporary(temporary_);
  temporary_.clear();
}

void AtomicFile::fail(const char* doing, int error) {
  abandon();
  throw OutputError(path_, std::string(doing) + ": " + std::strerror(error));
}

void close_together(std::initializer_list<AtomicFile*> files) {
  for (AtomicFile* file : files)
    if (file) file->complete();
  const auto hold = hold_temporaries();
  for (AtomicFile* file : files)
    if (file) file->close();
}

}  // namespace firstcontact::io
