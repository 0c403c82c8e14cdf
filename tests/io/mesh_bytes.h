#pragma once
/// Mesh files in memory, for the tests.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "io/mesh_file.h"
#include "temporary_folder.h"

namespace firstcontact::io {

/// The mesh of a file with this name and these bytes, which arrive `chunk` at a time.
inline MeshData read_bytes(std::string_view name, std::string_view bytes,
                           std::size_t chunk = 4096) {
  return read_mesh(std::make_unique<MemorySource>(bytes, chunk), std::string(name), bytes.size());
}

/// The message with which a file is refused; "(no error)" if it is not.
inline std::string mesh_error(std::string_view name, std::string_view bytes) {
  const std::string message = testing::message_of<InputError>([&] { read_bytes(name, bytes); });
  // Wherever the seams of the buffer lie, it is the same.
  const std::string by_bytes = testing::message_of<InputError>([&] { read_bytes(name, bytes, 1); });
  return message == by_bytes ? message : "differs byte by byte: " + by_bytes;
}

/// The bytes of a number in either order.
template <typename Number>
std::string bytes_of_number(Number value, std::endian order) {
  auto bytes = std::bit_cast<std::array<char, sizeof value>>(value);
  if (order != std::endian::native) std::reverse(bytes.begin(), bytes.end());
  return {bytes.data(), bytes.size()};
}

inline bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// Equal to the last bit, the sign of a zero included.
inline bool same_mesh(const MeshData& a, const MeshData& b) {
  return a.faces == b.faces && a.edges == b.edges &&
         std::equal(a.vertices.begin(), a.vertices.end(), b.vertices.begin(), b.vertices.end(),
                    [](const Vec3& p, const Vec3& q) {
                      return same_bits(p.x(), q.x()) && same_bits(p.y(), q.y()) &&
                             same_bits(p.z(), q.z());
                    });
}

using Faces = std::vector<std::array<int, 3>>;
using Edges = std::vector<std::array<int, 2>>;

}  // namespace firstcontact::io
