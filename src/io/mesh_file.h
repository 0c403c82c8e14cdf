#pragma once
/// Mesh files from and to bytes that are not those of a file.
#include <firstcontact/mesh_file.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "io/byte_source.h"
#include "io/errors.h"

namespace firstcontact::io {

inline constexpr std::uint64_t kUnknownSize = ~std::uint64_t{0};

/// Reads a mesh from anything. `name` stands for the path in messages. `size`, where known, is the
/// number of bytes: it helps to tell text and binary STL apart.
MeshData read_mesh(std::unique_ptr<ByteSource> source, const std::string& name,
                   std::uint64_t size = kUnknownSize);

/// Takes the bytes of a file piece by piece.
using ByteSink = std::function<void(std::string_view)>;

/// Gives the bytes of the file to `sink`. Precondition: coordinates are finite, indices in range.
void encode_mesh(const MeshData& mesh, MeshEncoding encoding, const ByteSink& sink);

}  // namespace firstcontact::io
