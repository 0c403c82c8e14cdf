// Any bytes as a scene in JSON: the reader may only give objects whose shapes have no fault, or
// throw InputError that names the file. The scene made of them may have a fault, but must not
// crash. No mesh is there to be found.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "inputs/scene_file.h"
#include "io/errors.h"

namespace {

using namespace firstcontact;

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "scene_reader_fuzzer: %s\n", what);
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string name = "nowhere/input.json";
  try {
    SceneDescription scene;
    apps::add_scene({reinterpret_cast<const char*>(data), size}, name, scene);
    for (const SceneObject& object : scene.objects)
      require(object.shapes.size() == 1 && object.shapes[0].fault().empty(),
              "an object with a fault was given");
    for (const Attachment& attached : scene.attachments)
      require(attached.shapes.size() == 1 && attached.shapes[0].fault().empty(),
              "an attached object with a fault was given");
    Scene(std::move(scene)).fault();
  } catch (const io::InputError& error) {
    require(std::string_view(error.what()).substr(0, name.size()) == name,
            "the message does not name the file");
  }
  return 0;
}
