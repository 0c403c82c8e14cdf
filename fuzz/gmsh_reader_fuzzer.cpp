// Any bytes as a mesh of Gmsh: the reader may only give finite vertices that are all used, and
// tetrahedra of positive volume, or throw InputError that names the file.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "io/errors.h"
#include "simulate/gmsh_file.h"

namespace {

using namespace firstcontact;

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "gmsh_reader_fuzzer: %s\n", what);
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string name = "input.msh";
  try {
    const sim::TetMesh mesh = apps::parse_gmsh({reinterpret_cast<const char*>(data), size}, name);
    require(!mesh.tets.empty(), "a mesh without tetrahedra was given");
    require(mesh.vertices.allFinite(), "a vertex is not finite");
    std::vector<bool> used(static_cast<std::size_t>(mesh.vertices.rows()));
    for (const Tet& tet : mesh.tets) {
      for (const int vertex : tet) {
        require(vertex >= 0 && vertex < mesh.vertices.rows(), "a vertex does not exist");
        used[static_cast<std::size_t>(vertex)] = true;
      }
      require(sim::volume(mesh.vertices, tet) > 0, "a tetrahedron has no volume");
    }
    for (const bool is_used : used) require(is_used, "a vertex belongs to no tetrahedron");
  } catch (const io::InputError& error) {
    require(std::string_view(error.what()).substr(0, name.size()) == name,
            "the message does not name the file");
  }
  return 0;
}
