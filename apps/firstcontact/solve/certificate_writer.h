#pragma once
/// Writes the solver's certificates of pairs. Format: docs/formats/certificates.md.
#include <firstcontact/proof.h>

#include <cstdint>
#include <string>

namespace firstcontact::apps {

/// Writes the certificates of Free answers; nothing of the file is seen before `close`.
class CertificateWriter {
 public:
  /// Throws io::OutputError. `options` are those the queries were solved with.
  CertificateWriter(const std::string& path, const Options& options);

  /// Writes a line if the answer is Free and has a certificate; a Free answer without one is
  /// counted.
  void add(const Query& query, const Result& result);
  void close() { writer_.close(); }

  /// What was written and what was not, for people: one line or two.
  std::string summary() const;

 private:
  proof::Writer writer_;
  Options options_;
  std::int64_t written_ = 0, segments_ = 0, without_ = 0;
};

}  // namespace firstcontact::apps
