#pragma once
/// Writes the solver's certificates of pairs. Format: docs/formats/certificates.md.
#include <firstcontact/proof.h>

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace firstcontact::apps {

/// Writes the certificates of Free answers and, in exact mode, of contacts; nothing of the file is
/// seen before `close`.
class CertificateWriter {
 public:
  /// Throws io::OutputError. `options` are those the queries were solved with.
  CertificateWriter(const std::string& path, const Options& options);

  /// Writes a line if the answer has a proof; answers without one are counted. `nanoseconds` is the
  /// time of the answer and its proof.
  void add(const Query& query, const Result& result, std::int64_t nanoseconds);
  void close() { writer_.close(); }

  /// What was written and what was not, for people and for machines.
  std::string summary() const;
  nlohmann::ordered_json json() const;

 private:
  /// What the proofs of one kind have in common.
  struct Group {
    std::int64_t proofs = 0, segments = 0, bytes = 0, largest = 0, nanoseconds = 0;
    double per_proof(std::int64_t sum) const {
      return proofs == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(proofs);
    }
  };
  static constexpr std::size_t kGroups = 5;

  proof::Writer writer_;
  Options options_;
  std::array<Group, kGroups> groups_;
  /// Answers without a proof: free ones and exact contacts that none was found for, and contacts
  /// that are not exact.
  std::int64_t without_ = 0, inexact_ = 0;
};

}  // namespace firstcontact::apps
