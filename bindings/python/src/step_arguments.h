#pragma once
/// The arguments of steps of meshes as Python gives them, and the answers as arrays.
#include <firstcontact/mesh_step.h>

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "keywords.h"
#include "long_call.h"

namespace firstcontact::python {

/// A mesh and the solvers that keep its hierarchy and memory between steps. Several Python threads
/// may use one mesh at a time, and a callback of a step may ask about another step of the same
/// mesh: each call takes a solver of its own.
class StepMesh {
 public:
  explicit StepMesh(Mesh mesh) : mesh_(std::move(mesh)) {}

  const Mesh& mesh() const { return mesh_; }

  /// A solver that nobody else uses until it is given back, which its destructor does.
  class Lease {
   public:
    explicit Lease(StepMesh& owner);
    ~Lease();
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    StepSolver& operator*() const { return *solver_; }

   private:
    StepMesh& owner_;
    std::unique_ptr<StepSolver> solver_;
  };

 private:
  Mesh mesh_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<StepSolver>> idle_;
};

/// The options of a step from keyword arguments, without `progress` and `stop`. Throws
/// std::invalid_argument that names the argument.
StepOptions step_options(const py::dict& given);

/// The fields of an answer.
py::dict answer_fields(const Answer& answer);
/// The fields of a step's answer without its impacts: those of `answer_fields` and the numbers of
/// candidates by kind.
py::dict step_fields(const StepResult& result);
/// Impacts as one array for each field.
py::dict impact_arrays(std::span<const Impact> impacts);
/// Pairs of elements as arrays "kind", "a", "b" and "vertices".
py::dict pair_arrays(std::span<const ElementPair> pairs);

/// Throws std::invalid_argument with the message of an answer about bad input.
void refuse_invalid(const Answer& answer);

/// A view of positions, shape (n, 2) or (n, 3), float64 or float32. The array must outlive it.
Positions positions_of(const Array& array);

/// The progress of a call whose work tells its share in [0, 1] is told to Python in thousandths.
inline constexpr std::int64_t kProgressUnits = 1000;

/// Up to this many elements a mesh is asked on the calling thread: the answer comes sooner than a
/// thread starts, and nobody waits for it with Ctrl-C.
inline constexpr std::size_t kFewElements = 300;

/// Runs ask(options) without the GIL, with `progress` and `stop` of the options set.
template <class Ask>
auto run_step(const Mesh& mesh, const StepOptions& options, const py::object& progress,
              const Ask& ask) {
  StepOptions watched = options;
  if (progress.is_none() && mesh.element_count() <= kFewElements) {
    const WithoutGil release;
    return ask(watched);
  }
  std::optional<decltype(ask(watched))> result;
  run_long(kProgressUnits, progress, [&](LongCall& call) {
    watched.stop = call.stop_token();
    watched.progress = [&call](double share) {
      const auto done = static_cast<std::int64_t>(share * kProgressUnits);
      if (done > call.done()) call.advance(done - call.done());
    };
    result = ask(watched);
  });
  return std::move(*result);
}

}  // namespace firstcontact::python
