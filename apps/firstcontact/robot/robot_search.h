#pragma once
/// First contact of a scene along a path, its segments shared out among threads.
#include <firstcontact/scene_contact.h>

#include <functional>
#include <span>

#include "inputs/robot_values.h"

namespace firstcontact::apps {

/// The same answer as first_contact_on_path, bit for bit, for any number of threads; but
/// `max_checks` is for each segment, and options.t_max counts if there is one segment only. With
/// decide_only segment_toi is the time of the contact that was found. Certificates are not kept:
/// `on_free` gets every segment that is free, in order, up to the first that is not. Precondition:
/// two configurations or more.
PathResult search_path(const Scene& scene, const RobotPath& path, const SceneOptions& options,
                       int threads,
                       const std::function<void(std::size_t segment, const SceneResult&)>& on_free);

}  // namespace firstcontact::apps
