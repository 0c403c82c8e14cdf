#include "certificate_writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/duration_histogram.h"
#include "common/report_parts.h"
#include "common/table.h"

namespace firstcontact::apps {
namespace {

struct GroupName {
  const char* shown;
  const char* json;
};
constexpr std::array<GroupName, 5> kGroupNames = {{{"free, by directions", "free_directions"},
                                                   {"free, by features", "free_features"},
                                                   {"contact, at an instant", "contact_instant"},
                                                   {"contact, crossing", "contact_crossing"},
                                                   {"contact, at a root", "contact_root"}}};

std::size_t group_of(const proof::PairProof& proof) {
  if (!proof.contact) return proof.exact_segments.empty() ? 0 : 1;
  if (proof.contact->is_instant()) return 2;
  return proof.contact->is_crossing() ? 3 : 4;
}

}  // namespace

CertificateWriter::CertificateWriter(std::function<void(std::string_view)> sink,
                                     const Options& options)
    : writer_(std::move(sink)), options_(options) {}

void CertificateWriter::add(const Query& query, const Result& result, std::int64_t nanoseconds) {
  if (result.certificate.empty() && !result.exact_proof) {
    const bool contact = result.status == Status::Contact;
    if (contact && !options_.exact)
      ++counts_.inexact;
    else if (contact || result.free())
      ++counts_.without;
    return;
  }
  const proof::PairProof proof = proof::pair_proof(query, result, options_);
  const auto bytes = static_cast<std::int64_t>(writer_.write(proof));
  CertificateCounts::Group& group = counts_.groups[group_of(proof)];
  ++group.proofs;
  group.segments += static_cast<std::int64_t>(proof.segment_count());
  group.bytes += bytes;
  group.largest = std::max(group.largest, bytes);
  group.nanoseconds += nanoseconds;
}

void CertificateCounts::merge(const CertificateCounts& other) {
  for (std::size_t i = 0; i < kGroups; ++i) {
    Group& group = groups[i];
    group.proofs += other.groups[i].proofs;
    group.segments += other.groups[i].segments;
    group.bytes += other.groups[i].bytes;
    group.largest = std::max(group.largest, other.groups[i].largest);
    group.nanoseconds += other.groups[i].nanoseconds;
  }
  without += other.without;
  inexact += other.inexact;
}

std::string CertificateCounts::summary() const {
  Group all;
  Table table({{"proofs", Table::Align::Left},
               {"written"},
               {"segments each"},
               {"bytes each"},
               {"largest"},
               {"answer and proof, mean µs"}});
  for (std::size_t i = 0; i < kGroups; ++i) {
    const Group& group = groups[i];
    all.proofs += group.proofs;
    all.segments += group.segments;
    if (group.proofs == 0) continue;
    table.add_row({kGroupNames[i].shown, grouped(group.proofs),
                   fmt::format("{:.3f}", group.per_proof(group.segments)),
                   fmt::format("{:.0f}", group.per_proof(group.bytes)), grouped(group.largest),
                   microseconds(1e-3 * group.per_proof(group.nanoseconds))});
  }
  std::string out = fmt::format("certificates: {} written", grouped(all.proofs));
  if (all.proofs > 0)
    out += fmt::format(", {:.3f} segments on average\n{}", all.per_proof(all.segments),
                       table.to_string());
  else
    out += '\n';
  if (inexact > 0)
    out += fmt::format("{} without a proof: they may be near misses; --exact proves contacts\n",
                       counted(inexact, "contact is", "contacts are"));
  if (without > 0)
    out += fmt::format("{} without a proof: the search for one took too long\n",
                       counted(without, "answer is", "answers are"));
  return out;
}

nlohmann::ordered_json CertificateCounts::json() const {
  nlohmann::ordered_json report;
  for (std::size_t i = 0; i < kGroups; ++i) {
    const Group& group = groups[i];
    report[kGroupNames[i].json] = {{"proofs", group.proofs},
                                   {"segments", group.segments},
                                   {"bytes", group.bytes},
                                   {"largest_bytes", group.largest},
                                   {"mean_us", 1e-3 * group.per_proof(group.nanoseconds)}};
  }
  report["inexact_contacts_without_proof"] = inexact;
  report["without_proof"] = without;
  return report;
}

}  // namespace firstcontact::apps
