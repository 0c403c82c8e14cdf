#pragma once

namespace firstcontact::apps {

/// Rigid bodies that turn: a bolt in its nut, a bullet and a thin plate, two rings.
void show_screw();

}  // namespace firstcontact::apps
