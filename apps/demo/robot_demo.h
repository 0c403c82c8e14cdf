#pragma once

namespace firstcontact::apps {

/// An arm that swings by half a turn through a post, and a way around it that is proven free.
void show_robot();

}  // namespace firstcontact::apps
