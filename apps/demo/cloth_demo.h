#pragma once

namespace firstcontact::apps {

/// A whole mesh step: what a cloth simulator asks in every iteration.
void show_cloth();

}  // namespace firstcontact::apps
