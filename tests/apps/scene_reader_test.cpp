/// Scene files and built-in scenes: what is read, what is refused, and how the bodies start.
#include "simulate/scene_reader.h"

#include <firstcontact/intersections.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>

#include "io/byte_source.h"
#include "io/errors.h"
#include "sim/built_in_scenes.h"
#include "sim/shapes/mesh_parts.h"

namespace firstcontact::apps::scene_reader_test {
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
  for (const int size : {300, 2000, 10000}) {
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
  const sim::Scene plain = read_scene(GetParam(), {.size = 300});
  for (const SceneParameter& parameter : summary.parameters) {
    names.insert(parameter.name);
    EXPECT_FALSE(parameter.about.empty()) << parameter.name;
    // Setting what is there already changes nothing.
    const sim::Scene set =
        read_scene(GetParam(), {.parameters = {{parameter.name, parameter.value}}, .size = 300});
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

/// A small scene with one more field, or with another value, of an object or of the scene.
std::string with_field(const std::string& scene_field, const std::string& object_field = "",
                       const std::string& shape = R"({"shape": "box", "size": [1, 1, 1]})") {
  return R"({"parameters": {"n": {"value": 3}, "v": {"value": 0.5}}, "size": 60)" +
         (scene_field.empty() ? "" : ", " + scene_field) + R"(, "objects": [{"solid": )" + shape +
         (object_field.empty() ? "" : ", " + object_field) + "}]}";
}

std::string refusal_of(const std::string& text, const SceneChanges& changes = {}) {
  try {
    parse_scene(text, "my.json", changes);
  } catch (const io::InputError& error) {
    return error.what();
  }
  return "";
}

struct Refused {
  std::string text, message;
};

TEST(SceneFile, RefusesWithFileFieldAndValue) {
  const std::vector<Refused> table = {
      {"[", "my.json:1: json: "},
      {"[]", "my.json: not an object"},
      {"{}", "my.json: objects: missing"},
      {R"({"objects": []})", "my.json: objects: holds no object"},
      {with_field(R"("tme_step": 1)"), "my.json: unknown field 'tme_step'; the fields are about"},
      {with_field(R"("time_step": 0)"), "my.json: time_step: 0 is not positive"},
      {with_field(R"("time_step": "$speed")"),
       "my.json: time_step: '$speed': there is no parameter \"speed\"; the parameters are n, v"},
      {with_field(R"("time_step": "2*$v*")"), "my.json: time_step: '2*$v*': a number or"},
      {with_field(R"("time_step": "$v $v")"), "my.json: time_step: '$v $v': a + or - is missing"},
      {with_field(R"("time_step": "$v/0")"), "my.json: time_step: '$v/0': not finite"},
      {with_field(R"("time_step": "soon")"), "my.json: time_step: not a number"},
      {with_field(R"("steps": 0)"), "my.json: steps: 0 is less than 1"},
      {with_field(R"("steps": 2.5)"), "my.json: steps: not an integer"},
      {with_field(R"("steps": "$v")"), "my.json: steps: not an integer"},
      {with_field(R"("leave_room": 0)"), "my.json: leave_room: neither true nor false"},
      {with_field(R"("friction": -0.5)"), "my.json: friction: -0.5 is negative"},
      {with_field(R"("gravity": [0, 1])"), "my.json: gravity: 2 numbers, not 3"},
      {with_field(R"("response": "magic")"),
       "my.json: response: 'magic' is neither \"line-search\" nor \"active-set\""},
      {with_field("", "", R"({"shape": "cube", "size": 1})"),
       "my.json: objects[0].solid.shape: 'cube' is not a shape; the shapes are ball, box, cone"},
      {with_field("", "", R"({"shape": "ball"})"), "my.json: objects[0].solid.radius: missing"},
      {with_field("", "", R"({"shape": "ball", "radius": -2})"),
       "my.json: objects[0].solid.radius: -2 is not positive"},
      {with_field("", "", R"({"shape": "ball", "radius": 1, "tube": 2})"),
       "my.json: objects[0].solid.tube: unknown field; a ball has radius"},
      {with_field("", "", R"({"shape": "torus", "radius": 1, "tube": 2})"),
       "my.json: objects[0].solid.tube: 2 is not less than the radius, 1"},
      {with_field("", "", R"({"shape": "ball", "radius": 1e300})"),
       "my.json: objects[0].solid.radius: 1e+300 is not within 1e-09 to 1e+09"},
      {with_field("", "", R"({"shape": "cylinder", "radius": 1e-9, "length": 1e9})"),
       "my.json: objects[0].solid: 60 elements are too few for this shape, or it is too thin"},
      {with_field("", R"("elements": 1000000, "copies": {"count": 3})"),
       "my.json: objects[0]: more than 1000000 elements"},
      {with_field("", "", R"({"file": "no-such.msh"})"), "my.json: objects[0].solid.file: "},
      {with_field("", "", "{}"), "my.json: objects[0].solid: has neither shape nor file"},
      {with_field("", R"("cloth": {})"), "my.json: objects[0]: has both solid and cloth"},
      {with_field("", R"("share": 0)"), "my.json: objects[0].share: 0 is not positive"},
      {with_field("", R"("elements": 0)"), "my.json: objects[0].elements: 0 is not in 1 to"},
      {with_field("", R"("scale": [1, 0, 1])"), "my.json: objects[0].scale[1]: 0 is not positive"},
      {with_field("", R"("rotate": {"axis": [0, 0, 0], "degrees": 5})"),
       "my.json: objects[0].rotate.axis: an axis of length 0"},
      {with_field("", R"("spin": {"axis": [0, 0, 1]})"),
       "my.json: objects[0].spin.turns_per_second: missing"},
      {with_field("", R"("material": {"poisson": 0.5})"),
       "my.json: objects[0].material.poisson: 0.5 is not in [0, 0.5)"},
      {with_field("", R"("material": {"thickness": 1})"),
       "my.json: objects[0].material: unknown field 'thickness'"},
      {with_field("", R"("pins": [{"box": [[5, 5, 5], [6, 6, 6]]}])"),
       "my.json: objects[0].pins[0].box: holds no vertex of the object"},
      {with_field("", R"("pins": [{"box": [[1, 0, 0], [0, 1, 1]]}])"),
       "my.json: objects[0].pins[0].box: its first corner is not the lower one"},
      {with_field("", R"("pins": [{"box": [[-1, -1, -1], [1, 1, 1]], "motion": {"turns": 1}}])"),
       "my.json: objects[0].pins[0].motion.turns: needs turns_per_second"},
      {with_field("", R"("motion": {"velocity": [1, 0, 0]})"),
       "my.json: objects[0].motion: is for obstacles"},
      {with_field("", R"("copies": {"count": 0})"),
       "my.json: objects[0].copies.count: 0 is not in 1 to"},
      {with_field("", R"("colour": "red")"), "my.json: objects[0].colour: unknown field"},
  };
  for (const Refused& entry : table)
    EXPECT_EQ(refusal_of(entry.text).substr(0, entry.message.size()), entry.message) << entry.text;
}

TEST(SceneFile, RefusesChangesThatDoNotFit) {
  const std::string text = with_field("");
  EXPECT_EQ(refusal_of(text), "");
  EXPECT_EQ(refusal_of(text, {.parameters = {{"w", 2}}}),
            "my.json: --set w=2: there is no such parameter; the parameters are n, v");
  EXPECT_EQ(refusal_of(text, {.parameters = {{"v", std::nan("")}}}),
            "my.json: --set v=nan: not finite");
  EXPECT_EQ(refusal_of(text, {.size = 3}), "my.json: --size 3: not in 10 to 1000000");
  EXPECT_EQ(refusal_of(text, {.time_step = -1}), "my.json: --dt -1: not positive and finite");
  EXPECT_EQ(refusal_of(text, {.steps = -1}), "my.json: --steps -1: negative");
}

TEST(SceneFile, SaysWhichScenesThereAre) {
  try {
    read_scene("two-head");
    FAIL();
  } catch (const io::InputError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("is two-heads meant?"), std::string::npos) << message;
    EXPECT_NE(message.find("chain, cliff, cloth-on-ball"), std::string::npos) << message;
  }
}

TEST(SceneFile, TakesChangesOverItsOwnValues) {
  const std::string text =
      with_field(R"("time_step": "$v/10", "steps": 7, "gravity": ["$n", "-$v", "2 - 0.5*$n + $v"])",
                 R"("velocity": ["$v", 0, 0])");
  const sim::Scene plain = parse_scene(text, "my.json");
  EXPECT_EQ(plain.settings.time_step, 0.05);
  EXPECT_EQ(plain.settings.steps, 7);
  EXPECT_TRUE(plain.settings.leave_room);
  EXPECT_EQ(plain.gravity, Vec3(3, -0.5, 1));
  EXPECT_EQ(plain.bodies[0].velocity(0, 0), 0.5);
  const sim::Scene set = parse_scene(text, "my.json",
                                     {.parameters = {{"v", 2}, {"n", 2.5}},
                                      .size = 6000,
                                      .steps = 9,
                                      .response = sim::Response::ActiveSet,
                                      .leave_room = false,
                                      .tolerance = 1e-5});
  EXPECT_EQ(set.settings.time_step, 0.2);
  EXPECT_EQ(set.settings.steps, 9);
  EXPECT_EQ(set.settings.response, sim::Response::ActiveSet);
  EXPECT_FALSE(set.settings.leave_room);
  EXPECT_EQ(set.settings.tolerance, 1e-5);
  EXPECT_EQ(set.gravity, Vec3(2.5, -2, 2.75));
  EXPECT_EQ(set.bodies[0].tets.size(), 6000u);
}

TEST(SceneFile, PlacesTurnsAndMovesBodies) {
  const sim::Scene scene = parse_scene(
      with_field("", R"("scale": [2, 1, 1], "rotate": {"axis": [0, 0, 3], "degrees": 90},
                        "translate": [10, 0, 0], "velocity": [0, 0, 1],
                        "spin": {"axis": [0, 0, 1], "turns_per_second": 0.5},
                        "pins": [{"box": [[-99, -99, -0.5], [99, 99, -0.5]],
                                  "motion": {"axis": [0, 0, 1], "turns_per_second": 2, "turns": 3,
                                             "begin": 1}}])"),
      "my.json");
  const sim::Body& body = scene.bodies[0];
  EXPECT_EQ(body.start.colwise().minCoeff(), Eigen::RowVector3d(9.5, -1, -0.5));
  EXPECT_EQ(body.start.colwise().maxCoeff(), Eigen::RowVector3d(10.5, 1, 0.5));
  for (Eigen::Index i = 0; i < body.start.rows(); ++i) {
    const double pi = 3.141592653589793;
    EXPECT_NEAR(body.velocity(i, 0), -pi * body.start(i, 1), 1e-12);
    EXPECT_NEAR(body.velocity(i, 1), pi * (body.start(i, 0) - 10), 1e-12);
    EXPECT_EQ(body.velocity(i, 2), 1);
  }
  ASSERT_EQ(body.scripts.size(), 1u);
  EXPECT_EQ(body.scripts[0].end, 2.5);
  for (const int vertex : body.scripts[0].vertices) EXPECT_EQ(body.start(vertex, 2), -0.5);
}

TEST(SceneFile, SharesElementsOut) {
  const sim::Scene scene = parse_scene(R"({"size": 3000, "objects": [
      {"name": "a", "solid": {"shape": "box", "size": [1, 1, 1]}, "share": 2,
       "copies": {"count": 2, "translate": [2, 0, 0]}},
      {"name": "b", "solid": {"shape": "box", "size": [1, 1, 1]}, "translate": [0, 2, 0]},
      {"name": "c", "solid": {"shape": "box", "size": [1, 1, 1]}, "elements": 48},
      {"name": "d", "obstacle": {"shape": "sheet", "size": [1, 1]}, "elements": 50}]})",
                                       "my.json");
  ASSERT_EQ(scene.bodies.size(), 5u);
  EXPECT_EQ(scene.bodies[0].name, "a 1");
  EXPECT_EQ(scene.bodies[1].name, "a 2");
  EXPECT_EQ(scene.bodies[1].start.col(0).minCoeff(), 1.5);
  EXPECT_NEAR(static_cast<double>(scene.bodies[1].tets.size()), 1200, 120);
  EXPECT_NEAR(static_cast<double>(scene.bodies[2].tets.size()), 600, 60);
  EXPECT_EQ(scene.bodies[3].tets.size(), 48u);
  EXPECT_EQ(scene.bodies[4].faces.size(), 50u);
}

