#include "answer_digest.h"

#include <firstcontact/batch.h>
#include <firstcontact/solve.h>

#include <array>

#include "answer_hash.h"
#include "generate/generate.h"
#include "parallel/parallel.h"

namespace firstcontact::test {
namespace {

constexpr std::uint64_t kSeed = 11;

std::vector<Options> all_questions() {
  std::vector<Options> questions;
  for (const Method method :
       {Method::Certified, Method::Exact, Method::TightInclusion, Method::TightInclusionFast})
    for (const double separation : {0.0, 0.01})
      for (const double t_max : {1.0, 0.7}) {
        Options options;
        options.method = method;
        options.exact = options.certificate = method == Method::Certified && t_max < 1;
        options.min_separation = separation;
        options.norm = Norm::Linf;
        options.t_max = t_max;
        options.max_checks = 3'000;
        questions.push_back(options);
      }
  return questions;
}

}  // namespace

std::vector<ClassDigest> digest_answers(int count, int threads) {
  const std::vector<Options> questions = all_questions();
  std::vector<ClassDigest> digests;
  for (const generate::QueryClass& query_class : generate::query_classes())
    for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge}) {
      if (!(kind == Kind::VertexFace ? query_class.vertex_face : query_class.edge_edge)) continue;
      std::vector<std::uint64_t> parts(static_cast<std::size_t>(count));
      std::vector<int> positives(parts.size());
      parallel::parallel_for(parts.size(), 1, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          const Query query = generate::make_query(query_class, kind, kSeed, i);
          Hash hash;
          std::array<Outcome, 3> outcomes;
          solve_batch(std::array<Query, 3>{query, query, query}, {}, outcomes);
          for (const Outcome& o : outcomes) {
            hash.add(o.toi);
            hash.add(static_cast<std::uint64_t>(o.checks));
          }
          for (const Options& options : questions) {
            const Result result = solve(query, options);
            positives[i] += !result.free();
            hash.add(result);
          }
          parts[i] = hash.value;
        }
      });
      ClassDigest digest{std::string(query_class.name) +
                         (kind == Kind::VertexFace ? " vertex-face" : " edge-edge")};
      Hash hash;
      for (std::size_t i = 0; i < parts.size(); ++i) {
        hash.add(parts[i]);
        digest.positives += positives[i];
        digest.queries += static_cast<int>(questions.size());
      }
      digest.digest = hash.value;
      digests.push_back(digest);
    }
  digests.push_back(digest_steps(count, threads));
  digests.push_back(digest_bodies(5 * count));
  digests.push_back(digest_screws(5 * count));
  digests.push_back(digest_scenes(5 * count, threads));
  return digests;
}

}  // namespace firstcontact::test
