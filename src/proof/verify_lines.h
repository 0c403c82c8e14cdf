#pragma once
/// Verifies the lines of a proof file and tells a visitor what each of them says.
#include <firstcontact/proof.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace firstcontact::proof {

/// Is told about the lines of a file in their order, on the thread that called verify_lines.
/// `line` is a line's number, from 1.
class LineVisitor {
 public:
  virtual ~LineVisitor() = default;

  virtual void pair(std::size_t /*line*/, const PairProof&, bool /*proven*/) {}
  virtual void motion(std::size_t /*line*/, const MotionProof&, bool /*proven*/) {}

  /// A claim about a scene, after all of its pairs. The triangles that its shapes name are those of
  /// the file so far: how many each mesh has, and the meshes if `keeps_triangles`.
  struct Meshes {
    std::span<const std::size_t> triangle_counts;
    std::span<const std::shared_ptr<const SceneTriangles>> triangles;
  };
  virtual void scene(std::size_t /*line*/, const SceneClaim&, const Meshes&, bool /*proven*/) {}
  virtual bool keeps_triangles() const { return false; }

  /// A claim about a mesh step, then the proofs of its pairs, then the end of the step. A pair is
  /// `proven` by itself; it is `part_of_step` if it also proves what the claim says of it.
  virtual void step(std::size_t /*line*/, const StepClaim&) {}
  virtual void step_pair(std::size_t /*line*/, const StepPairProof&, bool /*proven*/,
                         bool /*part_of_step*/) {}
  virtual void end_step(std::size_t /*line*/, const StepClaim&, bool /*proven*/) {}
  /// Whether the visitor checks that the pairs of a step are all that need a proof. If not, a step
  /// without pairs is not proven.
  virtual bool covers_steps() const { return false; }

  virtual void failure(const Failure&) {}
  /// Some lines more have been verified.
  virtual void lines_done(std::size_t /*count*/) {}
};

/// As verify_file; fills `verdict` as it goes.
void verify_lines(const std::string& path, int threads, LineVisitor& visitor, FileVerdict& verdict);

}  // namespace firstcontact::proof
