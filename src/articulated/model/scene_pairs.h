#pragma once
/// Which bodies of a scene are to be kept apart.
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
  /// `parts`: one number a body; equal ones are never a pair. The objects, which come last, begin
  /// at `first_object`.
  PairRules(std::vector<int> parts, std::size_t first_object, double margin);

  void exclude(int a, int b);
  void exclude_all(int body);
  /// False if the pair has got another margin before.
  bool set_margin(int a, int b, double margin);

  /// Ascending.
  std::vector<Scene::Pair> pairs() const;

 private:
  std::vector<int> parts_;
  std::size_t first_object_ = 0;
  double margin_ = 0;
  std::vector<std::vector<int>> excluded_;  ///< of each body, larger ones
  std::vector<char> excluded_from_all_;
  std::unordered_map<std::uint64_t, double> margins_;
};

}  // namespace firstcontact::articulated
