#pragma once
/// `firstcontact robot --edges`: decides every edge of a file by itself.
#include "robot_prepare.h"
#include "work/chunk_pool.h"

namespace firstcontact::apps {

/// Returns the exit code. `pool` may be null.
int run_edges(const RobotArguments& arguments, ChunkPool* pool);

}  // namespace firstcontact::apps
