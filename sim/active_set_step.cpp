#include "sim/active_set_step.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "sim/quadratic_program.h"

namespace firstcontact::sim {
namespace {

// The step ends when it is limited no more, or after so many tries to go on from where it was
// limited.
constexpr int kMaxTries = 4;
// Steps shorter than this lead nowhere.
constexpr double kNoStep = 1e-9;

class ActiveSetStep {
 public:
  ActiveSetStep(const StepContext& context, double separation, const StepObjective& objective,
                const PointMatrix& start, const PointMatrix& targets)
      : context_(context),
        separation_(separation),
        objective_(objective),
        start_(start),
        targets_(targets),
        surface_start_(context.surface(start)),
        x_(start),
        column_(context.world.vertex_count(), -1) {
    int column = 0;
    for (const int vertex : context.assembly.free_vertices()) {
      column_[vertex] = column;
      column += 3;
    }
  }

  StepEnd run() {
    const Settings& settings = context_.settings;
    const double small = settings.newton_speed * objective_.time_step();
    StepEnd end;
    // Pairs that are within the separation already must not come nearer.
    add_constraints(surface_start_);
    for (; end.iterations < settings.max_newton_iterations && !end.converged; ++end.iterations) {
      PointMatrix p;
      if (!solve_program(p)) {
        end.stopped = "the quadratic program cannot be solved";
        break;
      }
      x_ += p;
      const bool grown = add_constraints(context_.surface(x_));
      end.converged = !grown && StepContext::largest_row(p) <= small;
    }
    end.contacts = static_cast<std::int64_t>(constraints_.size());
    if (end.stopped.empty()) end.stopped = keep_free();
    end.positions = x_;
    return end;
  }

 private:
  struct Constraint {
    /// Vertices of the full mesh.
    std::array<int, 4> vertices;
    std::array<double, 4> weights;
    Vec3 normal;
  };

  /// Adds the pairs that touch on the way to `surface` and are not in the set. True if any is new.
  bool add_constraints(const PointMatrix& surface) {
    const ActiveSet found = context_.detection.active_set(surface_start_, surface, separation_);
    bool grown = false;
    for (const ActiveConstraint& constraint : found.constraints) {
      const ElementPair& pair = constraint.impact.pair;
      if (constraint.impact.normal.isZero(0)) continue;
      Constraint entry = {pair.vertices, constraint.weights, constraint.impact.normal};
      bool movable = false;
      for (int& vertex : entry.vertices) {
        if (vertex < 0) continue;
        vertex = context_.world.collision.full_vertices()[vertex];
        movable |= !context_.world.scripted[vertex];
      }
      if (!movable) continue;
      if (!known_.emplace(std::tuple(pair.kind, pair.a, pair.b), constraints_.size()).second)
        continue;
      constraints_.push_back(entry);
      grown = true;
    }
    return grown;
  }

  /// The change p of the positions that the quadratic program asks for.
  bool solve_program(PointMatrix& p) {
    const Eigen::VectorXd& masses = context_.elastic.masses();
    const double scale = objective_.scale();
    context_.elastic.hessian(x_, true, context_.settings.threads, elastic_blocks_);
    p = context_.scripted_way(x_, targets_);
    PointMatrix gradient = objective_.gradient(x_);
    context_.assembly.add_product(masses, scale, elastic_blocks_, {}, p, gradient);
    QuadraticProgram program;
    program.hessian = context_.assembly.assemble(masses, scale, elastic_blocks_);
    program.gradient = context_.assembly.gather(gradient);
    fill_constraints(p, program);
    const QuadraticSolution solution = solve(program, {}, warm_);
    if (solution.status == QuadraticSolution::Status::NotPositive) return false;
    warm_ = solution;
    context_.assembly.scatter(solution.x, 1, p);
    return p.allFinite();
  }

