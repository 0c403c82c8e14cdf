#pragma once
/// What the fuzzers of proofs share: nothing but an InputError that names the file and the line may
/// come out of a reader, and what a reader gave must survive being written and read again.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "io/errors.h"

namespace firstcontact::fuzz {

inline const std::string kName = "input";

inline void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "proof fuzzer: %s\n", what);
  std::abort();
}

/// Runs `check`; an InputError must be about the input.
template <class Check>
void allow_refusal(const Check& check) {
  try {
    check();
  } catch (const io::InputError& error) {
    require(std::string_view(error.what()).substr(0, kName.size() + 1) == kName + ":",
            "the message does not name the file and the line");
  }
}

inline std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace firstcontact::fuzz
