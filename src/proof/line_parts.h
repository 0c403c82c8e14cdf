#pragma once
/// The parts that lines of a proof file are made of: numbers, maps, triangles, entries. Format:
/// docs/formats/certificates.md.
#include <firstcontact/proof_types.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "io/json_field.h"

namespace firstcontact::proof {

/// The shortest decimal that reads back as the same double. Precondition: finite.
void append_number(std::string& out, double value);
/// [x,y,z]
void append_vector(std::string& out, const Vec3& v);
const char* norm_name(Norm norm);

/// [item,item,…]
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
AffineMap read_map(const io::JsonField& value);
std::vector<Vec3> read_vertices(const io::JsonField& value);
std::vector<Face> read_triangles(const io::JsonField& value);
std::vector<std::int32_t> read_order(const io::JsonField& value);
std::vector<BodyCertificateEntry> read_entries(const io::JsonField& value);
Norm read_norm(const io::JsonField& value);

/// What a line of each kind says. Each throws io::InputError for a value that is not an object with
/// exactly the fields of the kind.
PairProof read_pair(const io::JsonField& line);
/// The same of a line that may have more fields.
PairProof read_pair_fields(const io::JsonField& line);
StepClaim read_step(const io::JsonField& line);
StepPairProof read_step_pair(const io::JsonField& line);
MotionProof read_motion_proof(const io::JsonField& line);
SceneTriangles read_scene_triangles(const io::JsonField& line);
SceneClaim read_scene(const io::JsonField& line);
ScenePairProof read_scene_pair(const io::JsonField& line);

/// Values of the field "kind". Pairs have the names of their kind of query.
inline constexpr const char* kStepKind = "step";
inline constexpr const char* kMotionKind = "motion";
inline constexpr const char* kSceneTrianglesKind = "scene-triangles";
inline constexpr const char* kSceneKind = "scene";
inline constexpr const char* kScenePairKind = "scene-pair";

}  // namespace firstcontact::proof
