#include "certificate_writer.h"

#include <fmt/format.h>

#include "common/table.h"

namespace firstcontact::apps {

CertificateWriter::CertificateWriter(const std::string& path, const Options& options)
    : writer_(path), options_(options) {}

void CertificateWriter::add(const Query& query, const Result& result) {
  if (result.status != Status::Free) return;
  if (result.certificate.empty()) {
    ++without_;
    return;
  }
  ++written_;
  segments_ += static_cast<std::int64_t>(result.certificate.size());
  writer_.write(proof::pair_proof(query, result, options_));
}

std::string CertificateWriter::summary() const {
  std::string out = fmt::format("certificates: {} written", grouped(written_));
  if (written_ > 0)
    out += fmt::format(", {:.3f} segments on average",
                       static_cast<double>(segments_) / static_cast<double>(written_));
  out += '\n';
  if (without_ > 0)
    out += fmt::format(
        "{} free queries have no certificate: they pass so close that only exact arithmetic can "
        "tell\n",
        grouped(without_));
  return out;
}

}  // namespace firstcontact::apps
