#pragma once
/// Writes the solver's certificates of pairs. Format: docs/formats/certificates.md.
#include <firstcontact/proof.h>

#include <array>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace firstcontact::apps {

/// What was written of proofs and what was not.
struct CertificateCounts {
  /// What the proofs of one kind have in common.
  struct Group {
    std::int64_t proofs = 0, segments = 0, bytes = 0, largest = 0, nanoseconds = 0;
    double per_proof(std::int64_t sum) const {
      return proofs == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(proofs);
    }
  };
  static constexpr std::size_t kGroups = 5;
  std::array<Group, kGroups> groups;
  /// Answers without a proof: free ones and exact contacts that none was found for, and contacts
  /// that are not exact.
  std::int64_t without = 0, inexact = 0;

  void merge(const CertificateCounts& other);
  /// For people and for machines.
  std::string summary() const;
  nlohmann::ordered_json json() const;
};

/// Writes the certificates of Free answers and, in exact mode, of contacts.
class CertificateWriter {
 public:
  /// `sink` takes every line. `options` are those the queries were solved with.
  CertificateWriter(std::function<void(std::string_view)> sink, const Options& options);

  /// Writes a line if the answer has a proof; answers without one are counted. `nanoseconds` is the
  /// time of the answer and its proof.
  void add(const Query& query, const Result& result, std::int64_t nanoseconds);

  const CertificateCounts& counts() const { return counts_; }

 private:
  proof::Writer writer_;
  Options options_;
  CertificateCounts counts_;
};

}  // namespace firstcontact::apps
