#include "verify/proof_samples.h"

#include <firstcontact/solve.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "generate/generate.h"

namespace firstcontact::test {
namespace {

constexpr std::array kKinds = {Kind::VertexFace, Kind::EdgeEdge, Kind::PointEdge, Kind::PointPoint,
                               Kind::PointSegment2D};

/// The first points of a vertex-face query, as another kind.
Query part_of(Query query, Kind kind) {
  query.kind = kind;
  for (int i = 0; i < 4; ++i)
    for (Vec3* point : {&query.t0[i], &query.t1[i]}) {
      if (i >= point_count(kind)) point->setZero();
      if (kind == Kind::PointSegment2D) point->z() = 0;
    }
  return query;
}

/// Largest distance along an axis of the first point from the second, at both ends.
double size_of(const Query& query) {
  const double size = std::max((query.t0[0] - query.t0[1]).cwiseAbs().maxCoeff(),
                               (query.t1[0] - query.t1[1]).cwiseAbs().maxCoeff());
  return std::isfinite(size) ? size : 1e300;
}

}  // namespace

std::vector<Question> make_questions(std::uint64_t seed, int per_class,
                                     std::string_view only_class) {
  constexpr std::array kShares = {0.0, 0.0, 1e-30, 1e-12, 1e-3, 0.3};
  constexpr std::array kEnds = {1.0, 1.0, 0.75, 0.1, 0.0};
  std::vector<Question> questions;
  std::size_t number = 0;
  for (const generate::QueryClass& c : generate::query_classes())
    for (const Kind kind : kKinds) {
      if (!only_class.empty() && c.name != only_class) continue;
      if (!(kind == Kind::EdgeEdge ? c.edge_edge : c.vertex_face)) continue;
      for (int i = 0; i < per_class; ++i, ++number) {
        Question question;
        const Kind made = kind == Kind::EdgeEdge ? kind : Kind::VertexFace;
        question.query =
            part_of(generate::make_query(c, made, seed, static_cast<std::uint64_t>(i)), kind);
        question.options.method = Method::Certified;
        question.options.certificate = true;
        question.options.exact = number % 7 < 3;
        question.options.min_separation =
            kShares[number % kShares.size()] * size_of(question.query);
        question.options.norm = number / kShares.size() % 2 == 0 ? Norm::L2 : Norm::Linf;
        question.options.t_max = kEnds[number / 2 % kEnds.size()];
        question.name = std::string(c.name) + ", kind " + std::to_string(static_cast<int>(kind)) +
                        ", query " + std::to_string(i);
        questions.push_back(question);
      }
    }
  return questions;
}

verify::PairProof proof_of(const Question& question, const Result& result) {
  const Options& o = question.options;
  verify::PairProof proof = {question.query, o.min_separation, o.norm, o.t_max, result.certificate};
  if (result.exact_proof) {
    proof.exact_segments = result.exact_proof->segments;
    proof.contact = result.exact_proof->contact;
  }
  return proof;
}

std::vector<verify::PairProof> make_proofs(std::uint64_t seed, int per_class) {
  std::vector<verify::PairProof> proofs;
  for (const Question& question : make_questions(seed, per_class)) {
    const Result result = solve(question.query, question.options);
    if (result.status == Status::Free && !result.certificate.empty())
      proofs.push_back(proof_of(question, result));
  }
  return proofs;
}

}  // namespace firstcontact::test
