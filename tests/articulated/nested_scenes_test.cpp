// Things that lie in others at the start. A random campaign of solids in solids, decided by solid
// angles in long double (support/real_inside.h) on poses of the reference: none may be called free
// by any entry.
#include <firstcontact/motion_validator.h>
#include <firstcontact/scene_contact.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "articulated/random_trees.h"
#include "articulated/reference_scene.h"
#include "articulated/scene_builder.h"
#include "geometry/body_tree.h"
#include "support/contacts.h"
#include "support/real_inside.h"

namespace firstcontact::nested_scenes_test {
namespace {

using generate::Random;
using test::at;
using test::describe;
using test::make_link;
using test::object;
using test::Real;
using test::RealPoint;
using test::RealTriangle;

constexpr std::uint64_t kSeed = 4711;
#ifdef __SANITIZE_ADDRESS__
constexpr int kNestedScenes = 200;  // the sanitizers look at the code, which fewer scenes reach too
#else
constexpr int kNestedScenes = 1000;
#endif
constexpr double kPi = 3.14159265358979323846;

struct Mesh {
  std::vector<Vec3> vertices;
  std::vector<Face> faces;
};

/// A grid that is closed in both directions (a torus), or from pole to pole.
void add_grid(int rows, int columns, bool wraps, Mesh& mesh) {
  const auto index = [&](int i, int j) { return (i % rows) * columns + j % columns; };
  for (int i = 0; i + (wraps ? 0 : 1) < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      mesh.faces.push_back({index(i, j), index(i + 1, j), index(i + 1, j + 1)});
      mesh.faces.push_back({index(i, j), index(i + 1, j + 1), index(i, j + 1)});
    }
}

/// A bumpy ball: no farther from its centre than `size`, no nearer than 0.6 of it at its corners.
Mesh bumpy_ball(Random& random, double size) {
  constexpr int kRows = 7, kColumns = 9;
  Mesh mesh;
  for (int i = 0; i < kRows; ++i)
    for (int j = 0; j < kColumns; ++j) {
      const double polar = kPi * i / (kRows - 1), around = 2 * kPi * j / kColumns,
                   r = size * (0.6 + 0.4 * random.unit());
      const bool pole = i == 0 || i + 1 == kRows;
      mesh.vertices.push_back(pole ? Vec3(0, 0, i == 0 ? size : -size)
                                   : Vec3(r * std::sin(polar) * std::cos(around),
                                          r * std::sin(polar) * std::sin(around),
                                          r * std::cos(polar)));
    }
  add_grid(kRows, kColumns, false, mesh);
  return mesh;
}

/// Radii `size` and 0.4 of it: neither convex nor a ball.
Mesh torus(double size) {
  constexpr int kRows = 12, kColumns = 8;
  Mesh mesh;
  for (int i = 0; i < kRows; ++i)
    for (int j = 0; j < kColumns; ++j) {
      const double u = 2 * kPi * i / kRows, v = 2 * kPi * j / kColumns,
                   r = size * (1 + 0.4 * std::cos(v));
      mesh.vertices.push_back(Vec3(r * std::cos(u), r * std::sin(u), 0.4 * size * std::sin(v)));
    }
  add_grid(kRows, kColumns, true, mesh);
  return mesh;
}

/// As STL files have it: every triangle with corners of its own; sometimes turned inside out, or
/// with some triangles turned round.
Shape as_shape(Random& random, Mesh mesh) {
  const int turned = random.below(6);
  for (std::size_t i = 0; i < mesh.faces.size(); ++i)
    if (turned == 0 || (turned == 1 && i % 5 == 0)) std::swap(mesh.faces[i][1], mesh.faces[i][2]);
  if (random.chance(1, 2)) return test::triangles(mesh.vertices, mesh.faces);
  Mesh soup;
  for (const Face& face : mesh.faces) {
    const int first = static_cast<int>(soup.vertices.size());
    for (const int v : face) soup.vertices.push_back(mesh.vertices[v]);
    soup.faces.push_back({first, first + 1, first + 2});
  }
  return test::triangles(soup.vertices, soup.faces);
}

void add(const Mesh& part, const Vec3& at, bool turned, Mesh& mesh) {
  const int first = static_cast<int>(mesh.vertices.size());
  for (const Vec3& x : part.vertices) mesh.vertices.push_back(x + at);
  for (const Face& f : part.faces)
    mesh.faces.push_back(turned ? Face{f[0] + first, f[2] + first, f[1] + first}
                                : Face{f[0] + first, f[1] + first, f[2] + first});
}

/// Several closed parts around the origin that overlap, or one in the other, each looking one way
/// or the other.
struct Parts {
  Mesh all;
  std::vector<Mesh> single;  ///< the parts alone
  bool solid_at_origin = true;

