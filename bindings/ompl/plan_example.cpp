// RRT-Connect for an arm of six joints among boxes, with every edge proven free.
//
//   firstcontact_ompl_plan [--seed N]
//
// The scene is made here: an arm that carries a tool swings from the right of a pillar to its left;
// the seed places further boxes and drives the planner. Ends with 0 if the path that was found is
// proven free as a whole, with 1 if there is none, with 2 on wrong usage.
#include <ompl/base/ProblemDefinition.h>
#include <ompl/base/terminationconditions/IterationTerminationCondition.h>
#include <ompl/geometric/PathGeometric.h>
#include <ompl/geometric/PathSimplifier.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/util/Console.h>
#include <ompl/util/RandomNumbers.h>

#include <charconv>
#include <chrono>
#include <cstdio>
#include <random>
#include <string_view>

#include "firstcontact_ompl.h"

namespace {

using firstcontact::Configuration;
using firstcontact::Pose;
using firstcontact::Vec3;
namespace ob = ompl::base;
namespace og = ompl::geometric;

constexpr int kBoxes = 14;
constexpr unsigned int kIterations = 50'000;
const Configuration kStart = {-1, 0.8, 0.6, 0, 0.5, 0}, kGoal = {1, 0.8, 0.6, 0, 0.5, 0};

/// Around the link's own z axis, from its joint on.
firstcontact::Shape rod(double length, double radius) {
  const Vec3 ends[] = {Vec3::Zero(), Vec3(0, 0, length)};
  const firstcontact::Face segment[] = {{0, 1, 1}};
  return {firstcontact::TriangleBody(ends, segment), radius};
}

firstcontact::ArticulatedModel make_arm() {
  struct Part {
    Vec3 axis;
    double limit, length, radius;
  };
  const Part parts[] = {{Vec3::UnitZ(), 2.8, 0.25, 0.06}, {Vec3::UnitY(), 2, 0.4, 0.05},
                        {Vec3::UnitY(), 2.4, 0.3, 0.05},  {Vec3::UnitZ(), 2.8, 0.15, 0.045},
                        {Vec3::UnitY(), 2, 0.13, 0.04},   {Vec3::UnitZ(), 3.1, 0.05, 0.04}};
  std::vector<firstcontact::Link> links(1);
  links[0].name = "base";
  links[0].shapes = {firstcontact::cylinder_shape(0.12, 0.1)};
  double height = 0.1;  // of the next joint above the last one
  for (const Part& part : parts) {
    const std::string number = std::to_string(links.size());
    firstcontact::Link link;
    link.name = "link" + number;
    link.parent = static_cast<int>(links.size()) - 1;
    link.joint.name = "joint" + number;
    link.joint.type = firstcontact::JointType::Revolute;
    link.joint.origin.position.z() = height;
    link.joint.axis = part.axis;
    link.joint.lower = -part.limit, link.joint.upper = part.limit;
    link.shapes = {rod(part.length, part.radius)};
    links.push_back(link);
    height = part.length;
  }
  return firstcontact::ArticulatedModel(links);
}

firstcontact::SceneObject make_box(const std::string& name, const Vec3& size, const Pose& pose) {
  return {name, {firstcontact::box_shape(size)}, pose};
}

firstcontact::SceneDescription make_scene(std::uint64_t seed) {
  firstcontact::SceneDescription scene;
  scene.models = {{"arm", make_arm()}};
  scene.attachments = {{"tool",
                        "link6",
                        {firstcontact::box_shape({0.06, 0.12, 0.1})},
                        Pose{Pose().rotation, Vec3(0, 0, 0.14)},
                        {}}};
  scene.objects = {
      make_box("floor", {4, 4, 0.1}, Pose{Pose().rotation, Vec3(0, 0, -0.06)}),
      make_box("pillar", {0.12, 0.12, 0.9}, Pose{Pose().rotation, Vec3(0.55, 0, 0.45)})};
  std::mt19937_64 generator(seed);
  const auto draw = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(generator() >> 11) * 0x1p-53;
  };
  while (scene.objects.size() < 2 + kBoxes) {
    const double radius = draw(0.3, 0.9), around = draw(-3.1, 3.1), height = draw(0.05, 0.9),
                 turn = draw(-3.1, 3.1);
    const double x = draw(0.06, 0.2), y = draw(0.06, 0.2), z = draw(0.06, 0.2);
    const Vec3 at = Pose::from_axis_angle(Vec3::UnitZ(), around).apply({radius, 0, height});
    scene.objects.push_back(make_box("box" + std::to_string(scene.objects.size()), {x, y, z},
                                     Pose::from_axis_angle({1, 1, 0.5}, turn, at)));
    const firstcontact::MotionValidator validator{firstcontact::Scene(scene)};
    if (!validator.is_valid(kStart) || !validator.is_valid(kGoal)) scene.objects.pop_back();
  }
  return scene;
}

