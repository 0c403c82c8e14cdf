#pragma once
/// Options that several verbs have, with the same names and the same words in each of them, and
/// checks of their values.
#include <firstcontact/answer.h>
#include <firstcontact/options.h>
#include <firstcontact/pose.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>

namespace firstcontact::apps {

/// The help shows the first name of an option. Other names that it accepts are spellings of earlier
/// versions and of other verbs.
std::shared_ptr<CLI::Formatter> help_formatter();

/// --separation; also --min-separation and --margin.
CLI::Option* add_separation_option(CLI::App& command, double& separation);

/// --norm l2 or linf.
void add_norm_option(CLI::App& command, Norm& norm);

/// --certificates; also --certificate. `help` says what is proven.
void add_certificates_option(CLI::App& command, std::string& path, const std::string& help);

/// An option whose value is a pose in one word, such as --b-to 0,0,-5/0,0,1@90.
void add_pose_option(CLI::App& command, const std::string& flag, std::optional<Pose>& pose,
                     const char* help);

/// --json.
void add_json_option(CLI::App& command, std::string& path);

/// --html: one page with the viewer and the files of this run inside.
CLI::Option* add_html_option(CLI::App& command, std::string& path);

/// --drawing, for verbs whose reports are drawn from more than they say.
CLI::Option* add_drawing_option(CLI::App& command, bool& drawing);

/// --threads, from 1 to 1024; all cores if it is not given.
void add_threads_option(CLI::App& command, int& threads);

// Each throws CLI::ValidationError that names the flag if the value cannot be used.

void require_length(const char* flag, double value);
void require_length(const char* flag, const std::optional<double>& value);
/// A time in [0, 1].
void require_t_max(double t_max);
/// At least 1.
void require_max_checks(std::int64_t max_checks);

/// What the process returns for the answer of a motion.
int exit_code_of(Status status);

}  // namespace firstcontact::apps
