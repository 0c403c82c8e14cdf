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
  ignored_.resize(named.size());
  for (const std::array<int, 2>& pair : rules.ignored)
    for (const bool turned : {false, true}) {
      std::vector<bool>& row = ignored_[index_of(pair[turned ? 1 : 0])];
      const auto column = static_cast<std::size_t>(index_of(pair[turned ? 0 : 1]));
      if (row.size() <= column) row.resize(column + 1);
      row[column] = true;
    }
}

bool RuleTable::is_ignored(std::int32_t first, std::int32_t second) const {
  const std::int32_t a = patches_[first], b = patches_[second];
  if (a < 0 || b < 0) return false;
  const std::vector<bool>& row = ignored_[a];
  return static_cast<std::size_t>(b) < row.size() && row[b];
}

}  // namespace firstcontact::step
