#pragma once
/// What the main functions of the command lines share: finding the verb, showing help and messages.
#include <CLI/CLI.hpp>
#include <functional>

namespace firstcontact::apps {

/// A program whose first argument is a verb.
struct Program {
  const char* name;
  const char* description;
  const char* footer;
  std::function<void(CLI::App& app, int& exit_code)> add_verbs;
};

/// Runs the verb that the arguments name and returns the exit code. Faults of usage are printed; the
/// verbs' own exceptions are the caller's.
int run_program(const Program& program, int argc, const char* const* argv);

}  // namespace firstcontact::apps
