#include "demo/screw_demo.h"

#include <firstcontact/screw.h>
#include <fmt/format.h>

#include <algorithm>
#include <numbers>
#include <string>

#include "common/duration_histogram.h"
#include "common/report_parts.h"
#include "common/table.h"
#include "generate/rigid_models.h"

namespace firstcontact::apps {
namespace {

/// From one place to another, `start` being turned on the way about z.
PoseChange about_z(const Mat3& start, const Vec3& from, double degrees, const Vec3& to) {
  const Mat3 turn = Pose::from_axis_angle(Vec3::UnitZ(), degrees * std::numbers::pi / 180).rotation;
  return {{start, from}, {turn * start, to}};
}

std::string answer_of(const ScrewResult& result, bool certified) {
  if (result.status == Status::Free) return certified ? "free, proven" : "none found";
  if (result.collisions.empty())
    return result.status == Status::Undecided ? "undecided" : result.message;
  const auto proper =
      std::count_if(result.collisions.begin(), result.collisions.end(),
                    [](const Collision& collision) { return collision.properness > -1e-6; });
  return fmt::format("{}, {} proper, t = {:.4g}", grouped(result.collisions.size()),
                     grouped(proper), result.collisions.front().time);
}

struct Scene {
  const char* name;
  Polyhedron a, b;
  PoseChange motion_b;
};

void add_row(Table& table, const Scene& scene, const char* question, const ScrewOptions& options) {
  const std::int64_t start = now_ns();
  const ScrewResult result = find_collisions(scene.a, {}, scene.b, scene.motion_b, options);
  const double milliseconds = 1e3 * seconds_since(start);
  table.add_row({scene.name, question, answer_of(result, options.mode == ScrewMode::Certified),
                 fmt::format("{:.3g}", milliseconds)});
}

}  // namespace

void show_screw() {
  fmt::print(
      "5. Rigid bodies that turn and travel: every collision, not only the first\n\n"
      "      _/\\_/\\_/\\_/\\_     A bolt touches nothing of its nut if its travel suits its\n"
      "     |    bolt  ->        thread, and much of it otherwise. To tell, the turn has to be a\n"
      "      ‾\\/‾\\/‾\\/‾\\/‾     turn: corners on straight lines would make the bolt thinner on\n"
      "                        the way. The motion is proven free at every instant, or all its\n"
      "                        collisions are found.\n\n");
  const generate::Thread thread;
  constexpr int kBoltTurns = 5, kNutTurns = 2;
  constexpr double kClearance = 0.01;
  const Polyhedron bolt(generate::bolt(thread, kBoltTurns)),
      nut(generate::nut(thread, kNutTurns, kClearance));
  const Polyhedron ring(generate::torus(1, 0.3));
  const Mat3 tip_down = Pose::from_axis_angle(Vec3::UnitY(), std::numbers::pi / 2).rotation;
  const Scene scenes[] = {
      {"bolt in nut, a quarter turn", nut, bolt,
       about_z(Mat3::Identity(), Vec3::Zero(), 90, {0, 0, thread.pitch / 4})},
      {"the same, a third more travel", nut, bolt,
       about_z(Mat3::Identity(), Vec3::Zero(), 90, {0, 0, thread.pitch / 3})},
      {"a thin plate, a fast bullet", Polyhedron(generate::thin_plate(10, 1e-3)),
       Polyhedron(generate::bullet(0.2, 0.02)),
       about_z(tip_down, {0.1, 0.2, 50}, 120, {0.3, 0.1, -50})},
      {"two rings",
       ring,
       ring,
       {Pose::from_axis_angle(Vec3::UnitX(), std::numbers::pi / 2, {3, 0.2, 0.1}),
        Pose::from_axis_angle({1, 1, 0}, 2.5, {-1.5, 0.5, 0.3})}},
  };
  Table table({{"scene", Table::Align::Left},
               {"question", Table::Align::Left},
               {"collisions, from which time", Table::Align::Left},
               {"ms"}});
  ScrewOptions first, all, pixels;
  first.first_only = true;
  pixels.mode = ScrewMode::Pixels;
  for (const Scene& scene : scenes) add_row(table, scene, "the first", first);
  table.add_rule();
  add_row(table, scenes[3], "all", all);
  add_row(table, scenes[3], "all, on coarse pixels", pixels);
  fmt::print(
      "{}\n   In a proper collision the bodies only touch near the point; in the others they\n"
      "   already overlap there. `firstcontact screw A B --poses FILE` answers this for meshes of\n"
      "   your own.\n\n",
      table.to_string());
}

}  // namespace firstcontact::apps
