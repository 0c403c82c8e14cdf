#include "robot_drawing.h"

#include <algorithm>
#include <cmath>

#include "articulated/model/scene_data.h"
#include "geometry/turn.h"
#include "view/drawing.h"

namespace firstcontact::apps {
namespace {

/// Steps between two poses: at least so many over the whole path and over a segment, as long as
/// there are not too many in all.
constexpr std::size_t kFewestSteps = 64, kFewestOfSegment = 16, kMostSteps = 4096;

/// Where the path is at a time: the segment, and the time within it.
struct PathPlace {
  std::size_t segment = 0;
  double within = 0;
};

/// A path of one configuration is one segment that stays there.
std::size_t segments_of(const RobotPath& path) {
  return std::max<std::size_t>(path.configurations.size() - 1, 1);
}

double time_of(const RobotPath& path, std::size_t configuration) {
  return path.times.empty()
             ? static_cast<double>(configuration) / static_cast<double>(segments_of(path))
             : path.times[configuration];
}

PathPlace place_at(const RobotPath& path, double time) {
  std::size_t segment = 0;
  while (segment + 1 < segments_of(path) && time_of(path, segment + 1) <= time) ++segment;
  const double begin = time_of(path, segment), end = time_of(path, segment + 1);
  return {segment, std::clamp((time - begin) / (end - begin), 0.0, 1.0)};
}

std::vector<double> times_of(const RobotReport& report) {
  const std::size_t segments = segments_of(report.path);
  const std::size_t wanted = std::max((kFewestSteps + segments - 1) / segments, kFewestOfSegment);
  const std::size_t steps = std::min(wanted, std::max<std::size_t>(kMostSteps / segments, 1));
  std::vector<double> extra;
  for (std::size_t i = 0; i < segments; ++i)
    for (std::size_t k = 0; k < steps; ++k) {
      const double begin = time_of(report.path, i), end = time_of(report.path, i + 1);
      extra.push_back(begin + (end - begin) * static_cast<double>(k) / static_cast<double>(steps));
    }
  const SceneResult& result = report.answer.result;
  for (const double time : {result.toi, result.toi_upper, result.clearance_time})
    extra.push_back(time);
  return drawing_times(1, extra);
}

const char* role_of(const articulated::SceneData& data, const Scene::Body& body, int frame) {
  if (body.model < 0) return "object";
  return frame >= 0 && data.frames[frame].link < 0 ? "attached" : "link";
}

/// The pose of every frame of the scene at a time.
std::vector<AffineMap> frames_at(const RobotReport& report, double time) {
  const articulated::SceneData& data = articulated::data_of(report.scene);
  const std::vector<Configuration>& path = report.path.configurations;
  const PathPlace place = place_at(report.path, time);
  const std::vector<Pose> links = report.robot.model.poses(
      configuration_at(report.robot.model, path[place.segment],
                       path[std::min(place.segment + 1, path.size() - 1)], place.within));
  std::vector<AffineMap> frames;
  for (const articulated::SceneData::Frame& frame : data.frames)
    frames.push_back(frame.link >= 0
                         ? AffineMap{links[frame.link].rotation, links[frame.link].position}
                         : geometry::compose(frames[frame.parent], frame.fixed));
  return frames;
}

}  // namespace

nlohmann::ordered_json drawing_of(const RobotReport& report) {
  const articulated::SceneData& data = articulated::data_of(report.scene);
  std::vector<int> frame_of(data.bodies.size(), -1);
  for (const auto& shape : data.shapes) frame_of[shape.body] = shape.frame;
  std::vector<DrawnBody> bodies;
  for (std::size_t i = 0; i < data.bodies.size(); ++i)
    bodies.emplace_back(data.bodies[i].name, role_of(data, data.bodies[i], frame_of[i]));
  for (const auto& shape : data.shapes)
    bodies[shape.body].add_shape(shape.body_geometry, shape.radius, shape.pose);
  const std::vector<double> times = times_of(report);
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (frame_of[i] < 0) bodies[i].add_pose({});
  for (const double time : times) {
    const std::vector<AffineMap> frames = frames_at(report, time);
    for (std::size_t i = 0; i < bodies.size(); ++i)
      if (frame_of[i] >= 0) bodies[i].add_pose(frames[frame_of[i]]);
  }
  return drawing_json(times, bodies);
}

}  // namespace firstcontact::apps
