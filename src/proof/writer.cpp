#include <firstcontact/proof.h>

#include <optional>
#include <ostream>
#include <stdexcept>

#include "io/atomic_file.h"
#include "proof/make_scene.h"
#include "proof/make_step.h"

namespace firstcontact::proof {

struct Writer::State {
  std::unique_ptr<io::AtomicFile> file;  ///< if the writer writes a file of its own
  std::function<void(std::string_view)> sink;
  TriangleNumbers triangles;

  void write_lines(const SceneProof& proof) const {
    for (const SceneTriangles& mesh : proof.triangles) sink(to_line(mesh));
    sink(to_line(proof.claim));
    for (const ScenePairProof& pair : proof.pairs) sink(to_line(pair));
  }
};

Writer::Writer(const std::string& path) : state_(std::make_unique<State>()) {
  state_->file = std::make_unique<io::AtomicFile>(path);
  state_->sink = [file = state_->file.get()](std::string_view line) { file->write(line); };
}

Writer::Writer(std::function<void(std::string_view)> sink) : state_(std::make_unique<State>()) {
  state_->sink = std::move(sink);
}

Writer::Writer(std::ostream& out)
    : Writer([&out](std::string_view line) {
        out.write(line.data(), static_cast<std::streamsize>(line.size()));
        if (!out) throw std::runtime_error("a proof cannot be written to the stream");
      }) {}

Writer::~Writer() = default;
Writer::Writer(Writer&&) noexcept = default;
Writer& Writer::operator=(Writer&&) noexcept = default;

std::size_t Writer::write(const PairProof& proof) {
  const std::string line = to_line(proof);
  state_->sink(line);
  return line.size();
}

void Writer::write(const MotionProof& proof) { state_->sink(to_line(proof)); }

void Writer::write(const SceneProof& proof) {
  // Shapes name triangles by their number in the file.
  const auto before = static_cast<int>(state_->triangles.count());
  SceneProof numbered = proof;
  for (SceneShape& shape : numbered.claim.shapes) shape.geometry += before;
  state_->triangles.skip(proof.triangles.size());
  state_->write_lines(numbered);
}

void Writer::write(const Scene& scene, std::span<const ArticulatedMotion> motions,
                   const SceneResult& result) {
  state_->write_lines(scene_proof_of(scene, motions, result, state_->triangles));
}

StepProofCount Writer::write_step(StepSolver& solver, const Positions& t0, const Positions& t1,
                                  const StepOptions& options, std::size_t number,
                                  const std::vector<std::int32_t>& objects) {
  return write_step_proofs(solver, t0, t1, options, number, objects, state_->sink);
}

void Writer::close() {
  if (state_->file) state_->file->close();
}

}  // namespace firstcontact::proof
