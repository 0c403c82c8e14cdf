#include <algorithm>

#include "generate/articulated_scenes.h"
#include "generate/construction.h"
#include "generate/random.h"
#include "generate/soup.h"

namespace firstcontact::generate {
namespace {

constexpr double kHalfTurn = 0x1.921fb54442d18p+1;
constexpr std::size_t kEdges = 200;

struct Range {
  double low, high;
  double draw(Random& random) const { return low + (high - low) * random.unit(); }
};

Configuration draw(Random& random, std::span<const Range> ranges) {
  Configuration q;
  for (const Range& range : ranges) q.push_back(range.draw(random));
  return q;
}

/// Every value changes by up to `reach`, within its range.
Configuration neighbour(Random& random, const Configuration& q, std::span<const Range> ranges,
                        std::span<const double> reach) {
  Configuration next = q;
  for (std::size_t i = 0; i < q.size(); ++i) {
    const double change = reach[i] * random.symmetric();
    next[i] = std::clamp(q[i] + change, ranges[i].low, ranges[i].high);
  }
  return next;
}

/// As a planner has it: both ends are free.
void add_if_ends_are_free(ArticulatedScene& scene, const Scene& checked, SceneEdge edge) {
  SceneOptions options;
  options.decide_only = true;
  options.t_max = 0;
  for (const Configuration* q : {&edge.q_t0, &edge.q_t1})
    if (first_contact(checked, *q, *q, options).status != Status::Free) return;
  scene.queries.push_back(std::move(edge));
}

void add_edges(ArticulatedScene& scene, Random& random, std::span<const Range> ranges,
               std::span<const double> reach) {
  const Scene checked(scene.description);
  while (scene.queries.size() < kEdges) {
    Configuration from = draw(random, ranges);
    Configuration to = neighbour(random, from, ranges, reach);
    add_if_ends_are_free(scene, checked, {std::move(from), std::move(to)});
  }
}

ArticulatedScene on_site(const char* name, const char* machine, ArticulatedModel model) {
  ArticulatedScene scene;
  scene.name = name;
  scene.decide_only = true;
  scene.description.models.push_back({machine, std::move(model)});
  scene.description.objects = construction_site();
  return scene;
}

constexpr Range kBoom = {0.2, 1.1}, kStick = {-2.2, -0.6}, kBucket = {-1.4, 0.4};

}  // namespace

ArticulatedScene driving_excavator(std::uint64_t seed) {
  ArticulatedScene scene = on_site("excavator drives", "excavator", excavator_model());
  Random random{hash("driving excavator"), seed};
  const Range ranges[] = {
      {-22, 22}, {-17, 22}, {-kHalfTurn, kHalfTurn}, {-kHalfTurn, kHalfTurn}, kBoom,
      kStick,    kBucket};
  const double reach[] = {8, 8, 1.5, 1.5, 0.6, 0.8, 0.8};
  add_edges(scene, random, ranges, reach);
  return scene;
}

ArticulatedScene digging_excavator(std::uint64_t seed) {
  ArticulatedScene scene = on_site("excavator digs", "excavator", excavator_model());
  Random random{hash("digging excavator"), seed};
  // Between a heap of sand and a truck.
  const Range ranges[] = {{-14, -14}, {10.5, 10.5}, {0.2, 0.2}, {-kHalfTurn, kHalfTurn},
                          kBoom,      kStick,       kBucket};
  const double reach[] = {0, 0, 0, 1.2, 0.6, 0.8, 0.8};
  add_edges(scene, random, ranges, reach);
  return scene;
}

ArticulatedScene travelling_crane(std::uint64_t seed) {
  ArticulatedScene scene = on_site("crane travels", "crane", crane_model());
  Random random{hash("travelling crane"), seed};
  const Range ranges[] = {{-9, 9}, {-0.3, kHalfTurn + 0.3}, {3, 24}, {9, 16.5}};
  const double reach[] = {6, 1.2, 12, 8};
  add_edges(scene, random, ranges, reach);
  return scene;
}

ArticulatedScene lowering_crane(std::uint64_t seed) {
  ArticulatedScene scene = on_site("crane lowers", "crane", crane_model());
  Soup weight;
  weight.add_cylinder(0.45, 0.8, 4, 24);
  scene.description.attachments.push_back(
      {"weight", "hook", {weight.shape()}, at(0, 0, -0.95), {}});
  Random random{hash("lowering crane"), seed};
  // The pipe's axis lies at slew π/2 and trolley kPipeY − kCraneY from base 0; its mouth
  // kPipeHeight above the ground.
  const double out = kPipeY - kCraneY;
  const double mouth =
      kJibHeight + 0.2 - 0.7 - 1.35 - kPipeHeight;  // the weight's bottom is level with it
  const Scene checked(scene.description);
  while (scene.queries.size() < kEdges) {
    const auto near = [&](double aside, const Range& depth) {
      const double base = 0.7 * aside * random.symmetric();
      const double slew = 0.5 * kHalfTurn + 0.02 * aside * random.symmetric();
      const double trolley = out + 0.7 * aside * random.symmetric();
      const double hook = depth.draw(random);
      return Configuration{base, slew, trolley, hook};
    };
    Configuration from = near(1.5, {mouth - 3, mouth - 0.2});
    Configuration to = near(0.45, {mouth + 0.2, mouth + 2});
    add_if_ends_are_free(scene, checked, {std::move(from), std::move(to)});
  }
  return scene;
}

}  // namespace firstcontact::generate
