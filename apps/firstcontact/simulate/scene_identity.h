#pragma once
/// What is simulated, as JSON: written beside the frames, so that people can see it and --resume
/// can refuse another simulation.
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "sim/scene.h"

namespace firstcontact::apps {

/// What besides the scene decides the bytes that a run writes.
struct RunChoices {
  std::string method;
  /// Only of --tolerance, which published methods understand in their own ways.
  std::optional<double> tolerance = {};
  bool records = false, deduplicates = false;
  bool counts_intersections = false;
};

/// Everything that the bits of the simulation depend on, without the number of steps and threads.
/// Lists of vertices and elements are represented by their length and a hash.
nlohmann::ordered_json identity_of(const sim::Scene& scene, const RunChoices& choices);

/// Empty if both are equal, otherwise the first field that differs and both values:
/// "settings.time_step is 0.02, was 0.01".
std::string identity_difference(const nlohmann::ordered_json& now,
                                const nlohmann::ordered_json& before);

const char* name_of(sim::Response response);
const char* name_of(sim::BodyKind kind);

}  // namespace firstcontact::apps
