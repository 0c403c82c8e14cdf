#include "sim/simulation.h"

#include <firstcontact/barrier.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

#include "sim/active_set_step.h"
#include "sim/barrier_step.h"
#include "sim/world.h"

namespace firstcontact::sim {
namespace {

// Default distance of barriers and constraints, as a share of the scene's diagonal.
constexpr double kDistanceShare = 1e-3;
// Tetrahedra resist being squeezed to less than this share of their volume.
constexpr double kLeastVolume = 0.1;
// Newton's method ends when vertices move slower than this share of the fastest one.
constexpr double kSpeedShare = 1e-3;
// A body that falls for so many steps has the speed that barriers are made for.
constexpr double kFallSteps = 20;

std::string find_setting_fault(const Settings& settings) {
  const auto positive = [](double value) { return value > 0 && std::isfinite(value); };
  if (!positive(settings.time_step)) return "time_step must be positive and finite";
  if (settings.steps < 0) return "steps must not be negative";
  if (settings.barrier_distance && !positive(*settings.barrier_distance))
    return "barrier_distance must be positive and finite";
  if (settings.barrier_stiffness && !positive(*settings.barrier_stiffness))
    return "barrier_stiffness must be positive and finite";
  if (settings.separation && !positive(*settings.separation))
    return "separation must be positive and finite";
  if (!(settings.friction >= 0 && std::isfinite(settings.friction)))
    return "friction must not be negative";
  if (!positive(settings.newton_speed)) return "newton_speed must be positive and finite";
  if (settings.max_newton_iterations < 1) return "max_newton_iterations must be at least 1";
  if (settings.tolerance && !positive(*settings.tolerance))
    return "tolerance must be positive and finite";
  return "";
}

/// Six times the volume.
double orientation(const PointMatrix& x, const Tet& tet) {
  const Vec3 a = x.row(tet[1]) - x.row(tet[0]), b = x.row(tet[2]) - x.row(tet[0]),
             c = x.row(tet[3]) - x.row(tet[0]);
  return a.cross(b).dot(c);
}

std::string find_inverted_start(const std::vector<Body>& bodies) {
  for (const Body& body : bodies)
    for (std::size_t i = 0; i < body.tets.size(); ++i)
      if (!(orientation(body.start, body.tets[i]) > 0))
        return body.name + ": tetrahedron " + std::to_string(i) +
               " is inverted or flat at the start";
  return "";
}

std::string find_start_intersection(const World& world) {
  IntersectionOptions options;
  options.step.rules = world.rules;
  options.max_listed = 1;
  const IntersectionResult found = intersections(
      world.collision.mesh(), world.collision.surface_positions(world.start), options);
  if (found.free()) return "";
  if (found.status != Status::Contact) return found.message;
  return std::to_string(found.count()) +
         (found.count() == 1 ? " pair of elements intersects" : " pairs of elements intersect") +
         " at the start, first " + world.name_of(found.intersections.front());
}

double area_of(const PointMatrix& x, const Face& face) {
  const Vec3 a = x.row(face[1]) - x.row(face[0]), b = x.row(face[2]) - x.row(face[0]);
  return a.cross(b).norm() / 2;
}

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

StepOptions step_options(const World& world, const Settings& settings) {
  StepOptions options;
  options.rules = world.rules;
  options.threads = settings.threads;
  options.tolerance = settings.tolerance;
  return options;
}

}  // namespace

struct Simulation::Implementation {
  Implementation(Scene given, PairMethod method)
      : scene(std::move(given)), world(scene), elastic(scene.bodies) {
    fault = find_fault();
    if (!fault.empty()) return;
    const Settings& settings = scene.settings;
    detection.emplace(world.collision.mesh(), std::move(method), step_options(world, settings),
                      settings.leave_room);
    assembly.emplace(elastic.elements(), world.scripted, world.collision.full_vertices());
    contact_distance = kDistanceShare * world.diagonal;
    if (settings.response == Response::LineSearch)
      contact_distance = settings.barrier_distance.value_or(contact_distance);
    else
      contact_distance = settings.separation.value_or(contact_distance);
    barrier = {contact_distance, settings.barrier_stiffness.value_or(default_stiffness()),
               settings.friction};
    state.positions = world.start;
    state.velocities = world.velocity;
    state.barrier_stiffness = barrier.stiffness;
  }

  /// The line search refuses steps that turn tetrahedra inside out, so a barrier can rule them out.
  static double least_volume(Response response) {
    return response == Response::LineSearch ? kLeastVolume : 0;
  }

  std::string find_fault() const {
    if (std::string found = find_setting_fault(scene.settings); !found.empty()) return found;
    if (!scene.gravity.allFinite()) return "gravity must be finite";
    if (!elastic.fault().empty()) return elastic.fault();
    if (!world.fault.empty()) return world.fault;
    if (std::string found = find_inverted_start(scene.bodies); !found.empty()) return found;
    return find_start_intersection(world);
  }

  /// The pressure that stops a body of the scene's mass, area and speed within a step. It is 1 if
  /// nothing can move.
  double default_stiffness() const {
    const PointMatrix rest = world.collision.surface_positions(world.rest);
    const Eigen::VectorXd& masses = elastic.masses();
    double area = 0, mass = 0;
    for (const Face& face : world.collision.mesh().faces())
      if (masses[world.collision.full_vertices()[face[0]]] > 0) area += area_of(rest, face);
    for (const double m : masses) mass += m;
    const double h = scene.settings.time_step, gravity = scene.gravity.norm();
    const double speed =
        std::max(kFallSteps * h * gravity, world.velocity.rowwise().norm().maxCoeff());
    const double pressure = mass / area * (gravity + speed / h);
    return pressure > 0 && std::isfinite(pressure) ? pressure : 1;
  }

