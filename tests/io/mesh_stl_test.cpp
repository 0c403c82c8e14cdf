// STL, text and binary: how vertices are merged, how the two are told apart, and every way to be
// wrong with its message.
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "mesh_bytes.h"

namespace firstcontact::io::mesh_stl_test {
namespace {

std::string stl_error(const std::string& bytes) { return mesh_error("m.stl", bytes); }

/// A binary file: 80 bytes that start with `title`, the count, triangles of 9 floats each.
std::string binary_stl(const std::string& title, std::uint32_t count,
                       const std::vector<float>& corners) {
  std::string bytes = title;
  bytes.resize(80, ' ');
  bytes += bytes_of_number(count, std::endian::little);
  for (std::size_t i = 0; i < corners.size(); ++i) {
    if (i % 9 == 0)
      for (int axis = 0; axis < 3; ++axis)
        bytes += bytes_of_number(std::numeric_limits<float>::quiet_NaN(), std::endian::little);
    bytes += bytes_of_number(corners[i], std::endian::little);
    if (i % 9 == 8) bytes += "ab";
  }
  return bytes;
}

/// Two triangles of a square that share an edge; the second says -0 where the first says 0.
const std::vector<float> kSquare = {0, 0,     0, 1.5f, 0,    0, 1.5f, 0.1f, 0,
                                    0, -0.0f, 0, 1.5f, 0.1f, 0, 0,    0.1f, 0};

std::string facet(const std::string& corners) {
  return " facet normal 0 0 1\n  outer loop\n" + corners + "  endloop\n endfacet\n";
}

TEST(MeshStl, MergesEqualPointsInOrderOfFirstAppearance) {
  const MeshData mesh = read_bytes("m.stl", binary_stl("", 2, kSquare));
  ASSERT_EQ(mesh.vertices.size(), 4u);
  EXPECT_EQ(mesh.vertices[2], Vec3(1.5, 0.1f, 0));
  EXPECT_EQ(mesh.vertices[3], Vec3(0, 0.1f, 0));
  EXPECT_EQ(mesh.faces, (Faces{{0, 1, 2}, {0, 2, 3}}));
}

TEST(MeshStl, KeepsTrianglesThatCollapse) {
  EXPECT_EQ(read_bytes("m.stl", binary_stl("", 1, {0, 0, 0, 1, 0, 0, 0, 0, 0})).faces,
            (Faces{{0, 1, 0}}));
}

TEST(MeshStl, ReadsText) {
  const MeshData mesh = read_bytes(
      "m.stl", "solid a b\n" + facet("vertex 0 0 0\nvertex 1 0 0\nvertex 0 0.1 0\n") +
                   facet("vertex 1 0 0\n vertex 1 1e0 0\nvertex -0 .1 0\nvertex 0 0 5\n") +
                   "endsolid a b\n\nSOLID\r\nFacet Normal nan nan nan\r\nOuter Loop\r\nVERTEX 0 0 "
                   "0\r\nVertex 1 0 0\r\nvertex 7 7 7\r\nEndLoop\r\nEndFacet\r\nEndSolid");
  ASSERT_EQ(mesh.vertices.size(), 6u);
  EXPECT_EQ(mesh.vertices[2], Vec3(0, 0.1, 0));
  EXPECT_EQ(mesh.vertices[5], Vec3(7, 7, 7));
  EXPECT_EQ(mesh.faces, (Faces{{0, 1, 2}, {1, 3, 2}, {1, 2, 4}, {0, 1, 5}}));
  EXPECT_EQ(polygons_of(mesh), (std::vector<std::vector<int>>{{0, 1, 2}, {1, 3, 2, 4}, {0, 1, 5}}));
}

TEST(MeshStl, TellsBinaryFromTextWhenItsHeaderSaysSolid) {
  const std::string bytes = binary_stl("solid by some program", 2, kSquare);
  EXPECT_EQ(read_bytes("m.stl", bytes).faces.size(), 2u);
  EXPECT_EQ(read_bytes("m", bytes).faces.size(), 2u);
  // Also where the size is not known.
  EXPECT_EQ(read_mesh(std::make_unique<MemorySource>(bytes, 3), "m").faces.size(), 2u);
}

TEST(MeshStl, IsKnownByItsSizeWhenItsHeaderLooksLikeAnotherFormat) {
  EXPECT_EQ(read_bytes("m.stl", binary_stl("OFF course", 2, kSquare)).faces.size(), 2u);
  EXPECT_EQ(read_bytes("M.STL", binary_stl("ply wood", 2, kSquare)).faces.size(), 2u);
}

TEST(MeshStl, MergesManyVertices) {
  constexpr int kSide = 60;
  std::vector<float> corners;
  const auto add = [&](int i, int j) {
    for (const int value : {i, j, i * j}) corners.push_back(static_cast<float>(value) / 3);
  };
  for (int i = 0; i < kSide; ++i)
    for (int j = 0; j < kSide; ++j)
      add(i, j), add(i + 1, j), add(i, j + 1), add(i + 1, j), add(i + 1, j + 1), add(i, j + 1);
  const auto triangles = static_cast<std::uint32_t>(2 * kSide * kSide);
  const MeshData mesh = read_bytes("m.stl", binary_stl("", triangles, corners));
  EXPECT_EQ(mesh.vertices.size(), static_cast<std::size_t>((kSide + 1) * (kSide + 1)));
  ASSERT_EQ(mesh.faces.size(), triangles);
  for (std::size_t i = 0; i < mesh.faces.size(); ++i)
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const float* expected = &corners[9 * i + 3 * corner];
      ASSERT_EQ(mesh.vertices[mesh.faces[i][corner]], Vec3(expected[0], expected[1], expected[2]));
    }
}

TEST(MeshStlErrors, BinaryOfAnotherSizeThanItsHeaderSays) {
  const std::string bytes = binary_stl("", 2, kSquare);
  EXPECT_EQ(stl_error(bytes.substr(0, 183)),
            "m.stl: triangle 1 (at byte 134): the file ends early: 1 of 2 triangles are there");
  EXPECT_EQ(stl_error(bytes.substr(0, 84)),
            "m.stl: triangle 0 (at byte 84): the file ends early: 0 of 2 triangles are there");
  EXPECT_EQ(stl_error(bytes + "x"),
            "m.stl: triangle 2 (at byte 184): more bytes than the 2 triangles the header says");
  EXPECT_EQ(
      stl_error(binary_stl("", 4'000'000'000u, kSquare)),
      "m.stl: triangle 2 (at byte 184): the file ends early: 2 of 4000000000 triangles are there");
  EXPECT_EQ(
      stl_error(bytes.substr(0, 83)),
      "m.stl: the file ends early: a binary STL header has 84 bytes, a text starts with solid");
  EXPECT_EQ(stl_error(binary_stl("", 0, {})), "m.stl: holds no vertex");
}

TEST(MeshStlErrors, BinaryCoordinateThatIsNotFinite) {
  std::vector<float> corners = kSquare;
  corners[9 + 3 + 1] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(stl_error(binary_stl("", 2, corners)),
            "m.stl: triangle 1 (at byte 134): corner 2: y: is not finite");
  corners[8] = -std::numeric_limits<float>::infinity();
  EXPECT_EQ(stl_error(binary_stl("", 2, corners)),
            "m.stl: triangle 0 (at byte 84): corner 3: z: is not finite");
}

TEST(MeshStlErrors, Text) {
  EXPECT_EQ(stl_error("solid\n" + facet("vertex 0 0 0\nvertex 1 nan 0\n")),
            "m.stl:5: y: 'nan' is not finite");
  EXPECT_EQ(stl_error("solid\n" + facet("vertex 0 0\n")),
            "m.stl:4: z: is missing, a number is needed");
  EXPECT_EQ(stl_error("solid\n" + facet("vertex 0 0 0 0\n")),
            "m.stl:4: vertex: '0' is one value too many");
  EXPECT_EQ(stl_error("solid\n" + facet("vertex 0 0 zero\n")),
            "m.stl:4: z: 'zero' is not a number");
  EXPECT_EQ(stl_error("solid\n" + facet("vertex 0 0 0\nvertex 1 0 0\n")),
            "m.stl:6: endloop: 2 corners, a face needs at least 3");
  EXPECT_EQ(stl_error("solid\nvertex 0 0 0\n"),
            "m.stl:2: keyword: 'vertex' where facet or endsolid is expected");
  EXPECT_EQ(stl_error("solid\nfacet\nendfacet\n"),
            "m.stl:3: keyword: 'endfacet' where outer loop is expected");
  EXPECT_EQ(stl_error("solid\nendsolid\nfacet\n"),
            "m.stl:3: keyword: 'facet' where solid is expected");
  EXPECT_EQ(stl_error("solid\nendsolid\n"), "m.stl: holds no vertex");
}

TEST(MeshStlErrors, TruncatedText) {
  const std::string corners = "vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n";
  EXPECT_EQ(stl_error("solid\n" + facet(corners)),
            "m.stl:8: facet or endsolid: the file ends early: this is missing");
  EXPECT_EQ(stl_error("solid\nfacet\n"),
            "m.stl:2: outer loop: the file ends early: this is missing");
  EXPECT_EQ(stl_error("solid\nfacet\nouter loop\n" + corners),
            "m.stl:6: vertex or endloop: the file ends early: this is missing");
  EXPECT_EQ(stl_error("solid\nfacet\nouter loop\n" + corners + "endloop\n"),
            "m.stl:7: endfacet: the file ends early: this is missing");
}

}  // namespace
}  // namespace firstcontact::io::mesh_stl_test
