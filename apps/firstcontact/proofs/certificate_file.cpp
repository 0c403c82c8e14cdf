#include "certificate_file.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "io/errors.h"
#include "io/query_files.h"
#include "json_fields.h"

namespace firstcontact::apps {
namespace {

using nlohmann::json;

constexpr std::size_t kReadBytes = std::size_t{1} << 18;
constexpr const char* kL2 = "l2";
constexpr const char* kLinf = "linf";

void read_points(const FieldReader& reader, const json& value, Query& query) {
  const auto count = static_cast<std::size_t>(point_count(query.kind));
  reader.array(value, "points", 2 * count);
  query.t0.fill(Vec3::Zero());
  query.t1.fill(Vec3::Zero());
  for (std::size_t i = 0; i < 2 * count; ++i) {
    Vec3& point = i < count ? query.t0[i] : query.t1[i - count];
    point = reader.vector(value[i], fmt::format("points[{}]", i));
  }
}

}  // namespace

std::string certificate_line(const verify::Proof& proof) {
  std::string out = fmt::format("{{\"kind\":\"{}\",\"points\":[", io::kind_name(proof.query.kind));
  const auto count = static_cast<std::size_t>(point_count(proof.query.kind));
  for (std::size_t i = 0; i < 2 * count; ++i) {
    if (i > 0) out += ',';
    append_vector(out, i < count ? proof.query.t0[i] : proof.query.t1[i - count]);
  }
  out += "],\"separation\":";
  append_number(out, proof.separation);
  out += fmt::format(",\"norm\":\"{}\",\"t_max\":", proof.norm == Norm::L2 ? kL2 : kLinf);
  append_number(out, proof.t_max);
  out += ",\"segments\":[";
  for (const CertificateSegment& s : proof.segments) {
    if (&s != &proof.segments.front()) out += ',';
    out += "{\"t0\":";
    append_number(out, s.t0);
    out += ",\"t1\":";
    append_number(out, s.t1);
    out += ",\"n0\":";
    append_vector(out, s.n0);
    out += ",\"n1\":";
    append_vector(out, s.n1);
    out += '}';
  }
  return out + "]}\n";
}

verify::Proof parse_certificate(std::string_view text, const std::string& path, std::size_t line) {
  const FieldReader reader(path, line);
  return read_certificate(reader, reader.parse(text));
}

verify::Proof read_certificate(const FieldReader& reader, const json& value) {
  reader.expect_fields(value, "", {"kind", "points", "separation", "norm", "t_max", "segments"});
  verify::Proof proof;
  const std::string kind_text = reader.text(value["kind"], "kind");
  const std::optional<Kind> kind = io::kind_from_name(kind_text);
  if (!kind) reader.refuse("kind", "'" + kind_text + "' is not a kind of pair");
  proof.query.kind = *kind;
  read_points(reader, value["points"], proof.query);
  proof.separation = reader.number(value["separation"], "separation");
  const std::string norm = reader.text(value["norm"], "norm");
  if (norm != kL2 && norm != kLinf) reader.refuse("norm", "'" + norm + "' is neither l2 nor linf");
  proof.norm = norm == kL2 ? Norm::L2 : Norm::Linf;
  proof.t_max = reader.number(value["t_max"], "t_max");
  const json& segments = reader.array(value["segments"], "segments");
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const std::string name = fmt::format("segments[{}]", i);
    const json& segment = segments[i];
    reader.expect_fields(segment, name, {"t0", "t1", "n0", "n1"});
    proof.segments.push_back(
        {reader.number(segment["t0"], name + ".t0"), reader.number(segment["t1"], name + ".t1"),
         reader.vector(segment["n0"], name + ".n0"), reader.vector(segment["n1"], name + ".n1")});
  }
  return proof;
}

CertificateReader::CertificateReader(const std::string& path)
    : path_(path), source_(io::open_source(path)) {}

bool CertificateReader::next(std::string& line) {
  std::size_t searched = begin_;
  for (;;) {
    const std::size_t end = buffer_.find('\n', searched);
    const std::size_t length = (end == std::string::npos ? buffer_.size() : end) - begin_;
    if (length > kMaxCertificateBytes)
      throw io::InputError(path_, number_ + 1, "line",
                           fmt::format("longer than {} bytes; is this a file of certificates?",
                                       kMaxCertificateBytes));
    if (end != std::string::npos || (ended_ && length > 0)) {
      line.assign(buffer_, begin_, length);
      begin_ += length + (end != std::string::npos ? 1 : 0);
      ++number_;
      return true;
    }
    if (ended_) return false;
    buffer_.erase(0, begin_);
    begin_ = 0;
    searched = buffer_.size();
    buffer_.resize(searched + kReadBytes);
    const std::size_t count = source_->read(buffer_.data() + searched, kReadBytes);
    buffer_.resize(searched + count);
    ended_ = count == 0;
  }
}

}  // namespace firstcontact::apps
