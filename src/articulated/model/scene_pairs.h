#pragma once
/// Which pairs of bodies of a scene are checked.
#include <firstcontact/scene.h>

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace firstcontact::articulated {

/// Pairs of links of one model, smaller index first, that both have shapes and are joined by a
/// joint directly or through links without shapes.
std::vector<std::pair<int, int>> neighbours(std::span<const Link> links);

/// Which part of a model a link moves with: the first link of those that fixed joints hold together
/// with it; -1: the world.
std::vector<int> rigid_parts(std::span<const Link> links);

/// Collects exceptions, then lists the pairs.
class PairRules {
 public:
  /// `parts`: one number for each body; bodies with equal numbers are never a pair. The objects are
  /// the last bodies, from `first_object` on.
  PairRules(std::vector<int> parts, std::size_t first_object, double margin);

  void exclude(int a, int b);
  void exclude_all(int body);
  /// False if the pair already has another margin.
  bool set_margin(int a, int b, double margin);

  /// The pairs in ascending order.
  std::vector<Scene::Pair> pairs() const;

 private:
  std::vector<int> parts_;
  std::size_t first_object_ = 0;
  double margin_ = 0;
  std::vector<std::vector<int>> excluded_;  ///< by body: excluded bodies with larger indices
  std::vector<char> excluded_from_all_;
  std::unordered_map<std::uint64_t, double> margins_;
};

}  // namespace firstcontact::articulated
