// Any bytes as a file of poses, and any bytes as a pose in one word: the readers may only give
// rigid poses or say what is wrong. The first byte chooses the reader.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

#include "inputs/pose_file.h"
#include "io/errors.h"

namespace {

using namespace firstcontact;

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "pose_reader_fuzzer: %s\n", what);
  std::abort();
}

void require_rigid(const Pose& pose) {
  require(pose.position.allFinite(), "a position that is not finite was given");
  require(pose.rotation.allFinite(), "a rotation that is not finite was given");
  const Mat3 product = pose.rotation * pose.rotation.transpose();
  require((product - Mat3::Identity()).cwiseAbs().maxCoeff() <= 1e-5,
          "a rotation that is none was given");
  const Mat3& r = pose.rotation;
  const double determinant = r(0, 0) * (r(1, 1) * r(2, 2) - r(1, 2) * r(2, 1)) +
                             r(0, 1) * (r(1, 2) * r(2, 0) - r(1, 0) * r(2, 2)) +
                             r(0, 2) * (r(1, 0) * r(2, 1) - r(1, 1) * r(2, 0));
  require(determinant > 0, "a reflection was given");
}

void read_file(std::string_view text) {
  const std::string name = "input";
  try {
    const apps::PosePair poses = apps::parse_poses(text, name);
    for (const PoseChange* change : {&poses.a, &poses.b}) {
      require_rigid(change->from);
      require_rigid(change->to);
    }
  } catch (const io::InputError& error) {
    require(std::string_view(error.what()).substr(0, name.size()) == name,
            "the message does not name the file");
  }
}

void read_word(std::string_view word) {
  try {
    require_rigid(apps::parse_pose(word));
  } catch (const std::invalid_argument& error) {
    require(*error.what() != '\0', "nothing is said about what is wrong");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  data[0] % 4 == 1 ? read_word(bytes) : read_file(bytes);
  return 0;
}
