#pragma once
/// A part of the demonstration: a robot's arm.

namespace firstcontact::apps {

/// Shows an arm that swings by half a turn through a post, and a path around it that is proven
/// free.
void show_robot();

}  // namespace firstcontact::apps
