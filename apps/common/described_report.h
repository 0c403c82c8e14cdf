#pragma once
/// What every JSON report of the command line says about itself: docs/formats/json-reports.md.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace firstcontact::apps {

/// The unit of lengths if the input does not name one.
inline constexpr const char* kInputLength = "unit of the coordinates in the input files";

/// Keeps the arguments for the reports. `main` calls it once, before any report is made. Options of
/// `left_out`, which have a value, and flags of `left_out_flags` do not appear in reports.
void remember_command(int argc, const char* const* argv, std::vector<std::string> left_out = {},
                      const std::vector<std::string>& left_out_flags = {});
/// What was kept.
const std::vector<std::string>& remembered_command();

/// `report` after three fields of its own: "version" of the program, "command" (the verb and its
/// arguments as they were given, without --threads: reports are the same for any number of them)
/// and "units" (what lengths, angles, times and durations are measured in). `length` names the unit
/// of lengths.
nlohmann::ordered_json described(const nlohmann::ordered_json& report,
                                 const std::string& length = kInputLength);

/// The same as text for a file. Bytes that are not UTF-8 (in names of files) become replacement
/// characters.
std::string report_text(const nlohmann::ordered_json& report,
                        const std::string& length = kInputLength);

}  // namespace firstcontact::apps
