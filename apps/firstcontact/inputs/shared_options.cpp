#include "inputs/shared_options.h"

#include <stdexcept>

#include "commands.h"
#include "inputs/pose_file.h"

namespace firstcontact::apps {
namespace {

class FirstNameFormatter : public CLI::Formatter {
 public:
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
    if (is_positional || option->get_lnames().size() < 2)
      return CLI::Formatter::make_option_name(option, is_positional);
    return "--" + option->get_lnames().front();
  }

  /// Names and flags stand for themselves; the help's text says what excludes what.
  std::string make_option_opts(const CLI::Option* option) const override {
    const bool bare = option->get_positional() || option->get_expected_max() == 0;
    return bare ? "" : CLI::Formatter::make_option_opts(option);
  }
};

}  // namespace

std::shared_ptr<CLI::Formatter> help_formatter() { return std::make_shared<FirstNameFormatter>(); }

CLI::Option* add_separation_option(CLI::App& command, double& separation) {
  return command
      .add_option("--separation,--min-separation,--margin", separation,
                  "count it as contact when the distance is this or less (default: 0)")
      ->option_text("LENGTH");
}

void add_norm_option(CLI::App& command, Norm& norm) {
  command
      .add_option_function<std::string>(
          "--norm",
          [&norm](const std::string& name) { norm = name == "l2" ? Norm::L2 : Norm::Linf; },
          "how the separation is measured: l2 (default), the Euclidean distance, or linf, the "
          "largest difference of coordinates")
      ->check(CLI::IsMember({"l2", "linf"}))
      ->option_text("NAME");
}

void add_certificates_option(CLI::App& command, std::string& path, const std::string& help) {
  command.add_option("--certificates,--certificate", path, help)->option_text("FILE");
}

void add_pose_option(CLI::App& command, const std::string& flag, std::optional<Pose>& pose,
                     const char* help) {
  command
      .add_option_function<std::string>(
          flag,
          [&pose, flag](const std::string& word) {
            try {
              pose = parse_pose(word);
            } catch (const std::invalid_argument& error) {
              throw CLI::ValidationError(flag, error.what());
            }
          },
          help)
      ->option_text("POSE");
}

void add_json_option(CLI::App& command, std::string& path) {
  command.add_option("--json", path, "write the report to this file")->option_text("FILE");
}

CLI::Option* add_html_option(CLI::App& command, std::string& path) {
  return command
      .add_option("--html", path,
                  "write one page to this file that shows everything in a browser, with the viewer "
                  "and all data inside")
      ->option_text("FILE");
}

CLI::Option* add_drawing_option(CLI::App& command, bool& drawing) {
  return command.add_flag("--drawing", drawing,
                          "add what is needed to draw the motion to the report of --json, so that "
                          "`view` can show it");
}

void add_threads_option(CLI::App& command, int& threads) {
  command.add_option("--threads", threads, "number of threads (default: all cores)")
      ->check(CLI::Range(1, 1024))
      ->option_text("N");
}

void require_length(const char* flag, double value) {
  if (!(value >= 0 && value < kLargestCoordinate))
    throw CLI::ValidationError(flag, "must be a length, 0 or more");
}

void require_length(const char* flag, const std::optional<double>& value) {
  if (value) require_length(flag, *value);
}

void require_t_max(double t_max) {
  if (!(t_max >= 0 && t_max <= 1)) throw CLI::ValidationError("--t-max", "must lie in [0, 1]");
}

void require_max_checks(std::int64_t max_checks) {
  if (max_checks < 1) throw CLI::ValidationError("--max-checks", "must be at least 1");
}

int exit_code_of(Status status) {
  switch (status) {
    case Status::Free: return kFine;
    case Status::Contact: return kContactFound;
    case Status::Undecided: return kUndecided;
    case Status::Cancelled:
    case Status::InvalidInput: break;
  }
  return kBadInput;
}

}  // namespace firstcontact::apps
