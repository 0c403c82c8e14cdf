#pragma once
/// All touches of small polyhedra under a screw, found by another method than the library's and in
/// more digits.
///
/// With S = sin(θt)/θ and C = (1 − cos(θt))/θ² the height of a vertex over a plane, and the triple
/// product of two edges, is
///   f(t) = A + B S + C̃ C + t (D + E cos(θt) + F S).
/// Its roots are enclosed by those of its derivatives (Rolle): f' / cos(θt) has a derivative whose
/// own derivative has its roots in closed form, so that every function of the chain is monotone
/// between known points. No step width, no bound of a derivative. The chain is evaluated in long
/// double, every root that counts is confirmed in 50 digits.
#include <firstcontact/polyhedron.h>
#include <firstcontact/screw.h>

#include <memory>
#include <vector>

namespace firstcontact::test {

struct Touch {
  CollisionKind kind = CollisionKind::VertexFace;
  int a = -1, b = -1;  ///< as in Collision
  double time = 0;
  /// f goes through 0 and the point is inside, both by much more than the rounding of poses and
  /// coordinates: the bodies touch for sure.
  bool sure = false;
};

class ReferenceScrew {
 public:
  ReferenceScrew(const Polyhedron& a, const PoseChange& motion_a, const Polyhedron& b,
                 const PoseChange& motion_b);
  ~ReferenceScrew();

  /// Every root of f in [0, 1] at which the point is inside or at most `near` of the scene's size
  /// outside. Ascending in time.
  std::vector<Touch> touches(double near = 1e-9) const;

  /// Distance of two features (kind, a, b as in Collision) at a time.
  double distance(const Collision& features, double time) const;
  /// Distance of a point, in world coordinates at that time, from the feature of A and from that of
  /// B.
  double distance_to_a(const Collision& features, const Vec3& point, double time) const;
  double distance_to_b(const Collision& features, const Vec3& point, double time) const;
  /// The two surfaces' directions next to the contact, in world coordinates: along the edges at a
  /// vertex, into the faces beside an edge. None for a face.
  std::vector<Vec3> directions_of_a(const Collision& features, double time) const;
  std::vector<Vec3> directions_of_b(const Collision& features, double time) const;

  /// Bound of the speed of B's points seen from A, and the size that roundings are a share of.
  double speed() const;
  double size() const;

 private:
  struct Scene;
  std::unique_ptr<Scene> scene_;
};

}  // namespace firstcontact::test
