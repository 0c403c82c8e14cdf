#include "bench_machine.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

namespace firstcontact::apps {
namespace {

/// What follows `separator` in the first line of the file that starts with `name`.
std::string value_in(const char* file, const std::string& name, char separator) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.rfind(name, 0) != 0) continue;
    const std::size_t at = line.find(separator);
    const std::size_t begin =
        at == std::string::npos ? at : line.find_first_not_of(" \t\"", at + 1);
    if (begin == std::string::npos) continue;
    return line.substr(begin, line.find_last_not_of(" \t\"\r") + 1 - begin);
  }
  return "unknown";
}

}  // namespace

nlohmann::ordered_json machine_of_this_run() {
  const double memory =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
#ifdef __clang__
  const std::string compiler = "clang " __clang_version__;
#else
  const std::string compiler = "g++ " __VERSION__;
#endif
#ifdef NDEBUG
  const std::string asserts;
#else
  const std::string asserts = ", with assertions";
#endif
  return {{"cpu", value_in("/proc/cpuinfo", "model name", ':')},
          {"cores", sysconf(_SC_NPROCESSORS_ONLN)},
          {"memory_gb", std::round(memory / 1e8) / 10},
          {"os", value_in("/etc/os-release", "PRETTY_NAME", '=')},
          {"compiler", compiler + asserts}};
}

std::string checksum_of_this_program() {
  std::ifstream in("/proc/self/exe", std::ios::binary);
  std::uint64_t sum = 0xcbf29ce484222325u;  // FNV-1a
  std::vector<char> block(std::size_t{1} << 20);
  bool any = false;
  while (in.read(block.data(), static_cast<std::streamsize>(block.size())) || in.gcount() > 0) {
    any = true;
    for (std::streamsize i = 0; i < in.gcount(); ++i)
      sum = (sum ^ static_cast<unsigned char>(block[i])) * 0x100000001b3u;
  }
  return any ? fmt::format("{:016x}", sum) : "unknown";
}

}  // namespace firstcontact::apps
