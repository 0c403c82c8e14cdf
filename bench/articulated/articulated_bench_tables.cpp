// The published tables 1 and 2 for the certified and for the published method, on generated scenes
// like the published ones.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "articulated_bench.h"
#include "common/table.h"
#include "fcl_scene.h"
#include "scene_queries.h"

namespace firstcontact::bench {
namespace {

/// Queries of a scene that are checked by FCL, and at how many instants each.
constexpr std::size_t kDenseQueries = 24;
constexpr int kDenseInstants = 200;
/// At a contact of ours FCL's distance may exceed the tolerance by this much: rounding in scenes of
/// up to 100 m.
constexpr double kDistanceRoom = 1e-9;
/// The share of queries on which the methods may differ because bodies come near within the
/// tolerance and part again.
constexpr double kGrazingShare = 0.02;

struct Row {
  PreparedScene scene;
  SceneRun certified, published;
  std::size_t grazes = 0, dense = 0;
};

/// Fails the program if the methods contradict each other: one proves a contact where the other one
/// proves that there is none.
std::size_t compare(const PreparedScene& scene, const SceneRun& x, const SceneRun& y) {
  std::size_t grazes = 0;
  for (std::size_t i = 0; i < scene.queries.size(); ++i) {
    const SceneResult &a = x.results[i], &b = y.results[i];
    const std::string query = fmt::format("{}, query {}: ", scene.name, i);
    for (const SceneResult* r : {&a, &b})
      expect(r->status == Status::Free || r->status == Status::Contact,
             query + to_string(r->status) + " " + r->message);
    if (x.contact(i) != y.contact(i)) {
      const SceneResult& hit = x.contact(i) ? a : b;
      expect(!hit.proven, query + "a proven contact of one method is free by the other");
      ++grazes;
    } else if (x.contact(i) && !scene.decide_only) {
      expect(!a.proven || b.toi <= a.toi_upper,
             query + "the published method is later than a proven contact");
      expect(!b.proven || a.toi <= b.toi_upper,
             query + "the certified method is later than a proven contact");
    }
  }
  expect(static_cast<double>(grazes) <= kGrazingShare * static_cast<double>(scene.queries.size()),
         scene.name + ": the methods differ too often");
  return grazes;
}

std::vector<Pose> poses_on_way(const Scene& scene, const SceneEdge& query, double t) {
  Configuration q;
  std::size_t first = 0;
  for (const SceneModel& entry : scene.models()) {
    const std::size_t count = entry.model.value_count();
    const Configuration part =
        configuration_at(entry.model, std::span(query.q_t0).subspan(first, count),
                         std::span(query.q_t1).subspan(first, count), t);
    q.insert(q.end(), part.begin(), part.end());
    first += count;
  }
  return frame_poses(scene, q);
}

/// FCL must find no contact where we say that the motion is free, and must find the bodies near
/// each other where we say that they touch.
std::size_t check_densely(const PreparedScene& scene, const SceneRun& run, FclScene& fcl) {
  const std::size_t stride = std::max<std::size_t>(1, scene.queries.size() / kDenseQueries);
  std::size_t checked = 0;
  for (std::size_t i = 0; i < scene.queries.size(); i += stride) {
    const SceneResult& r = run.results[i];
    const bool contact = run.contact(i);
    const std::string query = fmt::format("{}, query {}: ", scene.name, i);
    if (contact && scene.decide_only) continue;  // its time need not be the first one
    ++checked;
    for (int k = 0; k <= kDenseInstants; ++k) {
      const double t = static_cast<double>(k) / kDenseInstants;
      if (contact && t >= r.toi) break;
      expect(!fcl.collides(poses_on_way(scene.scene, scene.queries[i], t)),
             query + fmt::format("FCL finds a contact at {}", t));
    }
    if (!contact) continue;
    const double distance =
        fcl.distance(r.a.body, r.b.body, poses_on_way(scene.scene, scene.queries[i], r.toi));
    expect(distance <= r.tolerance + kDistanceRoom,
           query + fmt::format("FCL sees {} between the bodies in contact", distance));
  }
  return checked;
}

std::string milliseconds(double seconds) {
  const double ms = 1e3 * seconds;
  return fmt::format("{:.{}f}", ms, ms < 1 ? 3 : ms < 10 ? 2 : ms < 100 ? 1 : 0);
}

std::string rate(double before, double after) {
  return before > 0 ? fmt::format("{:.1f} %", 100 * (1 - after / before)) : "";
}

void print_times(const std::vector<Row>& rows) {
  fmt::print(
      "\nTable 1: ms a query, average of all, of the free, of the colliding ones, and the worst\n");
  apps::Table table({{"scene", apps::Table::Align::Left},
                     {"links"},
                     {"triangles"},
                     {"queries"},
                     {"collide"},
                     {"certified: all"},
                     {"free"},
                     {"collide"},
                     {"worst"},
                     {"published: all"},
                     {"free"},
                     {"collide"},
                     {"worst"},
                     {"/ certified"}});
  for (const Row& row : rows) {
    std::size_t links = 0, triangles = 0;
    for (const SceneModel& entry : row.scene.scene.models()) links += entry.model.links().size();
    for (const Scene::Body& body : row.scene.scene.bodies()) triangles += body.triangle_count;
    std::vector<std::string> cells = {
        row.scene.name, fmt::format("{}", links), apps::grouped(triangles),
        fmt::format("{}", row.scene.queries.size()), fmt::format("{}", row.certified.contacts())};
    for (const SceneRun* run : {&row.certified, &row.published}) {
      const Timings t = run->timings();
      for (const double seconds : {t.all, t.free, t.contact, t.worst})
        cells.push_back(milliseconds(seconds));
    }
    cells.push_back(
        fmt::format("{:.1f}", row.published.timings().all / row.certified.timings().all));
    table.add_row(cells);
  }
  fmt::print("{}", table.to_string());
}

void print_culling(const std::vector<Row>& rows) {
  fmt::print("\nTable 2: pairs of bodies a query, before and after culling\n");
  apps::Table table({{"scene", apps::Table::Align::Left},
                     {"before"},
                     {"published: spatial"},
                     {"rate"},
                     {"temporal"},
                     {"rate"},
                     {"certified: spatial"},
                     {"rate"},
                     {"to triangles"},
                     {"rate"}});
  for (const Row& row : rows) {
    const double before = row.published.mean(&SceneCounts::pairs);
    std::vector<std::string> cells = {row.scene.name, fmt::format("{:.0f}", before)};
    for (const SceneRun* run : {&row.published, &row.certified}) {
      const double spatial = run->mean(&SceneCounts::after_spatial),
                   temporal = run->mean(&SceneCounts::after_temporal);
      for (const std::string& cell : {fmt::format("{:.2f}", spatial), rate(before, spatial),
                                      fmt::format("{:.2f}", temporal), rate(spatial, temporal)})
        cells.push_back(cell);
    }
    table.add_row(cells);
  }
  fmt::print("{}", table.to_string());
}

nlohmann::json json_of(const SceneRun& run) {
  const Timings t = run.timings();
  return {{"seconds_all", t.all},
          {"seconds_free", t.free},
          {"seconds_contact", t.contact},
          {"seconds_worst", t.worst},
          {"contacts", run.contacts()},
          {"pairs", run.mean(&SceneCounts::pairs)},
          {"pairs_after_spatial", run.mean(&SceneCounts::after_spatial)},
          {"pairs_after_temporal", run.mean(&SceneCounts::after_temporal)}};
}

}  // namespace

nlohmann::json bench_scene_tables(const ArticulatedPlan& plan) {
  fmt::print("\nScenes of the published make-up; queries that begin in contact are left out\n");
  std::vector<Row> rows;
  nlohmann::json report;
  for (const generate::ArticulatedSceneMaker& maker : generate::articulated_scenes()) {
    Row row;
    row.scene = prepare(maker.make(1), plan.quick ? 10 : 1);
    row.certified = run_method(row.scene, SceneMethod::Certified, plan.repeats);
    row.published = run_method(row.scene, SceneMethod::Advancement, plan.repeats);
    row.grazes = compare(row.scene, row.certified, row.published);
    const std::unique_ptr<FclScene> fcl = make_fcl_scene(row.scene.scene);
    if (fcl) row.dense = check_densely(row.scene, row.certified, *fcl);
    fmt::print(
        "{}: {} queries, {} more begin in contact; the methods differ on {} that graze; {} checked "
        "at {} instants by FCL\n",
        row.scene.name, row.scene.queries.size(), row.scene.begin_in_contact, row.grazes, row.dense,
        kDenseInstants);
    report.push_back({{"scene", row.scene.name},
                      {"queries", row.scene.queries.size()},
                      {"begin_in_contact", row.scene.begin_in_contact},
                      {"certified", json_of(row.certified)},
                      {"published", json_of(row.published)}});
    rows.push_back(std::move(row));
  }
  print_times(rows);
  print_culling(rows);
  return report;
}

}  // namespace firstcontact::bench
