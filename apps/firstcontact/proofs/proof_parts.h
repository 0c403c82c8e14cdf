#pragma once
/// What proofs about moving bodies have in common in a file: maps, triangles, entries. Format:
/// docs/formats/certificates.md.
#include <firstcontact/mesh.h>
#include <firstcontact/motion.h>
#include <firstcontact/moving_bodies.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "json_fields.h"

namespace firstcontact::apps {

/// Appends [item,item,…].
template <class List, class Append>
void append_list(std::string& out, const List& list, const Append& append) {
  out += '[';
  bool first = true;
  for (const auto& item : list) {
    if (!first) out += ',';
    first = false;
    append(item);
  }
  out += ']';
}

/// ,"name":{"linear":[row,row,row],"offset":[x,y,z]}
void append_map(std::string& out, const char* name, const AffineMap& map);
/// "vertices":[…],"triangles":[…]
void append_triangles(std::string& out, std::span<const Vec3> vertices,
                      std::span<const Face> triangles);
/// [entry,entry,…]
void append_entries(std::string& out, std::span<const BodyCertificateEntry> entries);

/// All throw io::InputError, naming the field, for what is not of the form above.
AffineMap read_map(const FieldReader& reader, const nlohmann::json& value,
                   const std::string& field);
std::vector<Vec3> read_vertices(const FieldReader& reader, const nlohmann::json& value,
                                const std::string& field);
std::vector<Face> read_triangles(const FieldReader& reader, const nlohmann::json& value,
                                 const std::string& field);
std::vector<std::int32_t> read_order(const FieldReader& reader, const nlohmann::json& value,
                                     const std::string& field);
std::vector<BodyCertificateEntry> read_entries(const FieldReader& reader,
                                               const nlohmann::json& value,
                                               const std::string& field);

}  // namespace firstcontact::apps
