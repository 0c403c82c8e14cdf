// Collada meshes: what nodes, instances, units and axes make of geometries.
#include "io/dae_file.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <numbers>
#include <random>

#include "collada_text.h"

namespace firstcontact::io::dae_file_test {
namespace {

using testing::TemporaryFolder;
using Points = std::vector<Vec3>;

TEST(DaeFile, PlacesTrianglesThroughNodesFromTheInnermostOutwards) {
  const MeshData mesh = dae_of(collada_of(
      one_triangle() +
      visual_scene(
          "<node><translate>0 0 10</translate><rotate>0 0 1 90</rotate><node><scale>2 3 "
          "4</scale><translate>1 0 0</translate><instance_geometry url='#g'/></node></node>")));
  ASSERT_EQ(mesh.vertices.size(), 3u);
  EXPECT_EQ(mesh.faces, (std::vector<std::array<int, 3>>{{0, 1, 2}}));
  // (x, y, z) -> (2 (x + 1), 3 y, 4 z) -> a quarter turn about z -> up by 10
  const Points wanted = {{0, 2, 10}, {0, 4, 10}, {-6, 2, 10}};
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_TRUE(mesh.vertices[i].isApprox(wanted[i], 1e-15)) << mesh.vertices[i].transpose();
}

TEST(DaeFile, AppliesMatricesRowByRow) {
  const MeshData mesh = dae_of(
      collada_of(one_triangle() + scene_of_g("<matrix>0 -1 0 5 1 0 0 6 0 0 1 7 0 0 0 1</matrix>")));
  EXPECT_EQ(mesh.vertices, (Points{{5, 6, 7}, {5, 7, 7}, {3, 6, 7}}));
}

TEST(DaeFile, AppliesUnitAndUpAxisExactly) {
  const auto points = [](const char* asset) {
    return dae_of(collada_of(one_triangle() + scene_of_g("<translate>0 0 4</translate>"), asset))
        .vertices;
  };
  const Points written = {{0, 0, 4}, {1, 0, 4}, {0, 2, 4}};
  EXPECT_EQ(points(""), written);
  EXPECT_EQ(points("<up_axis>Z_UP</up_axis>"), written);
  EXPECT_EQ(points("<up_axis> Y_UP\n</up_axis>"), (Points{{0, -4, 0}, {1, -4, 0}, {0, -4, 2}}));
  EXPECT_EQ(points("<up_axis>X_UP</up_axis>"), (Points{{0, -4, 0}, {0, -4, 1}, {-2, -4, 0}}));
  EXPECT_EQ(points("<unit name='half' meter='0.5'/><up_axis>Z_UP</up_axis>"),
            (Points{{0, 0, 2}, {0.5, 0, 2}, {0, 1, 2}}));
  EXPECT_EQ(points("<unit name='meter'/>"), written);
  EXPECT_EQ(points("<unit meter='0.0254'/>")[1],
            Vec3(0.0254, 0, 4 * 0.0254));  // not rounded to single precision
}

TEST(DaeFile, NotesAnUpAxisThatOtherProgramsIgnore) {
  std::vector<std::string> notes;
  read_dae_text(collada_of(one_triangle() + scene_of_g(), "<up_axis>Z_UP</up_axis>"), "m.dae",
                &notes);
  EXPECT_TRUE(notes.empty());
  read_dae_text(collada_of(one_triangle() + scene_of_g(), "<up_axis>Y_UP</up_axis>"), "m.dae",
                &notes);
  EXPECT_EQ(
      notes,
      (std::vector<std::string>{
          "m.dae: its <up_axis> Y_UP is applied, so that z is up; RViz and MoveIt ignore it"}));
}

TEST(DaeFile, TurnsMirroredTrianglesAround) {
  const auto normal_z = [&](const char* scale) {
    const MeshData mesh = dae_of(
        collada_of(one_triangle() + scene_of_g(std::string("<scale>") + scale + "</scale>")));
    const auto corner = [&](std::size_t k) { return mesh.vertices[mesh.faces[0][k]]; };
    return (corner(1) - corner(0)).cross(corner(2) - corner(0)).z();
  };
  EXPECT_EQ(normal_z("1 1 1"), 2);
  EXPECT_EQ(normal_z("-1 1 1"), 2);
  EXPECT_EQ(normal_z("-1 -1 1"), 2);
}

TEST(DaeFile, FollowsInstancesOfNodesAndSharesGeometries) {
  const std::string library =
      "<library_nodes><node id='pair'><instance_geometry url='#g'/><node><translate>0 0 "
      "1</translate><instance_geometry "
      "url='#g'/></node></node></library_nodes>\n";
  const MeshData mesh =
      dae_of(collada_of(one_triangle() + library +
                        visual_scene("<node><translate>10 0 0</translate><instance_node "
                                     "url='#pair'/></node><node><translate>20 0 0</translate>"
                                     "<instance_node url='#pair'/></node>")));
  ASSERT_EQ(mesh.faces.size(), 4u);
  EXPECT_EQ(mesh.vertices[0], Vec3(10, 0, 0));
  EXPECT_EQ(mesh.vertices[3], Vec3(10, 0, 1));
  EXPECT_EQ(mesh.vertices[6], Vec3(20, 0, 0));
  EXPECT_EQ(mesh.vertices[9], Vec3(20, 0, 1));
}

TEST(DaeFile, ReadsTheSceneThatIsInstancedAndNoOther) {
  const std::string other =
      "<library_visual_scenes><visual_scene id='t'><node><instance_controller "
      "url='#none'/></node></visual_scene></library_visual_scenes>";
  EXPECT_EQ(dae_of(collada_of(other + one_triangle() + scene_of_g())).faces.size(), 1u);
}

TEST(DaeFile, PassesOverWhatHasNoShape) {
  const std::string parts =
      "<asset/><instance_camera url='#c'/><instance_light "
      "url='#l'/><extra><technique><skew/></technique></extra>"
      "<instance_geometry url='#g'><bind_material/></instance_geometry>";
  EXPECT_EQ(
      dae_of(collada_of("<library_effects><effect id='e'/></library_effects>" + one_triangle() +
                        visual_scene("<asset/><node>" + parts + "</node><extra/>")))
          .faces.size(),
      1u);
}

TEST(DaeFile, GoesThroughDeepNestingAndLongChainsOfInstances) {
  std::string open, close;
  for (int i = 0; i < 80; ++i) {
    open += "<node><translate>1 0 0</translate>";
    close += "</node>";
  }
  EXPECT_EQ(dae_of(collada_of(one_triangle() +
                              visual_scene(open + "<instance_geometry url='#g'/>" + close)))
                .vertices[0],
            Vec3(80, 0, 0));
  constexpr int kNodes = 50'000;
  std::string chain = "<library_nodes>";
  for (int i = 0; i < kNodes; ++i)
    chain += "<node id='n" + std::to_string(i) +
             "'><translate>1 0 0</translate><instance_node url='#n" + std::to_string(i + 1) +
             "'/></node>\n";
  chain += "<node id='n" + std::to_string(kNodes) +
           "'><instance_geometry url='#g'/></node></library_nodes>";
  EXPECT_EQ(dae_of(collada_of(chain + one_triangle() +
                              visual_scene("<node><instance_node url='#n0'/></node>")))
                .vertices[0],
            Vec3(kNodes, 0, 0));
}

/// The vertices go through random translations, rotations, scales and matrices as Eigen has them.
TEST(DaeFile, AgreesWithEigenOnRandomNodes) {
  std::mt19937 random(20261117);
  std::uniform_real_distribution<double> number(-2, 2);
  std::uniform_int_distribution<int> kind(0, 3);
  for (int round = 0; round < 200; ++round) {
    Eigen::Affine3d wanted = Eigen::Affine3d::Identity();
    std::string parts;
    const auto written = [](std::initializer_list<double> numbers) {
      std::string text;
      for (const double x : numbers) text += std::to_string(x) + " ";
      return text;
    };
    const auto draw = [&] {
      return std::stod(std::to_string(number(random)));
    };  // as it is written
    for (int i = 0; i < 4; ++i) {
      const Vec3 v(draw(), draw(), draw());
      const double angle = 90 * draw();
      switch (kind(random)) {
        case 0:
          wanted.translate(v);
          parts += "<translate>" + written({v.x(), v.y(), v.z()}) + "</translate>";
          break;
        case 1:
          wanted.rotate(Eigen::AngleAxisd(angle / 180 * std::numbers::pi, v.normalized()));
          parts += "<rotate>" + written({v.x(), v.y(), v.z(), angle}) + "</rotate>";
          break;
        case 2:
          wanted.scale(v);
          parts += "<scale>" + written({v.x(), v.y(), v.z()}) + "</scale>";
          break;
        default: {
          Eigen::Affine3d matrix = Eigen::Affine3d::Identity();
          matrix.linear() << 1, v.x(), 0, 0, 1, v.y(), v.z(), 0, 1;
          matrix.translation() = v;
          wanted = wanted * matrix;
          parts +=
              "<matrix>" +
              written({1, v.x(), 0, v.x(), 0, 1, v.y(), v.y(), v.z(), 0, 1, v.z(), 0, 0, 0, 1}) +
              "</matrix>";
        }
      }
    }
    const MeshData mesh = dae_of(collada_of(one_triangle() + scene_of_g(parts)));
    const Points corners = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}};
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_NEAR((mesh.vertices[i] - wanted * corners[i]).norm(), 0,
                  2e-5 * (1 + wanted.matrix().norm()))
          << parts;
  }
}

TEST(DaeFile, ReadsFilesOfAnyCase) {
  const TemporaryFolder folder;
  const std::string path = folder.make("i.DAE", collada_of(one_triangle() + scene_of_g()));
  EXPECT_EQ(read_triangles(path).faces.size(), 1u);
  EXPECT_EQ(read_dae(path).faces.size(), 1u);
  EXPECT_NE(
      testing::message_of<InputError>([] { read_triangles("/none/m.dae"); }).find("/none/m.dae: "),
      std::string::npos);
}

TEST(DaeFile, IsKnownByItsName) {
  EXPECT_TRUE(is_dae("a/b.dae") && is_dae("B.DAE"));
  EXPECT_FALSE(is_dae("dae") || is_dae("a.dae.obj") || is_dae(""));
}

}  // namespace
}  // namespace firstcontact::io::dae_file_test
