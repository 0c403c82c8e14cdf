#include "robot_work.h"

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

}  // namespace firstcontact::apps
