#include <firstcontact/proof.h>
#include <firstcontact/query_files.h>
#include <fmt/format.h>

#include "proof/line_parts.h"

namespace firstcontact::proof {
namespace {

using io::JsonField;

void read_points(const JsonField& value, Query& query) {
  const auto count = static_cast<std::size_t>(point_count(query.kind));
  value.expect_size(2 * count);
  query.t0.fill(Vec3::Zero());
  query.t1.fill(Vec3::Zero());
  for (std::size_t i = 0; i < 2 * count; ++i)
    (i < count ? query.t0[i] : query.t1[i - count]) = value.entry(i).vector();
}

}  // namespace

std::string to_line(const PairProof& proof) {
  std::string out = fmt::format("{{\"kind\":\"{}\",\"points\":[", io::kind_name(proof.query.kind));
  const auto count = static_cast<std::size_t>(point_count(proof.query.kind));
  for (std::size_t i = 0; i < 2 * count; ++i) {
    if (i > 0) out += ',';
    append_vector(out, i < count ? proof.query.t0[i] : proof.query.t1[i - count]);
  }
  out += "],\"separation\":";
  append_number(out, proof.separation);
  out += fmt::format(",\"norm\":\"{}\",\"t_max\":", norm_name(proof.norm));
  append_number(out, proof.t_max);
  out += ",\"segments\":";
  append_list(out, proof.segments, [&](const CertificateSegment& s) {
    out += "{\"t0\":";
    append_number(out, s.t0);
    out += ",\"t1\":";
    append_number(out, s.t1);
    out += ",\"n0\":";
    append_vector(out, s.n0);
    out += ",\"n1\":";
    append_vector(out, s.n1);
    out += '}';
  });
  return out + "}\n";
}

PairProof read_pair(const JsonField& line) {
  line.expect_fields({"kind", "points", "separation", "norm", "t_max", "segments"});
  return read_pair_fields(line);
}

PairProof read_pair_fields(const JsonField& line) {
  PairProof proof;
  const JsonField kind = line.at("kind");
  const std::string kind_text = kind.text();
  const std::optional<Kind> found = io::kind_from_name(kind_text);
  if (!found) kind.refuse("'" + kind_text + "' is not a kind of pair");
  proof.query.kind = *found;
  read_points(line.at("points"), proof.query);
  proof.separation = line.at("separation").number();
  proof.norm = read_norm(line.at("norm"));
  proof.t_max = line.at("t_max").number();
  for (const JsonField& segment : line.at("segments").entries()) {
    segment.expect_fields({"t0", "t1", "n0", "n1"});
    proof.segments.push_back({segment.at("t0").number(), segment.at("t1").number(),
                              segment.at("n0").vector(), segment.at("n1").vector()});
  }
  return proof;
}

}  // namespace firstcontact::proof
