// OBJ: every form that is accepted, and every way to be wrong with its message.
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "io/mesh_input.h"
#include "mesh_bytes.h"

namespace firstcontact::io::mesh_obj_test {
namespace {

MeshData read_obj_text(const std::string& text) { return read_bytes("m.obj", text); }
std::string obj_error(const std::string& text) { return mesh_error("m.obj", text); }

/// Lines 1 to 4: a square.
const std::string kSquare = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

std::string repeated(char c, std::size_t count) {
  std::string out;
  out.resize(count, c);
  return out;
}

TEST(MeshObj, KeepsTheOrderOfVertices) {
  const MeshData mesh = read_obj_text("v 3 0 0\nv 1 2.5 -1e-3\nf 1 2 3\nv 2 0 0\n");
  ASSERT_EQ(mesh.vertices.size(), 3u);
  EXPECT_EQ(mesh.vertices[0], Vec3(3, 0, 0));
  EXPECT_EQ(mesh.vertices[1], Vec3(1, 2.5, -1e-3));
  EXPECT_EQ(mesh.vertices[2], Vec3(2, 0, 0));
  EXPECT_EQ(mesh.faces, (Faces{{0, 1, 2}}));
  EXPECT_TRUE(mesh.edges.empty());
}

TEST(MeshObj, ReadsEveryFormOfACorner) {
  for (const std::string face : {"f 1 2 3", "f 1/1 2/2 3/3", "f 1//9 2//9 3//9",
                                 "f 1/7/9 2/8/9 3/9/9", "f 1/-1 2/-1/-2 3//-1"})
    EXPECT_EQ(read_obj_text(kSquare + face).faces, (Faces{{0, 1, 2}})) << face;
}

TEST(MeshObj, CountsNegativeIndicesBackFromTheFace) {
  EXPECT_EQ(
      read_obj_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 0 0 1\nf -4/-1 -2//-1 -1/-1/-1\n")
          .faces,
      (Faces{{0, 1, 2}, {0, 2, 3}}));
}

TEST(MeshObj, GivesThePolygonsOfTheFileBack) {
  const MeshData mesh =
      read_obj_text(kSquare + "v 2 2 2\nf 1 2 3\nf 2 3 4 5 1\nf 4 3 2 1\nf 5 1 2\n");
  EXPECT_EQ(polygons_of(mesh),
            (std::vector<std::vector<int>>{{0, 1, 2}, {1, 2, 3, 4, 0}, {3, 2, 1, 0}, {4, 0, 1}}));
  ASSERT_EQ(mesh.fans.size(), 2u);
  EXPECT_EQ(mesh.fans[1].first, 4u);
  EXPECT_EQ(mesh.fans[1].triangles, 2u);
  EXPECT_TRUE(read_obj_text(kSquare + "f 1 2 3\n").fans.empty());
}

TEST(MeshObj, FansPolygonsFromTheirFirstCorner) {
  EXPECT_EQ(read_obj_text(kSquare + "v 2 2 2\nf 2 3 4 5 1\nf 1 2 3\n").faces,
            (Faces{{1, 2, 3}, {1, 3, 4}, {1, 4, 0}, {0, 1, 2}}));
}

TEST(MeshObj, KeepsFacesThatRepeatACornerOrEachOther) {
  EXPECT_EQ(read_obj_text(kSquare + "f 1 1 2\nf 1 2 3\nf 1 2 3\n").faces,
            (Faces{{0, 0, 1}, {0, 1, 2}, {0, 1, 2}}));
}

TEST(MeshObj, MakesEdgesOfPolylines) {
  const MeshData mesh = read_obj_text(kSquare + "l 1 2 3/5\nl -1 -4\np 1 2 -1\n");
  EXPECT_EQ(mesh.edges, (Edges{{0, 1}, {1, 2}, {3, 0}}));
  EXPECT_TRUE(mesh.faces.empty());
  EXPECT_EQ(mesh.vertices.size(), 4u);
}

TEST(MeshObj, IgnoresWeightsAndColours) {
  const MeshData mesh = read_obj_text("v 1 2 3 0.5\nv 4 5 6 0.1 0.2 0.3\n");
  EXPECT_EQ(mesh.vertices[0], Vec3(1, 2, 3));
  EXPECT_EQ(mesh.vertices[1], Vec3(4, 5, 6));
}

TEST(MeshObj, PassesOverOtherKeywordsCommentsAndBlankLines) {
  const MeshData mesh = read_obj_text(
      "\xEF\xBB\xBF# v 9 9 9\r\nmtllib a b.mtl\r\no thing\r\n\r\n  v\t0 0   0 # origin\r\nvt 0.5 "
      "0.5\nvn nan 0 0\ng a b\ns off\n"
      "v 1 0 0\nusemtl none\nv 0 1 0\nvp 1 2\n#f 9 9 9\nf 1 2 3 # all\n \t\n");
  EXPECT_EQ(mesh.vertices.size(), 3u);
  EXPECT_EQ(mesh.faces, (Faces{{0, 1, 2}}));
}

TEST(MeshObj, JoinsLinesAtABackslashButNotComments) {
  const MeshData mesh =
      read_obj_text("# C:\\folder\\\nv 0 \\\r\n0\\\n 0\nv 1 0 0\nv 0 1 0\nf 1 \\\n2 \\\n3");
  EXPECT_EQ(mesh.vertices.size(), 3u);
  EXPECT_EQ(mesh.faces, (Faces{{0, 1, 2}}));
  EXPECT_EQ(obj_error(kSquare + "f 1 2 \\\n\\\n9\nv 1 1 1\n"),
            "m.obj:5: corner 3: vertex 9 is out of range: the file has 5 vertices");
}

TEST(MeshObj, ReadsTheNearestDouble) {
  const MeshData mesh = read_obj_text(
      "v 0.1 +2.5 -0\nv 1e-400 -1e-400 4.9406564584124654e-324\nv 1.7976931348623157e308 .5 5.\n"
      "v 0.1000000000000000055511151231257827021181583404541015625 9007199254740993 1E2\nv "
      "0e99999999999999999999 "
      "0.0000000000000000000001e-99999999999999999999 -0." +
      repeated('0', 400) + "1\n");
  EXPECT_EQ(mesh.vertices[0], Vec3(0.1, 2.5, -0.0));
  EXPECT_TRUE(same_bits(mesh.vertices[0].z(), -0.0));
  EXPECT_TRUE(same_bits(mesh.vertices[1].x(), 0.0));
  EXPECT_TRUE(same_bits(mesh.vertices[1].y(), -0.0));
  EXPECT_TRUE(same_bits(mesh.vertices[1].z(), std::numeric_limits<double>::denorm_min()));
  EXPECT_EQ(mesh.vertices[2], Vec3(std::numeric_limits<double>::max(), 0.5, 5));
  EXPECT_EQ(mesh.vertices[3], Vec3(0.1, 9007199254740992.0, 100));
  EXPECT_TRUE(same_bits(mesh.vertices[4].x(), 0.0));
  EXPECT_TRUE(same_bits(mesh.vertices[4].y(), 0.0));
  EXPECT_TRUE(same_bits(mesh.vertices[4].z(), -0.0));
}

TEST(MeshObj, ReadsAPolygonLongerThanTheBuffer) {
  std::string text = kSquare + "f";
  for (int i = 0; i < 200'000; ++i) text += ' ' + std::to_string(i % 4 + 1);
  const MeshData mesh = read_obj_text(text + "\nf 1 2 4\n");
  ASSERT_EQ(mesh.faces.size(), 199'999u);
  EXPECT_EQ(mesh.faces[199'997], (std::array<int, 3>{0, 2, 3}));
  EXPECT_EQ(mesh.faces.back(), (std::array<int, 3>{0, 1, 3}));
}

TEST(MeshObjErrors, IndexOutOfRange) {
  EXPECT_EQ(obj_error(kSquare + "f 1 2 5\n"),
            "m.obj:5: corner 3: vertex 5 is out of range: the file has 4 vertices");
  EXPECT_EQ(obj_error(kSquare + "f 1 2 3\nf 7 8 3\nf 1 8 2\n"),
            "m.obj:6: corner 2: vertex 8 is out of range: the file has 4 vertices");
  EXPECT_EQ(obj_error("v 0 0 0\nl 1 -2\n"),
            "m.obj:2: point 2: vertex -2 is out of range: 1 vertex comes before this line");
  EXPECT_EQ(obj_error(kSquare + "f 1 2 -5\nv 0 0 0\n"),
            "m.obj:5: corner 3: vertex -5 is out of range: 4 vertices come before this line");
  EXPECT_EQ(obj_error(kSquare + "f 0 1 2\n"),
            "m.obj:5: corner 1: vertex 0 is out of range: vertices count from 1");
  EXPECT_EQ(obj_error(kSquare + "p 4 5"),
            "m.obj:5: point 2: vertex 5 is out of range: the file has 4 vertices");
  EXPECT_EQ(obj_error(kSquare + "f 1 2 4294967297"),
            "m.obj:5: corner 3: vertex 4294967297 is out of range: the file has 4 vertices");
  EXPECT_EQ(obj_error(kSquare + "f 1 2 99999999999999999999"),
            "m.obj:5: corner 3: '99999999999999999999' is out of range");
}

TEST(MeshObjErrors, TextInsteadOfAnIndex) {
  for (const std::string word :
       {"x", "1.5", "1/", "1/2/", "1//", "1/2/3/4", "1/a", "/1", "1x", "+1", "1//2/3", "1///2"})
    EXPECT_EQ(obj_error(kSquare + "f 1 " + word + " 3\n"),
              "m.obj:5: corner 2: '" + word +
                  "' is not an index, nor of the form v/vt, v//vn or v/vt/vn");
}

TEST(MeshObjErrors, TooFewCorners) {
  EXPECT_EQ(obj_error(kSquare + "f 1 2\n"), "m.obj:5: f: 2 corners, a face needs at least 3");
  EXPECT_EQ(obj_error(kSquare + "f 1\n"), "m.obj:5: f: 1 corner, a face needs at least 3");
  EXPECT_EQ(obj_error(kSquare + "f\n"), "m.obj:5: f: 0 corners, a face needs at least 3");
  EXPECT_EQ(obj_error(kSquare + "l 1\n"), "m.obj:5: l: 1 point, a line needs at least 2");
  EXPECT_EQ(obj_error(kSquare + "p\n"), "m.obj:5: p: 0 points, at least 1 is needed");
}

TEST(MeshObjErrors, CoordinatesThatAreNoFiniteNumber) {
  EXPECT_EQ(obj_error("v 0 0 0\nv 0 nan 0\n"), "m.obj:2: y: 'nan' is not finite");
  EXPECT_EQ(obj_error("v -inf 0 0\n"), "m.obj:1: x: '-inf' is not finite");
  EXPECT_EQ(obj_error("v 0 0 1e999\n"), "m.obj:1: z: '1e999' is too large for a double");
  EXPECT_EQ(obj_error("v 0 0 -1e99999999999999999999\n"),
            "m.obj:1: z: '-1e99999999999999999999' is too large for a double");
  EXPECT_EQ(
      obj_error("v 0 0 1" + repeated('0', 400)),
      "m.obj:1: z: '1" + repeated('0', 39) + "'... (401 characters) is too large for a double");
  EXPECT_EQ(obj_error("v 0 abc 0\n"), "m.obj:1: y: 'abc' is not a number");
  EXPECT_EQ(obj_error("v 0 1,5 0\n"), "m.obj:1: y: '1,5' is not a number");
  EXPECT_EQ(obj_error("v 0 0x10 0\n"), "m.obj:1: y: '0x10' is not a number");
  EXPECT_EQ(obj_error("v 0 +-1 0\n"), "m.obj:1: y: '+-1' is not a number");
  EXPECT_EQ(obj_error("v 1 2\n"), "m.obj:1: z: is missing, a number is needed");
  EXPECT_EQ(obj_error("v 1 2 # 3\n"), "m.obj:1: z: is missing, a number is needed");
  EXPECT_EQ(obj_error("v 1 2 3 4 5\n"),
            "m.obj:1: v: 5 numbers, a vertex has 3, 4 (with a weight) or 6 (with a colour)");
  EXPECT_EQ(obj_error("v 1 2 3 red\n"), "m.obj:1: number 4: 'red' is not a number");
}

TEST(MeshObjErrors, LinesThatAreNoObj) {
  using namespace std::string_literals;
  EXPECT_EQ(obj_error("v 0 0 0\n1 2 3\n"), "m.obj:2: keyword: '1' is not an OBJ keyword");
  EXPECT_EQ(obj_error("\0\0\x01\xff\n"s),
            "m.obj:1: keyword: '\\x00\\x00\\x01\\xff' is not an OBJ keyword");
  EXPECT_EQ(obj_error("v 0 0 0\nsurf 0 1 0 1 1 2\n"),
            "m.obj:2: surf: free-form curves and surfaces are not supported");
  EXPECT_EQ(obj_error("v 0 0 0\ncall other.obj\n"),
            "m.obj:2: call: including another file is not supported");
  EXPECT_EQ(obj_error("v 0 0 0\nv 0 0 \\"),
            "m.obj:2: line: the file ends where \\ says that the line goes on");
  const std::string long_line = kSquare + "f 1 2 3" + repeated(' ', kMaxMeshLineBytes - 6);
  EXPECT_EQ(testing::message_of<InputError>([&] { read_obj_text(long_line); }),
            "m.obj:5: line: longer than 16777216 bytes; is this a text file?");
  const std::string joined = kSquare + "f 1 2 3" + repeated(' ', kMaxMeshLineBytes - 100) + "\\\n" +
                             repeated(' ', 200) + "\\\n4\n";
  EXPECT_EQ(testing::message_of<InputError>([&] { read_obj_text(joined); }),
            "m.obj:5: line: longer than 16777216 bytes");
}

TEST(MeshObjErrors, NoVertex) {
  EXPECT_EQ(obj_error("# nothing\n"), "m.obj: holds no vertex");
  EXPECT_EQ(obj_error(""), "m.obj: holds no mesh: the file is empty");
}

}  // namespace
}  // namespace firstcontact::io::mesh_obj_test
