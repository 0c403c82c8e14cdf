#pragma once
/// The scenes that come with FirstContact, as the text of scene files (docs/formats/scenes.md).
#include <span>
#include <string_view>

namespace firstcontact::sim {

struct BuiltInScene {
  std::string_view name, text;
};
std::span<const BuiltInScene> built_in_scenes();

}  // namespace firstcontact::sim
