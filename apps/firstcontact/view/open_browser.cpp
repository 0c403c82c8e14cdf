#include "open_browser.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "common/end_on_signal.h"

namespace firstcontact::apps {
namespace {

bool is_set(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

/// The program of this name in the folders of PATH; empty if there is none.
std::string find_program(const char* name) {
  const char* const variable = std::getenv("PATH");
  std::string_view folders = variable ? variable : "";
  while (!folders.empty()) {
    const std::string_view folder = folders.substr(0, folders.find(':'));
    folders.remove_prefix(std::min(folders.size(), folder.size() + 1));
    if (!folder.starts_with('/')) continue;
    const std::string path = (std::filesystem::path(folder) / name).string();
    std::error_code error;
    if (std::filesystem::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0)
      return path;
  }
  return "";
}

/// Runs in a child process: only calls that are safe after a fork.
[[noreturn]] void become(const char* program, const char* argument) {
  ::setsid();
  if (::fork() != 0) _exit(0);  // the parent need not wait for the browser
  restore_default_signals();
  ::signal(SIGPIPE, SIG_DFL);
  const int nothing = ::open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nothing, stream);
  ::execl(program, program, argument, static_cast<char*>(nullptr));
  _exit(127);
}

}  // namespace

bool open_browser(const std::string& address) {
  if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY")) return false;
  const std::string program = find_program("xdg-open");
  if (program.empty()) return false;
  const pid_t child = ::fork();
  if (child < 0) return false;
  if (child == 0) become(program.c_str(), address.c_str());
  while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  return true;
}

}  // namespace firstcontact::apps
