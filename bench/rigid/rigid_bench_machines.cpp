// Parts of machines that move inside each other: a generated bolt in a nut, and gears, chain links
// and a wing-nut from public meshes if they are there.
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <numbers>

#include "common/table.h"
#include "fcl_pair.h"
#include "generate/rigid_models.h"
#include "io/mesh_file.h"
#include "rigid/model/relative_screw.h"
#include "rigid_bench.h"

namespace firstcontact::bench {
namespace {

constexpr double kPi = std::numbers::pi;

/// A rests. The answer is known: free, or a first contact in [earliest, latest].
struct Case {
  std::string name;
  const Body* a;
  const Body* b;
  PoseChange flight;
  bool collides = false;
  double earliest = 0, latest = 0;
};

class Report {
 public:
  explicit Report(int repeats) : repeats_(repeats) {}

  void run(const Case& c) {
    const PreparedFlight flight = prepare(c.flight);
    BodyResult kept;
    ScrewResult first, all;
    ScrewOptions only_first;
    only_first.first_only = true;
    std::vector<Contender> timed = {
        {"", [&] { kept = first_contact_of(*c.a, *c.b, flight); }},
        {"", [&] { first = collisions_of(*c.a, *c.b, c.flight, only_first); }},
        {"", [&] { all = collisions_of(*c.a, *c.b, c.flight, {}); }}};
    time_all(timed, repeats_, Clock::Processor);
    check(c, kept, first, all);
    table_.add_row({c.name, triangles(c), verdict(kept), fmt::format("{}", all.collisions.size()),
                    apps::microseconds(timed[0].seconds * 1e6),
                    fmt::format("{:.1f}", timed[1].seconds / timed[0].seconds),
                    fmt::format("{:.1f}", timed[2].seconds / timed[0].seconds),
                    advancement(c, kept, timed[0].seconds)});
  }

  /// Both bodies move, each with a motion of its own. Finds the first contact only.
  void run_both(const std::string& name, const Body& a, const ScrewMotion& motion_a, const Body& b,
                const ScrewMotion& motion_b, bool collides) {
    BodyResult kept;
    std::vector<Contender> timed = {
        {"", [&] { kept = first_contact(a.triangles, motion_a, b.triangles, motion_b); }}};
    time_all(timed, repeats_, Clock::Processor);
    expect(kept.status == (collides ? Status::Contact : Status::Free),
           name + ": the wrong verdict");
    table_.add_row({name, triangles({name, &a, &b, {}}), verdict(kept), "",
                    apps::microseconds(timed[0].seconds * 1e6), "", "", ""});
  }

  void print() const { fmt::print("{}", table_.to_string()); }

 private:
  static std::string triangles(const Case& c) {
    return apps::grouped(
        static_cast<long long>(c.a->triangles.triangle_count() + c.b->triangles.triangle_count()));
  }

  static std::string verdict(const BodyResult& result) {
    return result.status == Status::Free      ? "free"
           : result.status == Status::Contact ? fmt::format("at {:.4f}", result.toi)
                                              : "undecided";
  }

  static void check(const Case& c, const BodyResult& kept, const ScrewResult& first,
                    const ScrewResult& all) {
    expect(kept.status == (c.collides ? Status::Contact : Status::Free),
           c.name + ": the wrong verdict");
    const Status status = c.collides ? Status::Contact : Status::Free;
    expect(first.status == status && all.status == status,
           c.name + ": the wrong verdict of find_collisions");
    if (!c.collides || first.collisions.empty() || all.collisions.empty()) return;
    expect(kept.toi >= c.earliest && kept.toi <= c.latest,
           fmt::format("{}: first contact at {}", c.name, kept.toi));
    expect(kept.toi <= all.collisions[0].time_upper + 1e-9,
           c.name + ": the first contact comes after a collision");
    expect(first.collisions[0].time <= all.collisions[0].time_upper &&
               all.collisions[0].time <= first.collisions[0].time_upper,
           c.name + ": certified first and all differ");
  }

  /// The time of an advancement on FCL's distance query as a multiple of ours.
  static std::string advancement(const Case& c, const BodyResult& kept, double ours) {
    const std::unique_ptr<FclPair> fcl = make_fcl_pair(c.a->surface, c.b->surface);
    if (!fcl) return "no FCL";
    FclAnswer answer;
    std::vector<Contender> timed = {
        {"", [&] { answer = fcl->advance(c.flight, kept.tolerance, FclAdvance::Sharp); }}};
    time_all(timed, 1, Clock::Processor);
    expect(answer.collides == c.collides,
           c.name + ": the advancement on FCL's distance gives another verdict");
    return fmt::format("{:.1f}", timed[0].seconds / ours);
  }

