#include "generate/articulated_scenes.h"

namespace firstcontact::generate {

std::span<const ArticulatedSceneMaker> articulated_scenes() {
  static constexpr ArticulatedSceneMaker kMakers[] = {
      {"walk", walking_mannequin},           {"exercise", exercising_mannequin},
      {"two mannequins", two_mannequins},    {"excavator drives", driving_excavator},
      {"excavator digs", digging_excavator}, {"crane travels", travelling_crane},
      {"crane lowers", lowering_crane},      {"four trains", four_trains},
      {"falling train", falling_train}};
  return kMakers;
}

}  // namespace firstcontact::generate
