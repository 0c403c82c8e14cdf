#include "demo/robot_demo.h"

#include <firstcontact/scene_contact.h>
#include <fmt/format.h>

#include <string>

#include "common/duration_histogram.h"
#include "common/table.h"
#include "generate/articulated_scenes.h"

namespace firstcontact::apps {
namespace {

struct Timed {
  SceneResult result;
  double milliseconds = 0;
};

Timed ask(const Scene& scene, const Configuration& from, const Configuration& to) {
  SceneOptions options;
  options.clearance = true;
  const std::int64_t start = now_ns();
  Timed timed{first_contact(scene, from, to, options)};
  timed.milliseconds = 1e3 * seconds_since(start);
  return timed;
}

const std::string& body_name(const Scene& scene, const ContactSide& side) {
  return scene.bodies()[side.body].name;
}

std::string answer_of(const Scene& scene, const SceneResult& r) {
  if (r.status == Status::Contact)
    return fmt::format("{} meets {} at t = {:.6g}, at ({:.3f}, {:.3f}, {:.3f})",
                       body_name(scene, r.a), body_name(scene, r.b), r.toi, r.point_a.x(),
                       r.point_a.y(), r.point_a.z());
  if (r.status == Status::Free)
    return fmt::format("free, proven; nothing comes nearer than {:.4f} m ({} and {})", r.clearance,
                       body_name(scene, r.a), body_name(scene, r.b));
  return to_string(r.status);
}

}  // namespace

void show_robot() {
  const generate::GeneratedArm arm = generate::generated_arm();
  const Scene scene(arm.description);
  std::size_t triangles = 0;
  for (const Scene::Body& body : scene.bodies()) triangles += body.triangle_count;
  fmt::print(
      "6. A robot's arm: a proven answer for a whole edge of a planner\n\n"
      "        goal               Seven joints, {} pairs of bodies, {} triangles. The arm swings "
      "by\n"
      "         |                 half a turn. A post is in the way, and neither the two end "
      "poses\n"
      "       base      [post]    nor their hull show it: links move on arcs, and where a link is\n"
      "         |                 depends on every joint before it. Each link's motion is "
      "enclosed\n"
      "        start              by Taylor models along the chain, and pairs are proven apart "
      "over\n"
      "                           intervals of time.\n\n",
      scene.pairs().size(), grouped(triangles));
  Table table({{"edge", Table::Align::Left}, {"answer", Table::Align::Left}, {"ms"}});
  const auto add = [&](const char* name, const Configuration& from, const Configuration& to) {
    const Timed timed = ask(scene, from, to);
    table.add_row(
        {name, answer_of(scene, timed.result), fmt::format("{:.3g}", timed.milliseconds)});
  };
  add("standing at the start", arm.start, arm.start);
  add("standing at the goal", arm.goal, arm.goal);
  add("the swing", arm.start, arm.goal);
  table.add_rule();
  const char* const parts[] = {"detour: up", "detour: around", "detour: down"};
  for (std::size_t i = 0; i + 1 < arm.detour.size(); ++i)
    add(parts[i], arm.detour[i], arm.detour[i + 1]);
  fmt::print(
      "{}\n   `firstcontact robot URDF --from … --to …` answers this for robots of your own.\n\n",
      table.to_string());
}

}  // namespace firstcontact::apps
