#include "step_scenes.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "generate/random.h"

namespace firstcontact::test {
namespace {

using generate::Random;

Vec3 random_point(Random& random, double size) {
  const double x = random.symmetric(), y = random.symmetric(), z = random.symmetric();
  return size * Vec3(x, y, z);
}

/// `faces` triangles, `edges` edges and `points` points that have no vertex in common, nothing said
/// of where they are.
MeshDescription loose_elements(int faces, int edges, int points) {
  MeshDescription mesh;
  int next = 0;
  for (int i = 0; i < faces; ++i, next += 3) mesh.faces.push_back({next, next + 1, next + 2});
  for (int i = 0; i < edges; ++i, next += 2) mesh.edges.push_back({next, next + 1});
  mesh.vertex_count = static_cast<std::size_t>(next + points);
  return mesh;
}

/// Elements of a random size around random centres, each with a motion and some noise.
void place_soup(const MeshDescription& mesh, Random& random, double element_size, Scene& scene) {
  scene.t0.resize(mesh.vertex_count);
  scene.t1.resize(mesh.vertex_count);
  Vec3 center = Vec3::Zero(), motion = Vec3::Zero();
  for (std::size_t i = 0; i < mesh.vertex_count; ++i) {
    const bool starts =
        i < 3 * mesh.faces.size() ? i % 3 == 0 : (i - 3 * mesh.faces.size()) % 2 == 0;
    if (starts) {
      center = random_point(random, 1);
      motion = random_point(random, 0.6);
    }
    const Vec3 corner = random_point(random, element_size), noise = random_point(random, 0.1);
    scene.t0[i] = center + corner;
    scene.t1[i] = scene.t0[i] + motion + noise;
  }
}

void place_lattice(std::size_t count, Random& random, int size, Scene& scene) {
  const auto point = [&] {
    const int x = random.below(size), y = random.below(size), z = random.below(size);
    return Vec3(x, y, z);
  };
  for (std::size_t i = 0; i < count; ++i) {
    scene.t0.push_back(point());
    scene.t1.push_back(random.chance(1, 3) ? scene.t0.back() : point());
  }
}

MeshDescription grid(int side) {
  MeshDescription mesh;
  mesh.vertex_count = static_cast<std::size_t>(side * side);
  for (int i = 0; i + 1 < side; ++i)
    for (int j = 0; j + 1 < side; ++j) {
      const int a = i * side + j, b = a + 1, c = a + side, d = c + 1;
      mesh.faces.push_back({a, b, c});
      mesh.faces.push_back({d, c, b});
    }
  return mesh;
}

/// A strip folded to and fro with thin gaps, which collapses in height.
MeshDescription place_sheet(Random& random, Scene& scene) {
  constexpr int kSide = 5;
  const MeshDescription mesh = grid(kSide);
  for (int i = 0; i < kSide; ++i)
    for (int j = 0; j < kSide; ++j) {
      const Vec3 noise = random_point(random, 0.05), drift = random_point(random, 0.15);
      const Vec3 x(j * 0.2, i % 2 == 0 ? 0.0 : 0.4, i * 0.15);
      scene.t0.push_back(x + noise);
      scene.t1.push_back(Vec3(x.x(), x.y(), 0.2 * x.z()) + noise + drift);
    }
  return mesh;
}

void flatten(Random& random, Scene& scene) {
  const bool falling = random.chance(1, 2);
  for (std::size_t i = 0; i < scene.t0.size(); ++i) {
    scene.t0[i].z() = falling && i % 2 == 0 ? 1 : 0;
    scene.t1[i].z() = falling && i % 2 == 0 ? -0.5 : 0;
  }
}

void make_pointed(Random& random, MeshDescription& mesh, Scene& scene) {
  mesh.faces.push_back({0, 0, 1});
  const int last = static_cast<int>(mesh.vertex_count) - 1;
  mesh.faces.push_back({last, last, last});
  for (int i = 0; i < 6; ++i) {
    const std::size_t a = static_cast<std::size_t>(random.below(last)),
                      b = static_cast<std::size_t>(random.below(last));
    scene.t0[a] = scene.t0[b];
    if (random.chance(1, 2)) scene.t1[a] = scene.t1[b];
  }
  // Three corners on one line, exactly.
  for (std::vector<Vec3>* x : {&scene.t0, &scene.t1}) (*x)[2] = 2 * (*x)[1] - (*x)[0];
}

template <std::size_t kCount>
bool has(const std::array<int, kCount>& vertices, int vertex) {
  return std::find(vertices.begin(), vertices.end(), vertex) != vertices.end();
}

/// FNV-1a over 64-bit words.
class Digest {
 public:
  void add(std::uint64_t word) {
    for (int byte = 0; byte < 8; ++byte, word >>= 8)
      hash_ = (hash_ ^ (word & 0xff)) * 0x100000001b3u;
  }
  void add(double x) { add(std::bit_cast<std::uint64_t>(x)); }
  void add(int x) { add(static_cast<std::uint64_t>(static_cast<std::int64_t>(x))); }
  void add(const Vec3& x) {
    for (int k = 0; k < 3; ++k) add(x[k]);
  }
  void add(const Impact& impact) {
    add(static_cast<int>(impact.pair.kind));
    add(impact.pair.a);
    add(impact.pair.b);
    for (const int vertex : impact.pair.vertices) add(vertex);
    add(impact.starts_in_contact ? 1 : 0);
    for (const double x : {impact.toi, impact.toi_upper, impact.u, impact.v, impact.distance})
      add(x);
    add(impact.point_a);
    add(impact.point_b);
    add(impact.normal);
  }
  std::uint64_t get() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325u;
};

}  // namespace

std::vector<ElementPair> all_pairs(const Mesh& mesh, bool planar) {
  std::vector<ElementPair> pairs;
  const int vertices = static_cast<int>(mesh.vertex_count()),
            edges = static_cast<int>(mesh.edges().size());
  const auto edge = [&](int i) { return mesh.edges()[i]; };
  const auto add_point_edge = [&](Kind kind, int v, int e) {
    if (!has(edge(e), v)) pairs.push_back({kind, v, e, {v, edge(e)[0], edge(e)[1], -1}});
  };
  if (!planar) {
    for (int v = 0; v < vertices; ++v)
      for (int f = 0; f < static_cast<int>(mesh.faces().size()); ++f) {
        const Face& face = mesh.faces()[f];
        if (!has(face, v))
          pairs.push_back({Kind::VertexFace, v, f, {v, face[0], face[1], face[2]}});
      }
    for (int a = 0; a < edges; ++a)
      for (int b = a + 1; b < edges; ++b)
        if (!has(edge(b), edge(a)[0]) && !has(edge(b), edge(a)[1]))
          pairs.push_back({Kind::EdgeEdge, a, b, {edge(a)[0], edge(a)[1], edge(b)[0], edge(b)[1]}});
    for (const int v : mesh.loose_points())
      for (const int e : mesh.loose_edges()) add_point_edge(Kind::PointEdge, v, e);
  }
  for (const int p : mesh.loose_points())
    for (const int q : mesh.loose_points())
      if (p < q) pairs.push_back({Kind::PointPoint, p, q, {p, q, -1, -1}});
  for (int v = 0; planar && v < vertices; ++v)
    for (int e = 0; e < edges; ++e) add_point_edge(Kind::PointSegment2D, v, e);
  return pairs;
}

double separation_of(const Mesh& mesh, const ElementPair& pair, double min_separation) {
  const int first = pair.kind == Kind::EdgeEdge ? 2 : 1;
  double radius[2] = {0, 0};
  for (int i = 0; i < point_count(pair.kind); ++i) {
    double& r = radius[i < first ? 0 : 1];
    r = std::max(r, mesh.thickness_of(pair.vertices[i]));
  }
  return min_separation + (radius[0] + radius[1]);
}

Scene make_scene(SceneClass scene_class, std::uint64_t seed, double scale, double offset) {
  Random random({0x5ce4e5, static_cast<std::uint64_t>(scene_class), seed});
  Scene scene;
  MeshDescription mesh;
  switch (scene_class) {
    case SceneClass::Soup:
      scene.name = "soup";
      mesh = loose_elements(7, 4, 4);
      place_soup(mesh, random, 0.5, scene);
      break;
    case SceneClass::Sheet:
      scene.name = "sheet";
      mesh = place_sheet(random, scene);
      break;
    case SceneClass::Lattice:
      scene.name = "lattice";
      mesh = loose_elements(6, 4, 6);
      place_lattice(mesh.vertex_count, random, 4, scene);
      break;
    case SceneClass::Coplanar:
      scene.name = "coplanar";
      mesh = loose_elements(6, 4, 4);
      place_soup(mesh, random, 0.3, scene);
      flatten(random, scene);
      break;
    case SceneClass::Pointed:
      scene.name = "pointed";
      mesh = loose_elements(6, 4, 5);
      place_lattice(mesh.vertex_count, random, 5, scene);
      make_pointed(random, mesh, scene);
      break;
    case SceneClass::Planar:
      scene.name = "planar";
      mesh = loose_elements(0, 12, 8);
      place_soup(mesh, random, 0.3, scene);
      break;
    case SceneClass::PlanarLattice:
      scene.name = "planar lattice";
      mesh = loose_elements(0, 10, 8);
      place_lattice(mesh.vertex_count, random, 5, scene);
      break;
  }
  scene.planar = scene_class == SceneClass::Planar || scene_class == SceneClass::PlanarLattice;
  const Vec3 shift(offset, -offset, 2 * offset);
  for (std::vector<Vec3>* points : {&scene.t0, &scene.t1})
    for (Vec3& x : *points) {
      if (scene.planar) x.z() = 0;
      x = scale * (x + (scene.planar ? Vec3(offset, -offset, 0) : shift));
    }
  scene.mesh = Mesh(std::move(mesh));
  scene.name += ' ' + std::to_string(seed);
  return scene;
}

MeshDescription describe(const Mesh& mesh) {
  MeshDescription description;
  description.vertex_count = mesh.vertex_count();
  description.faces.assign(mesh.faces().begin(), mesh.faces().end());
  description.edges.assign(mesh.edges().begin(), mesh.edges().end());
  return description;
}

Scene with_thickness(const Scene& scene, std::uint64_t seed, double largest) {
  Random random({0x7411c4, seed});
  MeshDescription description = describe(scene.mesh);
  for (std::size_t i = 0; i < description.vertex_count; ++i)
    description.thickness.push_back(random.chance(1, 4) ? 0 : largest * random.unit());
  Scene thick = scene;
  thick.mesh = Mesh(std::move(description));
  thick.name += ", thick";
  return thick;
}

Scene make_large_scene(int side, std::uint64_t seed) {
  Random random({0x1a46e, seed});
  Scene scene;
  scene.name = "large";
  MeshDescription sheet = grid(side), mesh = sheet;
  const int count = side * side;
  for (const Face& face : sheet.faces)
    mesh.faces.push_back({face[0] + count, face[1] + count, face[2] + count});
  mesh.vertex_count *= 2;
  for (int layer = 0; layer < 2; ++layer)
    for (int i = 0; i < side; ++i)
      for (int j = 0; j < side; ++j) {
        const Vec3 noise = random_point(random, 0.1), drift = random_point(random, 0.1);
        const double wave = 0.6 * std::sin(0.2 * i) * std::cos(0.15 * j);
        const Vec3 x = Vec3(i + 0.3 * layer, j + 0.2 * layer, wave + 1.0 * layer) + noise;
        scene.t0.push_back(x);
        // The copy falls through the sheet in a hollow around the middle, and stops above it
        // elsewhere.
        const double fall = std::max(
            0.0, 1.6 - 0.004 * ((i - side / 2) * (i - side / 2) + (j - side / 2) * (j - side / 2)));
        scene.t1.push_back(x + drift - Vec3(0, 0, layer * fall));
      }
  scene.mesh = Mesh(std::move(mesh));
  return scene;
}

std::uint64_t digest(const std::vector<Impact>& impacts) {
  Digest digest;
  for (const Impact& impact : impacts) digest.add(impact);
  return digest.get();
}

std::uint64_t digest(const StepResult& result) {
  Digest out;
  out.add(static_cast<int>(result.status));
  out.add(result.toi);
  out.add(static_cast<int>(result.earliest.has_value()));
  if (result.earliest) out.add(*result.earliest);
  for (const std::int64_t count : result.candidates) out.add(static_cast<std::uint64_t>(count));
  out.add(digest(result.impacts));
  return out.get();
}

}  // namespace firstcontact::test
