// Edges of a planner for an arm among boxes: our proven answer beside FCL's discrete checking.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "articulated_bench.h"
#include "common/table.h"
#include "robot_edges.h"

namespace firstcontact::bench {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr double kResolutions[] = {0.5, 1, 2, 5};
/// Step in degrees of the discrete check of what we call free.
constexpr double kFine = 0.05;
/// At a contact of ours FCL's distance may exceed the tolerance by this much, in metres: rounding
/// of poses and distances.
constexpr double kDistanceRoom = 1e-9;
/// How far after our time of contact FCL must see the contact, and at how many instants it is
/// asked.
constexpr double kAfterContact = 0.01;
constexpr int kAfterContactSteps = 400;
constexpr double kAskedShare = 1.0 / 3;

struct Answers {
  std::vector<Status> decided;
  std::vector<SceneResult> full;
  bool contact(std::size_t i) const { return full[i].status == Status::Contact; }
};

struct Checked {
  int contacts = 0, proven = 0;
  /// Contacts that FCL does not see within kAfterContact: bodies that come near within the
  /// tolerance and part again.
  int grazes = 0;
  std::vector<char> crosses;  ///< FCL sees the contact too
};

Checked check_answers(const Scene& scene, const std::vector<SceneEdge>& edges,
                      const Answers& answers, DiscreteChecker* checker) {
  Checked checked;
  checked.crosses.resize(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const SceneResult& r = answers.full[i];
    const std::string edge = fmt::format("edge {}: ", i);
    expect(r.status == Status::Contact || r.status == Status::Free,
           edge + "first_contact is " + to_string(r.status));
    expect(r.status == answers.decided[i], edge + "decide and first_contact differ");
    checked.contacts += answers.contact(i);
    checked.proven += answers.contact(i) && r.proven;
    if (!checker) continue;
    if (!answers.contact(i)) {
      const double seen = checker->first_contact(edges[i], kFine);
      expect(seen > 1, edge + fmt::format("FCL finds a contact at {}, and we say free", seen));
      continue;
    }
    const double distance = checker->distance_at(edges[i], r.toi, r.a.body, r.b.body);
    expect(
        distance <= r.tolerance + kDistanceRoom,
        edge + fmt::format("{} and {} are {} apart at our time of contact",
                           scene.bodies()[r.a.body].name, scene.bodies()[r.b.body].name, distance));
    for (int k = 0; k <= kAfterContactSteps && !checked.crosses[i]; ++k)
      checked.crosses[i] = checker->collides_at(
          edges[i], std::min(1.0, r.toi_upper + kAfterContact * k / kAfterContactSteps));
    expect(checked.crosses[i] || !r.proven,
           edge + "the contact is proven, but FCL does not see it");
    checked.grazes += !checked.crosses[i];
  }
  return checked;
}

/// A way to answer one edge; `found`: whether it sees a contact.
struct Method {
  std::string name;
  std::function<void(std::size_t)> run;
  std::vector<char> found = {};
  double free_seconds = 0, contact_seconds = 0;  ///< of all free, of all colliding edges
  double seconds() const { return free_seconds + contact_seconds; }
};

std::vector<Method> make_methods(const std::vector<SceneEdge>& edges,
                                 const MotionValidator& validator, Answers& answers,
                                 DiscreteChecker* checker) {
  std::vector<Method> methods;
  methods.push_back({"ours, whether", [&](std::size_t i) {
                       answers.decided[i] = validator.decide(edges[i].q_t0, edges[i].q_t1);
                     }});
  methods.push_back({"ours, when and where", [&](std::size_t i) {
                       answers.full[i] = validator.first_contact(edges[i].q_t0, edges[i].q_t1);
                     }});
  if (!checker) return methods;
  for (const double degrees : kResolutions)
    methods.push_back(
        {fmt::format("FCL every {}°", degrees), nullptr, std::vector<char>(edges.size())});
  methods.push_back({fmt::format("FCL every {}°, in order", kResolutions[0]), nullptr,
                     std::vector<char>(edges.size())});
  for (std::size_t k = 0; k < std::size(kResolutions); ++k)
    methods[2 + k].run = [&edges, checker, k, found = methods[2 + k].found.data()](std::size_t i) {
      found[i] = checker->collides_by_halves(edges[i], kResolutions[k]);
    };
  methods.back().run = [&edges, checker, found = methods.back().found.data()](std::size_t i) {
    found[i] = checker->first_contact(edges[i], kResolutions[0]) <= 1;
  };
  return methods;
}

/// Times free and colliding edges separately. Precondition: `answers` are known.
void time_methods(std::vector<Method>& methods, const Answers& answers, int repeats) {
  std::vector<std::size_t> free, colliding;
  for (std::size_t i = 0; i < answers.full.size(); ++i)
    (answers.contact(i) ? colliding : free).push_back(i);
  std::vector<std::function<void(std::size_t)>> runs;
  for (const Method& method : methods) runs.push_back(method.run);
  const std::vector<double> free_seconds = time_items(runs, free, repeats),
                            contact_seconds = time_items(runs, colliding, repeats);
  for (std::size_t k = 0; k < methods.size(); ++k) {
    methods[k].free_seconds = free_seconds[k];
    methods[k].contact_seconds = contact_seconds[k];
  }
}

nlohmann::json print_methods(const std::vector<Method>& methods, const Answers& answers,
                             const Checked& checked) {
  nlohmann::json report;
  apps::Table table({{"method", apps::Table::Align::Left},
                     {"µs an edge"},
                     {"free"},
                     {"colliding"},
                     {"/ ours, whether"},
                     {"found"},
                     {"missed"},
                     {"wrong"}});
  const double contacts = checked.contacts, all = static_cast<double>(answers.full.size());
  for (const Method& method : methods) {
    int found = checked.contacts, missed = 0, wrong = 0;
    if (!method.found.empty()) {
      found = static_cast<int>(std::count(method.found.begin(), method.found.end(), 1));
      for (std::size_t i = 0; i < method.found.size(); ++i) {
        missed += checked.crosses[i] && !method.found[i];
        wrong += !answers.contact(i) && method.found[i];
      }
      expect(wrong == 0, method.name + " finds contacts on edges that we call free");
    }
    table.add_row({method.name, apps::microseconds(1e6 * method.seconds() / all),
                   apps::microseconds(1e6 * method.free_seconds / (all - contacts)),
                   apps::microseconds(1e6 * method.contact_seconds / contacts),
                   fmt::format("{:.2f}", method.seconds() / methods[0].seconds()),
                   fmt::format("{}", found), fmt::format("{}", missed), fmt::format("{}", wrong)});
    report.push_back({{"name", method.name},
                      {"seconds_per_edge", method.seconds() / all},
                      {"seconds_per_free_edge", method.free_seconds / (all - contacts)},
                      {"seconds_per_colliding_edge", method.contact_seconds / contacts},
                      {"found", found},
                      {"missed", missed}});
  }
  fmt::print("{}", table.to_string());
  return report;
}

}  // namespace