  /// Fast bodies need not be followed as finely as slow ones.
  double small_way() const {
    const double fastest = state.velocities.rowwise().norm().maxCoeff();
    return scene.settings.time_step * std::max(scene.settings.newton_speed, kSpeedShare * fastest);
  }

  StepReport advance() {
    const double energy_before = energy ? *energy : measured().total_energy();
    const auto begin = std::chrono::steady_clock::now();
    detection->restart_counts();
    const double h = scene.settings.time_step;
    PointMatrix predicted = state.positions + h * state.velocities;
    predicted.rowwise() += (h * h * scene.gravity).transpose();
    const double time = static_cast<double>(state.step + 1) * h;
    const PointMatrix targets = world.with_scripts(state.positions, time);
    const StepObjective objective(elastic, std::move(predicted), h);
    const StepContext context = {world,     elastic, scene.settings, *detection,
                                 *assembly, newton,  small_way()};
    const StepEnd end =
        scene.settings.response == Response::LineSearch
            ? barrier_step(context, barrier, objective, state.positions, targets,
                           state.barrier_stiffness)
            : active_set_step(context, contact_distance, objective, state.positions, targets);
    const double seconds = seconds_since(begin);
    const std::int64_t step = state.step + 1;
    const bool pushed = targets != state.positions;
    if (end.stopped.empty()) {
      state.velocities = (end.positions - state.positions) / h;
      state.positions = end.positions;
      state.step = step;
      state.time = time;
    }
    StepReport report = measured();
    if (end.stopped.empty() && !pushed && report.total_energy() > energy_before) {
      slow_down(report.total_energy() - energy_before);
      report = measured();
    }
    energy = report.total_energy();
    report.step = step;
    report.newton_iterations = end.iterations;
    report.converged = end.converged;
    report.contacts = end.contacts;
    if (!end.stopped.empty()) report.stopped = "step " + std::to_string(step) + ": " + end.stopped;
    report.questions = detection->counts().questions;
    report.candidates = detection->counts().candidates;
    report.ccd_seconds = detection->counts().seconds;
    report.seconds = seconds;
    return report;
  }

  /// Takes so much energy, as far as there is, from the velocities: implicit Euler loses energy
  /// where the energy is convex, and may gain some at edges and corners. If nothing is held, the
  /// mean velocity stays, and with it the momentum.
  void slow_down(double excess) {
    const Eigen::VectorXd& masses = elastic.masses();
    Eigen::RowVector3d mean = Eigen::RowVector3d::Zero();
    if (std::find(world.scripted.begin(), world.scripted.end(), true) == world.scripted.end())
      mean = masses.transpose() * state.velocities / masses.sum();
    double kinetic = 0;
    for (Eigen::Index i = 0; i < masses.size(); ++i)
      kinetic += masses[i] / 2 * (state.velocities.row(i) - mean).squaredNorm();
    const double kept = std::sqrt(std::max(0.0, 1 - excess / kinetic));
    for (Eigen::Index i = 0; i < masses.size(); ++i)
      state.velocities.row(i) = mean + kept * (state.velocities.row(i) - mean);
  }

  /// Energies, momentum and distances of the state.
  StepReport measured() {
    StepReport report;
    report.step = state.step;
    report.time = state.time;
    const Eigen::VectorXd& masses = elastic.masses();
    for (Eigen::Index i = 0; i < masses.size(); ++i) {
      const Vec3 v = state.velocities.row(i), x = state.positions.row(i);
      report.kinetic_energy += masses[i] / 2 * v.squaredNorm();
      report.gravity_energy -= masses[i] * scene.gravity.dot(x);
      report.momentum += masses[i] * v;
    }
    report.elastic_energy = elastic.energy(state.positions);
    NearPairOptions options;
    options.step = detection->options();
    options.weights = PairWeights::Area;
    const PointMatrix rest = world.collision.surface_positions(world.rest),
                      surface = world.collision.surface_positions(state.positions);
    options.rest = Positions(rest);
    const NearPairs near = near_pairs(detection->solver(), surface, contact_distance, options);
    report.smallest_distance = near.smallest_distance;
    if (scene.settings.response == Response::LineSearch)
      report.contact_energy = barrier_energy(
          near, surface, {contact_distance, state.barrier_stiffness}, scene.settings.threads);
    return report;
  }

  Scene scene;
  World world;
  ElasticModel elastic;
  /// Unset if there is a fault.
  std::optional<ContactDetection> detection;
  std::optional<SparseAssembly> assembly;
  NewtonSolver newton;
  std::string fault;
  /// Distance of barriers or constraints.
  double contact_distance = 0;
  BarrierSettings barrier;
  State state;
  /// Of the state; unset if it was not measured yet.
  std::optional<double> energy;
};

Simulation::Simulation(Scene scene, PairMethod method)
    : implementation_(std::make_unique<Implementation>(std::move(scene), std::move(method))) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

const std::string& Simulation::fault() const { return implementation_->fault; }
const Scene& Simulation::scene() const { return implementation_->scene; }
const CollisionMesh& Simulation::collision_mesh() const { return implementation_->world.collision; }
PointMatrix Simulation::surface_positions() const {
  return collision_mesh().surface_positions(implementation_->state.positions);
}
const State& Simulation::state() const { return implementation_->state; }
void Simulation::set_state(State state) {
  implementation_->state = std::move(state);
  implementation_->energy.reset();
}
StepReport Simulation::report() { return implementation_->measured(); }
StepReport Simulation::advance() { return implementation_->advance(); }
void Simulation::on_question(VisitQuestion visit) {
  if (implementation_->detection) implementation_->detection->on_question(std::move(visit));
}

}  // namespace firstcontact::sim
