#include "common/standard_streams.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>

namespace firstcontact::apps {
namespace {

bool pipe_signal_was_ignored = false;
int first_error = 0;  // why standard output could not be written; 0: it could, or nobody knows

[[noreturn]] void end_by_closed_pipe() {
  signal(SIGPIPE, SIG_DFL);
  raise(SIGPIPE);
  _exit(128 + SIGPIPE);
}

}  // namespace

void prepare_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) < 0 &&
        errno == EBADF)  // open() takes the lowest free number, which is this one
      static_cast<void>(open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY) == stream);
  pipe_signal_was_ignored = signal(SIGPIPE, SIG_IGN) == SIG_IGN;
  signal(SIGXFSZ, SIG_IGN);  // beyond `ulimit -f` writing fails, as on a full disk
}

bool standard_output_failed() { return std::ferror(stdout) != 0; }

void flush_standard_output() {
  if (std::fflush(stdout) != 0 && first_error == 0) first_error = errno;
}

int finish_standard_output(int exit_code, int failure, const std::exception* error) {
  const auto* const thrown = dynamic_cast<const std::system_error*>(error);
  if (thrown != nullptr && first_error == 0) first_error = thrown->code().value();
  flush_standard_output();
  if (first_error == 0 && !standard_output_failed()) return exit_code;
  if (first_error == EPIPE && !pipe_signal_was_ignored) end_by_closed_pipe();
  fmt::print(stderr, "firstcontact: standard output cannot be written{}\n",
             first_error != 0 ? fmt::format(": {}", std::strerror(first_error)) : "");
  return failure;
}

}  // namespace firstcontact::apps
