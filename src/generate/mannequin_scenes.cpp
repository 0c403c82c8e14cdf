#include <algorithm>
#include <array>

#include "arith/trigonometry.h"
#include "generate/articulated_scenes.h"
#include "generate/chessmen.h"
#include "generate/mannequin.h"
#include "generate/random.h"

namespace firstcontact::generate {
namespace {

constexpr int kFramesPerCycle = 24;

/// Straight over the floor.
struct Walk {
  Vec3 start = Vec3::Zero();
  double heading = 0, first_phase = 0, cross = 0;

  MannequinPose at(const ArticulatedModel& model, int frame) const {
    const double way = static_cast<double>(frame) / kFramesPerCycle;
    MannequinPose pose = walking_pose(first_phase + way, cross);
    const arith::SineCosine turn = arith::sine_cosine(heading);
    pose.position +=
        start + kStride * way * Vec3(turn.cosine, turn.sine, 0) - Vec3(pose.position.x(), 0, 0);
    pose.heading = heading;
    stand_on_ground(model, pose);
    return pose;
  }
};

void append_steps(std::vector<SceneEdge>& queries, const std::vector<Configuration>& frames) {
  for (std::size_t i = 1; i < frames.size(); ++i) queries.push_back({frames[i - 1], frames[i]});
}

Configuration joined(Configuration a, const Configuration& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// 0 at the start and end of a cycle, 1 in its middle.
double there_and_back(double phase) { return 0.5 - 0.5 * arith::cosine(arith::kFullTurn * phase); }

/// A hand and the foot of the same side meet in front.
void touch_toes(MannequinPose& pose, double s, double far) {
  const double in = there_and_back(s);
  pose.torso = {0, in, 0};
  pose.arms[1].shoulder = {-0.15 + 0.4 * in, -(1.75 + far) * in, 0};
  pose.arms[0].shoulder = {0.25 + 0.8 * in, 0.5 * in, 0};
  pose.legs[1].hip = {0, -1.45 * in, 0};
}

/// Arms up from the sides until the hands meet, legs apart.
void jumping_jack(MannequinPose& pose, double s, double far) {
  const double up = there_and_back(s);
  for (int i = 0; i < 2; ++i) {
    const double side = i == 0 ? 1 : -1;
    pose.arms[i].shoulder = {side * (0.2 + (3.15 + far) * up), 0, 0};
    pose.legs[i].hip = {side * 0.35 * up, 0, 0};
  }
}

/// A raised knee meets the elbow of the other side.
void knee_to_elbow(MannequinPose& pose, double s, double far) {
  const double up = there_and_back(s);
  pose.torso = {0, 0.95 * up, 0.6 * up};
  pose.legs[0].hip = {0, -(2 + far) * up, 0};
  pose.legs[0].knee = 1.7 * up;
  pose.arms[1].shoulder = {-0.2, -0.9 * up, 0.3 * up};
  pose.arms[1].elbow = -1.9 * up;
  pose.arms[0].shoulder = {0.3 + 0.5 * up, 0, 0};
}

/// Both arms swing forward and across each other.
void cross_arms(MannequinPose& pose, double s, double far) {
  const double in = there_and_back(s);
  for (int i = 0; i < 2; ++i) {
    const double side = i == 0 ? 1 : -1;
    pose.arms[i].shoulder = {side * 0.5 * (1 - in), -(1.3 + 0.04 * side) * in,
                             -side * (0.45 + far) * in};
    pose.arms[i].elbow = -0.6 * in;
  }
}

/// One leg swings in front of the other.
void cross_legs(MannequinPose& pose, double s, double far) {
  const double in = there_and_back(s);
  pose.legs[0].hip = {0.3 - 0.65 * in, -(0.12 + 0.5 * far) * in, 0};
  pose.legs[1].hip = {-0.05, 0.05 * in, 0};
  for (int i = 0; i < 2; ++i) pose.arms[i].shoulder = {(i == 0 ? 1 : -1) * (0.3 + 0.8 * in), 0, 0};
}

}  // namespace

ArticulatedScene walking_mannequin(std::uint64_t seed) {
  constexpr int kWalks = 10, kFrames = 72;
  ArticulatedScene scene;
  scene.name = "walk";
  const ArticulatedModel model = mannequin_model();
  scene.description.models.push_back({"mannequin", model});
  scene.description.objects = chessmen();
  scene.description.objects.push_back(chessboard());
  for (const char* foot : {"left_foot", "right_foot"})
    scene.description.allowed.emplace_back("board", foot);
  Random random{hash("walk"), seed};
  for (int w = 0; w < kWalks; ++w) {
    Walk walk;
    walk.heading = arith::kFullTurn * w / kWalks + 0.2 * random.unit();
    walk.first_phase = random.unit();
    walk.cross = 0.03 + 0.05 * random.unit();
    const double aside = 1.6 * random.symmetric();
    const arith::SineCosine turn = arith::sine_cosine(walk.heading);
    walk.start = -0.5 * kStride * kFrames / kFramesPerCycle * Vec3(turn.cosine, turn.sine, 0) +
                 aside * Vec3(-turn.sine, turn.cosine, 0);
    std::vector<Configuration> frames;
    for (int k = 0; k <= kFrames; ++k) frames.push_back(mannequin_configuration(walk.at(model, k)));
    append_steps(scene.queries, frames);
  }
  return scene;
}

ArticulatedScene exercising_mannequin(std::uint64_t seed) {
  constexpr int kRounds = 5, kFrames = 30;
  ArticulatedScene scene;
  scene.name = "exercise";
  scene.description.models.push_back({"mannequin", mannequin_model()});
  using Exercise = void (*)(MannequinPose&, double, double);
  constexpr std::array<Exercise, 5> kExercises = {touch_toes, jumping_jack, knee_to_elbow,
                                                  cross_arms, cross_legs};
  Random random{hash("exercise"), seed};
  for (int round = 0; round < kRounds; ++round)
    for (const Exercise exercise : kExercises) {
      const double far = 0.25 * random.symmetric();
      std::vector<Configuration> frames;
      for (int k = 0; k <= kFrames; ++k) {
        MannequinPose pose;
        exercise(pose, static_cast<double>(k) / kFrames, far);
        frames.push_back(mannequin_configuration(pose));
      }
      append_steps(scene.queries, frames);
    }
  return scene;
}

ArticulatedScene two_mannequins(std::uint64_t seed) {
  constexpr int kMeetings = 10, kFrames = 48;
  ArticulatedScene scene;
  scene.name = "two mannequins";
  const ArticulatedModel model = mannequin_model();
  scene.description.models = {{"one", model}, {"other", model}};
  Random random{hash("two mannequins"), seed};
  for (int m = 0; m < kMeetings; ++m) {
    const double half_way = 0.5 * kStride * kFrames / kFramesPerCycle;
    Walk one, other;
    one.start = {-half_way, 0, 0};
    one.first_phase = random.unit();
    other.heading = 0.5 * arith::kFullTurn + 0.2 * random.symmetric();
    other.first_phase = random.unit();
    const double aside = 0.2 + 0.45 * random.unit();
    const arith::SineCosine turn = arith::sine_cosine(other.heading);
    other.start = Vec3(0, aside, 0) - half_way * Vec3(turn.cosine, turn.sine, 0);
    one.cross = other.cross = 0.03;
    std::vector<Configuration> frames;
    for (int k = 0; k <= kFrames; ++k)
      frames.push_back(joined(mannequin_configuration(one.at(model, k)),
                              mannequin_configuration(other.at(model, k))));
    append_steps(scene.queries, frames);
  }
  return scene;
}

}  // namespace firstcontact::generate
