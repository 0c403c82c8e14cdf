#pragma once
/// A part of the demonstration: one step of a cloth.

namespace firstcontact::apps {

/// Shows a whole mesh step, as a cloth simulator asks for it in every iteration.
void show_cloth();

}  // namespace firstcontact::apps
