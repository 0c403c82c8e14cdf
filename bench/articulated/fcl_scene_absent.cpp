// Takes the place of fcl_scene.cpp if FCL is not installed.
#include "fcl_scene.h"

namespace firstcontact::bench {

std::unique_ptr<FclScene> make_fcl_scene(const Scene&) { return nullptr; }

}  // namespace firstcontact::bench