/// A folder of its own that goes away with it.
struct TemporaryFolder {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("scene_reader_test_" + std::to_string(::getpid()));
  TemporaryFolder() { std::filesystem::create_directories(path); }
  ~TemporaryFolder() { std::filesystem::remove_all(path); }
  std::string write(const char* name, const std::string& text) const {
    std::ofstream(path / name) << text;
    return (path / name).string();
  }
};

TEST(SceneFile, TakesMeshesFromItsFolder) {
  const TemporaryFolder folder;
  folder.write("roof.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  folder.write("points.obj", "v 0 0 0\n");
  folder.write("body.msh",
               "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n"
               "4 0 0 1\n$EndNodes\n$Elements\n1\n1 4 0 1 2 3 4\n$EndElements\n");
  const std::string scene = folder.write("scene.json", R"({"objects": [
      {"solid": {"file": "body.msh"}, "translate": [0, 0, 5]},
      {"obstacle": {"file": "roof.obj"}, "motion": {"velocity": [0, 0, 1]}}]})");
  const sim::Scene read = read_scene(scene);
  ASSERT_EQ(read.bodies.size(), 2u);
  EXPECT_EQ(read.bodies[0].tets.size(), 1u);
  EXPECT_EQ(read.bodies[0].start.col(2).minCoeff(), 5);
  EXPECT_EQ(read.bodies[1].faces.size(), 1u);
  ASSERT_EQ(read.bodies[1].scripts.size(), 1u);
  EXPECT_EQ(read.bodies[1].scripts[0].vertices, (std::vector<int>{0, 1, 2}));
  const std::string bad =
      folder.write("bad.json", R"({"objects": [{"cloth": {"file": "points.obj"}}]})");
  try {
    read_scene(bad);
    FAIL();
  } catch (const io::InputError& error) {
    EXPECT_NE(std::string(error.what()).find("points.obj: holds no triangle"), std::string::npos);
  }
}

