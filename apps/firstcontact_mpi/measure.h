#pragma once
/// firstcontact-mpi measure: what the parts of a job cost on these machines, without any solving.
#include <CLI/CLI.hpp>

#include "mpi_pool.h"

namespace firstcontact::apps {

void add_measure_command(CLI::App& app, int& exit_code, MpiPool& pool);

}  // namespace firstcontact::apps
