#pragma once
/// Describes the machine that a benchmark runs on, without anything that identifies it.
#include <nlohmann/json.hpp>
#include <string>

namespace firstcontact::apps {

/// cpu, cores, memory_gb, os, compiler; "unknown" where the system does not say.
nlohmann::ordered_json machine_of_this_run();

/// A checksum of this program's file, so that results of another build are not taken for its own;
/// "unknown" if it cannot be read.
std::string checksum_of_this_program();

}  // namespace firstcontact::apps
