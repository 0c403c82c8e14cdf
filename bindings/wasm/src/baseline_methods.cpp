// The published methods that there are in WebAssembly: all but irf and uirf, which need directed
// rounding. WebAssembly always rounds to nearest, so their intervals would be silently wrong.
#include <algorithm>
#include <array>

#include "baselines/methods.h"

namespace firstcontact::baselines {

std::span<const Method> methods() {
  static const std::array kMethods = {fprf(), tccd(), rp(), rrp(), bsc(), msrf(), accd()};
  return kMethods;
}

const Method* find_method(std::string_view name) {
  const std::span<const Method> all = methods();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Method& m) { return m.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace firstcontact::baselines
