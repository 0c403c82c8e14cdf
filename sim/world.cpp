#include "sim/world.h"

#include <algorithm>
#include <utility>

namespace firstcontact::sim {
namespace {

bool moves(const Script& script) {
  return (!script.velocity.isZero(0) || script.turns_per_second != 0) && script.end > script.begin;
}

std::string fault_of(const Body& body) {
  const Eigen::Index count = body.rest.rows();
  if (count == 0) return body.name + ": it has no vertices";
  if (body.start.rows() != count || body.velocity.rows() != count)
    return body.name + ": rest, start and velocity have different numbers of vertices";
  if (!body.rest.allFinite() || !body.start.allFinite() || !body.velocity.allFinite())
    return body.name + ": a coordinate or velocity is not finite";
  if (body.kind == BodyKind::Solid ? body.tets.empty() : body.faces.empty())
    return body.name + ": it has no elements";
  for (const Script& script : body.scripts)
    for (const int vertex : script.vertices)
      if (vertex < 0 || vertex >= count)
        return body.name + ": a script names vertex " + std::to_string(vertex) + " of " +
               std::to_string(count);
  return "";
}

template <std::size_t kCorners>
void add_elements(const std::vector<std::array<int, kCorners>>& elements, int first,
                  std::vector<std::array<int, kCorners>>& all) {
  for (std::array<int, kCorners> element : elements) {
    for (int& vertex : element) vertex += first;
    all.push_back(element);
  }
}

void append(const PointMatrix& rows, Eigen::Index first, PointMatrix& all) {
  all.middleRows(first, rows.rows()) = rows;
}

}  // namespace

World::World(const Scene& scene) {
  if (scene.bodies.empty()) {
    fault = "there are no bodies";
    return;
  }
  int count = 0;
  for (const Body& body : scene.bodies) {
    if (fault = fault_of(body); !fault.empty()) return;
    first_vertex.push_back(count);
    names.push_back(body.name);
    count += static_cast<int>(body.rest.rows());
  }
  first_vertex.push_back(count);
  rest.resize(count, 3);
  start.resize(count, 3);
  velocity.resize(count, 3);
  scripted.assign(count, false);

  std::vector<bool> immobile(count, false);
  VolumeDescription volume;
  volume.vertex_count = count;
  volume.objects.resize(count);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const Body& body = scene.bodies[i];
    const int first = first_vertex[i], last = first_vertex[i + 1];
    append(body.rest, first, rest);
    append(body.start, first, start);
    append(body.velocity, first, velocity);
    std::fill(volume.objects.begin() + first, volume.objects.begin() + last, static_cast<int>(i));
    if (body.kind == BodyKind::Solid)
      add_elements(body.tets, first, volume.tets);
    else
      add_elements(body.faces, first, volume.faces);
    if (body.kind == BodyKind::Obstacle)
      for (int vertex = first; vertex < last; ++vertex) scripted[vertex] = immobile[vertex] = true;
    for (const Script& script : body.scripts)
      for (const int vertex : script.vertices) {
        motions_.push_back({first + vertex, script});
        scripted[first + vertex] = true;
        immobile[first + vertex] = !moves(script);
      }
    if (!body.self_contact || body.kind == BodyKind::Obstacle)
      rules.ignored.push_back({static_cast<int>(i), static_cast<int>(i)});
  }
  for (int vertex = 0; vertex < count; ++vertex)
    if (scripted[vertex]) velocity.row(vertex).setZero();
  collision = CollisionMesh(volume);
  fault = collision.fault();
  if (!fault.empty()) return;
  if (std::find(immobile.begin(), immobile.end(), true) != immobile.end())
    for (const int vertex : collision.full_vertices()) rules.immobile.push_back(immobile[vertex]);
  diagonal = (start.colwise().maxCoeff() - start.colwise().minCoeff()).norm();
}

PointMatrix World::with_scripts(const PointMatrix& x, double time) const {
  PointMatrix moved = x;
  for (const ScriptedVertex& entry : motions_)
    moved.row(entry.vertex) =
        entry.motion.position(start.row(entry.vertex).transpose(), time).transpose();
  return moved;
}

std::string World::element_name(std::span<const int> vertices) const {
  const int body = collision.mesh().object_of(vertices[0]);
  std::string numbers;
  for (const int vertex : vertices)
    numbers += (numbers.empty() ? "" : "-") +
               std::to_string(collision.full_vertices()[vertex] - first_vertex[body]);
  const char* sort = vertices.size() == 1 ? "vertex " : vertices.size() == 2 ? "edge " : "face ";
  return sort + numbers + " of " + names[body];
}

std::string World::pair_name(Kind kind, const std::array<int, 4>& vertices) const {
  const std::size_t first = kind == Kind::EdgeEdge ? 2 : 1;
  const std::span<const int> all(vertices.data(), point_count(kind));
  return element_name(all.first(first)) + " and " + element_name(all.subspan(first));
}

std::string World::name_of(const ElementPair& pair) const {
  return pair_name(pair.kind, pair.vertices);
}

std::string World::name_of(const NearPair& pair) const {
  return pair_name(pair.kind, pair.vertices);
}

std::string World::name_of(const Intersection& pair) const {
  const Mesh& mesh = collision.mesh();
  const auto point = [&](const int& vertex) { return element_name({&vertex, 1}); };
  const auto edge = [&](int index) { return element_name(mesh.edges()[index]); };
  const auto face = [&](int index) { return element_name(mesh.faces()[index]); };
  switch (pair.kind) {
    case IntersectionKind::FaceFace: return face(pair.a) + " and " + face(pair.b);
    case IntersectionKind::EdgeFace: return edge(pair.a) + " and " + face(pair.b);
    case IntersectionKind::EdgeEdge: return edge(pair.a) + " and " + edge(pair.b);
    case IntersectionKind::PointFace: return point(pair.a) + " and " + face(pair.b);
    case IntersectionKind::PointEdge: return point(pair.a) + " and " + edge(pair.b);
    case IntersectionKind::PointPoint: return point(pair.a) + " and " + point(pair.b);
  }
  return "";
}

}  // namespace firstcontact::sim
