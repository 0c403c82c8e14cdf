// The snippets of docs/guide/planners.md compile, and do what the page says.
#include <firstcontact/ompl.h>
#include <gtest/gtest.h>
#include <ompl/base/ScopedState.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>

namespace {

using namespace firstcontact;

/// A slider of `joints` axes with a small ball at its end, and a wall at x = 1.
Scene make_scene(int joints) {
  std::vector<Link> links(static_cast<std::size_t>(joints));
  for (int i = 0; i < joints; ++i) {
    links[i].name = "link" + std::to_string(i);
    links[i].parent = i - 1;
    links[i].joint.name = "joint" + std::to_string(i);
    links[i].joint.type = JointType::Prismatic;
    links[i].joint.axis = Vec3::Unit(i % 3);
    links[i].joint.lower = -3;
    links[i].joint.upper = 3;
  }
  links.back().shapes = {sphere_shape(0.1)};
  SceneDescription description;
  description.models = {{"slider", ArticulatedModel(links)}};
  description.objects = {
      {"wall", {box_shape({0.1, 1, 1})}, Pose::from_axis_angle(Vec3::UnitZ(), 0, {1, 0, 0})}};
  return Scene(description);
}

std::shared_ptr<ompl::base::RealVectorStateSpace> make_space(unsigned int values) {
  auto space = std::make_shared<ompl::base::RealVectorStateSpace>(values);
  space->setBounds(-3, 3);
  return space;
}

bool moves_free(const ompl::base::SpaceInformationPtr& information, double x0, double x1) {
  ompl::base::ScopedState<ompl::base::RealVectorStateSpace> from(information), to(information);
  for (unsigned int i = 0; i < information->getStateDimension(); ++i) from[i] = to[i] = 0;
  from[0] = x0;
  to[0] = x1;
  return information->checkMotion(from.get(), to.get());
}

TEST(SnippetsOfThePage, UseTheValidator) {
  const auto space = make_space(1);
  const Scene scene = make_scene(1);
#include "ompl_snippet.inc"
  EXPECT_TRUE(moves_free(information, -1, 0));
  EXPECT_FALSE(moves_free(information, 0, 2));  // both ends are free
}

TEST(SnippetsOfThePage, PlanSomeOfTheValues) {
  const auto information = std::make_shared<ompl::base::SpaceInformation>(make_space(7));
  const auto validator = std::make_shared<const MotionValidator>(make_scene(8));
  const Configuration configuration(8, 0.0);
#include "ompl_group_snippet.inc"
  information->setup();
  EXPECT_TRUE(moves_free(information, -1, 0));
  EXPECT_FALSE(moves_free(information, 0, 2));
}

}  // namespace
