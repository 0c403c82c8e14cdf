#pragma once
/// What is simulated: bodies, materials, motions, settings. SI units.
#include <firstcontact/collision_mesh.h>
#include <firstcontact/query.h>

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace firstcontact::sim {

struct Material {
  double density = 1000;  ///< kg/m^3
  double young = 1e5;     ///< Pa
  double poisson = 0.4;
  /// Cloth only: its thickness in m, and a factor of the bending stiffness that a plate of this
  /// material and thickness has.
  double thickness = 1e-3, bending = 1;
};

/// Vertices that follow a prescribed motion: at rest, or moving, turning, or both.
struct Script {
  /// Vertices of the body.
  std::vector<int> vertices = {};
  Vec3 velocity = Vec3::Zero();
  /// Turns about this axis (any length but 0) through `center`, which moves with `velocity`.
  Vec3 axis = {0, 0, 1}, center = Vec3::Zero();
  double turns_per_second = 0;
  /// The motion lasts from `begin` to `end`, in seconds; before and after, the vertices rest.
  double begin = 0, end = std::numeric_limits<double>::infinity();

  /// Where a vertex that starts at `start` is at `time`.
  Vec3 position(const Vec3& start, double time) const;
};

enum class BodyKind {
  Solid,     ///< tetrahedra, stable Neo-Hookean
  Cloth,     ///< triangles, in-plane and bending
  Obstacle,  ///< triangles that rest or follow scripts
};

struct Body {
  std::string name;
  BodyKind kind = BodyKind::Solid;
  Material material = {};
  /// Vertices without strain, and where they start.
  PointMatrix rest, start;
  /// Velocity of each vertex at the start.
  PointMatrix velocity;
  /// Solid only, of positive volume at rest.
  std::vector<Tet> tets = {};
  /// Cloth and obstacles.
  std::vector<Face> faces = {};
  /// If a vertex is in several scripts, the last one counts. Obstacle: vertices in no script rest.
  std::vector<Script> scripts = {};
  /// Obstacles never have contact with themselves.
  bool self_contact = true;
};

enum class Response { LineSearch, ActiveSet };

struct Settings {
  double time_step = 0.01;
  int steps = 100;
  Response response = Response::LineSearch;

  /// Line search: distance below which pairs repel each other. Unset: a thousandth of the scene's
  /// diagonal.
  std::optional<double> barrier_distance = {};
  /// Line search: stiffness of the barrier, a pressure. Unset: what stops a body of the scene's
  /// mass, area and speed within a step.
  std::optional<double> barrier_stiffness = {};
  double friction = 0;
  /// Line search: false takes steps up to the contact itself, as a search without separation does.
  /// It then gets stuck; only for experiments.
  bool leave_room = true;

  /// Active set: constraints keep this distance. Unset: a thousandth of the scene's diagonal.
  std::optional<double> separation = {};

  /// Newton's method ends when no vertex would move faster than this, in m/s, or than a thousandth
  /// of the fastest vertex.
  double newton_speed = 1e-3;
  int max_newton_iterations = 100;
  /// Tolerance of the collision detection; unset: the method's default.
  std::optional<double> tolerance = {};
  /// 0: as many as the machine has.
  int threads = 0;
};

struct Scene {
  std::string name, about;
  std::vector<Body> bodies;
  Vec3 gravity = {0, 0, -9.81};
  Settings settings = {};
};

}  // namespace firstcontact::sim
