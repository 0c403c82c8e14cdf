#pragma once
/// A part of the demonstration: rigid bodies that turn.

namespace firstcontact::apps {

/// Shows a bolt in its nut, a bullet and a thin plate, two rings.
void show_screw();

}  // namespace firstcontact::apps
