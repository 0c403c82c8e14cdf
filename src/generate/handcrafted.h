#pragma once
/// A set like the paper's handcrafted one: 12,000 vertex-face and 15,000 edge-edge queries of size
/// about 1. docs/formats/generated-queries.md says where the numbers come from and what we chose.
///
/// The bits are the same on every machine, compiler and thread, as in generate.h.
#include <firstcontact/query.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace firstcontact::generate {

struct HandcraftedGroup {
  std::string_view name;  ///< that of a class of generate.h, or "scene-…"
  std::string_view description;
  std::size_t vertex_face, edge_edge;  ///< how many queries
};

/// All groups, in a fixed order. The texts are static.
std::span<const HandcraftedGroup> handcrafted_groups();

/// All queries of a group and kind: a pure function of its arguments. Every coordinate is finite
/// and none is a negative zero; the largest is between 1/4 and 8 in size. Empty for a group that is
/// not one of handcrafted_groups(), and for other kinds.
std::vector<Query> make_handcrafted(const HandcraftedGroup& group, Kind kind, std::uint64_t seed);

}  // namespace firstcontact::generate