  /// Constraint c asks for n . sum_k w_k (x_k + p_k) >= separation. The p of scripted vertices are
  /// known.
  void fill_constraints(const PointMatrix& scripted_p, QuadraticProgram& program) const {
    std::vector<Eigen::Triplet<double>> entries;
    program.bounds.resize(static_cast<Eigen::Index>(constraints_.size()));
    for (std::size_t c = 0; c < constraints_.size(); ++c) {
      const Constraint& constraint = constraints_[c];
      double known = 0;
      for (std::size_t k = 0; k < 4; ++k) {
        const int vertex = constraint.vertices[k];
        if (vertex < 0) continue;
        const Vec3 direction = constraint.weights[k] * constraint.normal;
        known += direction.dot(x_.row(vertex) + scripted_p.row(vertex));
        const int column = column_[vertex];
        if (column < 0) continue;
        for (int axis = 0; axis < 3; ++axis)
          entries.emplace_back(static_cast<int>(c), column + axis, direction[axis]);
      }
      program.bounds[static_cast<Eigen::Index>(c)] = separation_ - known;
    }
    program.constraints.resize(program.bounds.size(), program.gradient.size());
    program.constraints.setFromTriplets(entries.begin(), entries.end());
  }

  /// Ends the step where it is proven free. Returns why it cannot go on, or nothing.
  std::string keep_free() {
    const PointMatrix goal = x_;
    x_ = start_;
    for (int i = 0; i < kMaxTries; ++i) {
      const PointMatrix surface = context_.surface(x_), wanted = context_.surface(goal);
      const ContactDetection::SafeStep safe =
          context_.detection.safe_step(surface, wanted, separation_);
      if (!safe.fault.empty()) return safe.fault;
      if (safe.step == 1) {
        x_ = goal;
        return "";
      }
      if (!context_.detection.is_certified()) {
        if (safe.step < kNoStep && safe.limiting && i == 0 && scripts_move())
          return in_the_way(*safe.limiting);
        x_ += safe.step * (goal - x_);
        continue;
      }
      const SafeDisplacements steps =
          context_.detection.safe_displacements(surface, wanted, separation_);
      if (steps.status == Status::InvalidInput) return steps.message;
      move_each(goal, steps.steps);
    }
    return scripts_arrived() ? "" : "scripted vertices cannot get to where they have to be";
  }

  /// Moves every vertex by its own step. Interior vertices, which cannot touch, go all the way.
  void move_each(const PointMatrix& goal, const std::vector<double>& steps) {
    const std::span<const int> surface = context_.world.collision.surface_vertices();
    for (Eigen::Index i = 0; i < x_.rows(); ++i) {
      const double step = surface[i] < 0 ? 1 : steps[surface[i]];
      if (step == 1)
        x_.row(i) = goal.row(i);
      else
        x_.row(i) += step * (goal.row(i) - x_.row(i));
    }
  }

  bool scripts_move() const { return targets_ != start_; }
  bool scripts_arrived() const {
    for (Eigen::Index i = 0; i < x_.rows(); ++i)
      if (context_.world.scripted[i] && x_.row(i) != targets_.row(i)) return false;
    return true;
  }
  std::string in_the_way(const ElementPair& pair) const {
    return "no step is free: " + context_.world.name_of(pair) + " are in the way";
  }

  const StepContext& context_;
  double separation_;
  const StepObjective& objective_;
  const PointMatrix &start_, &targets_;
  PointMatrix surface_start_, x_;
  /// First column of each vertex in the quadratic program; -1 for scripted ones.
  std::vector<int> column_;
  std::vector<Constraint> constraints_;
  std::map<std::tuple<Kind, int, int>, std::size_t> known_;
  std::vector<HessianBlock> elastic_blocks_;
  QuadraticSolution warm_;
};

}  // namespace

StepEnd active_set_step(const StepContext& context, double separation,
                        const StepObjective& objective, const PointMatrix& start,
                        const PointMatrix& targets) {
  return ActiveSetStep(context, separation, objective, start, targets).run();
}

}  // namespace firstcontact::sim
