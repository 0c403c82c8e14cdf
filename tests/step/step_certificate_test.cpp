/// Proofs of freedom that a step hands out, checked by the independent verifier.
#include <firstcontact/step.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>
#include <vector>

#include "step_scenes.h"
#include "verify/verify.h"

namespace firstcontact::test::step_certificate_test {
namespace {

using Key = std::array<int, 3>;
Key key_of(const ElementPair& pair) { return {static_cast<int>(pair.kind), pair.a, pair.b}; }

struct Proofs {
  std::map<Key, ElementPair> pairs;
  std::map<Key, Result> results;

  auto callback() {
    return [this](const ElementPair& pair, const Result& result) {
      EXPECT_TRUE(results.emplace(key_of(pair), result).second) << "proven twice";
      pairs.emplace(key_of(pair), pair);
    };
  }
};

struct Counts {
  std::size_t proofs = 0;
  std::size_t by_features = 0;  ///< that doubles cannot hold
};

/// Every proof holds over [0, t_max].
void expect_proven(const Scene& scene, const Proofs& proofs, const StepOptions& options,
                   double t_max, Counts& counts) {
  for (const auto& [key, result] : proofs.results) {
    const ElementPair& pair = proofs.pairs.at(key);
    verify::PairProof proof;
    proof.query = query_of(pair, scene.positions_t0(), scene.positions_t1());
    proof.separation = separation_of(scene.mesh, pair, options.min_separation);
    proof.norm = options.norm;
    proof.t_max = t_max;
    proof.segments = result.certificate;
    if (result.exact_proof) proof.exact_segments = result.exact_proof->segments;
    ++counts.proofs;
    counts.by_features += result.exact_proof != nullptr;
    const verify::Verdict verdict = verify::verify(proof);
    EXPECT_TRUE(verdict.proven) << scene.name << ": " << verdict.reason;
  }
}

std::vector<StepOptions> variants() {
  std::vector<StepOptions> list(5);
  list[1].exact = true;
  list[2].min_separation = 0.05;
  list[3].min_separation = 0.05;
  list[3].norm = Norm::Linf;
  list[3].exact = true;
  list[4].t_max = 0.375;
  return list;
}

TEST(StepCertificate, EveryCandidateHasAProofOrIsAnImpact) {
  for (const bool thick : {false, true}) {
    Counts counts;
    for (const SceneClass scene_class : kSceneClasses)
      for (StepOptions options : variants()) {
        const Scene plain = make_scene(scene_class, 31),
                    scene = thick ? with_thickness(plain, 2, 0.05) : plain;
        const Positions t0 = scene.positions_t0(), t1 = scene.positions_t1();
        const StepResult without = impacts(scene.mesh, t0, t1, options);
        Proofs proofs;
        options.certificate = proofs.callback();
        const StepResult result = impacts(scene.mesh, t0, t1, options);
        EXPECT_EQ(digest(result), digest(without)) << scene.name << ": proofs changed the answer";
        expect_proven(scene, proofs, options, options.t_max, counts);
        for (const Impact& impact : result.impacts)
          EXPECT_FALSE(proofs.pairs.count(key_of(impact.pair)));
        EXPECT_EQ(static_cast<std::int64_t>(proofs.pairs.size() + result.impacts.size()),
                  result.candidate_count());
      }
    EXPECT_GT(counts.proofs, 2000u);
  }
}

TEST(StepCertificate, SafeStepIsProvenForAllCandidatesUpToIt) {
  Counts counts;
  for (const SceneClass scene_class : kSceneClasses)
    for (StepOptions options : variants())
      for (const std::uint64_t seed : {41, 42, 43}) {
        const Scene scene = make_scene(scene_class, seed);
        const Positions t0 = scene.positions_t0(), t1 = scene.positions_t1();
        Proofs proofs;
        options.certificate = nullptr;
        const StepResult without = collision_free_step_size(scene.mesh, t0, t1, options);
        options.certificate = proofs.callback();
        const StepResult result = collision_free_step_size(scene.mesh, t0, t1, options);
        EXPECT_EQ(digest(result), digest(without)) << scene.name << ": proofs changed the answer";
        expect_proven(scene, proofs, options, result.toi, counts);
        // Candidates up to the safe step: all proven, but for those that touch at its very end.
        StepOptions until = options;
        until.certificate = nullptr;
        until.t_max = result.toi;
        StepSolver solver(scene.mesh);
        const std::int64_t candidates = solver.count_candidates(t0, t1, until).candidate_count();
        const std::size_t touching = solver.impacts(t0, t1, until).impacts.size();
        EXPECT_EQ(static_cast<std::int64_t>(proofs.pairs.size() + touching), candidates)
            << scene.name;
      }
  EXPECT_GT(counts.proofs, 1000u);
}

// A point falls past a triangle's edge at a distance of one unit in the last place: too near for
// directions in doubles.
TEST(StepCertificate, ANearMissHasAProofByFeatures) {
  Scene scene;
  scene.name = "near miss";
  scene.mesh = Mesh({.vertex_count = 4, .faces = {{0, 1, 2}}});
  scene.t0 = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.5 + 0x1p-53, 0.5, 1}};
  scene.t1 = scene.t0;
  scene.t1[3].z() = -1;
  StepOptions options;
  options.exact = true;
  Proofs proofs;
  options.certificate = proofs.callback();
  EXPECT_TRUE(decide_step(scene.mesh, scene.t0, scene.t1, options).free());
  Counts counts;
  expect_proven(scene, proofs, options, 1, counts);
  EXPECT_EQ(counts.by_features, 1u);
}

TEST(StepCertificate, AFreeStepIsProvenByEveryFunction) {
  Scene scene = make_scene(SceneClass::Sheet, 51);
  for (std::size_t i = 0; i < scene.t1.size(); ++i)
    scene.t1[i] = scene.t0[i] + Vec3(0.5, -0.25, 0.125);
  StepSolver solver(scene.mesh);
  ASSERT_TRUE(solver.impacts(scene.t0, scene.t1).free());
  const std::int64_t candidates = solver.count_candidates(scene.t0, scene.t1).candidate_count();
  EXPECT_GT(candidates, 100);
  for (const auto function :
       {&StepSolver::impacts, &StepSolver::collision_free_step_size, &StepSolver::decide_step})
    for (const int threads : {1, 3}) {
      Proofs proofs;
      StepOptions options;
      options.threads = threads;
      options.certificate = proofs.callback();
      EXPECT_TRUE((solver.*function)(scene.t0, scene.t1, options).free());
      EXPECT_EQ(static_cast<std::int64_t>(proofs.pairs.size()), candidates);
      Counts counts;
      expect_proven(scene, proofs, options, 1, counts);
    }
}

}  // namespace
}  // namespace firstcontact::test::step_certificate_test
