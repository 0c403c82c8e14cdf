// Any bytes as a URDF: the reader may only give a robot whose model has no fault and whose values
// are told apart, or throw InputError that names the file. What follows a NUL byte is tried as an
// SRDF for it. Meshes are not read.
#include <firstcontact/srdf_file.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>

namespace {

using namespace firstcontact;
using namespace firstcontact::io;

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "urdf_reader_fuzzer: %s\n", what);
  std::abort();
}

void check(const Robot& robot) {
  require(robot.model.fault().empty(), "a model with a fault was given");
  require(robot.value_names.size() == robot.model.value_count(), "values are missing");
  require(robot.model_index.size() == robot.model.value_count(), "places of values are missing");
  require(std::set<std::size_t>(robot.model_index.begin(), robot.model_index.end()).size() ==
              robot.model_index.size(),
          "two values share a place");
  const Configuration neutral = robot.model.neutral();
  require(robot.to_model(robot.to_file(neutral)) == neutral, "values do not come back");
  if (!robot.model.fault_of(neutral).empty()) return;  // a mimic may take a joint too far
  require(robot.model.poses(neutral).size() == robot.model.links().size(), "poses are missing");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::string_view urdf = bytes.substr(0, bytes.find('\0'));
  const std::string name = "input";
  try {
    const Robot robot = read_robot_text(urdf, name, {{}, false});
    check(robot);
    if (urdf.size() == bytes.size()) return 0;
    const Srdf srdf = read_srdf_text(bytes.substr(urdf.size() + 1), name, robot);
    for (const auto& [a, b] : srdf.disabled)
      require(robot.model.link_index(a) >= 0 && robot.model.link_index(b) >= 0 && a != b,
              "a pair of unknown links was given");
  } catch (const InputError& error) {
    require(std::string_view(error.what()).substr(0, name.size()) == name,
            "the message does not name the file");
  }
  return 0;
}
