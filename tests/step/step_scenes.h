#pragma once
/// Small scenes for tests of the step, and all their pairs of elements found without any broad
/// phase.
#include <firstcontact/step.h>

#include <cstdint>
#include <string>
#include <vector>

namespace firstcontact::test {

struct Scene {
  std::string name;
  Mesh mesh;
  std::vector<Vec3> t0, t1;
  bool planar = false;

  Positions positions_t0() const { return view(t0); }
  Positions positions_t1() const { return view(t1); }

 private:
  Positions view(const std::vector<Vec3>& points) const {
    return {reinterpret_cast<const double*>(points.data()), points.size(), planar ? 2 : 3, 3};
  }
};

/// Every pair that step.h says can touch, sorted by kind and elements.
std::vector<ElementPair> all_pairs(const Mesh& mesh, bool planar);

/// min_separation + (r_a + r_b).
double separation_of(const Mesh& mesh, const ElementPair& pair, double min_separation);

/// Kinds of random scenes. Each comes with faces, loose edges and loose points, or planar with
/// edges and points.
enum class SceneClass {
  Soup,      ///< triangles, edges and points anywhere
  Sheet,     ///< a folded sheet that collapses
  Lattice,   ///< small integers, so that exact touches are frequent
  Coplanar,  ///< all at z = 0 at both times, or all falling through one plane
  Pointed,   ///< coincident vertices, faces without area, faces with repeated corners
  Planar,    ///< random points and edges in the plane
  PlanarLattice,
};
inline constexpr SceneClass kSceneClasses[] = {
    SceneClass::Soup,    SceneClass::Sheet,  SceneClass::Lattice,      SceneClass::Coplanar,
    SceneClass::Pointed, SceneClass::Planar, SceneClass::PlanarLattice};

/// Coordinates of about scale * (1 + offset). The same arguments give the same scene. Precondition:
/// scale is a power of two.
Scene make_scene(SceneClass scene_class, std::uint64_t seed, double scale = 1, double offset = 0);

/// The same scene with its mesh's vertices thick, radii up to `largest`, some 0.
Scene with_thickness(const Scene& scene, std::uint64_t seed, double largest);
/// Vertices, faces and edges of a mesh, without objects and thickness.
MeshDescription describe(const Mesh& mesh);

/// Two wavy sheets of side x side vertices, the upper of which falls through the lower one in a
/// hollow. Edge length about 1.
Scene make_large_scene(int side, std::uint64_t seed);

/// All bits of all fields, in order.
std::uint64_t digest(const StepResult& result);
std::uint64_t digest(const std::vector<Impact>& impacts);

}  // namespace firstcontact::test
