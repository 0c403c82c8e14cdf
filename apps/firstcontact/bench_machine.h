#pragma once
/// The machine a benchmark ran on, without anything that names it.
#include <nlohmann/json.hpp>

namespace firstcontact::apps {

/// cpu, cores, memory_gb, os, compiler; "unknown" where the system does not say.
nlohmann::ordered_json machine_of_this_run();

}  // namespace firstcontact::apps
