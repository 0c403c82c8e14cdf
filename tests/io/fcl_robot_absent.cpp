// Where FCL was not found.
#include "fcl_robot.h"

namespace firstcontact::testing {

struct FclRobot::Links {};

bool FclRobot::is_known() { return false; }
FclRobot::FclRobot(const ArticulatedModel&) {}
FclRobot::~FclRobot() = default;
bool FclRobot::touches(const Scene&, std::span<const Primitive>, std::span<const Pose>) const {
  return false;
}

}  // namespace firstcontact::testing
