// Collada meshes: units, nodes, up axis, refusals.
#include "io/dae_file.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "temporary_folder.h"

namespace firstcontact::io {
namespace {

using testing::TemporaryFolder;

/// One triangle with corners 0, (1, 0, 0) and (0, 2, 0), and one quadrilateral above it, in a node with this matrix.
std::string dae(const std::string& unit, const std::string& up, const std::string& matrix) {
  return "<?xml version='1.0'?>\n<COLLADA xmlns='http://www.collada.org/2005/11/COLLADASchema' version='1.4.1'>\n<asset>" + unit +
         "<up_axis>" + up +
         "</up_axis></asset>\n"
         "<library_geometries><geometry id='g' name='g'><mesh>\n"
         "<source id='p'><float_array id='pa' count='21'>0 0 0 1 0 0 0 2 0 0 0 3 1 0 3 1 2 3 0 2 3</float_array><technique_common>"
         "<accessor source='#pa' count='7' stride='3'><param name='X' type='float'/><param name='Y' type='float'/><param name='Z' "
         "type='float'/></accessor></technique_common></source>\n"
         "<vertices id='v'><input semantic='POSITION' source='#p'/></vertices>\n"
         "<polylist count='2'><input semantic='VERTEX' source='#v' offset='0'/><vcount>3 4</vcount><p>0 1 2 3 4 5 "
         "6</p></polylist>\n"
         "</mesh></geometry></library_geometries>\n"
         "<library_visual_scenes><visual_scene id='s'><node id='outer'><translate>0 0 10</translate><node id='n'><matrix>" +
         matrix +
         "</matrix><instance_geometry url='#g'/></node></node></visual_scene></library_visual_scenes>\n"
         "<scene><instance_visual_scene url='#s'/></scene>\n</COLLADA>\n";
}

constexpr const char* kIdentity = "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1";

struct Box {
  Vec3 low, high;
};
Box box_of(const MeshData& mesh) {
  Box box = {mesh.vertices.at(0), mesh.vertices.at(0)};
  for (const Vec3& v : mesh.vertices) box = {box.low.cwiseMin(v), box.high.cwiseMax(v)};
  return box;
}

TEST(DaeFile, GivesTrianglesInMetresThroughTheNodes) {
  const TemporaryFolder folder;
  const MeshData metres = read_dae(folder.make("m.dae", dae("<unit meter='1' name='meter'/>", "Z_UP", kIdentity)));
  EXPECT_EQ(metres.faces.size(), 3u);
  EXPECT_EQ(box_of(metres).low, Vec3(0, 0, 10));
  EXPECT_EQ(box_of(metres).high, Vec3(1, 2, 13));
  const MeshData inches = read_dae(folder.make("i.DAE", dae("<unit meter='0.0254' name='inch'/>", "Z_UP", kIdentity)));
  EXPECT_TRUE(box_of(inches).high.isApprox(Vec3(1, 2, 13) * 0.0254, 1e-6)) << box_of(inches).high.transpose();
  EXPECT_TRUE(box_of(inches).low.isApprox(Vec3(0, 0, 10) * 0.0254, 1e-6)) << box_of(inches).low.transpose();
}

TEST(DaeFile, LeavesCoordinatesAsWrittenWhateverTheUpAxis) {
  const TemporaryFolder folder;
  for (const char* up : {"X_UP", "Y_UP", "Z_UP"}) {
    const Box box = box_of(read_dae(folder.make("m.dae", dae("<unit meter='1'/>", up, kIdentity))));
    EXPECT_EQ(box.low, Vec3(0, 0, 10)) << up;
    EXPECT_EQ(box.high, Vec3(1, 2, 13)) << up;
  }
}

TEST(DaeFile, TurnsMirroredTrianglesAround) {
  const TemporaryFolder folder;
  const auto normal_z = [&](const char* matrix) {
    const MeshData mesh = read_dae(folder.make("m.dae", dae("<unit meter='1'/>", "Z_UP", matrix)));
    const auto corner = [&](std::size_t k) { return mesh.vertices[static_cast<std::size_t>(mesh.faces[0][k])]; };
    return (corner(1) - corner(0)).cross(corner(2) - corner(0)).z();
  };
  EXPECT_EQ(normal_z(kIdentity), 2);
  EXPECT_EQ(normal_z("-1 0 0 5 0 1 0 0 0 0 1 0 0 0 0 1"), 2);
}

TEST(DaeFile, RefusesWhatIsNoMesh) {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& text) {
    const std::string path = folder.make("m.dae", text);
    const std::string message = testing::message_of<InputError>([&] { read_triangles(path); });
    return message.substr(0, path.size()) == path ? message.substr(path.size()) : "not of the file: " + message;
  };
  EXPECT_EQ(refused(""), ":1: XML: there is no element");
  EXPECT_EQ(refused("<COLLADA>"), ":1: XML: an element is not closed, or closed by another name");
  EXPECT_EQ(refused("<html/>"), ":1: <html>: the outermost element must be <COLLADA>");
  EXPECT_EQ(refused("<COLLADA version='1.4.1'/>").substr(0, 21), ": not a Collada mesh:");
  EXPECT_NE(refused(dae("<unit meter='1'/>", "Z_UP", "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 nan")), "(no error)");
  EXPECT_NE(testing::message_of<InputError>([] { read_triangles("/none/m.dae"); }).find("/none/m.dae: "), std::string::npos);
}

TEST(DaeFile, IsKnownByItsName) {
  EXPECT_TRUE(is_dae("a/b.dae") && is_dae("B.DAE"));
  EXPECT_FALSE(is_dae("dae") || is_dae("a.dae.obj") || is_dae(""));
}

}  // namespace
}  // namespace firstcontact::io
