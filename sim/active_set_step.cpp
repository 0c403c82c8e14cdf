#include "sim/active_set_step.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "sim/quadratic_program.h"

namespace firstcontact::sim {
namespace {

// A step that is limited goes on from where it was limited, at most so many times in all.
constexpr int kMaxTries = 4;
// So many quadratic programs in a row that cannot be solved have constraints that contradict each
// other. The step then ends where it is proven free.
constexpr int kMaxUnsolved = 2;

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
    StepEnd end;
    // Pairs that are within the separation already must not come nearer.
    bool grown = false;
    int unsolved = 0;
    end.stopped = add_constraints(surface_start_, grown);
    for (; end.iterations < settings.max_newton_iterations && !end.converged; ++end.iterations) {
      if (!end.stopped.empty()) return end;
      PointMatrix p;
      bool solved = false;
      end.stopped = solve_program(p, solved);
      if (!end.stopped.empty()) return end;
      x_ += p;
      end.stopped = add_constraints(context_.surface(x_), grown);
      end.converged = solved && !grown && StepContext::largest_row(p) <= context_.small_way;
      unsolved = solved ? 0 : unsolved + 1;
      if (unsolved == kMaxUnsolved) break;
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

  /// Adds the pairs that touch on the way to `surface` and are not in the set; `grown` tells whether
  /// there are any. Returns what is wrong, or nothing.
  std::string add_constraints(const PointMatrix& surface, bool& grown) {
    grown = false;
    const ActiveSet found = context_.detection.active_set(surface_start_, surface, separation_);
    if (found.status == Status::InvalidInput) return found.message;
    for (const ActiveConstraint& constraint : found.constraints) {
      const ElementPair& pair = constraint.impact.pair;
      // Without a normal there is no constraint; keep_free still keeps the pair from touching.
      if (constraint.impact.normal.isZero(0)) continue;
      Constraint entry = {pair.vertices, constraint.weights, constraint.impact.normal};
      bool movable = false;
      for (int& vertex : entry.vertices) {
        if (vertex < 0) continue;
        vertex = context_.world.collision.full_vertices()[vertex];
        movable |= !context_.world.scripted[vertex];
      }
      if (!movable || !known_.emplace(pair.kind, pair.a, pair.b).second) continue;
      constraints_.push_back(entry);
      grown = true;
    }
    return "";
  }

  /// The change p of the positions that the quadratic program asks for; `solved` tells whether it is
  /// accurate. Returns what is wrong, or nothing.
  std::string solve_program(PointMatrix& p, bool& solved) {
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
    QuadraticOptions options;
    options.threads = context_.settings.threads;
    warm_ = solve(program, options, warm_);
    solved = warm_.status == QuadraticSolution::Status::Solved;
    if (warm_.status == QuadraticSolution::Status::NotPositive)
      return "the quadratic program cannot be solved";
    context_.assembly.scatter(warm_.x, 1, p);
    return p.allFinite() ? "" : "the quadratic program has no finite solution";
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
        x_ += safe.step * (goal - x_);
      } else {
        const SafeDisplacements steps =
            context_.detection.safe_displacements(surface, wanted, separation_);
        if (steps.status == Status::InvalidInput) return steps.message;
        move_each(goal, steps.steps);
      }
      // Scripted vertices have to arrive.
      if (i + 1 == kMaxTries && !scripts_arrived()) return context_.in_the_way(safe);
    }
    return "";
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

  bool scripts_arrived() const {
    for (Eigen::Index i = 0; i < x_.rows(); ++i)
      if (context_.world.scripted[i] && x_.row(i) != targets_.row(i)) return false;
    return true;
  }

  const StepContext& context_;
  double separation_;
  const StepObjective& objective_;
  const PointMatrix &start_, &targets_;
  PointMatrix surface_start_, x_;
  /// First column of each vertex in the quadratic program; -1 for scripted ones.
  std::vector<int> column_;
  std::vector<Constraint> constraints_;
  std::set<std::tuple<Kind, int, int>> known_;
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
