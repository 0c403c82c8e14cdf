// A thin plate and a fast bullet that always hits it, or always misses it: which methods find that?
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "common/table.h"
#include "fcl_pair.h"
#include "generate/random.h"
#include "generate/rigid_models.h"
#include "rigid_bench.h"

namespace firstcontact::bench {
namespace {

constexpr int kShotsPerAngle = 40;

/// The bullet's middle moves on a straight line through the point `aim` of the plate's mid-plane,
/// at `angle` to the plate's normal, and is there in the middle third of its flight. It spins about
/// its line of flight, so its motion is a screw.
PoseChange shot(double angle, double around, const Vec3& aim, double length, double hit,
                double spin) {
  const Vec3 along(std::sin(angle) * std::cos(around), std::sin(angle) * std::sin(around),
                   -std::cos(angle));
  const Pose aimed = Pose::from_axis_angle(Vec3::UnitZ(), around);
  const Pose tilted = Pose::from_axis_angle(Vec3::UnitY(), std::numbers::pi / 2 - angle);
  Pose from, to;
  from.rotation = aimed.rotation * tilted.rotation;
  from.position = aim - hit * length * along;
  to.rotation = from.rotation * Pose::from_axis_angle(Vec3::UnitX(), spin).rotation;
  to.position = aim + (1 - hit) * length * along;
  return {from, to};
}

struct Tally {
  int shots = 0, ours_missed = 0, naive_missed = 0, hundred_missed = 0, advancement_missed = 0,
      ours_ghosts = 0;
};

}  // namespace

void bench_bullets() {
  constexpr double kBullet = 0.05, kRadius = 0.01;
  const Body plate(generate::thin_plate(1, 1e-4)), bullet(generate::bullet(kBullet, kRadius));
  const std::unique_ptr<FclPair> fcl = make_fcl_pair(plate.surface, bullet.surface);
  fmt::print(
      "\nA bullet {} long flies through a plate 1 wide and 0.0001 thick, and past it: {} shots a "
      "row\n",
      kBullet, kShotsPerAngle);
  if (!fcl)
    fmt::print("FCL was not found when this program was built: ours alone (Debian: libfcl-dev).\n");
  apps::Table table({{"way"},
                     {"degrees off the normal"},
                     {"spin"},
                     {"ours missed"},
                     {"ours, ghosts past it"},
                     {"FCL default missed"},
                     {"FCL 100 instants missed"},
                     {"FCL advancement missed"}});
  generate::Random random({generate::hash("bullets"), 1});
  struct Flight {
    double way, spin;
  };
  for (const auto& [way, spin] : {Flight{4, 0}, Flight{4, 3}, Flight{400, 3}})
    for (const int degrees : {0, 15, 30, 45, 60, 75, 85, 89}) {
      Tally tally;
      for (int i = 0; i < kShotsPerAngle; ++i) {
        const double angle = degrees * std::numbers::pi / 180, around = 6 * random.unit(),
                     hit = 0.35 + 0.3 * random.unit();
        const double x = 0.4 * random.symmetric(), y = 0.4 * random.symmetric();
        const PoseChange through = shot(angle, around, {x, y, 0}, way, hit, spin);
        // The same flight, moved aside so far that no part of the bullet reaches the plate.
        const Vec3 aside(-std::sin(around), std::cos(around), 0);
        const PoseChange past = shot(angle, around, 0.8 * aside, way, hit, spin);
        ++tally.shots;
        tally.ours_missed += collisions_of(plate, bullet, through, {}).status != Status::Contact;
        tally.ours_ghosts += collisions_of(plate, bullet, past, {}).status != Status::Free;
        if (!fcl) continue;
        const FclPath path = spin == 0 ? FclPath::Straight : FclPath::Screw;
        tally.naive_missed +=
            !fcl->continuous_collide(through, FclMethod::Naive, path, 10).collides;
        tally.hundred_missed +=
            !fcl->continuous_collide(through, FclMethod::Naive, path, 100).collides;
        tally.advancement_missed +=
            !fcl->continuous_collide(through, FclMethod::ConservativeAdvancement, path, 10)
                 .collides;
      }
      expect(tally.ours_missed == 0, fmt::format("a bullet at {} degrees was missed", degrees));
      expect(tally.ours_ghosts == 0,
             fmt::format("a bullet past the plate, at {} degrees, was seen to hit", degrees));
      const auto cell = [&](int count) {
        return fcl ? fmt::format("{}", count) : std::string("-");
      };
      table.add_row({fmt::format("{}", way), fmt::format("{}", degrees),
                     fmt::format("{:.0f}", spin), fmt::format("{}", tally.ours_missed),
                     fmt::format("{}", tally.ours_ghosts), cell(tally.naive_missed),
                     cell(tally.hundred_missed), cell(tally.advancement_missed)});
    }
  fmt::print("{}", table.to_string());
}

}  // namespace firstcontact::bench
