#pragma once
/// What `firstcontact robot` prints and writes: docs/guide/robot.md.
#include <firstcontact/robot_file.h>
#include <firstcontact/scene_contact.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "inputs/robot_values.h"

namespace firstcontact::apps {

/// Everything a report needs to know.
struct RobotReport {
  std::string urdf, srdf;
  std::vector<std::string> scene_files;
  io::Robot robot;
  Scene scene;
  std::size_t allowed = 0;  ///< pairs that the SRDF file disables
  RobotPath path;
  double margin = 0;
  bool ignore_limits = false;
  SceneOptions options;
  PathResult answer;
  /// Wall time of the search alone.
  double seconds = 0;
  std::vector<std::string> notes;
  /// The file of the proofs; empty if none was asked for.
  std::string certificates;
  /// Segments that are proven in that file, and proofs of pairs of shapes in all of them.
  std::size_t proven_segments = 0, proven_pairs = 0;
  /// How many pairs each stage left over, segment by segment, as far as the path was searched.
  struct SegmentCounts {
    SceneCounts counts;
    std::int64_t checks = 0;
  };
  std::vector<SegmentCounts> segment_counts;

  /// True if no pair of bodies has to be kept apart; then the answer says nothing.
  bool nothing_to_check() const { return scene.pairs().empty(); }

  /// The time within its segment of the contact that was found, or of the end of what is free.
  double segment_time() const {
    return options.decide_only ? answer.segment_toi_upper : answer.segment_toi;
  }

  /// Joint values in the order of the file at the contact, at the end of the free part (Undecided)
  /// or at the nearest approach (Free). Empty if there is no such configuration.
  std::optional<std::vector<double>> configuration() const;
};

/// The report for people.
std::string summary_of(const RobotReport& report);

/// The report as JSON; ends with a newline. `drawing`: with all bodies and their poses, for the
/// viewer.
std::string json_of(const RobotReport& report, bool drawing);

/// Lines about the robot, the scene and its surfaces, for people.
std::string scene_summary(const RobotReport& report);

/// Fields about the robot and the scene, and those of the options that were given.
nlohmann::ordered_json scene_fields(const RobotReport& report);
nlohmann::ordered_json option_fields(const RobotReport& report);
/// The names of the shapes that are surfaces.
std::vector<std::string> surfaces_of(const RobotReport& report);

/// The words of --method: "certified", "advancement".
const char* method_name(SceneMethod method);

}  // namespace firstcontact::apps
