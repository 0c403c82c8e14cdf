#include "generate/generate.h"

#include <algorithm>
#include <array>

#include "arith/float_environment.h"
#include "exact/oracle.h"
#include "generate/classes.h"
#include "generate/draft.h"
#include "generate/random.h"

namespace firstcontact::generate {
namespace {

using Maker = Draft (*)(Random&, Kind);
using Published = Query (*)(Kind);

struct Recipe {
  QueryClass query_class;
  Maker make;
  /// Query number 0 of the class, if it is a printed one.
  Published published = nullptr;
};

constexpr auto kRecipes = std::to_array<Recipe>({
    // The paper's handcrafted classes.
    {{"point-point", "end points and corners that meet, everything moving", true, true},
     point_point},
    {{"near-collision", "contacts computed in floating point: touching up to rounding errors", true,
      true},
     near_collision},
    {{"coplanar", "all four points stay in one plane: the cubic is identically zero", true, true},
     coplanar},
    {{"degenerate-gap", "collinear faces and parallel edges at all times: F does not span space",
      true, true},
     degenerate_gap},
    {{"two-roots", "the cubic has two simple roots in the step", true, true}, two_roots},
    {{"three-roots", "the cubic has three simple roots in the step", true, true}, three_roots},
    // Ours: contacts of chosen features.
    {{"vertex-on-vertex", "a vertex comes down exactly on another, full mantissas", true, true},
     vertex_on_vertex},
    {{"endpoint-on-edge", "an end point comes down exactly on an edge or a side of the face", true,
      true},
     endpoint_on_edge},
    {{"one-ulp-beside", "the same, moved by one to three ulps", true, true}, one_ulp_beside},
    {{"touch-at-start", "in contact exactly at t = 0, or an ulp off", true, true}, touch_at_start},
    {{"touch-at-end", "in contact exactly at t = 1, or an ulp off", true, true}, touch_at_end},
    {{"parallel-edges", "parallel edges that lie on one line at one moment", false, true},
     parallel_edges},
    {{"collinear-edges", "edges that stay on one line", false, true}, collinear_edges},
    {{"zero-size", "faces and edges that are points, always or at the moment of contact", true,
      true},
     zero_size},
    // Ours: roots.
    {{"double-root", "the cubic touches zero and goes back", true, true}, double_root},
    {{"fast-rotation", "a primitive turns by 90 degrees and touches tangentially, or just not",
      true, true},
     fast_rotation},
    // Printed examples, varied. Number 0 is the printed one.
    {{"hourglass", "appendix B: a swept side that crosses itself", true, true},
     hourglass,
     published_hourglass},
    {{"inflection-point", "appendix C, first: the cubic has an inflection point in the step", true,
      true},
     inflection_point,
     published_inflection_point},
    {{"coplanar-corner", "appendix C, second: a corner slides onto the point in its own plane",
      true, true},
     coplanar_corner,
     published_coplanar_corner},
    // Ours: shapes and numbers.
    {{"random", "generic pairs, half of them aimed at each other", true, true}, random_pair},
    {{"sliver", "very thin triangles and nearly parallel edges", true, true}, sliver},
    {{"near-miss", "clearance or overlap of about 1e-10 of the size", true, true}, near_miss},
    {{"far-offset", "small pairs far from the origin, a few ulps in size", true, true}, far_offset},
    {{"largest-doubles", "coordinates up to the largest double", true, true}, largest_doubles},
    {{"subnormal", "coordinates that are small multiples of the smallest double", true, true},
     subnormal},
    {{"random-bits", "any finite double in every place", true, true}, random_bits},
});

constexpr auto kClasses = [] {
  std::array<QueryClass, kRecipes.size()> classes{};
  for (std::size_t i = 0; i < classes.size(); ++i) classes[i] = kRecipes[i].query_class;
  return classes;
}();

constexpr std::size_t position(std::string_view name) {
  const auto found = std::find_if(kClasses.begin(), kClasses.end(),
                                  [&](const QueryClass& c) { return c.name == name; });
  return static_cast<std::size_t>(found - kClasses.begin());
}

bool makes(const QueryClass& query_class, Kind kind) {
  return (kind == Kind::VertexFace && query_class.vertex_face) ||
         (kind == Kind::EdgeEdge && query_class.edge_edge);
}

}  // namespace

std::span<const QueryClass> query_classes() { return kClasses; }

std::optional<QueryClass> find_query_class(std::string_view name) {
  const std::size_t i = position(name);
  return i < kClasses.size() ? std::optional(kClasses[i]) : std::nullopt;
}

Query make_query(const QueryClass& query_class, Kind kind, std::uint64_t seed,
                 std::uint64_t index) {
  const std::size_t i = position(query_class.name);
  if (i == kRecipes.size() || !makes(kClasses[i], kind)) return {};
  const arith::FloatEnvironmentGuard guard;
  if (index == 0 && kRecipes[i].published != nullptr) return kRecipes[i].published(kind);
  Random random{hash(query_class.name), static_cast<std::uint64_t>(kind), seed, index};
  const Draft draft = kRecipes[i].make(random, kind);
  return finish(random, draft);
}

GeneratedQuery with_truth(const Query& query) {
  // One bit more than promised: room for rounding both ends to doubles.
  const exact::Decision decision = exact::decide(query, {.width_bits = 31});
  if (!decision.contact) return {.query = query};
  return {.query = query,
          .truth = true,
          .toi = decision.lower.round_down(),
          .toi_upper = decision.upper.round_up()};
}

}  // namespace firstcontact::generate
