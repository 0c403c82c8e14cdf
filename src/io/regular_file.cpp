#include "io/regular_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "io/errors.h"

namespace firstcontact::io {
namespace {

void require_regular(mode_t mode, const std::string& path) {
  if (S_ISREG(mode)) return;
  if (S_ISDIR(mode)) throw InputError(path, "cannot be read: it is a folder");
  const char* what = S_ISFIFO(mode) ? "a pipe" : S_ISSOCK(mode) ? "a socket" : "a device";
  throw InputError(path, std::string("cannot be read: it is ") + what + ", not a regular file");
}

}  // namespace

int open_regular_file(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) require_regular(status.st_mode, path);
  // Should the file be replaced by a pipe right now, opening it does not wait for a writer, and it
  // is refused below.
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor < 0)
    throw InputError(path, std::string("cannot be opened: ") + std::strerror(errno));
  try {
    require_regular_file(descriptor, path);
  } catch (const InputError&) {
    ::close(descriptor);
    throw;
  }
  return descriptor;
}

void require_regular_file(int descriptor, const std::string& path) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0)
    throw InputError(path, std::string("cannot be read: ") + std::strerror(errno));
  require_regular(status.st_mode, path);
}

}  // namespace firstcontact::io
