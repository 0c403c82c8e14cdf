// There are two kinds of groups.
//
// Degenerate pairs come from the makers of the classes, without shifts and scales, so that the
// methods' absolute tolerances mean the same as in the paper. They are then scaled by a power of
// two to size 1.
//
// Scenes: a small body falls on, slides over or drops into another that rests (scenes.h). Steps are
// drawn at random, and the candidate pairs of each are taken, as a simulator's broad phase gives
// them. Pairs that do not move are left out.
#include "generate/handcrafted.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "arith/float_environment.h"
#include "generate/classes.h"
#include "generate/scenes.h"

namespace firstcontact::generate {
namespace {

/// Queries taken of one step of a scene, at most: so that a group has many steps.
constexpr std::size_t kPerStep = 40;

using Maker = Draft (*)(Random&, Kind);

/// A group has one of the two.
struct HandcraftedRecipe {
  HandcraftedGroup group;
  Maker make = nullptr;
  SceneMaker scene = nullptr;
};

constexpr auto kHandcraftedRecipes = std::to_array<HandcraftedRecipe>({
    {{"point-point", "end points and corners that meet, everything moving", 800, 1'000},
     point_point},
    {{"near-collision", "contacts computed in floating point: touching up to rounding errors", 800,
      1'000},
     near_collision},
    {{"coplanar", "all four points stay in one plane: the cubic is identically zero", 800, 1'000},
     coplanar},
    {{"degenerate-gap", "collinear faces and parallel edges at all times: F does not span space",
      800, 1'000},
     degenerate_gap},
    {{"two-roots", "the cubic has two simple roots in the step", 400, 500}, two_roots},
    {{"three-roots", "the cubic has three simple roots in the step", 400, 500}, three_roots},
    {{"scene-spikes", "a spike falls on the tip of a spike", 800, 1'000}, nullptr, spikes},
    {{"scene-spike-wedge", "a spike falls on the ridge of a wedge", 800, 1'000},
     nullptr,
     spike_wedge},
    {{"scene-wedges", "a wedge falls on a wedge, ridges along or across", 800, 1'000},
     nullptr,
     wedges},
    {{"scene-spike-crack", "a spike falls into a crack", 800, 1'000}, nullptr, spike_crack},
    {{"scene-wedge-crack", "a wedge falls into a crack of its own shape", 800, 1'000},
     nullptr,
     wedge_crack},
    {{"scene-spike-hole", "a spike falls into a hole of its own shape", 800, 1'000},
     nullptr,
     spike_hole},
    {{"scene-sliding-spike", "a spike slides over a flat ground of many faces", 800, 1'000},
     nullptr,
     sliding_spike},
    {{"scene-sliding-wedge", "a wedge slides over a flat ground of many faces", 800, 1'000},
     nullptr,
     sliding_wedge},
    {{"scene-cube-cliff-edges", "a cube falls on a block, sides over sides", 800, 1'000},
     nullptr,
     cube_cliff_edges},
    {{"scene-cube-internal-edges", "a cube falls on a flat ground of many faces", 800, 1'000},
     nullptr,
     cube_internal_edges},
});

constexpr auto kGroups = [] {
  std::array<HandcraftedGroup, kHandcraftedRecipes.size()> groups{};
  for (std::size_t i = 0; i < groups.size(); ++i) groups[i] = kHandcraftedRecipes[i].group;
  return groups;
}();

/// Visits all 24 coordinates.
template <class Points, class Visit>
void for_coordinates(Points& query, Visit visit) {
  for (auto* instant : {&query.t0, &query.t1})
    for (auto& point : *instant)
      for (int k = 0; k < 3; ++k) visit(point[k]);
}

/// Scaled by a power of two so that the largest coordinate is in [1, 2).
Query of_size_one(Query query) {
  double largest = 0;
  for_coordinates(query, [&](double x) { largest = std::max(largest, std::abs(x)); });
  if (largest > 0) {
    const int scale = -std::ilogb(largest);
    for_coordinates(query, [&](double& x) { x = std::ldexp(x, scale); });
  }
  return query;
}

std::vector<Query> degenerate_pairs(const HandcraftedRecipe& recipe, Kind kind, std::uint64_t seed,
                                    std::size_t count) {
  std::vector<Query> queries;
  for (std::uint64_t index = 0; index < count; ++index) {
    Random random{hash("handcrafted"), hash(recipe.group.name), static_cast<std::uint64_t>(kind),
                  seed, index};
    Draft draft = recipe.make(random, kind);
    draft.shift_bits = 0;
    draft.scalable = false;
    queries.push_back(of_size_one(finish(random, draft)));
  }
  return queries;
}

bool moves(const Query& query) { return query.t0 != query.t1; }

std::vector<Query> scene_pairs(const HandcraftedRecipe& recipe, Kind kind, std::uint64_t seed,
                               std::size_t count) {
  std::vector<Query> queries;
  for (std::uint64_t number = 0; queries.size() < count; ++number) {
    Random random{hash("handcrafted"), hash(recipe.group.name), seed, number};
    const Step step = recipe.scene(random);
    std::vector<Query> found;
    for (const CandidatePair& pair : candidate_indices(step)) {
      if (pair.kind != kind) continue;
      const Query query = query_of(step, pair);
      if (moves(query)) found.push_back(query);
    }
    const std::size_t taken = std::min({kPerStep, found.size(), count - queries.size()});
    for (std::size_t i = 0; i < taken; ++i) queries.push_back(found[i * found.size() / taken]);
  }
  for (Query& query : queries) for_coordinates(query, [](double& x) { x += 0.0; });  // -0 becomes 0
  return queries;
}

}  // namespace

std::span<const HandcraftedGroup> handcrafted_groups() { return kGroups; }

std::vector<Query> make_handcrafted(const HandcraftedGroup& group, Kind kind, std::uint64_t seed) {
  if (kind != Kind::VertexFace && kind != Kind::EdgeEdge) return {};
  const auto recipe =
      std::find_if(kHandcraftedRecipes.begin(), kHandcraftedRecipes.end(),
                   [&](const HandcraftedRecipe& r) { return r.group.name == group.name; });
  if (recipe == kHandcraftedRecipes.end()) return {};
  const arith::FloatEnvironmentGuard guard;
  const std::size_t count =
      kind == Kind::VertexFace ? recipe->group.vertex_face : recipe->group.edge_edge;
  return recipe->make != nullptr ? degenerate_pairs(*recipe, kind, seed, count)
                                 : scene_pairs(*recipe, kind, seed, count);
}

}  // namespace firstcontact::generate
