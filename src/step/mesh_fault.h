#pragma once
/// What is wrong with the description of a mesh.
#include <firstcontact/mesh.h>

#include <array>
#include <string>
#include <vector>

namespace firstcontact::step {

/// The first index that names no vertex, as a sentence that calls the elements `what`; empty if
/// there is none. For elements of 2, 3 or 4 corners.
template <std::size_t kCorners>
std::string find_index_fault(const char* what,
                             const std::vector<std::array<int, kCorners>>& elements,
                             std::size_t vertex_count);

/// Empty if the description can be used.
std::string find_fault(const MeshDescription& mesh);

}  // namespace firstcontact::step
