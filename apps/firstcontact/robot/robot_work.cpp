#include "robot_work.h"

#include <algorithm>
#include <vector>

namespace firstcontact::apps {
namespace {

/// Calls `visit` with every plain field but the vectors, in a fixed order. `Result` is SceneResult,
/// const or not.
template <class Result, class Visit>
void visit_fields(Result& result, const Visit& visit) {
  visit(result.status);
  visit(result.toi);
  visit(result.toi_upper);
  visit(result.checks);
  visit(result.starts_in_contact);
  visit(result.distance);
  visit(result.proven);
  visit(result.a);
  visit(result.b);
  visit(result.tolerance);
  visit(result.starts_inside);
  visit(result.clearance);
  visit(result.clearance_upper);
  visit(result.clearance_time);
  visit(result.counts);
  for (int i = 0; i < 3; ++i) {
    visit(result.point_a[i]);
    visit(result.point_b[i]);
    visit(result.normal[i]);
  }
}

}  // namespace

std::string search_segments(const RobotReport& report, std::size_t begin, std::size_t end,
                            int threads) {
  std::vector<SceneEdge> edges;
  for (std::size_t i = begin; i < end; ++i)
    edges.push_back({report.path.configurations[i], report.path.configurations[i + 1]});
  ByteWriter bytes;
  for (const SceneResult& result : first_contacts(report.scene, edges, report.options, threads)) {
    visit_fields(result, [&](const auto& field) { bytes.put(field); });
    bytes.put_text(result.message);
    if (result.status != Status::Free) break;
  }
  return bytes.take();
}

SceneResult read_result(ByteReader& reader) {
  SceneResult result;
  visit_fields(result, [&](auto& field) { reader.get(field); });
  result.message = reader.get_text();
  return result;
}

void raise_clearance(const Scene& scene, SceneResult& result) {
  if (result.status != Status::Free || scene.pairs().empty()) return;
  const auto by_margin = [](const Scene::Pair& a, const Scene::Pair& b) {
    return a.min_separation < b.min_separation;
  };
  const double margin =
      std::min_element(scene.pairs().begin(), scene.pairs().end(), by_margin)->min_separation;
  result.clearance = std::max(result.clearance, std::min(margin, result.clearance_upper));
}

}  // namespace firstcontact::apps