TEST(SceneFile, ReadsTheExampleOfTheDocument) {
  const std::string document = io::read_text(FIRSTCONTACT_SCENES_DOCUMENT);
  const std::string fence = "```json\n";
  const std::size_t begin = document.find(fence) + fence.size();
  ASSERT_NE(begin, std::string::npos + fence.size());
  const sim::Scene scene =
      parse_scene(document.substr(begin, document.find("```", begin) - begin), "example.json");
  EXPECT_EQ(scene.bodies.size(), 4u);
  const SceneSurface surface = surface_of_scene(scene);
  EXPECT_EQ(intersections(surface.mesh, surface.positions).status, Status::Free);
}

TEST(ChainScene, StartsLinked) {
  // The middle line of each ring passes through the disc of the next one: seen along the axis of
  // the next ring, one end of this ring is within the hole, the other far outside.
  const sim::Scene scene = read_scene("chain", {.parameters = {{"links", 8}}});
  ASSERT_EQ(scene.bodies.size(), 8u);
  for (std::size_t i = 0; i + 1 < scene.bodies.size(); ++i) {
    const PointMatrix &upper = scene.bodies[i].start, &lower = scene.bodies[i + 1].start;
    const double upper_end = upper.col(2).minCoeff(), lower_end = lower.col(2).maxCoeff();
    const double lower_middle = (lower.col(2).minCoeff() + lower_end) / 2;
    // Ends overlap by more than both tubes' thickness, and neither reaches the other's middle.
    EXPECT_GT(lower_end - upper_end, 0.1);
    EXPECT_GT(upper_end, lower_middle);
    // One lies in the plane x = 0, the other in y = 0.
    const int flat = i % 2 == 0 ? 0 : 1;
    EXPECT_LT(upper.col(flat).cwiseAbs().maxCoeff(), 0.026);
    EXPECT_LT(lower.col(1 - flat).cwiseAbs().maxCoeff(), 0.026);
  }
}

TEST(DegenerateScenes, AreExactlyAligned) {
  const sim::Scene spikes = read_scene("spike");
  Eigen::Index upper = 0, lower = 0;
  spikes.bodies[0].start.col(2).minCoeff(&upper);
  spikes.bodies[1].start.col(2).maxCoeff(&lower);
  EXPECT_EQ(spikes.bodies[0].start.row(upper).head(2), spikes.bodies[1].start.row(lower).head(2));
  const sim::Scene hole = read_scene("hole");
  std::set<double> walls;
  for (Eigen::Index i = 0; i < hole.bodies[1].start.rows(); ++i)
    walls.insert(hole.bodies[1].start(i, 0));
  EXPECT_TRUE(walls.contains(hole.bodies[0].start.col(0).minCoeff()));
  EXPECT_TRUE(walls.contains(hole.bodies[0].start.col(0).maxCoeff()));
}

}  // namespace
}  // namespace firstcontact::apps::scene_reader_test
