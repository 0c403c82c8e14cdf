// Any bytes as an SRDF of one robot: the reader may only name links, joints and values that the
// robot has, or throw InputError that names the file.
#include <firstcontact/srdf_file.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

using namespace firstcontact;
using namespace firstcontact::io;

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "srdf_reader_fuzzer: %s\n", what);
  std::abort();
}

/// A chain of links a, b, c, d with joints of every number of values.
const Robot& arm() {
  static const Robot robot = read_robot_text(
      "<robot name='r'><link name='a'/><link name='b'/><link name='c'/><link name='d'/><link "
      "name='e'/>"
      "<joint name='ab' type='continuous'><parent link='a'/><child link='b'/></joint>"
      "<joint name='bc' type='planar'><parent link='b'/><child link='c'/></joint>"
      "<joint name='cd' type='continuous'><parent link='c'/><child link='d'/><mimic "
      "joint='ab'/></joint>"
      "<joint name='de' type='fixed'><parent link='d'/><child link='e'/></joint></robot>",
      "arm");
  return robot;
}

void check(const Srdf& srdf) {
  const ArticulatedModel& model = arm().model;
  for (const auto& [a, b] : srdf.disabled)
    require(model.link_index(a) >= 0 && model.link_index(b) >= 0 && a != b,
            "a pair of unknown links was given");
  for (const Srdf::Group& group : srdf.groups)
    for (const std::string& link : group.links)
      require(model.link_index(link) >= 0, "an unknown link was given");
  for (const Srdf::State& state : srdf.states)
    for (const auto& [name, value] : state.values) {
      const auto& names = model.value_names();
      require(std::find(names.begin(), names.end(), name) != names.end(),
              "an unknown value was given");
      require(value - value == 0, "a value is not finite");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string name = "input";
  try {
    check(read_srdf_text({reinterpret_cast<const char*>(data), size}, name, arm()));
  } catch (const InputError& error) {
    require(std::string_view(error.what()).substr(0, name.size()) == name,
            "the message does not name the file");
  }
  return 0;
}
