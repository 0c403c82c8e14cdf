#include "io/placed_shapes.h"

#include <filesystem>
#include <vector>

namespace firstcontact::io {

Shape placed_mesh(const MeshData& mesh, const Vec3& scale, const Pose& place) {
  std::vector<Vec3> vertices = mesh.vertices;
  for (Vec3& vertex : vertices) vertex = place.apply(vertex.cwiseProduct(scale));
  std::vector<Face> triangles = mesh.faces;
  if ((scale.array() < 0).count() % 2 == 1)
    for (Face& triangle : triangles) std::swap(triangle[1], triangle[2]);
  for (const std::array<int, 2>& edge : mesh.edges)
    triangles.push_back({edge[0], edge[1], edge[1]});
  Shape shape;
  shape.body = TriangleBody(vertices, triangles);
  return shape;
}

bool PrimitiveBudget::add(std::string_view kind) {
  static const std::size_t box = box_shape(Vec3(1, 1, 1)).body.triangle_count(),
                           cylinder = cylinder_shape(1, 1).body.triangle_count();
  triangles_ += kind == "cylinder" ? cylinder : kind == "box" ? box : 1;
  return triangles_ <= kMostTriangles;
}

std::string PrimitiveBudget::fault() {
  return "the boxes, spheres, cylinders and capsules of the file have more than " +
         std::to_string(kMostTriangles) + " triangles";
}

bool RepeatedMeshBudget::add(const std::string& path) {
  if (seen_.insert(path).second) return true;
  std::error_code missing;
  const std::uintmax_t size = std::filesystem::file_size(path, missing);
  if (!missing) bytes_ += size;
  return bytes_ <= kMostBytes;
}

std::string RepeatedMeshBudget::fault() {
  return "meshes that are used again and again make up more than " +
         std::to_string(kMostBytes / (1024 * 1024)) + " MB";
}

Mat3 rotation_of_rpy(const Vec3& rpy) {
  const auto about = [&](int axis) {
    return Pose::from_axis_angle(Vec3::Unit(axis), rpy[axis]).rotation;
  };
  return about(2) * about(1) * about(0);
}

}  // namespace firstcontact::io
