#pragma once
/// Scenes at single instants in long double, by trying all pairs of triangles: what the solvers'
/// answers are held against. Shares nothing with them but the geometry.
#include <firstcontact/scene_contact.h>

#include <vector>

#include "support/real_triangles.h"

namespace firstcontact::test {

class ReferenceScene {
 public:
  /// Bodies are in the order of Scene's. Precondition: a scene without fault.
  ReferenceScene(const Scene& scene, const SceneDescription& description,
                 std::vector<ArticulatedMotion> motions);
  ReferenceScene(const Scene& scene, const SceneDescription& description,
                 std::span<const double> q_t0, std::span<const double> q_t1);

  /// Everything at t.
  void move_to(double t);
  /// The distance of the shapes of two bodies there: 0 where they clearly cut through each other.
  /// One of `interest` or more may come back as infinity, which is much faster.
  Real distance(int body_a, int body_b,
                Real interest = std::numeric_limits<Real>::infinity()) const;
  /// The smallest of all pairs, or `interest` if none is smaller.
  Real smallest_distance(Real interest = std::numeric_limits<Real>::infinity()) const;
  /// Some pair is nearer than its margin by more than `slack` of its bodies' sizes, or clearly cuts
  /// through.
  bool is_in_contact(Real slack = 1e-12L) const;
  /// Two bodies certainly have a point in common, or are within the margin: for times that are
  /// claimed to be contacts.
  bool certainly_meet(int body_a, int body_b, Real margin) const;
  /// A corner of one body lies in a closed shape of the other one, by the parity of crossings.
  bool is_nested(int body_a, int body_b) const;
  bool has_nested_pair() const;
  /// A link's or attachment's map to the world at t; the identity for objects.
  Vec3 to_world(int body, const Vec3& x) const;

 private:
  struct Placed {
    int body;
    Real radius;
    std::vector<RealTriangle> local, world;
    RealPoint local_centre, centre;
    Real size;  ///< of a ball about the centre
    bool closed = false;
  };
  struct Body {
    int model, link;  ///< model -1: an object
    AffineMap fixed;  ///< to the link, or the world
    std::size_t first_shape, last_shape;
  };
  void add_body(int model, int link, const Pose& pose, const std::vector<Shape>& shapes);

  std::vector<Scene::Pair> pairs_;
  std::vector<std::vector<int>> parents_;  ///< by model
  std::vector<ArticulatedMotion> motions_;
  std::vector<Body> bodies_;
  std::vector<Placed> shapes_;
  std::vector<Eigen::Matrix<Real, 3, 4>> body_maps_;
};

}  // namespace firstcontact::test
