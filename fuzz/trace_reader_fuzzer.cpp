// Any bytes as a trace of a simulation: the reader may only give a head whose triangles exist and
// as many whole frames as the bytes have, or throw InputError that names the file. The first byte
// chooses how the bytes arrive.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "io/byte_source.h"
#include "io/errors.h"
#include "simulate/trace_file.h"

namespace {

using namespace firstcontact;

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "trace_reader_fuzzer: %s\n", what);
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::string name = "input";
  try {
    apps::TraceReader reader(std::make_unique<io::MemorySource>(bytes, 1 + data[0]), name);
    const apps::TraceHead& head = reader.head();
    for (const Face& triangle : head.triangles)
      for (const int vertex : triangle)
        require(vertex >= 0 && static_cast<std::uint64_t>(vertex) < head.vertices,
                "a vertex does not exist");
    require(head.description.at("values").size() == head.values, "values without names");
    std::size_t frames = 0;
    for (apps::TraceFrame frame; reader.next(frame); ++frames) {
      require(frame.values.size() == head.values, "another number of values");
      require(frame.positions.size() == 3 * head.vertices, "another number of positions");
    }
    require(frames == (bytes.size() - reader.head_bytes()) / head.frame_bytes(),
            "another number of frames");
  } catch (const io::InputError& error) {
    require(std::string_view(error.what()).substr(0, name.size()) == name,
            "the message does not name the file");
  }
  return 0;
}
