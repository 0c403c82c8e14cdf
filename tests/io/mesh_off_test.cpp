// OFF: every form that is accepted, and every way to be wrong with its message.
#include <gtest/gtest.h>

#include <string>

#include "mesh_bytes.h"

namespace firstcontact::io::mesh_off_test {
namespace {

std::string off_error(const std::string& text) { return mesh_error("m.off", text); }

const std::string kPoints = "0 0 0\n1 0 0\n1 1 0\n0 1 0.1\n";

TEST(MeshOff, ReadsVerticesAndFansPolygons) {
  const MeshData mesh = read_bytes("m.off", "OFF\n4 2 0\n" + kPoints + "3 2 1 0\n4 0 1 2 3\n");
  ASSERT_EQ(mesh.vertices.size(), 4u);
  EXPECT_EQ(mesh.vertices[3], Vec3(0, 1, 0.1));
  EXPECT_EQ(mesh.faces, (Faces{{2, 1, 0}, {0, 1, 2}, {0, 2, 3}}));
}

TEST(MeshOff, TakesCountsFromTheFirstLineToo) {
  EXPECT_EQ(read_bytes("m.off", "OFF 4 1 0\n" + kPoints + "3 2 1 0\n").faces, (Faces{{2, 1, 0}}));
  EXPECT_EQ(read_bytes("m.off", "OFF 4 1\n" + kPoints + "3 2 1 0").faces, (Faces{{2, 1, 0}}));
}

TEST(MeshOff, PassesOverColoursNormalsAndTextureCoordinates) {
  for (const std::string magic : {"COFF", "NOFF", "STOFF", "CNOFF", "STCNOFF", "OFF"}) {
    const MeshData mesh = read_bytes("m.off", magic +
                                                  "\n3 1 3\n0 0 0 255 0 0 255\n1 0 0 0.1 0.2 0.3 "
                                                  "1\n0 1 0 1 1 1 1\n3 0 1 2 0.5 0.5 0.5\n");
    EXPECT_EQ(mesh.vertices[1], Vec3(1, 0, 0)) << magic;
    EXPECT_EQ(mesh.faces, (Faces{{0, 1, 2}})) << magic;
  }
}

TEST(MeshOff, PassesOverCommentsAndBlankLines) {
  const MeshData mesh = read_bytes("m.off",
                                   "# a\r\n\r\nOFF # b\r\n# c\r\n3 1 0 # d\r\n\r\n0 0 0\r\n#e\r\n1 "
                                   "0 0 # f\r\n0 1 0\r\n\r\n3 0 1 2\r\n# g\r\n\r\n");
  EXPECT_EQ(mesh.vertices.size(), 3u);
  EXPECT_EQ(mesh.faces, (Faces{{0, 1, 2}}));
}

TEST(MeshOffErrors, TruncatedFile) {
  EXPECT_EQ(off_error("OFF\n"),
            "m.off:1: counts: the file ends early: the numbers of vertices and faces are missing");
  EXPECT_EQ(off_error("OFF\n4 1 0\n0 0 0\n"),
            "m.off:3: vertex: the file ends early: 1 of 4 vertices are there");
  EXPECT_EQ(off_error("OFF\n4 2 0\n" + kPoints + "3 0 1 2\n"),
            "m.off:7: face: the file ends early: 1 of 2 faces are there");
  EXPECT_EQ(off_error("OFF\n2000000000 9000000000000000000 0\n0 0 0\n"),
            "m.off:3: vertex: the file ends early: 1 of 2000000000 vertices are there");
  EXPECT_EQ(off_error("OFF\n4000000000 1 0\n0 0 0\n"),
            "m.off:2: vertex count: 4000000000 is more than 2147483647");
}

TEST(MeshOffErrors, MoreLinesThanTheCountsSay) {
  EXPECT_EQ(off_error("OFF\n4 1 0\n" + kPoints + "3 0 1 2\n3 0 2 3\n"),
            "m.off:8: end of file: more lines than the counts say: '3 0 2 3'");
}

TEST(MeshOffErrors, Counts) {
  EXPECT_EQ(off_error("OFF\n4\n"), "m.off:2: face count: is missing, an integer is needed");
  EXPECT_EQ(off_error("OFF\n-4 1 0\n"), "m.off:2: vertex count: -4 is negative");
  EXPECT_EQ(off_error("OFF\n4.0 1 0\n"), "m.off:2: vertex count: '4.0' is not an integer");
  EXPECT_EQ(off_error("OFF\n4 1 0 0\n"), "m.off:2: counts: '0' is one value too many");
  EXPECT_EQ(off_error("OFF\n99999999999999999999 1 0\n"),
            "m.off:2: vertex count: '99999999999999999999' is out of range");
  EXPECT_EQ(off_error("OFF\n0 0 0\n"), "m.off: holds no vertex");
}

TEST(MeshOffErrors, OtherKindsOfOff) {
  EXPECT_EQ(off_error("OFF BINARY\n1 0 0\n"), "m.off:1: OFF: binary OFF is not supported");
  EXPECT_EQ(off_error("4OFF\n1 0 0\n"),
            "m.off:1: OFF: '4OFF' is not supported: only OFF with the prefixes ST, C and N is");
  EXPECT_EQ(off_error("nOFF\n1 0 0\n"),
            "m.off:1: OFF: 'nOFF' is not supported: only OFF with the prefixes ST, C and N is");
  EXPECT_EQ(off_error("4 1 0\n"), "m.off:1: OFF: '4' is not OFF, COFF, NOFF or STOFF");
  EXPECT_EQ(off_error("# only\n"), "m.off: holds no mesh: there is nothing but comments");
}

TEST(MeshOffErrors, VerticesAndFaces) {
  const auto with_point = [](const std::string& point) {
    return off_error("OFF\n1 0 0\n" + point + "\n");
  };
  EXPECT_EQ(with_point("0 nan 0"), "m.off:3: y: 'nan' is not finite");
  EXPECT_EQ(with_point("0 0 x"), "m.off:3: z: 'x' is not a number");
  EXPECT_EQ(with_point("0 0"), "m.off:3: z: is missing, a number is needed");
  const auto with_face = [](const std::string& face) {
    return off_error("OFF\n4 1 0\n" + kPoints + face + "\n");
  };
  EXPECT_EQ(with_face("3 0 1 4"),
            "m.off:7: corner 3: vertex 4 is out of range: the file has 4 vertices");
  EXPECT_EQ(with_face("3 -1 1 2"),
            "m.off:7: corner 1: vertex -1 is out of range: the file has 4 vertices");
  EXPECT_EQ(with_face("3 0 1"), "m.off:7: corner 3: is missing, an integer is needed");
  EXPECT_EQ(with_face("3 0 1 2.5"), "m.off:7: corner 3: '2.5' is not an integer");
  EXPECT_EQ(with_face("2 0 1"), "m.off:7: corner count: 2 corners, a face needs at least 3");
  EXPECT_EQ(with_face("-3 0 1 2"), "m.off:7: corner count: -3 is negative");
  EXPECT_EQ(with_face("1000000000000 0 1 2"),
            "m.off:7: corner 4: is missing, an integer is needed");
}

}  // namespace
}  // namespace firstcontact::io::mesh_off_test
