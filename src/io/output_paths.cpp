#include "io/output_paths.h"

#include <filesystem>
#include <set>
#include <system_error>

#include "io/errors.h"

namespace firstcontact::io {
namespace {

std::filesystem::path canonical(const std::string& path) {
  std::error_code error;
  const std::filesystem::path real = std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
  return error ? std::filesystem::path(path) : real;
}

/// A pipe or a device can be written many times.
bool is_stream(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_other(path, error);
}

}  // namespace

void refuse_clashing_outputs(const std::vector<std::string>& inputs, const std::vector<std::string>& outputs) {
  std::set<std::filesystem::path> read, written;
  for (const std::string& path : inputs) read.insert(canonical(path));
  for (const std::string& path : outputs) {
    if (path.empty() || is_stream(path)) continue;
    const std::filesystem::path real = canonical(path);
    if (read.count(real)) throw OutputError(path, "is also an input: it would be overwritten");
    if (!written.insert(real).second) throw OutputError(path, "is given for two outputs");
  }
}

}  // namespace firstcontact::io
