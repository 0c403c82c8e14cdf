/// Scene files and built-in scenes: what is read, what is refused, and how the bodies start.
#include "simulate/scene_reader.h"

#include <firstcontact/intersections.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "io/errors.h"
#include "sim/built_in_scenes.h"
#include "sim/shapes/mesh_parts.h"

namespace firstcontact::apps {
namespace {

/// The surfaces of all bodies as one mesh.
struct SceneSurface {
  Mesh mesh;
  PointMatrix positions;
};

SceneSurface surface_of_scene(const sim::Scene& scene) {
  MeshDescription description;
  std::vector<Vec3> points;
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const sim::Body& body = scene.bodies[b];
    // Vertices inside a solid are left out.
    std::vector<int> index(static_cast<std::size_t>(body.start.rows()), -1);
    for (Face face : body.tets.empty() ? body.faces : sim::boundary_faces(body.tets)) {
      for (int& vertex : face) {
        if (index[vertex] < 0) {
          index[vertex] = static_cast<int>(points.size());
          points.emplace_back(body.start.row(vertex));
          description.objects.push_back(static_cast<int>(b));
        }
        vertex = index[vertex];
      }
      description.faces.push_back(face);
    }
  }
  description.vertex_count = points.size();
  return {Mesh(description), sim::rows_of(points)};
}

std::size_t element_count(const sim::Scene& scene) {
  std::size_t count = 0;
  for (const sim::Body& body : scene.bodies) {
    count += body.tets.size();
    if (body.kind == sim::BodyKind::Cloth) count += body.faces.size();
  }
  return count;
}

std::vector<std::string> built_in_names() {
  std::vector<std::string> names;
  for (const sim::BuiltInScene& scene : sim::built_in_scenes()) names.emplace_back(scene.name);
  return names;
}

class BuiltInScene : public testing::TestWithParam<std::string> {};

TEST_P(BuiltInScene, StartsFreeOfIntersectionsWithPositiveVolumesAtEverySize) {
  for (const int size : {300, 1000, 2000, 10000}) {
    SCOPED_TRACE(size);
    const sim::Scene scene = read_scene(GetParam(), {.size = size});
    const SceneSurface surface = surface_of_scene(scene);
    ASSERT_EQ(surface.mesh.fault(), "");
    const IntersectionResult found = intersections(surface.mesh, surface.positions);
    EXPECT_EQ(found.status, Status::Free) << found.count();
    const auto count = static_cast<double>(element_count(scene));
    EXPECT_GT(count, 0.8 * size);
    EXPECT_LT(count, 1.2 * size);
    for (const sim::Body& body : scene.bodies) {
      ASSERT_EQ(body.rest.rows(), body.start.rows());
      ASSERT_EQ(body.velocity.rows(), body.start.rows());
      for (const Tet& tet : body.tets) ASSERT_GT(sim::volume(body.rest, tet), 0);
      if (!body.tets.empty()) {
        EXPECT_EQ(sim::closed_surface_fault(sim::boundary_faces(body.tets)), "");
      }
    }
  }
}

TEST_P(BuiltInScene, NamesItsParameters) {
  const SceneSummary summary = scene_summary(GetParam());
  EXPECT_FALSE(summary.about.empty());
  std::set<std::string> names;
  for (const SceneParameter& parameter : summary.parameters) {
    names.insert(parameter.name);
    EXPECT_FALSE(parameter.about.empty()) << parameter.name;
    // Setting what is there already changes nothing.
    const sim::Scene set =
        read_scene(GetParam(), {.parameters = {{parameter.name, parameter.value}}, .size = 300});
    const sim::Scene plain = read_scene(GetParam(), {.size = 300});
    ASSERT_EQ(set.bodies.size(), plain.bodies.size());
    for (std::size_t b = 0; b < set.bodies.size(); ++b) {
      EXPECT_TRUE(set.bodies[b].start == plain.bodies[b].start);
      EXPECT_TRUE(set.bodies[b].velocity == plain.bodies[b].velocity);
    }
  }
  for (const char* name : {"gravity", "young", "friction"}) EXPECT_TRUE(names.contains(name));
}

INSTANTIATE_TEST_SUITE_P(Scenes, BuiltInScene, testing::ValuesIn(built_in_names()),
                         [](const auto& scene) {
                           std::string name = scene.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(BuiltInScenes, AreThePublishedOnes) {
  const std::vector<std::string> expected = {
      "chain", "cliff",     "cloth-on-ball", "crack",         "figure-on-plane", "golf-ball",
      "hole",  "mat-twist", "spike",         "torus-on-cone", "two-heads",       "wedge"};
  EXPECT_EQ(built_in_names(), expected);
  EXPECT_EQ(built_in_summaries().size(), expected.size());
}

}  // namespace
}  // namespace firstcontact::apps
