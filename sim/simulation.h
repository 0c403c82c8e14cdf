#pragma once
/// Runs a scene step by step: implicit Euler, with contacts resolved by an active set of
/// constraints or by barriers and a line search.
#include <firstcontact/mesh_step.h>

#include <functional>
#include <memory>

#include "sim/contact_detection.h"
#include "sim/pair_method.h"
#include "sim/scene.h"

namespace firstcontact::sim {

/// All that a later run needs to go on from here with the same bits.
struct State {
  std::int64_t step = 0;
  double time = 0;
  PointMatrix positions, velocities;
  /// Stiffness of the barrier after adaptation.
  double barrier_stiffness = 0;
};

struct StepReport {
  std::int64_t step = 0;
  double time = 0;
  int newton_iterations = 0;
  bool converged = true;
  /// Joule, at the end of the step. Contact: of the barrier; 0 with an active set.
  double kinetic_energy = 0, elastic_energy = 0, gravity_energy = 0, contact_energy = 0;
  double total_energy() const {
    return kinetic_energy + elastic_energy + gravity_energy + contact_energy;
  }
  Vec3 momentum = Vec3::Zero();
  /// Smallest distance of two features at the end, if it is below the barrier's (or the
  /// constraints') distance; otherwise infinite.
  double smallest_distance = std::numeric_limits<double>::infinity();
  std::int64_t contacts = 0;
  /// Candidate pairs that collision detection looked at; questions it was asked.
  std::int64_t candidates = 0, questions = 0;
  /// Of the step, and of the questions to collision detection in it. Near pairs and barriers are
  /// not collision detection.
  double seconds = 0, ccd_seconds = 0;
  /// Not empty: the simulation cannot go on, and the state is that before the step. Names the step
  /// and the pair.
  std::string stopped;
};

class Simulation {
 public:
  explicit Simulation(Scene scene, PairMethod method = {});
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  /// Empty, or why the scene cannot be simulated: an element that is inverted or flat at rest, a
  /// start with intersections (the elements are named by body), a bad setting.
  const std::string& fault() const;

  const Scene& scene() const;
  /// The surface of all bodies, one after the other. Its objects are indices into Scene::bodies.
  const CollisionMesh& collision_mesh() const;
  const Mesh& surface() const { return collision_mesh().mesh(); }
  PointMatrix surface_positions() const;

  const State& state() const;
  /// Precondition: the state of a simulation of the same scene.
  void set_state(State state);

  /// Energies, momentum and smallest distance of the state. Precondition: no fault.
  StepReport report();

  /// Goes on by one time step. Precondition: no fault.
  StepReport advance();

  /// Called with every motion (positions of the surface) that collision detection is asked about.
  void on_question(VisitQuestion visit);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace firstcontact::sim
