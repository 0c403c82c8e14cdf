#pragma once
/// Reads and writes mesh files. The formats, and what exactly is accepted:
/// docs/formats/mesh-files.md.
#include <firstcontact/export.h>
#include <firstcontact/io_errors.h>
#include <firstcontact/query.h>

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace firstcontact::io {

/// Positions in scene units, and what they span. Indices count vertices from 0.
struct MeshData {
  std::vector<Vec3> vertices;
  /// Triangles. A polygon of n corners c0, c1, … became the n - 2 triangles (c0, c1, c2), (c0, c2,
  /// c3), … Faces that repeat a corner, or each other, are kept.
  std::vector<std::array<int, 3>> faces;
  /// Only edges that the file gives on their own (OBJ `l`, PLY `edge`), not those of faces.
  std::vector<std::array<int, 2>> edges;

  /// The triangles faces[first] … faces[first + triangles - 1] were one polygon of the file.
  struct Fan {
    std::size_t first = 0, triangles = 0;
  };
  /// The polygons of more than three corners, in the order of their triangles. `write_mesh` does
  /// not keep them: it writes triangles.
  std::vector<Fan> fans = {};
};

/// The faces as the file has them: the corners of every polygon, fans put together again.
FIRSTCONTACT_API std::vector<std::vector<int>> polygons_of(const MeshData& mesh);

/// The mesh of an OBJ, PLY, STL or OFF file, unpacked first when its name ends in ".gz". The
/// contents decide the format, and the name where they cannot.
///
/// Guarantees: vertices in the order of the file (STL: of first appearance, equal ones merged);
/// every coordinate is finite, the double nearest to its text or exactly the binary value; every
/// index is in range; there is at least one vertex. Anything else throws InputError naming the file
/// and the line and field, or in binary data the element (from 0), byte and field. Memory grows
/// with the data read, never with what a header promises.
/// Precondition: floating-point rounding is to nearest, as a program starts with.
FIRSTCONTACT_API MeshData read_mesh(const std::string& path);

/// How a mesh is written. All three give back the same mesh to the last bit.
enum class MeshEncoding {
  Obj,        ///< shortest decimal text that is the same double
  PlyAscii,   ///< the same numbers, in PLY
  PlyBinary,  ///< little endian doubles
};

/// Writes a mesh: OBJ if the name ends in ".obj", binary PLY if it ends in ".ply", both also with
/// ".gz" behind. The file appears whole or not at all. Throws OutputError, before
/// anything is written, for another name and for what `read_mesh` would refuse: no vertex, a
/// coordinate that is not finite, an index out of range.
FIRSTCONTACT_API void write_mesh(const std::string& path, const MeshData& mesh);
/// The same, whatever the name.
FIRSTCONTACT_API void write_mesh(const std::string& path, const MeshData& mesh,
                                 MeshEncoding encoding);

}  // namespace firstcontact::io
