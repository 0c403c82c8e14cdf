#include "verify_files.h"

#include <fmt/format.h>

#include "proof/verify_lines.h"

namespace firstcontact::apps {
namespace {

/// Sums up what lines say, prints failures, and hands valid proofs to the comparison with inputs.
class ReportVisitor final : public proof::LineVisitor {
 public:
  ReportVisitor(FileReport& report, InputMatch* match, Progress& progress, std::int64_t& done)
      : report_(report), match_(match), progress_(progress), done_(done) {}

  void pair(std::size_t line, const proof::PairProof& proof, bool proven) override {
    report_.summary.add_pair(proof, proven);
    if (match_ && proven) match_->pair(place(line), proof);
  }
  void motion(std::size_t line, const proof::MotionProof& proof, bool proven) override {
    report_.summary.add_motion(line, proof, proven);
    if (match_ && proven) match_->motion(place(line), proof);
  }
  void scene(std::size_t line, const proof::SceneClaim& claim, const Meshes& meshes,
             bool proven) override {
    report_.summary.add_scene(line, claim, meshes.triangle_counts, proven);
    if (match_ && proven) match_->scene(place(line), claim, meshes.triangles);
  }
  bool keeps_triangles() const override { return match_ != nullptr; }

  void step(std::size_t line, const proof::StepClaim& claim) override {
    if (match_) match_->step(place(line), claim);
  }
  void step_pair(std::size_t line, const proof::StepPairProof& proof, bool proven,
                 bool part_of_step) override {
    report_.summary.add_pair(proof.proof, proven);
    if (match_ && part_of_step) match_->step_pair(place(line), proof);
  }
  void end_step(std::size_t line, const proof::StepClaim& claim, bool proven) override {
    report_.summary.add_step(line, claim, proven);
    if (match_) match_->end_step(proven);
  }
  bool covers_steps() const override { return match_ && match_->covers_steps(); }

  void failure(const proof::Failure& failure) override {
    fmt::print("{}: not proven: {}\n", place(failure.line), failure.reason);
  }
  void lines_done(std::size_t count) override {
    done_ += static_cast<std::int64_t>(count);
    progress_.update(done_, report_.path);
  }

 private:
  std::string place(std::size_t line) const { return fmt::format("{}:{}", report_.path, line); }

  FileReport& report_;
  InputMatch* match_;
  Progress& progress_;
  std::int64_t& done_;
};

}  // namespace

void verify_file(FileReport& report, int threads, InputMatch* match, Progress& progress,
                 std::int64_t& done) {
  ReportVisitor visitor(report, match, progress, done);
  proof::verify_lines(report.path, threads, visitor, report);
}

}  // namespace firstcontact::apps