  Parts(Random& random, double size) {
    const int kind = random.below(3);
    const bool inside_out = random.chance(1, 2);
    if (kind == 0) {  // they cut through each other
      const int count = 2 + random.below(2);
      for (int i = 0; i < count; ++i) {
        const double angle = 2 * kPi * i / count;
        const Vec3 at = 0.3 * size * Vec3(std::cos(angle), std::sin(angle), 0);
        put(bumpy_ball(random, size), at,
            i == 0   ? inside_out
            : i == 1 ? !inside_out
                     : random.chance(1, 2));
      }
      return;
    }
    // Shells, each looking the other way than the one around it: a cavity, an island in it, a
    // cavity of that.
    const int count = kind == 1 ? 2 : 3 + random.below(2);
    double shell = size;
    for (int i = 0; i < count; ++i, shell *= 0.5)
      put(bumpy_ball(random, shell), Vec3(0, 0, 0), (i % 2 == 1) != inside_out);
    solid_at_origin = count % 2 == 1;
  }

 private:
  void put(const Mesh& part, const Vec3& at, bool turned) {
    add(part, at, turned, all);
    single.emplace_back();
    add(part, at, turned, single.back());
  }
};

/// A solid of about this size.
Shape outer_shape(Random& random, double size, Vec3& inside) {
  inside = test::random_vector(random, 0.15 * size);
  switch (random.below(5)) {
    case 0: {
      const double angle = 2 * kPi * random.unit();
      inside =
          Vec3(size * std::cos(angle), size * std::sin(angle), 0) * (0.95 + 0.1 * random.unit());
      return as_shape(random, torus(size));
    }
    case 1: return box_shape(Vec3::Constant(2 * size));
    case 2: return cylinder_shape(size, 2 * size);
    default: return as_shape(random, bumpy_ball(random, size));
  }
}

/// Something small, all kinds. Of a cloud only the last point is at the origin: the others are far
/// away.
Shape inner_shape(Random& random, double size) {
  switch (random.below(8)) {
    case 0: return sphere_shape(0.5 * size);
    case 1: return capsule_shape(0.2 * size, size);
    case 2: return box_shape(Vec3::Constant(size));
    case 3: return cylinder_shape(0.5 * size, size);
    case 4: return as_shape(random, torus(0.5 * size));
    case 5: return test::triangles({{0, 0, 0}, {size, 0, 0}, {0, size, 0}}, {{0, 1, 2}});
    case 6: {
      std::vector<Vec3> points;
      std::vector<Face> faces;
      for (int i = 0; i < 6; ++i) {
        points.push_back(i == 5 ? Vec3(0, 0, 0)
                                : Vec3(test::random_vector(random, size) + Vec3(1e3 * size, 0, 0)));
        faces.push_back({i, i, i});
      }
      Shape cloud = test::triangles(points, faces);
      cloud.radius = random.chance(1, 2) ? 0.1 * size : 0;
      return cloud;
    }
    default: return as_shape(random, bumpy_ball(random, size));
  }
}

struct Case {
  SceneDescription description;
  Configuration from, to;
};

/// An arm of two joints carries one of the two; the other rests. The arm moves a little, so that
/// surfaces need not meet.
Case random_case(Random& random, bool nested) {
  const double size = std::pow(10.0, random.between(-3, 3));
  Vec3 inside;
  const Shape outer = outer_shape(random, size, inside);
  const Shape inner = inner_shape(random, size * (0.02 + 0.1 * random.unit()));
  const bool outer_moves = random.chance(1, 2);
  const Pose turn = test::random_pose(random, size);
  Case out;
  out.from = {0.5 * random.symmetric(), 0.5 * random.symmetric()};
  out.to = {out.from[0] + 1e-3 * random.symmetric(), out.from[1] + 1e-3 * random.symmetric()};
  Link base = make_link("base", -1, JointType::Revolute, Vec3::UnitZ(), at(size, 0, 0), {});
  Link tool = make_link("tool", 0, JointType::Revolute, Vec3::UnitY(), at(0, 2 * size, 0),
                        {outer_moves ? outer : inner});
  out.description = describe({base, tool});
  const Pose carried = out.description.models[0].model.poses(out.from)[1];
  // The resting one's pose, so that the inner one's origin is at `inside` of the outer one, or far
  // outside.
  const Vec3 place = nested ? inside : Vec3(3.5 * size, 0, 0);
  Pose pose;
  pose.rotation = turn.rotation;
  if (outer_moves)
    pose.position = carried.apply(place);
  else
    pose.position = carried.position - turn.rotation * place;
  out.description.objects = {object("other", outer_moves ? inner : outer, pose)};
  return out;
}

/// By solid angles: some corner of one body is wound around by the other one. Sets `apart` if the
/// surfaces do not touch.
bool is_nested(const Case& c, const Scene& scene, bool& apart) {
  test::ReferenceScene reference(scene, c.description, c.from, c.to);
  reference.move_to(0);
  apart = reference.distance(0, 1) > 0;
  const auto surface = [&](int body, const Shape& shape) {
    std::vector<RealTriangle> out;
    for (const Face& face : geometry::tree_of(shape.body).triangles) {
      RealTriangle t;
      for (std::size_t k = 0; k < 3; ++k) {
        const Vec3& x = geometry::tree_of(shape.body).vertices[face[k]];
        t[k] = (body == 0 ? reference.to_world(0, x) : c.description.objects[0].pose.apply(x))
                   .cast<Real>();
      }
      out.push_back(t);
    }
    return out;
  };
  const auto a = surface(0, c.description.models[0].model.links()[1].shapes[0]),
             b = surface(1, c.description.objects[0].shapes[0]);
  const auto lies_in = [](const std::vector<RealTriangle>& inner,
                          const std::vector<RealTriangle>& outer) {
    if (!test::is_closed(outer)) return false;
    // Where some triangles are turned round, the solid angles do not add up; the parity of
    // crossings counts then.
    for (const RealTriangle& t : inner) {
      const Real winding = test::winding_number(outer, t[0]);
      const bool oriented = std::abs(winding - std::round(winding)) < 1e-9L;
      if ((oriented && std::abs(winding) > 0.5L) || test::has_odd_crossings(outer, t[0]))
        return true;
    }
    return false;
  };
  return lies_in(a, b) || lies_in(b, a);
}

/// All ways to ask.
std::vector<Status> answers(const Case& c, const Scene& scene) {
  std::vector<Status> out;
  SceneOptions options;
  out.push_back(first_contact(scene, c.from, c.to, options).status);
  out.push_back(first_contact(scene, c.from, c.from, options).status);
  options.clearance = true;
  out.push_back(first_contact(scene, c.from, c.to, options).status);
  options.clearance = false;
  options.decide_only = true;
  out.push_back(first_contact(scene, c.from, c.to, options).status);
  options = {};
  out.push_back(
      first_contact_on_path(scene, std::array{c.from, c.to, c.from}, options).result.status);
  out.push_back(first_contacts(scene, std::array{SceneEdge{c.from, c.to}}, options, 1)[0].status);
  options.method = SceneMethod::Advancement;
  for (const bool hulls : {true, false})
    for (const bool temporal : {true, false}) {
      options.stages.convex_hulls = hulls;
      options.stages.temporal_culling = temporal;
      out.push_back(first_contact(scene, c.from, c.to, options).status);
    }
  options.decide_only = true;
  out.push_back(first_contact(scene, c.from, c.to, options).status);
  const MotionValidator validator(scene);
  out.push_back(validator.is_valid(c.from) ? Status::Free : Status::Contact);
  out.push_back(validator.check_motion(c.from, c.to) ? Status::Free : Status::Contact);
  return out;
}

// Seed 4711. A thousand scenes in which something lies inside without touching, at least nine
// tenths of those that are tried.
TEST(NestedScenes, NothingThatStartsInsideIsCalledFree) {
  int nested = 0, tried = 0;
  for (; nested < kNestedScenes && tried < 2 * kNestedScenes && !HasFailure(); ++tried) {
    Random random({kSeed, static_cast<std::uint64_t>(tried)});
    const Case c = random_case(random, true);
    const Scene scene(c.description);
    ASSERT_EQ(scene.fault(), "");
    bool apart = false;
    if (!is_nested(c, scene, apart) || !apart) continue;
    ++nested;
    const std::vector<Status> all = answers(c, scene);
    for (std::size_t i = 0; i < all.size(); ++i)
      EXPECT_EQ(all[i], Status::Contact) << "case " << tried << ", entry " << i;
    const SceneResult result = first_contact(scene, c.from, c.to);
    EXPECT_EQ(result.toi, 0);
    EXPECT_TRUE(result.starts_inside);
    EXPECT_TRUE(result.proven);
    EXPECT_EQ(result.distance, 0);
    EXPECT_EQ(result.a.body + result.b.body, 1);
  }
  std::printf("%d scenes with something inside of %d\n", nested, tried);
  EXPECT_EQ(nested, kNestedScenes);
  EXPECT_GE(nested * 10, tried * 9);
}

// Seed 4712.
TEST(NestedScenes, WhatIsOutsideStaysFree) {
  constexpr int kCases = 200;
  for (int i = 0; i < kCases && !HasFailure(); ++i) {
    Random random({kSeed + 1, static_cast<std::uint64_t>(i)});
    const Case c = random_case(random, false);
    const Scene scene(c.description);
    bool apart = false;
    ASSERT_FALSE(is_nested(c, scene, apart));
    ASSERT_TRUE(apart);
    for (const Status status : answers(c, scene)) EXPECT_EQ(status, Status::Free) << "case " << i;
  }
}

/// Whether the origin is wound around by a part.
bool is_inside(const Mesh& part) {
  std::vector<RealTriangle> surface;
  for (const Face& face : part.faces) {
    RealTriangle t;
    for (std::size_t k = 0; k < 3; ++k) t[k] = part.vertices[face[k]].cast<Real>();
    surface.push_back(t);
  }
  return std::abs(test::winding_number(surface, RealPoint::Zero())) > 0.5L;
}

// Seed 4713. A ball at a point that all parts wind around: in contact where they cut through each
// other, whichever way they look, and where it is in no cavity. Only cavities are free.
TEST(NestedScenes, PartsThatLookDifferentWaysAreJudgedOneByOne) {
  constexpr int kCases = 300;
  int solid = 0, free = 0;
  for (int i = 0; i < kCases && !HasFailure(); ++i) {
    Random random({kSeed + 2, static_cast<std::uint64_t>(i)});
    const double size = std::pow(10.0, random.between(-3, 3));
    const Parts parts(random, size);
    for (const Mesh& part : parts.single) ASSERT_TRUE(is_inside(part));
    Case c;
    c.from = {0};
    c.to = {1e-3 * size};
    const Shape ball =
        random.chance(1, 2) ? sphere_shape(0.01 * size) : box_shape(Vec3::Constant(0.01 * size));
    const Pose place = test::random_pose(random, size);
    Link tool = make_link("tool", -1, JointType::Prismatic, Vec3::UnitX(), place, {ball});
    c.description = describe(
        {tool}, {object("parts", test::triangles(parts.all.vertices, parts.all.faces), place)});
    const Scene scene(c.description);
    ASSERT_EQ(scene.fault(), "");
    (parts.solid_at_origin ? solid : free) += 1;
    const std::vector<Status> all = answers(c, scene);
    for (std::size_t k = 0; k < all.size(); ++k)
      EXPECT_EQ(all[k], parts.solid_at_origin ? Status::Contact : Status::Free)
          << "case " << i << ", entry " << k;
    EXPECT_EQ(first_contact(scene, c.from, c.to).starts_inside, parts.solid_at_origin);
  }
  std::printf("%d in a solid, %d in a cavity\n", solid, free);
  EXPECT_GE(solid * 3, kCases);
  EXPECT_GE(free * 4, kCases);
}

TEST(NestedScenes, SolidsAndSurfacesAreTold) {
  Random random({kSeed});
  Mesh open = bumpy_ball(random, 1);
  const Shape closed = test::triangles(open.vertices, open.faces);
  open.faces.erase(open.faces.begin() + 30);
  Shape room = closed;
  room.surface_only = true;
  Link tool =
      make_link("tool", -1, JointType::Revolute, Vec3::UnitZ(), {}, {sphere_shape(1), closed});
  const Scene scene(
      describe({tool}, {object("open", test::triangles(open.vertices, open.faces), at(9, 0, 0)),
                        object("room", room, at(99, 0, 0))}));
  ASSERT_EQ(scene.fault(), "");
  using enum Closedness;
  EXPECT_EQ(scene.bodies()[0].closedness, (std::vector{Solid, Solid}));
  EXPECT_EQ(scene.bodies()[1].closedness, std::vector{Surface});
  EXPECT_EQ(scene.bodies()[2].closedness, std::vector{Surface});
}

// A hole of one triangle makes a surface: it cannot be told what is inside, and the scene says so.
TEST(NestedScenes, AnOpenMeshIsASurface) {
  Random random({kSeed});
  Mesh open = bumpy_ball(random, 1);
  open.faces.erase(open.faces.begin() + 30);
  const Scene scene(describe(
      {make_link("ball", -1, JointType::Prismatic, Vec3::UnitX(), {}, {sphere_shape(0.01)})},
      {object("open", test::triangles(open.vertices, open.faces))}));
  EXPECT_EQ(scene.bodies()[1].closedness, std::vector{Closedness::Surface});
  EXPECT_EQ(first_contact(scene, std::array{0.0}, std::array{0.01}).status, Status::Free);
}

}  // namespace
}  // namespace firstcontact::nested_scenes_test