nlohmann::json bench_robot_edges(const ArticulatedPlan& plan) {
  const RobotScene robot = robot_among_boxes(kSeed);
  const Scene& scene = robot.scene;
  expect(scene.fault().empty(), scene.fault());
  if (!scene.fault().empty()) return {};
  const std::unique_ptr<FclScene> fcl = make_fcl_scene(scene);
  const std::vector<SceneEdge> edges = random_edges(scene, fcl.get(), plan.edges, kSeed);
  const std::unique_ptr<DiscreteChecker> checker =
      fcl ? std::make_unique<DiscreteChecker>(scene, *fcl) : nullptr;
  fmt::print(
      "\n{} random edges of the {}, up to 30 degrees a joint, 50 boxes, {} pairs of bodies\n",
      edges.size(), robot.name, scene.pairs().size());
  if (!robot.note.empty()) fmt::print("{}\n", robot.note);

  const MotionValidator validator(scene);
  Answers answers{std::vector<Status>(edges.size()), std::vector<SceneResult>(edges.size())};
  std::vector<Method> methods = make_methods(edges, validator, answers, checker.get());
  for (std::size_t i = 0; i < edges.size(); ++i) methods[1].run(i);
  time_methods(methods, answers, plan.repeats);
  const Checked checked = check_answers(scene, edges, answers, checker.get());
  const double share = checked.contacts / static_cast<double>(edges.size());
  fmt::print(
      "{} edges collide ({:.0f} %), {} of them proven to cross; {} come only within the "
      "tolerance\n",
      checked.contacts, 100 * share, checked.proven, checked.grazes);
  expect(share >= 0.3 && share <= 0.7, "the share of colliding edges");
  nlohmann::json report = {{"robot", robot.name},
                           {"edges", edges.size()},
                           {"contacts", checked.contacts},
                           {"grazes", checked.grazes}};
  report["methods"] = print_methods(methods, answers, checked);
  if (!checker) {
    fmt::print(
        "FCL was not found when this program was built: nothing to compare with (Debian: "
        "libfcl-dev).\n");
    return report;
  }
  const double decide = methods[0].seconds();
  fmt::print(
      "a proven answer costs {:.3f} of FCL every 0.5° (asked {:.3f}), {:.3f} of the same in order, "
      "{:.3f} of FCL every 5°\n",
      decide / methods[2].seconds(), kAskedShare, decide / methods.back().seconds(),
      decide / methods[5].seconds());
  return report;
}

}  // namespace firstcontact::bench
