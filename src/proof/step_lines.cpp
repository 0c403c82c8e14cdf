#include <firstcontact/proof.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "proof/line_parts.h"
#include "verify/step_elements.h"

namespace firstcontact::proof {
namespace {

using io::JsonField;

/// Whether element `i` of a pair of this kind is written as the two ends of an edge.
bool is_edge(Kind kind, std::size_t i) {
  return kind == Kind::EdgeEdge || (kind == Kind::PointEdge && i == 1);
}

NamedPair read_elements(const JsonField& value, Kind kind) {
  if (verify::number_count(kind) == 0)
    value.refuse("pairs of this kind are not of a mesh in space");
  value.expect_size(2);
  NamedPair pair;
  pair.kind = kind;
  std::size_t count = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    const JsonField element = value.entry(i);
    if (is_edge(kind, i)) {
      element.expect_size(2);
      for (const std::size_t end : {0, 1}) pair.numbers[count++] = element.entry(end).count();
    } else {
      pair.numbers[count++] = element.count();
    }
  }
  return pair;
}

}  // namespace

std::string to_line(const StepClaim& claim) {
  std::string out = fmt::format(
      "{{\"kind\":\"{}\",\"step\":{},\"vertices\":{},\"edges\":{},\"faces\":{},\"objects\":[{}],"
      "\"self\":{},\"separation\":",
      kStepKind, claim.step, claim.vertices, claim.edges, claim.faces,
      fmt::join(claim.objects, ","), claim.self);
  append_number(out, claim.separation);
  out += fmt::format(",\"norm\":\"{}\",\"t_max\":", norm_name(claim.norm));
  append_number(out, claim.t_max);
  return out + fmt::format(",\"pairs\":{}}}\n", claim.pairs);
}

std::string to_line(const StepPairProof& proof) {
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
  std::string line = to_line(proof.proof);
  line.insert(line.find(','), fmt::format(",\"elements\":[{}]", elements));
  return line;
}

StepClaim read_step(const JsonField& line) {
  line.expect_fields({"kind", "step", "vertices", "edges", "faces", "objects", "self", "separation",
                      "norm", "t_max", "pairs"});
  StepClaim claim;
  claim.step = line.at("step").count();
  claim.vertices = line.at("vertices").count();
  claim.edges = line.at("edges").count();
  claim.faces = line.at("faces").count();
  for (const JsonField& object : line.at("objects").entries())
    claim.objects.push_back(object.count());
  claim.self = line.at("self").boolean();
  claim.separation = line.at("separation").number();
  claim.norm = read_norm(line.at("norm"));
  claim.t_max = line.at("t_max").number();
  claim.pairs = line.at("pairs").count();
  return claim;
}

StepPairProof read_step_pair(const JsonField& line) {
  line.expect_fields({"kind", "elements", "points", "separation", "norm", "t_max", "segments"});
  StepPairProof proof;
  proof.proof = read_pair_fields(line);
  proof.pair = read_elements(line.at("elements"), proof.proof.query.kind);
  return proof;
}

}  // namespace firstcontact::proof
