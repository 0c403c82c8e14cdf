// The public meshes: as many vertices and faces as they are known to have, and back from every
// encoding to the last bit.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "mesh_bytes.h"

namespace firstcontact::io::mesh_published_test {
namespace {

struct Known {
  const char* path;
  std::size_t vertices, faces;
};

// Counted by another reader. cloth_ball is binary big endian with floats, thick-cloth binary little
// endian with doubles, the others are OBJ.
constexpr Known kKnown[] = {{"cloth_ball92.ply", 46598, 92230},
                            {"cloth_ball93.ply", 46598, 92230},
                            {"thick-cloth/t0.ply", 233, 404},
                            {"thick-cloth/t1.ply", 233, 404},
                            {"rigid/meshes/torus.obj", 200, 400},
                            {"rigid/meshes/wing-nut.obj", 4268, 8408},
                            {"rigid/meshes/gears/gear-solid.obj", 240, 476},
                            {"rigid/meshes/gears/gear.obj", 304, 608},
                            {"rigid/meshes/gears/pin.obj", 194, 384},
                            {"rigid/meshes/gears/rail-guard.obj", 1914, 3824},
                            {"rigid/meshes/gears/rail.obj", 549, 1094},
                            {"rigid/meshes/wrecking-ball/ball.obj", 312, 624},
                            {"rigid/meshes/wrecking-ball/link.obj", 220, 440}};

TEST(PublishedMeshes, HaveTheirVerticesAndFaces) {
  const char* data = std::getenv("FIRSTCONTACT_DATA");
  if (data == nullptr) GTEST_SKIP() << "FIRSTCONTACT_DATA is not set: no public mesh was read";
  for (const Known& known : kKnown) {
    SCOPED_TRACE(known.path);
    const MeshData mesh = read_mesh(std::string(data) + "/meshes/" + known.path);
    EXPECT_EQ(mesh.vertices.size(), known.vertices);
    EXPECT_EQ(mesh.faces.size(), known.faces);
    EXPECT_TRUE(mesh.edges.empty());
    for (const MeshEncoding encoding :
         {MeshEncoding::Obj, MeshEncoding::PlyAscii, MeshEncoding::PlyBinary}) {
      std::string bytes;
      encode_mesh(mesh, encoding, [&](std::string_view piece) { bytes += piece; });
      EXPECT_TRUE(same_mesh(read_bytes("m.obj", bytes), mesh));
    }
  }
}

}  // namespace
}  // namespace firstcontact::io::mesh_published_test
