#pragma once
/// What `firstcontact robot --edges` prints and writes: docs/guide/robot.md.
#include <firstcontact/scene_contact.h>

#include <cstdint>
#include <string>

#include "common/duration_histogram.h"
#include "robot_report.h"

namespace firstcontact::apps {

/// The answer to one edge and the time that it took.
struct EdgeAnswer {
  SceneResult result;
  std::int64_t nanoseconds = 0;
};

/// Counts answers.
struct EdgeTally {
  std::int64_t edges = 0, free = 0, contacts = 0, undecided = 0, invalid = 0, checks = 0;
  DurationHistogram durations;

  void add(const EdgeAnswer& answer);
  void merge(const EdgeTally& other);
};

/// All edges of a file.
struct EdgesReport {
  std::string file;
  EdgeTally tally;
  /// The first edge that could not be answered, from 0, and why; -1: there is none.
  std::int64_t first_invalid = -1;
  std::string why_invalid;
  /// Wall time of reading and deciding.
  double seconds = 0;
};

/// A row is the number of the edge, from 0, a comma, and what row_of gives.
inline constexpr const char* kEdgesCsvHeader =
    "index,status,proven,toi,toi_upper,a,b,distance,clearance,clearance_upper,checks,time_us\n";
std::string row_of(const RobotReport& report, const EdgeAnswer& answer);

/// The report for people.
std::string summary_of(const RobotReport& report, const EdgesReport& edges);

/// The report as JSON; ends with a newline.
std::string json_of(const RobotReport& report, const EdgesReport& edges);

}  // namespace firstcontact::apps