  int repeats_;
  apps::Table table_ = apps::Table({{"parts", apps::Table::Align::Left},
                                    {"triangles"},
                                    {"verdict"},
                                    {"collisions"},
                                    {"first contact µs"},
                                    {"find first /"},
                                    {"find all /"},
                                    {"FCL distance /"}});
};

/// The motion from the pose `from` that turns about the axis through the origin and travels along
/// it.
PoseChange screwed(const Pose& from, const Vec3& axis, double angle, double travel) {
  const Mat3 turn = Pose::from_axis_angle(axis, angle).rotation;
  return {from, {turn * from.rotation, turn * from.position + travel * axis}};
}

ScrewMotion turning(const Pose& from, const Vec3& axis, double angle) {
  ScrewCoefficients c =
      screw_between(from, screwed({from.rotation, Vec3::Zero()}, axis, angle, 0).to).path;
  c.start.offset = from.position;
  c.drift = Vec3::Zero();
  c.velocity.offset = c.bend.offset = Vec3::Zero();
  return ScrewMotion(c);
}

void bolt_in_nut(Report& report) {
  generate::Thread thread;
  const Body bolt(generate::bolt(thread, 6)), loose(generate::nut(thread, 2, 0.02)),
      tight(generate::nut(thread, 2, 0.001)), too_small(generate::nut(thread, 2, -0.01));
  const double half_turn = thread.pitch / 2;
  report.run({"bolt in nut, half a turn", &loose, &bolt,
              screwed({}, Vec3::UnitZ(), 3.14, half_turn * 3.14 / kPi)});
  report.run({"the same, clearance 0.001", &tight, &bolt,
              screwed({}, Vec3::UnitZ(), 3.14, half_turn * 3.14 / kPi)});
  report.run(
      {"turned without travel", &loose, &bolt, screwed({}, Vec3::UnitZ(), 3.14, 0), true, 0, 0.9});
  report.run({"a pitch a tenth too large", &tight, &bolt,
              screwed({}, Vec3::UnitZ(), 3.14, 1.1 * half_turn), true, 0, 0.9});
  report.run({"pulled straight", &loose, &bolt, screwed({}, Vec3::UnitZ(), 0, thread.pitch), true,
              0, 0.9});
  report.run({"a nut too small", &too_small, &bolt, screwed({}, Vec3::UnitZ(), 3.14, half_turn),
              true, 0, 0.1});
}

Body load(const std::filesystem::path& path) {
  const io::MeshData mesh = io::read_mesh(path.string());
  PolyhedronDescription description;
  description.vertices = mesh.vertices;
  for (const auto& face : mesh.faces) description.faces.push_back({face[0], face[1], face[2]});
  return Body(std::move(description));
}

void public_meshes(Report& report, const std::filesystem::path& folder) {
  // Twelve teeth from radius 0.9 to 1.1, a gap at angle 0; around y.
  const Body gear = load(folder / "gears/gear.obj");
  const Pose beside = Pose::from_axis_angle(Vec3::UnitY(), kPi / 12, Vec3(2.05, 0, 0));
  report.run_both("gears, two teeth on, in opposite directions", gear,
                  turning({}, Vec3::UnitY(), kPi / 3), gear,
                  turning(beside, Vec3::UnitY(), -kPi / 3), false);
  report.run_both("gears, in the same direction", gear, turning({}, Vec3::UnitY(), kPi / 3), gear,
                  turning(beside, Vec3::UnitY(), kPi / 3), true);
  PoseChange stuck = {beside,
                      Pose::from_axis_angle(Vec3::UnitY(), kPi / 12 + kPi / 6, beside.position)};
  report.run({"a gear turns, the other rests", &gear, &gear, stuck, true, 0, 0.5});

  // Two links of a chain, 1.5 high, of a wire 0.2 thick: taut when their middles are 1.1 apart.
  const Body link = load(folder / "wrecking-ball/link.obj");
  const Pose hooked = Pose::from_axis_angle(Vec3::UnitY(), kPi / 2, Vec3(0, 0.9, 0));
  report.run({"links, pulled taut",
              &link,
              &link,
              {hooked, {hooked.rotation, Vec3(0, 1.3, 0)}},
              true,
              0.48,
              0.54});
  report.run({"links, swinging by a third of a turn", &link, &link,
              screwed({hooked.rotation, Vec3(0, 0.65, 0)}, Vec3::UnitX(), 2, 0), true, 0, 1});

  // A hole of radius 0.07 around y; the rod is 2 long.
  const Body wing_nut = load(folder / "wing-nut.obj");
  const Body thin_rod(generate::bullet(2, 0.069, 36)), thick_rod(generate::bullet(2, 0.0705, 36));
  const Pose upright = Pose::from_axis_angle(Vec3::UnitZ(), kPi / 2);
  report.run(
      {"wing-nut spun along a rod", &wing_nut, &thin_rod, screwed(upright, Vec3::UnitY(), 3, 0.3)});
  report.run({"the rod too thick", &wing_nut, &thick_rod, screwed(upright, Vec3::UnitY(), 3, 0.3),
              true, 0, 0});
  report.run({"wing-nut spun down on another", &wing_nut, &wing_nut,
              screwed({Mat3::Identity(), Vec3(0, 0.5, 0)}, Vec3::UnitY(), 3, -0.4), true, 0.1, 1});
}

}  // namespace

void bench_machines(int repeats) {
  fmt::print(
      "\nParts of machines; certified; columns with a / are multiples of the first contact with "
      "bodies kept\n");
  Report report(repeats);
  bolt_in_nut(report);
  const char* data = std::getenv("FIRSTCONTACT_DATA");
  const std::filesystem::path folder =
      std::filesystem::path(data ? data : "") / "meshes/rigid/meshes";
  if (data && std::filesystem::is_directory(folder))
    public_meshes(report, folder);
  else
    fmt::print(
        "FIRSTCONTACT_DATA is not set or has no meshes/rigid: gears, links and wing-nut are "
        "skipped.\n");
  report.print();
}

}  // namespace firstcontact::bench
