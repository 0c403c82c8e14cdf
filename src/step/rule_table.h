#pragma once
/// PairRules in a form that a pair is tested against in a few operations.
#include <firstcontact/mesh.h>
#include <firstcontact/pair_rules.h>
#include <firstcontact/query.h>

#include <algorithm>
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
  bool empty() const { return !names_vertices() && !names_patches(); }

  /// Whether the pair of `kind` with these vertices is tested.
  bool admits(Kind kind, const std::int32_t (&v)[4]) const {
    return (!names_vertices() || admits_vertices(kind, v)) &&
           (!names_patches() || admits_patches(kind, v));
  }

  /// The two parts of admits(). Preconditions: names_vertices(), names_patches().
  bool names_vertices() const { return !flags_.empty(); }
  bool names_patches() const { return !patches_.empty(); }
  bool admits_vertices(Kind kind, const std::int32_t (&v)[4]) const {
    // A pair of fewer vertices takes its last one again, which changes nothing.
    const int last = point_count(kind) - 1;
    const std::uint8_t *f = flags_.data(), a = f[v[0]], b = f[v[1]], c = f[v[std::min(2, last)]],
                       d = f[v[last]];
    return !(((a | b | c | d) & kLeftOut) | ((a & b & c & d) & kImmobile));
  }
  bool admits_patches(Kind kind, const std::int32_t (&v)[4]) const {
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
