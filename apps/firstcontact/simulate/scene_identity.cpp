#include "scene_identity.h"

#include <firstcontact/version.h>
#include <fmt/format.h>

#include "common/report_parts.h"
#include "recording/query_set.h"

namespace firstcontact::apps {
namespace {

using Json = nlohmann::ordered_json;

void add_matrix(Hash128& hash, const PointMatrix& matrix) {
  hash.add(static_cast<std::uint64_t>(matrix.rows()));
  hash.add(std::span<const double>(matrix.data(), static_cast<std::size_t>(matrix.size())));
}

template <class Elements>
void add_elements(Hash128& hash, const Elements& elements) {
  hash.add(static_cast<std::uint64_t>(elements.size()));
  for (const auto& element : elements)
    for (const int vertex : element) hash.add(static_cast<std::uint64_t>(vertex));
}

void add_script(Hash128& hash, const sim::Script& script) {
  hash.add(static_cast<std::uint64_t>(script.vertices.size()));
  for (const int vertex : script.vertices) hash.add(static_cast<std::uint64_t>(vertex));
  for (const Vec3* v : {&script.velocity, &script.axis, &script.center})
    hash.add(std::span<const double>(v->data(), 3));
  for (const double value : {script.turns_per_second, script.begin, script.end}) hash.add(value);
}

template <class Add, class Value>
std::string hash_text(const Add& add, const Value& value) {
  Hash128 hash;
  add(hash, value);
  return hash.text();
}

Json identity_of(const sim::Body& body) {
  const sim::Material& material = body.material;
  Hash128 scripts;
  for (const sim::Script& script : body.scripts) add_script(scripts, script);
  return {{"name", body.name},
          {"kind", name_of(body.kind)},
          {"density", material.density},
          {"young", material.young},
          {"poisson", material.poisson},
          {"thickness", material.thickness},
          {"bending", material.bending},
          {"self_contact", body.self_contact},
          {"vertices", body.start.rows()},
          {"tetrahedra", body.tets.size()},
          {"triangles", body.faces.size()},
          {"scripts", body.scripts.size()},
          {"rest_hash", hash_text(add_matrix, body.rest)},
          {"start_hash", hash_text(add_matrix, body.start)},
          {"velocity_hash", hash_text(add_matrix, body.velocity)},
          {"tetrahedra_hash", hash_text(add_elements<std::vector<Tet>>, body.tets)},
          {"triangles_hash", hash_text(add_elements<std::vector<Face>>, body.faces)},
          {"scripts_hash", scripts.text()}};
}

Json identity_of(const sim::Settings& settings) {
  return {{"time_step", settings.time_step},
          {"response", name_of(settings.response)},
          {"barrier_distance", number_or_null(settings.barrier_distance)},
          {"barrier_stiffness", number_or_null(settings.barrier_stiffness)},
          {"friction", settings.friction},
          {"leave_room", settings.leave_room},
          {"separation", number_or_null(settings.separation)},
          {"newton_speed", settings.newton_speed},
          {"max_newton_iterations", settings.max_newton_iterations},
          {"tolerance", number_or_null(settings.tolerance)}};
}

std::string shown(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string difference(const std::string& field, const Json& now, const Json& before) {
  if (now == before) return "";
  if (now.is_object() && before.is_object()) {
    for (const auto& [name, value] : now.items()) {
      const std::string inner = field.empty() ? name : field + "." + name;
      if (!before.contains(name))
        return fmt::format("{} is {}, was not there", inner, shown(value));
      if (std::string found = difference(inner, value, before[name]); !found.empty()) return found;
    }
    return fmt::format("{} has other fields than before", field.empty() ? "the record" : field);
  }
  if (now.is_array() && before.is_array()) {
    if (now.size() != before.size())
      return fmt::format("{} has {} entries, had {}", field, now.size(), before.size());
    for (std::size_t i = 0; i < now.size(); ++i)
      if (std::string found = difference(fmt::format("{}[{}]", field, i), now[i], before[i]);
          !found.empty())
        return found;
  }
  return fmt::format("{} is {}, was {}", field, shown(now), shown(before));
}

}  // namespace

Json identity_of(const sim::Scene& scene, const RunChoices& choices) {
  Json identity = {
      {"format", "firstcontact simulation"},
      {"version", FIRSTCONTACT_VERSION},
      {"name", scene.name},
      {"about", scene.about},
      {"method", choices.method},
      {"method_tolerance", number_or_null(choices.tolerance)},
      {"gravity", Json::array({scene.gravity.x(), scene.gravity.y(), scene.gravity.z()})},
      {"settings", identity_of(scene.settings)},
      {"record", choices.records},
      {"deduplicate", choices.deduplicates},
      {"intersections", choices.counts_intersections},
      {"bodies", Json::array()}};
  for (const sim::Body& body : scene.bodies) identity["bodies"].push_back(identity_of(body));
  // As a reader of the file will see it.
  return Json::parse(shown(identity));
}

std::string identity_difference(const Json& now, const Json& before) {
  return difference("", now, before);
}

const char* name_of(sim::Response response) {
  return response == sim::Response::ActiveSet ? "active-set" : "line-search";
}

const char* name_of(sim::BodyKind kind) {
  switch (kind) {
    case sim::BodyKind::Solid: return "solid";
    case sim::BodyKind::Cloth: return "cloth";
    case sim::BodyKind::Obstacle: return "obstacle";
  }
  return "";
}

}  // namespace firstcontact::apps
