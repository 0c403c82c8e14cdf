#pragma once
/// Shapes as files describe them: scaled meshes, primitives, rotations.
#include <firstcontact/shapes.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "io/mesh_file.h"

namespace firstcontact::io {

/// The mesh, scaled and then placed. If the scale mirrors, the triangles are turned around. Lines
/// of the mesh follow its triangles, as triangles with two equal corners.
Shape placed_mesh(const MeshData& mesh, const Vec3& scale, const Pose& place);

/// A cylinder of a few bytes of text becomes hundreds of triangles. Counts those of all primitives
/// of a file, before they are made.
class PrimitiveBudget {
 public:
  static constexpr std::size_t kMostTriangles = 1'000'000;

  /// Adds a "box", "sphere", "cylinder" or "capsule". False if the file then has more than
  /// kMostTriangles.
  bool add(std::string_view kind);
  /// Why a file is refused then.
  static std::string fault();

 private:
  std::size_t triangles_ = 0;
};

/// A mesh that a file names a thousand times takes a thousand times its memory. Counts the bytes of
/// mesh files that were named before.
class RepeatedMeshBudget {
 public:
  static constexpr std::uintmax_t kMostBytes = 64 * 1024 * 1024;

  /// False: mesh files that were added before make up more than kMostBytes.
  bool add(const std::string& path);
  /// Why a file is refused then.
  static std::string fault();

 private:
  std::set<std::string> seen_;
  std::uintmax_t bytes_ = 0;
};

/// Fixed axes: first roll about x, then pitch about y, then yaw about z. The same bits on every
/// machine.
Mat3 rotation_of_rpy(const Vec3& rpy);

}  // namespace firstcontact::io
