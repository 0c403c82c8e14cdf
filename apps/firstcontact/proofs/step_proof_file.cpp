#include "step_proof_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "certificate_file.h"
#include "io/query_files.h"
#include "json_fields.h"

namespace firstcontact::apps {
namespace {

using nlohmann::json;

constexpr const char* kStep = "step";

/// No line has a name without its quotes, unless it is written with an escape.
bool may_have(std::string_view text, std::string_view quoted) {
  return text.find(quoted) != std::string_view::npos || text.find('\\') != std::string_view::npos;
}

std::int32_t read_count(const FieldReader& reader, const json& value, const std::string& field) {
  const std::int32_t number = reader.integer(value, field);
  if (number < 0) reader.refuse(field, "negative");
  return number;
}

/// Whether element `i` of a pair of this kind is written as the two ends of an edge.
bool is_edge(Kind kind, std::size_t i) {
  return kind == Kind::EdgeEdge || (kind == Kind::PointEdge && i == 1);
}

verify::NamedPair read_elements(const FieldReader& reader, const json& value, Kind kind) {
  if (verify::number_count(kind) == 0)
    reader.refuse("elements", "pairs of this kind are not of a mesh in space");
  reader.array(value, "elements", 2);
  verify::NamedPair pair;
  pair.kind = kind;
  std::size_t count = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    const std::string name = fmt::format("elements[{}]", i);
    if (is_edge(kind, i)) {
      reader.array(value[i], name, 2);
      for (const json& end : value[i]) pair.numbers[count++] = read_count(reader, end, name);
    } else {
      pair.numbers[count++] = read_count(reader, value[i], name);
    }
  }
  return pair;
}

}  // namespace

std::string step_claim_line(const StepClaim& claim) {
  std::string out = fmt::format(
      "{{\"kind\":\"{}\",\"step\":{},\"vertices\":{},\"edges\":{},\"faces\":{},\"objects\":[{}],"
      "\"self\":{},\"separation\":",
      kStep, claim.step, claim.vertices, claim.edges, claim.faces, fmt::join(claim.objects, ","),
      claim.self);
  append_number(out, claim.separation);
  out += fmt::format(",\"norm\":\"{}\",\"t_max\":", claim.norm == Norm::L2 ? "l2" : "linf");
  append_number(out, claim.t_max);
  return out + fmt::format(",\"pairs\":{}}}\n", claim.pairs);
}

std::string step_pair_line(const StepPairProof& proof) {
  const auto& n = proof.pair.numbers;
  std::string elements;
  std::size_t count = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    if (i > 0) elements += ',';
    if (is_edge(proof.pair.kind, i)) {
      elements += fmt::format("[{},{}]", n[count], n[count + 1]);
      count += 2;
    } else {
      elements += fmt::format("{}", n[count++]);
    }
  }
  // The line of a proof that stands by itself, with one more field.
  std::string line = certificate_line(proof.proof);
  line.insert(line.find(','), fmt::format(",\"elements\":[{}]", elements));
  return line;
}

std::optional<StepClaim> parse_step_claim(std::string_view text, const std::string& path,
                                          std::size_t line) {
  if (!may_have(text, "\"step\"")) return std::nullopt;
  const FieldReader reader(path, line);
  const json value = reader.parse(text);
  if (!value.is_object() || !value.contains("kind") || value["kind"] != kStep) return std::nullopt;
  reader.expect_fields(value, "",
                       {"kind", "step", "vertices", "edges", "faces", "objects", "self",
                        "separation", "norm", "t_max", "pairs"});
  StepClaim claim;
  claim.step = read_count(reader, value["step"], "step");
  claim.vertices = read_count(reader, value["vertices"], "vertices");
  claim.edges = read_count(reader, value["edges"], "edges");
  claim.faces = read_count(reader, value["faces"], "faces");
  for (const json& object : reader.array(value["objects"], "objects"))
    claim.objects.push_back(read_count(reader, object, "objects"));
  if (!value["self"].is_boolean()) reader.refuse("self", "neither true nor false");
  claim.self = value["self"].get<bool>();
  claim.separation = reader.number(value["separation"], "separation");
  const std::string norm = reader.text(value["norm"], "norm");
  if (norm != "l2" && norm != "linf")
    reader.refuse("norm", "'" + norm + "' is neither l2 nor linf");
  claim.norm = norm == "l2" ? Norm::L2 : Norm::Linf;
  claim.t_max = reader.number(value["t_max"], "t_max");
  claim.pairs = read_count(reader, value["pairs"], "pairs");
  return claim;
}

std::optional<StepPairProof> parse_step_pair(std::string_view text, const std::string& path,
                                             std::size_t line) {
  if (!may_have(text, "\"elements\"")) return std::nullopt;
  const FieldReader reader(path, line);
  json value = reader.parse(text);
  if (!value.is_object() || !value.contains("elements")) return std::nullopt;
  const json elements = value["elements"];
  value.erase("elements");
  StepPairProof proof;
  proof.proof = read_certificate(reader, value);
  proof.pair = read_elements(reader, elements, proof.proof.query.kind);
  return proof;
}

std::string fault_of(const StepClaim& claim) {
  std::int64_t vertices = 0;
  for (const std::int32_t count : claim.objects) vertices += count;
  if (vertices != claim.vertices) return "the objects do not have as many vertices as the step";
  if (!(claim.separation >= 0)) return "the separation is negative";
  if (!(claim.t_max >= 0 && claim.t_max <= 1)) return "t_max must lie in [0, 1]";
  return "";
}

}  // namespace firstcontact::apps
