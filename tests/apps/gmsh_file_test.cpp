/// Gmsh's files: versions 2.2 and 4.1 give the same mesh; what is refused names its line.
#include "simulate/gmsh_file.h"

#include <gtest/gtest.h>

#include "io/errors.h"

namespace firstcontact::apps::gmsh_file_test {
namespace {

/// Two tetrahedra, the second one inverted; node 70 belongs to a triangle only.
constexpr const char* kVersion2 = R"($MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
1
3 1 "body"
$EndPhysicalNames
$Nodes
6
1 0 0 0
2 1 0 0
3 0 1 0
40 0 0 1e0
5 1 1 1
70 9 9 9
$EndNodes
$Elements
3
1 2 2 0 1 1 2 70
2 4 2 0 1 1 2 3 40
3 4 2 0 1 2 40 3 5
$EndElements
)";

constexpr const char* kVersion4 = R"($MeshFormat
4.1 0 8
$EndMeshFormat
$Entities
0 0 0 1
$EndEntities
$Nodes
2 6 1 70
2 1 0 1
70
9 9 9
3 1 0 5
1
2
3
40
5
0 0 0
1 0 0
0 1 0
0 0 1
1 1 1
$EndNodes
$Elements
2 3 1 3
2 1 2 1
1 1 2 70
3 1 4 2
2 1 2 3 40
3 2 40 3 5
$EndElements
)";

TEST(GmshFile, ReadsBothVersions) {
  for (const char* text : {kVersion2, kVersion4}) {
    const sim::TetMesh mesh = parse_gmsh(text, "body.msh");
    EXPECT_EQ(mesh.vertices.rows(), 5);
    EXPECT_EQ(mesh.vertices.row(4), Eigen::RowVector3d(1, 1, 1));
    ASSERT_EQ(mesh.tets.size(), 2u);
    EXPECT_DOUBLE_EQ(sim::volume(mesh.vertices, mesh.tets[0]), 1.0 / 6);
    EXPECT_DOUBLE_EQ(sim::volume(mesh.vertices, mesh.tets[1]), 1.0 / 3);
  }
}

std::string refused(std::string text, const std::string& part, const std::string& by) {
  const std::size_t at = text.find(part);
  EXPECT_NE(at, std::string::npos) << part;
  text.replace(at, part.size(), by);
  try {
    parse_gmsh(text, "body.msh");
  } catch (const io::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(GmshFile, NamesTheLineAndTheField) {
  EXPECT_EQ(refused(kVersion2, "2.2 0", "1 0"),
            "body.msh:2: version: '1': only 2.2 and 4.1 are read");
  EXPECT_EQ(refused(kVersion2, "2.2 0", "2.2 1"),
            "body.msh:2: file type: binary: only ASCII is read");
  EXPECT_EQ(refused(kVersion2, "0 1 0", "0 x 0"), "body.msh:12: y: 'x' is not such a number");
  EXPECT_EQ(refused(kVersion2, "0 1 0", "0 nan 0"), "body.msh:12: y: not finite");
  EXPECT_EQ(refused(kVersion2, "40 0 0 1e0", "40 0 0"), "body.msh:13: z: missing");
  EXPECT_EQ(refused(kVersion2, "40 0 0 1e0", "3 0 0 1"),
            "body.msh:13: node: the tag 3 appears twice");
  EXPECT_EQ(refused(kVersion2, "1 2 3 40", "1 2 3 41"),
            "body.msh:20: element: there is no node 41");
  EXPECT_EQ(refused(kVersion2, "1 2 3 40", "1 2 3 3"),
            "body.msh:20: element: a tetrahedron without volume");
  EXPECT_EQ(refused(kVersion2, "2 4 2 0", "2 11 2 0"),
            "body.msh:20: element type: 11: only tetrahedra of 4 nodes (type 4) are read");
  EXPECT_EQ(refused(kVersion2, "\n6\n", "\n5\n"),
            "body.msh:15: section: '70 9 9 9', not $EndNodes");
  EXPECT_EQ(refused(kVersion2, "$EndElements\n", ""), "body.msh:21: section: the file ends here");
  EXPECT_EQ(refused(kVersion4, "\n2 6 1 70", "\n-2 6 1 70"),
            "body.msh:8: number of blocks: -2 is negative");
  EXPECT_EQ(refused("solid x\n", "x", "y"),
            "body.msh:1: section: a line that belongs to no section");
  EXPECT_EQ(refused("\n \n", "\n", ""), "body.msh: no $MeshFormat: not a Gmsh file");
  EXPECT_EQ(refused("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n", "\n2", "\n2"),
            "body.msh: holds no tetrahedron");
}

}  // namespace
}  // namespace firstcontact::apps::gmsh_file_test