ob::StateSpacePtr make_space(const firstcontact::ArticulatedModel& model) {
  const auto space =
      std::make_shared<ob::RealVectorStateSpace>(static_cast<unsigned int>(model.value_count()));
  ob::RealVectorBounds bounds(space->getDimension());
  for (std::size_t i = 0; i < model.links().size(); ++i)
    if (const int value = model.first_value(i); value >= 0) {
      bounds.setLow(static_cast<unsigned int>(value), model.links()[i].joint.lower);
      bounds.setHigh(static_cast<unsigned int>(value), model.links()[i].joint.upper);
    }
  space->setBounds(bounds);
  return space;
}

/// False if the planner found no path.
bool plan(const ob::SpaceInformationPtr& information, og::PathGeometric& path) {
  const auto problem = std::make_shared<ob::ProblemDefinition>(information);
  ob::ScopedState<ob::RealVectorStateSpace> start(information), goal(information);
  for (std::size_t i = 0; i < kStart.size(); ++i)
    start[static_cast<unsigned int>(i)] = kStart[i], goal[static_cast<unsigned int>(i)] = kGoal[i];
  problem->setStartAndGoalStates(start, goal);
  og::RRTConnect planner(information);
  planner.setProblemDefinition(problem);
  planner.setup();
  ob::IterationTerminationCondition enough(kIterations);
  if (planner.solve(enough) != ob::PlannerStatus::EXACT_SOLUTION) return false;
  path = *problem->getSolutionPath()->as<og::PathGeometric>();
  return true;
}

std::vector<Configuration> configurations(const og::PathGeometric& path,
                                          const firstcontact_ompl::StateReader& reader) {
  std::vector<Configuration> result;
  for (std::size_t i = 0; i < path.getStateCount(); ++i)
    result.push_back(reader.configuration(path.getState(static_cast<unsigned int>(i))));
  return result;
}

int run(std::uint64_t seed) {
  ompl::msg::setLogLevel(ompl::msg::LOG_WARN);
  ompl::RNG::setSeed(static_cast<std::uint_fast32_t>(seed + 1));
  const firstcontact::Scene scene(make_scene(seed));
  const auto validator = std::make_shared<const firstcontact::MotionValidator>(scene);
  const auto information =
      std::make_shared<ob::SpaceInformation>(make_space(scene.models()[0].model));
  firstcontact_ompl::use(information, validator);
  information->setup();

  const firstcontact::SceneResult straight = validator->first_contact(kStart, kGoal);
  std::printf("%zu bodies, %zu pairs to keep apart\n", scene.bodies().size(), scene.pairs().size());
  if (straight.status == firstcontact::Status::Contact)
    std::printf("straight: %s meets %s at t = %.3f\n", scene.bodies()[straight.a.body].name.c_str(),
                scene.bodies()[straight.b.body].name.c_str(), straight.toi);

  og::PathGeometric path(information);
  const auto begin = std::chrono::steady_clock::now();
  if (!plan(information, path)) {
    std::printf("no path found\n");
    return 1;
  }
  const double planned = path.length();
  og::PathSimplifier(information).simplifyMax(path);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const unsigned int edges = information->getMotionValidator()->getCheckedMotionCount();
  std::printf("planned: length %.3f, simplified to %.3f with %zu states\n", planned, path.length(),
              path.getStateCount());
  std::printf("%u edges checked, %.0f %% of them free, in %.3f s\n", edges,
              100 * information->getMotionValidator()->getValidMotionFraction(), seconds);

  firstcontact::SceneOptions options;
  options.clearance = true;
  const firstcontact_ompl::StateReader reader(information->getStateSpace(), scene);
  const firstcontact::PathResult proof =
      firstcontact::first_contact_on_path(scene, configurations(path, reader), options);
  if (proof.result.status != firstcontact::Status::Free) {
    std::printf("the path is not free: %s in segment %d %s\n", to_string(proof.result.status),
                proof.segment, proof.result.message.c_str());
    return 1;
  }
  std::printf("the whole path is proven free; it keeps at least %.4f from everything\n",
              proof.result.clearance);
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  std::uint64_t seed = 1;
  const std::string_view option = count > 1 ? arguments[1] : "",
                         value = count > 2 ? arguments[2] : "";
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), seed);
  const bool is_seed = count == 3 && option == "--seed" && error == std::errc() &&
                       end == value.data() + value.size();
  if (count > 1 && !is_seed) {
    std::fprintf(stderr, "usage: %s [--seed N]\n", arguments[0]);
    return 2;
  }
  return run(seed);
}
