#include <firstcontact/proof.h>
#include <firstcontact/query_files.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "proof/line_parts.h"

namespace firstcontact::proof {
namespace {

using io::JsonField;

constexpr std::array kNamedFeatures = {GapFeature::Corner, GapFeature::Side,  GapFeature::Plane,
                                       GapFeature::SideX,  GapFeature::SideY, GapFeature::SideZ};

const char* feature_name(GapFeature feature) {
  switch (feature) {
    case GapFeature::Directions: break;
    case GapFeature::Corner: return "corner";
    case GapFeature::Side: return "side";
    case GapFeature::Plane: return "plane";
    case GapFeature::SideX: return "side-x";
    case GapFeature::SideY: return "side-y";
    case GapFeature::SideZ: return "side-z";
  }
  return "";
}

/// What is wrong with the text of a fraction: a sign, digits and, with a slash before them, more
/// digits, not all zero. Null if nothing.
const char* fault_of_fraction(std::string_view text) {
  constexpr const char* kDigits = "0123456789";
  static_assert(ExactProofLimits::kNumberText == 20'000);
  if (text.size() > ExactProofLimits::kNumberText) return "more than 20000 characters";
  if (text.starts_with('-')) text.remove_prefix(1);
  const std::size_t slash = text.find('/');
  const bool has_slash = slash != std::string_view::npos;
  const std::string_view denominator = has_slash ? text.substr(slash + 1) : "1";
  for (const std::string_view digits : {text.substr(0, slash), denominator})
    if (digits.empty() || digits.find_first_not_of(kDigits) != std::string_view::npos)
      return "not a number, and not a fraction such as \"-12/34\"";
  return denominator.find_first_not_of('0') == std::string_view::npos ? "the denominator is zero"
                                                                      : nullptr;
}

void read_points(const JsonField& value, Query& query) {
  const auto count = static_cast<std::size_t>(point_count(query.kind));
  value.expect_size(2 * count);
  query.t0.fill(Vec3::Zero());
  query.t1.fill(Vec3::Zero());
  for (std::size_t i = 0; i < 2 * count; ++i)
    (i < count ? query.t0[i] : query.t1[i - count]) = value.entry(i).vector();
}

/// A double, or a fraction as a string.
void append_exact(std::string& out, const ExactNumber& value) {
  if (value.fraction.empty()) return append_number(out, value.number);
  out += '"';
  out += value.fraction;
  out += '"';
}

void append_corners(std::string& out, GapFeature feature, const std::vector<int>& corners) {
  fmt::format_to(std::back_inserter(out), "\"feature\":\"{}\",\"corners\":[{}]",
                 feature_name(feature), fmt::join(corners, ","));
}

void append_segment(std::string& out, const ExactSegment& s) {
  out += "{\"t0\":";
  append_exact(out, s.t0);
  out += ",\"t1\":";
  append_exact(out, s.t1);
  out += ',';
  if (s.feature != GapFeature::Directions) {
    append_corners(out, s.feature, s.corners);
  } else {
    const auto append = [&](const ExactNumber& x) { append_exact(out, x); };
    out += "\"n0\":";
    append_list(out, s.n0, append);
    out += ",\"n1\":";
    append_list(out, s.n1, append);
  }
  out += '}';
}

void append_segment(std::string& out, const CertificateSegment& s) {
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

void append_contact(std::string& out, const ContactProof& contact) {
  out += ",\"contact\":{\"toi\":";
  append_number(out, contact.toi);
  out += ",\"toi_upper\":";
  append_number(out, contact.toi_upper);
  const auto append = [&](const ExactNumber& x) { append_exact(out, x); };
  if (contact.is_instant()) {
    out += ",\"at\":";
    append(contact.from);
    out += ",\"weights\":";
    append_list(out, contact.weights, append);
  } else {
    out += ",\"from\":";
    append(contact.from);
    out += ",\"to\":";
    append(contact.to);
    out += ',';
    append_corners(out, contact.feature, contact.corners);
    if (!contact.polynomial.empty()) {
      out += ",\"polynomial\":";
      append_list(out, contact.polynomial, append);
    }
    if (contact.cube_corner != std::array{0, 0, 0})
      fmt::format_to(std::back_inserter(out), ",\"cube_corner\":[{}]",
                     fmt::join(contact.cube_corner, ","));
  }
  out += '}';
}

/// Refuses what is not a double, nor a string of digits with a sign and a slash at the right places.
ExactNumber read_exact(const JsonField& value) {
  if (!value.value().is_string()) return {value.number(), ""};
  ExactNumber number = {0, value.text()};
  if (const char* fault = fault_of_fraction(number.fraction)) value.refuse(fault);
  return number;
}

std::vector<int> read_corners(const JsonField& value) {
  std::vector<int> corners;
  for (const JsonField& corner : value.entries()) corners.push_back(corner.count());
  return corners;
}

GapFeature read_feature(const JsonField& value) {
  const std::string name = value.text();
  for (const GapFeature feature : kNamedFeatures)
    if (name == feature_name(feature)) return feature;
  value.refuse("'" + name + "' is not a feature of a gap set");
}

std::array<ExactNumber, 3> read_exact_vector(const JsonField& value) {
  value.expect_size(3);
  return {read_exact(value.entry(0)), read_exact(value.entry(1)), read_exact(value.entry(2))};
}

std::vector<ExactNumber> read_exact_list(const JsonField& value) {
  std::vector<ExactNumber> list;
  for (const JsonField& entry : value.entries()) list.push_back(read_exact(entry));
  if (list.empty()) value.refuse("must not be empty");
  return list;
}

ExactSegment read_exact_segment(const JsonField& segment) {
  ExactSegment s;
  if (segment.has("feature")) {
    segment.expect_fields({"t0", "t1", "feature", "corners"});
    s.feature = read_feature(segment.at("feature"));
    s.corners = read_corners(segment.at("corners"));
  } else {
    segment.expect_fields({"t0", "t1", "n0", "n1"});
    s.n0 = read_exact_vector(segment.at("n0"));
    s.n1 = read_exact_vector(segment.at("n1"));
  }
  s.t0 = read_exact(segment.at("t0"));
  s.t1 = read_exact(segment.at("t1"));
  return s;
}

/// Whether the segment has something that is not a double.
bool is_exact(const JsonField& segment) {
  if (segment.has("feature")) return true;
  const nlohmann::json& value = segment.value();
  return value.is_object() && std::any_of(value.begin(), value.end(), [](const nlohmann::json& x) {
           return x.is_string() ||
                  (x.is_array() && std::any_of(x.begin(), x.end(), [](const nlohmann::json& n) {
                     return n.is_string();
                   }));
         });
}

ContactProof read_contact(const JsonField& value) {
  ContactProof contact;
  if (value.has("weights")) {
    value.expect_fields({"toi", "toi_upper", "at", "weights"});
    contact.from = contact.to = read_exact(value.at("at"));
    contact.weights = read_exact_list(value.at("weights"));
  } else {
    value.expect_object(
        {"toi", "toi_upper", "from", "to", "feature", "corners", "polynomial", "cube_corner"});
    contact.from = read_exact(value.at("from"));
    contact.to = read_exact(value.at("to"));
    contact.feature = read_feature(value.at("feature"));
    contact.corners = read_corners(value.at("corners"));
    if (value.has("polynomial")) contact.polynomial = read_exact_list(value.at("polynomial"));
    if (value.has("cube_corner")) {
      const JsonField signs = value.at("cube_corner");
      signs.expect_size(3);
      for (std::size_t k = 0; k < 3; ++k) {
        contact.cube_corner[k] = signs.entry(k).integer();
        if (contact.cube_corner[k] != 1 && contact.cube_corner[k] != -1)
          signs.entry(k).refuse("must be 1 or -1");
      }
    }
  }
  contact.toi = value.at("toi").number();
  contact.toi_upper = value.at("toi_upper").number();
  return contact;
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
  if (proof.exact_segments.empty())
    append_list(out, proof.segments,
                [&](const CertificateSegment& segment) { append_segment(out, segment); });
  else
    append_list(out, proof.exact_segments,
                [&](const ExactSegment& segment) { append_segment(out, segment); });
  if (proof.contact) append_contact(out, *proof.contact);
  return out + "}\n";
}

PairProof read_pair(const JsonField& line) {
  if (!line.has("contact")) {
    line.expect_fields({"kind", "points", "separation", "norm", "t_max", "segments"});
    return read_pair_fields(line);
  }
  line.expect_fields({"kind", "points", "separation", "norm", "t_max", "segments", "contact"});
  PairProof proof = read_pair_fields(line);
  proof.contact = read_contact(line.at("contact"));
  return proof;
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
  const std::vector<JsonField> segments = line.at("segments").entries();
  if (std::any_of(segments.begin(), segments.end(), is_exact)) {
    for (const JsonField& segment : segments)
      proof.exact_segments.push_back(read_exact_segment(segment));
    return proof;
  }
  for (const JsonField& segment : segments) {
    segment.expect_fields({"t0", "t1", "n0", "n1"});
    proof.segments.push_back({segment.at("t0").number(), segment.at("t1").number(),
                              segment.at("n0").vector(), segment.at("n1").vector()});
  }
  return proof;
}

}  // namespace firstcontact::proof
