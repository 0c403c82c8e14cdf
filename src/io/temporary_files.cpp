#include "io/temporary_files.h"

#include <algorithm>
#include <cstdio>
#include <vector>

namespace firstcontact::io {
namespace {

struct Noted {
  std::recursive_mutex mutex;
  std::vector<std::string> paths;
};

/// Never destroyed: the thread that waits for signals may need it while the process exits.
Noted& noted() {
  static Noted* const all = new Noted;
  return *all;
}

}  // namespace

std::unique_lock<std::recursive_mutex> hold_temporaries() {
  return std::unique_lock(noted().mutex);
}

void note_temporary(const std::string& path) {
  const auto hold = hold_temporaries();
  noted().paths.push_back(path);
}

void forget_temporary(const std::string& path) {
  const auto hold = hold_temporaries();
  std::erase(noted().paths, path);
}

void remove_temporaries_and_hold() {
  noted().mutex.lock();
  std::for_each(noted().paths.rbegin(), noted().paths.rend(),
                [](const std::string& path) { std::remove(path.c_str()); });
}

}  // namespace firstcontact::io
