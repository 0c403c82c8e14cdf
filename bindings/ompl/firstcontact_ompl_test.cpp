// The adapter decides what OMPL interpolates, refuses what it cannot know, and is safe to share.
#include "firstcontact_ompl.h"

#include <gtest/gtest.h>
#include <ompl/base/ScopedState.h>
#include <ompl/base/spaces/DubinsStateSpace.h>
#include <ompl/base/spaces/SE3StateSpace.h>

#include <thread>

namespace {

using firstcontact::JointType;
using firstcontact::Link;
using firstcontact::Pose;
using firstcontact::Vec3;
using firstcontact_ompl::Group;
using firstcontact_ompl::StateReader;
namespace ob = ompl::base;

constexpr double kPi = 0x1.921fb54442d18p+1;

/// Links of rods of length 1 along x, each at the end of the one before.
std::vector<Link> rods(const std::vector<JointType>& types) {
  std::vector<Link> links;
  for (const JointType type : types) {
    const Vec3 ends[] = {Vec3::Zero(), Vec3::UnitX()};
    const firstcontact::Face segment[] = {{0, 1, 1}};
    Link link;
    link.name = "rod" + std::to_string(links.size());
    link.parent = static_cast<int>(links.size()) - 1;
    link.joint.name = "joint" + std::to_string(links.size());
    link.joint.type = type;
    if (!links.empty()) link.joint.origin.position = Vec3::UnitX();
    link.shapes = {{firstcontact::TriangleBody(ends, segment), 0.05}};
    links.push_back(link);
  }
  return links;
}

/// With a post at (0.5, 0): in the way of the first rod near the angle 0; or at (-0.5, 0).
firstcontact::Scene scene_of(const std::vector<Link>& links, double post_at = 0.5) {
  firstcontact::SceneDescription description;
  description.models = {{"arm", firstcontact::ArticulatedModel(links)}};
  description.objects = {
      {"post", {firstcontact::capsule_shape(0.1, 1)}, Pose{Pose().rotation, Vec3(post_at, 0, 0)}}};
  return firstcontact::Scene(description);
}

std::shared_ptr<ob::RealVectorStateSpace> vector_space(unsigned int dimension) {
  const auto space = std::make_shared<ob::RealVectorStateSpace>(dimension);
  space->setBounds(-4, 4);
  return space;
}

/// A space information that uses the adapter.
ob::SpaceInformationPtr information_of(const ob::StateSpacePtr& space,
                                       const firstcontact::Scene& scene, const Group& group = {}) {
  const auto information = std::make_shared<ob::SpaceInformation>(space);
  firstcontact_ompl::use(information, std::make_shared<const firstcontact::MotionValidator>(scene),
                         group);
  information->setup();
  return information;
}

ob::ScopedState<> state_of(const ob::SpaceInformationPtr& information,
                           const std::vector<double>& numbers) {
  ob::ScopedState<> state(information);
  state = numbers;
  return state;
}

bool edge_is_free(const ob::SpaceInformationPtr& information, const std::vector<double>& from,
                  const std::vector<double>& to) {
  const ob::ScopedState<> a = state_of(information, from), b = state_of(information, to);
  return information->checkMotion(a.get(), b.get());
}

TEST(OmplAdapter, ChecksEdgesOfRealVectors) {
  const auto information =
      information_of(vector_space(2), scene_of(rods({JointType::Revolute, JointType::Revolute})));
  EXPECT_TRUE(edge_is_free(information, {1, 0}, {2, 1}));
  EXPECT_FALSE(edge_is_free(information, {1, 0}, {-1, 0}));
  // Linear, without wrapping: from 3 to -3 by way of 0.
  EXPECT_FALSE(edge_is_free(information, {3, 0}, {-3, 0}));
  EXPECT_TRUE(information->isValid(state_of(information, {3, 0}).get()));
  EXPECT_FALSE(information->isValid(state_of(information, {0.1, 0}).get()));
}

TEST(OmplAdapter, TakesTheShorterWayRoundInSO2) {
  const std::vector<Link> links = rods({JointType::Continuous});
  const auto front = information_of(std::make_shared<ob::SO2StateSpace>(), scene_of(links, 0.5));
  const auto back = information_of(std::make_shared<ob::SO2StateSpace>(), scene_of(links, -0.5));
  for (const double sign : {1.0, -1.0}) {
    // From 3 to -3 OMPL goes by way of pi.
    EXPECT_TRUE(edge_is_free(front, {sign * 3}, {-sign * 3}));
    EXPECT_FALSE(edge_is_free(back, {sign * 2.5}, {-sign * 2.5}));
    EXPECT_FALSE(edge_is_free(front, {sign * 1}, {-sign * 1}));
    EXPECT_TRUE(edge_is_free(back, {sign * 1}, {-sign * 1}));
  }
}

// What the adapter checks at t must be what OMPL has there, whichever way it goes round. Angles
// from a fixed list, differences of exactly pi among them.
TEST(OmplAdapter, ChecksThePosesThatOmplInterpolates) {
  const auto space = std::make_shared<ob::CompoundStateSpace>();
  space->addSubspace(vector_space(1), 1);
  space->addSubspace(std::make_shared<ob::SO2StateSpace>(), 2);

  const auto plane = std::make_shared<ob::SE2StateSpace>();
  ob::RealVectorBounds bounds(2);
  bounds.setLow(-4), bounds.setHigh(4);
  plane->setBounds(bounds);
  space->addSubspace(plane, 1);
  space->setup();
  const firstcontact::Scene scene =
      scene_of(rods({JointType::Revolute, JointType::Continuous, JointType::Planar}));
  const firstcontact::ArticulatedModel& model = scene.models()[0].model;
  const StateReader reader(space, scene);
  const std::vector<double> angles = {-kPi, -3, -kPi / 2, -0.5, 0, 0.5, kPi / 2, 3, kPi};
  int other_way = 0;
  for (const double from : angles)
    for (const double to : angles) {
      ob::ScopedState<> a(space), b(space), between(space);
      a = std::vector<double>{0.5, from, 1, 2, to};
      b = std::vector<double>{-0.5, to, 3, 1, from};
      const auto q_t0 = reader.configuration(a.get()), q_t1 = reader.end_of_edge(q_t0, b.get());
      other_way += q_t1[1] != to;
      for (const double t : {0.0, 0.25, 0.5, 0.9, 1.0}) {
        space->interpolate(a.get(), b.get(), t, between.get());
        const auto ours = model.poses(firstcontact::configuration_at(model, q_t0, q_t1, t));
        const auto expected = model.poses(reader.configuration(between.get()));
        for (std::size_t i = 0; i < ours.size(); ++i) {
          EXPECT_LT((ours[i].rotation - expected[i].rotation).norm(), 1e-14)
              << from << " to " << to << " at " << t;
          EXPECT_LT((ours[i].position - expected[i].position).norm(), 1e-14)
              << from << " to " << to << " at " << t;
        }
      }
    }
  EXPECT_GT(other_way, 10);
}

TEST(OmplAdapter, GivesALastValidStateThatIsValid) {
  const auto information = information_of(std::make_shared<ob::SO2StateSpace>(),
                                          scene_of(rods({JointType::Continuous}), -0.5));
  const ob::ScopedState<> from = state_of(information, {2}), to = state_of(information, {-2}),
                          beyond = state_of(information, {1.5});
  ob::ScopedState<> last = state_of(information, {0.125});
  std::pair<ob::State*, double> last_valid(last.get(), -1);
  ASSERT_FALSE(information->getMotionValidator()->checkMotion(from.get(), to.get(), last_valid));
  EXPECT_GT(last_valid.second, 0.2);
  EXPECT_LT(last_valid.second, 0.5);
  EXPECT_TRUE(information->isValid(last.get()));
  EXPECT_TRUE(information->checkMotion(from.get(), last.get()));
  EXPECT_GT(last[0], 2);

  last_valid = {nullptr, -1};
  EXPECT_FALSE(information->getMotionValidator()->checkMotion(from.get(), to.get(), last_valid));
  last[0] = 0.125, last_valid = {last.get(), -1};
  EXPECT_TRUE(information->getMotionValidator()->checkMotion(from.get(), beyond.get(), last_valid));
  EXPECT_EQ(last[0], 0.125);
  EXPECT_EQ(last_valid.second, -1);
}

TEST(OmplAdapter, PlansSomeValuesAndLeavesTheOthersAtTheirBase) {
  const firstcontact::Scene scene = scene_of(rods({JointType::Revolute, JointType::Revolute}));
  // The elbow alone: the first rod stays at 0.5, and the second one can reach the post only folded
  // back.
  const auto information = information_of(vector_space(1), scene, {{1}, {0.5, 0}});
  EXPECT_TRUE(edge_is_free(information, {0}, {2}));
  EXPECT_FALSE(edge_is_free(information, {0}, {-3.1}));
  const auto swapped = information_of(vector_space(2), scene, {{1, 0}, {}});
  EXPECT_TRUE(edge_is_free(swapped, {0, 1}, {1, 2}));
  EXPECT_FALSE(edge_is_free(swapped, {0, 1}, {0, -1}));
}

TEST(OmplAdapter, RefusesWhatOmplInterpolatesInAnotherWay) {
  struct Renamed final : ob::RealVectorStateSpace {
    Renamed() : RealVectorStateSpace(1) {}
  };
  const auto refused = [](const ob::StateSpacePtr& space, const std::vector<Link>& links,
                          const Group& group = {}) {
    try {
      const StateReader reader(space, scene_of(links), group);
    } catch (const std::invalid_argument&) {
      return true;
    }
    return false;
  };
  const std::vector<Link> hinge = rods({JointType::Revolute}),
                          wheel = rods({JointType::Continuous});
  const auto so2 = std::make_shared<ob::SO2StateSpace>();
  EXPECT_FALSE(refused(vector_space(1), hinge));
  EXPECT_FALSE(refused(vector_space(1), wheel));
  EXPECT_FALSE(refused(so2, wheel));
  EXPECT_FALSE(refused(std::make_shared<ob::SE2StateSpace>(), rods({JointType::Planar})));
  EXPECT_TRUE(refused(std::make_shared<Renamed>(), hinge));
  EXPECT_TRUE(refused(std::make_shared<ob::DubinsStateSpace>(), rods({JointType::Planar})));
  EXPECT_TRUE(refused(std::make_shared<ob::SE3StateSpace>(), rods({JointType::Floating})));
  EXPECT_TRUE(refused(vector_space(4), rods({JointType::Spherical})));
  EXPECT_TRUE(refused(vector_space(7), rods({JointType::Floating})));
  EXPECT_TRUE(refused(so2, hinge)) << "a limited angle is no circle";
  EXPECT_TRUE(refused(so2, rods({JointType::Prismatic})));
  EXPECT_TRUE(refused(vector_space(2), hinge)) << "two numbers for one value";
  EXPECT_TRUE(refused(vector_space(1), hinge, {{1}, {}}));
  EXPECT_TRUE(
      refused(vector_space(2), rods({JointType::Revolute, JointType::Revolute}), {{0, 0}, {}}));
  EXPECT_TRUE(refused(vector_space(1), hinge, {{}, {0, 0}}));

  // A turn of the leader is half a turn of the mimic.
  std::vector<Link> mimicked = rods({JointType::Continuous, JointType::Continuous});
  mimicked[1].joint.mimic = 0, mimicked[1].joint.multiplier = 0.5;
  EXPECT_TRUE(refused(so2, mimicked));
  EXPECT_FALSE(refused(vector_space(1), mimicked));
}

TEST(OmplAdapter, RefusesScenesAndOptionsWithAFault) {
  const auto information = std::make_shared<ob::SpaceInformation>(vector_space(1));
  const auto no_scene =
      std::make_shared<const firstcontact::MotionValidator>(firstcontact::Scene());
  EXPECT_THROW(firstcontact_ompl::use(information, no_scene), std::invalid_argument);
  firstcontact::SceneOptions options;
  options.max_checks = 0;
  const auto no_budget = std::make_shared<const firstcontact::MotionValidator>(
      scene_of(rods({JointType::Revolute})), options);
  EXPECT_THROW(firstcontact_ompl::use(information, no_budget), std::invalid_argument);
}

TEST(OmplAdapter, IsSharedByThreadsAndCountsEveryEdge) {
  constexpr int kThreads = 4, kEdges = 50;
  const auto information =
      information_of(vector_space(2), scene_of(rods({JointType::Revolute, JointType::Revolute})));
  const auto edge = [&](int i) {
    const double from = 0.4 + 0.05 * i, to = from - 0.04 * ((7 * i) % kEdges);
    return edge_is_free(information, {from, 0.1 * i - 2.5}, {to, 0.5});
  };
  std::vector<int> expected;
  int free = 0;
  for (int i = 0; i < kEdges; ++i) expected.push_back(edge(i)), free += expected.back();
  EXPECT_GT(free, 10);
  EXPECT_LT(free, kEdges - 10);
  information->getMotionValidator()->resetMotionCounter();

  std::vector<std::vector<int>> found(kThreads);
  std::vector<std::thread> threads;
  for (std::vector<int>& own : found)
    threads.emplace_back([&] {
      for (int i = 0; i < kEdges; ++i) own.push_back(edge(i));
    });
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<int>& own : found) EXPECT_EQ(own, expected);
  EXPECT_EQ(information->getMotionValidator()->getValidMotionCount(),
            static_cast<unsigned int>(kThreads * free));
  EXPECT_EQ(information->getMotionValidator()->getInvalidMotionCount(),
            static_cast<unsigned int>(kThreads * (kEdges - free)));
}

}  // namespace
