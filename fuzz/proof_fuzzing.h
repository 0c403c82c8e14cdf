#pragma once
/// What the fuzzers of proofs share: nothing but an InputError that names the file and the line may
/// come out of a reader, and what a reader gave must survive being written and read again.
#include <firstcontact/proof.h>

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

/// What is read from the line that `proof` is written as.
template <class Kind>
Kind read_again(const Kind& proof, std::size_t number) {
  const std::string written = proof::to_line(proof);
  const proof::Line parsed =
      proof::parse_line(std::string_view(written).substr(0, written.size() - 1), kName, number);
  const auto* again = std::get_if<Kind>(&parsed);
  require(again != nullptr, "a proof that was written is not read");
  return *again;
}

/// A proof that was written and read again must be judged as before.
template <class Kind>
void require_same_when_read_again(const Kind& proof, std::size_t number) {
  const proof::Verdict verdict = proof::verify(proof);
  require(verdict.proven == verdict.reason.empty(), "a verdict and its reason are at odds");
  const proof::Verdict same = proof::verify(read_again(proof, number));
  require(same.proven == verdict.proven && same.reason == verdict.reason,
          "a proof that was written is judged otherwise");
}

}  // namespace firstcontact::fuzz
