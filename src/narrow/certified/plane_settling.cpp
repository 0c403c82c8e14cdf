#include "narrow/certified/plane_settling.h"

#include <algorithm>

#include "narrow/certified/scalar_settling.h"

namespace firstcontact::narrow {

namespace {

template <int kCorners>
Settled settle(const GapCorners& corners, double tolerance, const SettleTask& task) {
  CornerLanes<double, kCorners> lanes;
  std::copy(corners.t0, corners.t0 + kCorners, lanes.start);
  std::copy(corners.t1, corners.t1 + kCorners, lanes.end);
  const auto at_least = [](double reach) { return std::max(reach, kLeastReach); };
  lanes.reach = {at_least(corners.reach.x), at_least(corners.reach.y), at_least(corners.reach.z)};
  const auto found =
      PlaneSettling<ScalarLanes, kCorners>(ScalarLanes(), lanes, tolerance, task).run();
  return {static_cast<SettleEnd>(static_cast<int>(found.end)), found.t, found.upper,
          static_cast<std::int64_t>(found.checks)};
}

}  // namespace

Settled settle_by_plane(const GapCorners& corners, double tolerance, const SettleTask& task) {
  return corners.count == 3 ? settle<3>(corners, tolerance, task)
                            : settle<4>(corners, tolerance, task);
}

}  // namespace firstcontact::narrow
