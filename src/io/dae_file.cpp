#include "io/dae_file.h"

#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <assimp/Importer.hpp>

#include "arith/fixed_order.h"
#include "io/mesh_formats.h"
#include "io/xml_input.h"

namespace firstcontact::io {
namespace {

using Transform = Eigen::Matrix<double, 4, 4>;

Transform transform_of(const aiMatrix4x4& m) {
  Transform out;
  out << m.a1, m.a2, m.a3, m.a4, m.b1, m.b2, m.b3, m.b4, m.c1, m.c2, m.c3, m.c4, m.d1, m.d2, m.d3, m.d4;
  return out;
}

void append(const aiMesh& part, const Transform& at, const std::string& path, MeshData& mesh) {
  if (mesh.vertices.size() + part.mNumVertices > kMaxVertices)
    throw InputError(path, "holds more than " + std::to_string(kMaxVertices) + " vertices");
  const int first = static_cast<int>(mesh.vertices.size());
  for (unsigned i = 0; i < part.mNumVertices; ++i) {
    const aiVector3D& v = part.mVertices[i];
    const Vec3 placed = times(at.topLeftCorner<3, 3>(), Vec3(v.x, v.y, v.z)) + at.topRightCorner<3, 1>();
    if (!placed.allFinite()) throw InputError(path, "vertex " + std::to_string(first + static_cast<int>(i)) + " is not finite");
    mesh.vertices.push_back(placed);
  }
  const Eigen::Matrix<double, 3, 3> turn = at.topLeftCorner<3, 3>();
  const bool mirrored = dot(turn.col(0), turn.col(1).cross(turn.col(2))) < 0;
  for (unsigned i = 0; i < part.mNumFaces; ++i) {
    const aiFace& face = part.mFaces[i];
    if (face.mNumIndices != 3) continue;
    std::array<int, 3> corners;
    for (unsigned k = 0; k < 3; ++k) {
      if (face.mIndices[k] >= part.mNumVertices) throw InputError(path, "an index is out of range");
      corners[k] = first + static_cast<int>(face.mIndices[k]);
    }
    if (mirrored) std::swap(corners[1], corners[2]);
    mesh.faces.push_back(corners);
  }
}

/// Nodes below `top`, without recursion: files nest them as deep as they like.
void append_nodes(const aiScene& scene, const std::string& path, MeshData& mesh) {
  std::vector<std::pair<const aiNode*, Transform>> open = {{scene.mRootNode, Transform::Identity()}};
  while (!open.empty()) {
    const auto [node, above] = open.back();
    open.pop_back();
    const Transform at = times(above, transform_of(node->mTransformation));
    for (unsigned i = 0; i < node->mNumMeshes; ++i) append(*scene.mMeshes[node->mMeshes[i]], at, path, mesh);
    for (unsigned i = node->mNumChildren; i-- > 0;) open.emplace_back(node->mChildren[i], at);
  }
}

}  // namespace

bool is_dae(const std::string& path) {
  constexpr std::string_view kSuffix = ".dae";
  return path.size() >= kSuffix.size() &&
         std::equal(kSuffix.begin(), kSuffix.end(), path.end() - static_cast<std::ptrdiff_t>(kSuffix.size()),
                    [](char known, char c) { return known == (c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c); });
}

MeshData read_dae(const std::string& path) {
  const std::string text = read_text(path);
  XmlFile(text, path).root("COLLADA");
  Assimp::Importer importer;
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
  importer.SetPropertyInteger(AI_CONFIG_PP_SBP_REMOVE, aiPrimitiveType_POINT | aiPrimitiveType_LINE);
  const aiScene* scene = importer.ReadFileFromMemory(
      text.data(), text.size(), aiProcess_Triangulate | aiProcess_SortByPType | aiProcess_JoinIdenticalVertices, "dae");
  if (scene == nullptr || scene->mRootNode == nullptr)
    throw InputError(path, std::string("not a Collada mesh: ") + importer.GetErrorString());
  MeshData mesh;
  append_nodes(*scene, path, mesh);
  if (mesh.vertices.empty()) throw InputError(path, "holds no vertex");
  return mesh;
}

MeshData read_triangles(const std::string& path) {
  MeshData mesh = is_dae(path) ? read_dae(path) : read_mesh(path);
  if (mesh.faces.empty()) throw InputError(path, "holds no triangle");
  return mesh;
}

}  // namespace firstcontact::io
