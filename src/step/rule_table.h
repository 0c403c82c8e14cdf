#pragma once
/// PairRules in a form that a pair is tested against in a few operations.
#include <firstcontact/mesh.h>
#include <firstcontact/pair_rules.h>
#include <firstcontact/query.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace firstcontact::step {

/// What is wrong with the rules for this mesh; empty if nothing is.
std::string find_rule_fault(const Mesh& mesh, const PairRules& rules);

class RuleTable {
 public:
  /// Precondition: the rules have no fault.
  RuleTable(const Mesh& mesh, const PairRules& rules);

  /// True if it admits every pair.
  bool empty() const { return flags_.empty() && ignored_.empty(); }

  /// Whether the pair of `kind` with these vertices is tested. Precondition: not empty().
  bool admits(Kind kind, const std::int32_t (&v)[4]) const {
    if (!flags_.empty()) {
      const int count = point_count(kind);
      std::uint8_t any = flags_[v[0]], all = flags_[v[0]];
      for (int i = 1; i < count; ++i) {
        any |= flags_[v[i]];
        all &= flags_[v[i]];
      }
      if ((any & kLeftOut) || (all & kImmobile)) return false;
    }
    return ignored_.empty() || !is_ignored(v[0], v[kind == Kind::EdgeEdge ? 2 : 1]);
  }

 private:
  static constexpr std::uint8_t kLeftOut = 1, kImmobile = 2;

  bool is_ignored(std::int32_t first, std::int32_t second) const;

  std::vector<std::uint8_t> flags_;
  /// The patch of each vertex as an index into the list of patches that `ignored` names; -1 if it
  /// names it nowhere.
  std::vector<std::int32_t> patches_;
  /// For each of the named patches, one after the other: the ones that it may not touch.
  std::vector<std::vector<bool>> ignored_;
};

}  // namespace firstcontact::step
