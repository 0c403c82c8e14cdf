#include "methods.h"

#include <algorithm>
#include <array>

namespace firstcontact::baselines {

std::span<const Method> methods() {
  static const std::array kMethods = {irf(), uirf(), fprf(), tccd(), rp(),
                                      rrp(), bsc(),  msrf(), accd()};
  return kMethods;
}

const Method* find_method(std::string_view name) {
  const std::span<const Method> all = methods();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Method& m) { return m.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace firstcontact::baselines
