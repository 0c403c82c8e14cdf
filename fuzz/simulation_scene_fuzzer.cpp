// Any bytes as a scene of `simulate`: the reader may only give a scene whose lists fit together, or
// throw InputError that names the file. No mesh is there to be found. Inputs with numbers of more
// than three digits in a row are left out: meshes of so many elements would take all the time.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "io/errors.h"
#include "simulate/scene_reader.h"

namespace {

using namespace firstcontact;

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "simulation_scene_fuzzer: %s\n", what);
  std::abort();
}

template <class Elements>
void require_existing(const Elements& elements, Eigen::Index vertices) {
  for (const auto& element : elements)
    for (const int vertex : element)
      require(vertex >= 0 && vertex < vertices, "a vertex does not exist");
}

void require_fitting(const sim::Body& body) {
  const Eigen::Index vertices = body.start.rows();
  require(body.rest.rows() == vertices && body.velocity.rows() == vertices,
          "a body has lists of different lengths");
  require(body.rest.allFinite() && body.start.allFinite() && body.velocity.allFinite(),
          "a coordinate is not finite");
  require_existing(body.tets, vertices);
  require_existing(body.faces, vertices);
  for (const sim::Script& script : body.scripts) {
    for (const int vertex : script.vertices)
      require(vertex >= 0 && vertex < vertices, "a script moves a vertex that does not exist");
    require(script.velocity.allFinite() && script.center.allFinite() && script.axis.allFinite(),
            "a script is not finite");
  }
}

bool has_large_number(std::string_view text) {
  std::size_t digits = 0;
  for (const char c : text) {
    digits = c >= '0' && c <= '9' ? digits + 1 : 0;
    if (digits > 3) return true;
  }
  return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string name = "nowhere/input.json";
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (has_large_number(text)) return 0;
  try {
    const sim::Scene scene = apps::parse_scene(text, name, {});
    require(scene.settings.time_step > 0, "a time step that is none was given");
    for (const sim::Body& body : scene.bodies) require_fitting(body);
  } catch (const io::InputError& error) {
    require(std::string_view(error.what()).substr(0, name.size()) == name,
            "the message does not name the file");
  }
  return 0;
}
