// Mesh files on the disk: which format they have, and writing them so that they come back to the
// last bit.
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "mesh_bytes.h"

namespace firstcontact::io::mesh_file_test {
namespace {

using testing::message_of;
using testing::TemporaryFolder;

MeshData difficult_mesh() {
  using Limits = std::numeric_limits<double>;
  MeshData mesh;
  mesh.vertices = {{0.1, -0.0, 0.0},
                   {Limits::max(), Limits::min(), Limits::denorm_min()},
                   {-Limits::max(), 1.0 / 3, 5e-310},
                   {9007199254740993.0, 1e23, 123456789.0}};
  mesh.faces = {{0, 1, 2}, {3, 3, 3}, {0, 1, 2}};
  mesh.edges = {{3, 0}, {2, 2}};
  return mesh;
}

TEST(MeshFile, WritesWhatReadsBackToTheLastBit) {
  const TemporaryFolder folder;
  const MeshData mesh = difficult_mesh();
  for (const std::string name : {"m.obj", "m.ply", "m.obj.gz", "m.ply.gz"}) {
    write_mesh(folder / name, mesh);
    EXPECT_TRUE(same_mesh(read_mesh(folder / name), mesh)) << name;
  }
  write_mesh(folder / "ascii.ply", mesh, MeshEncoding::PlyAscii);
  EXPECT_TRUE(same_mesh(read_mesh(folder / "ascii.ply"), mesh));
  EXPECT_EQ(folder.names(),
            (std::vector<std::string>{"ascii.ply", "m.obj", "m.obj.gz", "m.ply", "m.ply.gz"}));
}

TEST(MeshFile, WritesPlainText) {
  MeshData mesh;
  mesh.vertices = {{0, 0.5, -1}, {1e-7, 2, 3}, {1, 1, 1}};
  mesh.faces = {{0, 1, 2}};
  const TemporaryFolder folder;
  write_mesh(folder / "m.obj", mesh);
  EXPECT_EQ(testing::bytes_of(folder / "m.obj"), "v 0 0.5 -1\nv 1e-07 2 3\nv 1 1 1\nf 1 2 3\n");
  write_mesh(folder / "m.ply", mesh, MeshEncoding::PlyAscii);
  EXPECT_EQ(testing::bytes_of(folder / "m.ply"),
            "ply\nformat ascii 1.0\nelement vertex 3\nproperty double x\nproperty double "
            "y\nproperty double z\nelement face "
            "1\nproperty list uchar int vertex_indices\nend_header\n0 0.5 -1\n1e-07 2 3\n1 1 1\n3 "
            "0 1 2\n");
}

TEST(MeshFile, WritesMeshesLargerThanItsPieces) {
  MeshData mesh;
  for (int i = 0; i < 20'000; ++i) mesh.vertices.push_back(Vec3(1.0 / (i + 1), i, -i));
  for (int i = 0; i + 2 < 20'000; ++i) mesh.faces.push_back({i, i + 1, i + 2});
  const TemporaryFolder folder;
  for (const MeshEncoding encoding :
       {MeshEncoding::Obj, MeshEncoding::PlyAscii, MeshEncoding::PlyBinary}) {
    const std::string path = folder / (encoding == MeshEncoding::Obj ? "m.obj" : "m.ply");
    write_mesh(path, mesh, encoding);
    EXPECT_TRUE(same_mesh(read_mesh(path), mesh));
  }
}

TEST(MeshFile, RefusesToWriteWhatCannotBeRead) {
  const TemporaryFolder folder;
  const std::string path = folder / "m.obj";
  const auto error = [&](const MeshData& mesh) {
    return message_of<OutputError>([&] { write_mesh(path, mesh); });
  };
  EXPECT_EQ(error(MeshData{}), path + ": the mesh has no vertex");
  MeshData mesh = difficult_mesh();
  mesh.vertices[1].y() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(error(mesh), path + ": vertex 1: a coordinate is not finite");
  mesh = difficult_mesh();
  mesh.faces[1] = {0, -1, 2};
  EXPECT_EQ(error(mesh), path + ": face 1: vertex -1 is out of range: the mesh has 4");
  mesh = difficult_mesh();
  mesh.edges[0] = {0, 4};
  EXPECT_EQ(error(mesh), path + ": edge 0: vertex 4 is out of range: the mesh has 4");
  const std::string stl = folder / "m.stl";
  EXPECT_EQ(message_of<OutputError>([&] { write_mesh(stl, difficult_mesh()); }),
            stl + ": meshes are written as .obj or .ply, and the name ends in neither");
  EXPECT_TRUE(folder.names().empty());
}

TEST(MeshFile, ContentsDecideTheFormatBeforeTheName) {
  const std::string off = "OFF\n1 0 0\n1 2 3\n",
                    stl_facet =
                        "facet normal 0 0 1\nouter loop\nvertex 1 2 3\nvertex 0 0 0\nvertex 1 0 "
                        "0\nendloop\nendfacet\n";
  const std::string ply =
      "ply\nformat ascii 1.0\nelement vertex 1\nproperty int x\nproperty int y\nproperty int "
      "z\nend_header\n1 2 3\n";
  for (const std::string name : {"m", "m.obj", "m.ply", "m.stl", "m.off", "m.txt"}) {
    EXPECT_EQ(read_bytes(name, off).vertices[0], Vec3(1, 2, 3)) << name;
    EXPECT_EQ(read_bytes(name, "# comment\n\n" + off).vertices[0], Vec3(1, 2, 3)) << name;
    EXPECT_EQ(read_bytes(name, ply).vertices[0], Vec3(1, 2, 3)) << name;
    EXPECT_EQ(read_bytes(name, "solid\n" + stl_facet + "endsolid\n").vertices[0], Vec3(1, 2, 3))
        << name;
  }
  for (const std::string name : {"m.obj", "M.OBJ", "a.ply/m.Obj", "m.obj.gz"})
    EXPECT_EQ(read_bytes(name, "v 1 2 3\n").vertices[0], Vec3(1, 2, 3)) << name;
}

TEST(MeshFileErrors, UnknownFormat) {
  EXPECT_EQ(mesh_error("m.txt", "v 1 2 3\n"),
            "m.txt: is not known as a mesh: neither its name nor its first bytes are of OBJ, PLY, "
            "STL or OFF");
}

TEST(MeshFileErrors, MissingEmptyOrFolder) {
  const TemporaryFolder folder;
  const auto error = [](const std::string& path) {
    return message_of<InputError>([&] { read_mesh(path); });
  };
  EXPECT_EQ(error(folder / "m.ply"),
            (folder / "m.ply").string() + ": cannot be opened: No such file or directory");
  EXPECT_EQ(error(folder.path()), folder.path().string() + ": cannot be read: it is a folder");
  for (const std::string name : {"m.ply", "m.obj", "m.stl", "m.off", "m"}) {
    const std::string path = folder.make(name, "");
    EXPECT_EQ(error(path), path + ": holds no mesh: the file is empty");
  }
  const std::string packed = folder.make("m.obj.gz", "v 1 2 3\n");
  EXPECT_EQ(error(packed), packed + ": gzip: damaged, or not gzip (incorrect header check)");
}

}  // namespace
}  // namespace firstcontact::io::mesh_file_test
