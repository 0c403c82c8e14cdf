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
  bool empty() const { return flags_.empty() && patches_.empty(); }

  /// Whether the pair of `kind` with these vertices is tested. Precondition: not empty().
  bool admits(Kind kind, const std::int32_t (&v)[4]) const {
    if (!flags_.empty()) {
      // A pair of fewer vertices takes its last one again, which changes nothing.
      const std::uint8_t *f = flags_.data(), a = f[v[0]], b = f[v[1]], c = v[2] < 0 ? b : f[v[2]],
                         d = v[3] < 0 ? c : f[v[3]];
      if (((a | b | c | d) & kLeftOut) | ((a & b & c & d) & kImmobile)) return false;
    }
    if (patches_.empty()) return true;
    const std::int32_t p = patches_[v[0]], q = patches_[v[kind == Kind::EdgeEdge ? 2 : 1]];
    if (p < 0 || q < 0) return true;
    return p == q ? !without_self_[p] : others_.empty() || !is_ignored(p, q);
  }

 private:
  static constexpr std::uint8_t kLeftOut = 1, kImmobile = 2;

  /// Whether two different patches may not touch.
  bool is_ignored(std::int32_t p, std::int32_t q) const;

  std::vector<std::uint8_t> flags_;
  /// The patch of each vertex as an index into the list of patches that `ignored` names; -1 if it
  /// names it nowhere.
  std::vector<std::int32_t> patches_;
  /// Of each of the named patches: whether it may not touch itself.
  std::vector<std::uint8_t> without_self_;
  /// Different patches that may not touch, the smaller index first; sorted.
  std::vector<std::array<std::int32_t, 2>> others_;
};

}  // namespace firstcontact::step
