// Pairs are listed row by row. Objects have no rows, because they do not move: very many objects
// cost only as much as their pairs with links.
#include "articulated/model/scene_pairs.h"

#include <algorithm>

namespace firstcontact::articulated {
namespace {

std::uint64_t key(int a, int b) {
  return static_cast<std::uint64_t>(std::min(a, b)) << 32 |
         static_cast<std::uint64_t>(std::max(a, b));
}

}  // namespace

// The neighbour of a link is its nearest ancestor that has shapes. Two links with the same parent
// are not neighbours, even if the parent has no shapes: fingers of a hand, arms of a torso.
std::vector<std::pair<int, int>> neighbours(std::span<const Link> links) {
  std::vector<std::pair<int, int>> found;
  for (std::size_t i = 0; i < links.size(); ++i) {
    if (links[i].shapes.empty()) continue;
    int above = links[i].parent;
    while (above >= 0 && links[above].shapes.empty()) above = links[above].parent;
    if (above >= 0) found.emplace_back(above, static_cast<int>(i));
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<int> rigid_parts(std::span<const Link> links) {
  std::vector<int> parts;
  for (const Link& link : links) {
    if (link.joint.type != JointType::Fixed)
      parts.push_back(static_cast<int>(parts.size()));
    else
      parts.push_back(link.parent < 0 ? -1 : parts[link.parent]);
  }
  return parts;
}

PairRules::PairRules(std::vector<int> parts, std::size_t first_object, double margin)
    : parts_(std::move(parts)),
      first_object_(first_object),
      margin_(margin),
      excluded_(parts_.size()),
      excluded_from_all_(parts_.size(), 0) {}

void PairRules::exclude(int a, int b) { excluded_[std::min(a, b)].push_back(std::max(a, b)); }

void PairRules::exclude_all(int body) { excluded_from_all_[body] = 1; }

bool PairRules::set_margin(int a, int b, double margin) {
  const auto [entry, fresh] = margins_.emplace(key(a, b), margin);
  return fresh || entry->second == margin;
}

std::vector<Scene::Pair> PairRules::pairs() const {
  std::vector<Scene::Pair> found;
  std::vector<char> row(parts_.size(), 0);
  for (std::size_t a = 0; a < first_object_; ++a) {
    if (excluded_from_all_[a]) continue;
    for (const int b : excluded_[a]) row[b] = 1;
    for (std::size_t b = a + 1; b < parts_.size(); ++b) {
      if (row[b] || excluded_from_all_[b] || parts_[a] == parts_[b]) continue;
      const auto special = margins_.find(key(static_cast<int>(a), static_cast<int>(b)));
      found.push_back({static_cast<int>(a), static_cast<int>(b),
                       special == margins_.end() ? margin_ : special->second});
    }
    for (const int b : excluded_[a]) row[b] = 0;
  }
  return found;
}

}  // namespace firstcontact::articulated
