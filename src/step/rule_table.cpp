#include "step/rule_table.h"

#include <algorithm>

namespace firstcontact::step {

std::string find_rule_fault(const Mesh& mesh, const PairRules& rules) {
  const auto wrong_size = [&](const char* what, std::size_t size) {
    return size == 0 || size == mesh.vertex_count()
               ? std::string()
               : std::string("rules.") + what + " has " + std::to_string(size) + " entries for " +
                     std::to_string(mesh.vertex_count()) + " vertices";
  };
  if (std::string fault = wrong_size("left_out", rules.left_out.size()); !fault.empty())
    return fault;
  if (std::string fault = wrong_size("immobile", rules.immobile.size()); !fault.empty())
    return fault;
  return wrong_size("patches", rules.patches.size());
}

RuleTable::RuleTable(const Mesh& mesh, const PairRules& rules) {
  const std::size_t count = mesh.vertex_count();
  if (!rules.left_out.empty() || !rules.immobile.empty()) {
    flags_.resize(count);
    for (std::size_t i = 0; i < rules.left_out.size(); ++i)
      if (rules.left_out[i]) flags_[i] |= kLeftOut;
    for (std::size_t i = 0; i < rules.immobile.size(); ++i)
      if (rules.immobile[i]) flags_[i] |= kImmobile;
    if (std::all_of(flags_.begin(), flags_.end(), [](std::uint8_t f) { return f == 0; }))
      flags_.clear();
  }
  if (rules.ignored.empty()) return;
  std::vector<int> named;
  for (const std::array<int, 2>& pair : rules.ignored)
    named.insert(named.end(), pair.begin(), pair.end());
  std::sort(named.begin(), named.end());
  named.erase(std::unique(named.begin(), named.end()), named.end());
  const auto index_of = [&](int patch) {
    const auto at = std::lower_bound(named.begin(), named.end(), patch);
    return at != named.end() && *at == patch ? static_cast<std::int32_t>(at - named.begin()) : -1;
  };
  patches_.resize(count);
  for (std::size_t i = 0; i < count; ++i)
    patches_[i] =
        index_of(rules.patches.empty() ? mesh.object_of(static_cast<int>(i)) : rules.patches[i]);
  // Patches that no vertex belongs to exclude nothing.
  if (std::all_of(patches_.begin(), patches_.end(), [](std::int32_t p) { return p < 0; })) {
    patches_.clear();
    return;
  }
  without_self_.resize(named.size());
  for (const std::array<int, 2>& pair : rules.ignored) {
    const std::int32_t p = index_of(pair[0]), q = index_of(pair[1]);
    if (p == q)
      without_self_[p] = 1;
    else
      others_.push_back({std::min(p, q), std::max(p, q)});
  }
  std::sort(others_.begin(), others_.end());
}

bool RuleTable::is_ignored(std::int32_t p, std::int32_t q) const {
  return std::binary_search(others_.begin(), others_.end(),
                            std::array<std::int32_t, 2>{std::min(p, q), std::max(p, q)});
}

}  // namespace firstcontact::step
