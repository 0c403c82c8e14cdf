// Any bytes as a mesh file: the reader may only give a mesh that keeps its promises or throw
// InputError, and what it gives comes back the same after being written. The first byte chooses the
// name, and how the bytes arrive.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "io/byte_source.h"
#include "io/errors.h"
#include "io/mesh_file.h"

namespace {

using namespace firstcontact;
using namespace firstcontact::io;

constexpr const char* kNames[] = {"input.obj", "input.ply", "input.stl", "input.off", "input"};

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "mesh_reader_fuzzer: %s\n", what);
  std::abort();
}

bool same_bits(const Vec3& a, const Vec3& b) {
  for (int axis = 0; axis < 3; ++axis)
    if (std::bit_cast<std::uint64_t>(a[axis]) != std::bit_cast<std::uint64_t>(b[axis]))
      return false;
  return true;
}

/// The mesh, or nothing if the bytes are refused.
std::optional<MeshData> read(std::string_view bytes, std::size_t chunk, const std::string& name,
                             bool size_known) {
  try {
    return read_mesh(std::make_unique<MemorySource>(bytes, chunk), name,
                     size_known ? bytes.size() : kUnknownSize);
  } catch (const InputError& error) {
    require(std::string_view(error.what()).substr(0, name.size()) == name,
            "the message does not name the file");
    return std::nullopt;
  }
}

template <typename Elements>
void require_in_range(const Elements& elements, std::size_t vertices) {
  for (const auto& element : elements)
    for (const int vertex : element)
      require(vertex >= 0 && static_cast<std::size_t>(vertex) < vertices,
              "an index out of range was accepted");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const unsigned choice = data[0];
  const std::string name = kNames[choice % 5];
  const bool size_known = choice / 5 % 2 == 0;
  const std::size_t chunk = choice / 10 % 2 == 0 ? 1 + choice / 20 : size;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);

  const std::optional<MeshData> mesh = read(bytes, chunk, name, size_known);
  if (!mesh) return 0;
  require(!mesh->vertices.empty(), "a file without vertices was accepted");
  for (const Vec3& point : mesh->vertices)
    require(point.allFinite(), "a coordinate that is not finite was accepted");
  require_in_range(mesh->faces, mesh->vertices.size());
  require_in_range(mesh->edges, mesh->vertices.size());

  for (const MeshEncoding encoding :
       {MeshEncoding::Obj, MeshEncoding::PlyAscii, MeshEncoding::PlyBinary}) {
    std::string written;
    encode_mesh(*mesh, encoding, [&](std::string_view piece) { written += piece; });
    const std::optional<MeshData> again = read(written, written.size(), "input.obj", true);
    require(again.has_value(), "what was written is refused");
    require(again->faces == mesh->faces && again->edges == mesh->edges, "faces or edges changed");
    require(std::equal(again->vertices.begin(), again->vertices.end(), mesh->vertices.begin(),
                       mesh->vertices.end(), same_bits),
            "a vertex changed");
  }
  return 0;
}
