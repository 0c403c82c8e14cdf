#include "common/described_report.h"

#include <firstcontact/version.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace firstcontact::apps {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string>& command() {
  static std::vector<std::string> arguments;
  return arguments;
}

}  // namespace

void remember_command(int argc, const char* const* argv, std::vector<std::string> left_out,
                      const std::vector<std::string>& left_out_flags) {
  command().clear();
  left_out.emplace_back("--threads");
  const auto is_one_of = [](const std::vector<std::string>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (is_one_of(left_out, argument))
      ++i;  // skips the value too
    else if (!is_one_of(left_out, argument.substr(0, argument.find('='))) &&
             !is_one_of(left_out_flags, argument))
      command().emplace_back(argument);
  }
}

const std::vector<std::string>& remembered_command() { return command(); }

Json described(const Json& report, const std::string& length) {
  Json out = {{"version", FIRSTCONTACT_VERSION},
              {"command", command()},
              {"units",
               {{"length", length},
                {"angle", "radian"},
                {"time", "fraction of the motion: 0 at its start, 1 at its end"},
                {"duration", "second; microsecond in fields whose names end in _us"}}}};
  out.update(report);
  return out;
}

std::string report_text(const Json& report, const std::string& length) {
  return described(report, length).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace firstcontact::apps
