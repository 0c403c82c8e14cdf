#pragma once
/// The published methods of baselines/ as `firstcontact solve` offers them.
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "baselines/method.h"

namespace firstcontact::apps {

/// Names of all of them, in the order of the published comparison.
std::vector<std::string> baseline_names();

/// One line a method, for --help: name, title, authors, what its tolerance means.
std::string baseline_help();

/// Throws CLI::ValidationError if `command` was given an option that the method has no meaning for,
/// or a tolerance outside what it can work with.
void refuse_meaningless_options(const CLI::App& command, const baselines::Method& method,
                                const baselines::Settings& settings);

}  // namespace firstcontact::apps
