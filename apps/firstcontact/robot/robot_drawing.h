#pragma once
/// What the viewer draws of a robot's motion.
#include <nlohmann/json.hpp>

#include "robot_report.h"

namespace firstcontact::apps {

/// All bodies of the scene along the whole path, and at the times of the contact and of the
/// smallest distance: the field "drawing" of docs/formats/json-reports.md.
nlohmann::ordered_json drawing_of(const RobotReport& report);

}  // namespace firstcontact::apps
