// Any bytes as a Collada file: the reader may only give a mesh of finite vertices whose indices are
// in range, not larger than the file allows, or throw InputError that names the file.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "io/dae_file.h"

namespace {

using namespace firstcontact;
using namespace firstcontact::io;

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "collada_reader_fuzzer: %s\n", what);
  std::abort();
}

void check(const MeshData& mesh, std::size_t bytes) {
  const int count = static_cast<int>(mesh.vertices.size());
  const auto in_range = [&](int i) { return i >= 0 && i < count; };
  require(count > 0, "a mesh without vertices was given");
  require(mesh.vertices.size() + mesh.faces.size() + mesh.edges.size() <=
              std::max<std::size_t>(1'000'000, bytes),
          "the mesh is far larger than the file");
  for (const Vec3& vertex : mesh.vertices) require(vertex.allFinite(), "a vertex is not finite");
  for (const auto& face : mesh.faces)
    require(std::all_of(face.begin(), face.end(), in_range), "a face is out of range");
  for (const auto& edge : mesh.edges)
    require(std::all_of(edge.begin(), edge.end(), in_range), "a line is out of range");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string name = "input";
  try {
    check(read_dae_text({reinterpret_cast<const char*>(data), size}, name), size);
  } catch (const InputError& error) {
    require(std::string_view(error.what()).substr(0, name.size()) == name,
            "the message does not name the file");
  }
  return 0;
}
