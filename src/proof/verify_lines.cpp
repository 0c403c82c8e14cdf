// Lines are read a block at a time and parsed on all threads, each once. Proofs that stand for
// themselves are verified at the same time. Proofs of pairs of scenes need the claim before them,
// so they are verified next, again on all threads. Then the results are reported in order: they are
// the same whatever the number of threads.
#include "proof/verify_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "io/errors.h"
#include "parallel/parallel.h"
#include "proof/line_source.h"
#include "proof/step_check.h"
#include "verify/motion_verify.h"
#include "verify/scene_verify.h"
#include "verify/step_elements.h"

namespace firstcontact::proof {
namespace {

// What is in memory at a time.
constexpr std::size_t kBlockLines = 4096, kBlockBytes = std::size_t{16} << 20;
constexpr std::size_t kScenesAtOnce = 8;  // a scene keeps its motions while it is checked
constexpr std::size_t kLineGrain = 4;     // lines that a thread takes at a time

/// A claim about a scene, and which of its pairs have a valid proof.
struct OpenScene {
  OpenScene(SceneClaim claim,
            std::vector<std::shared_ptr<const verify::CheckedGeometry>> geometries, std::size_t at)
      : verifier(std::move(claim), std::move(geometries)),
        line(at),
        proven(verifier.claim().pairs.size()) {}

  verify::SceneVerifier verifier;
  std::size_t line;
  std::vector<bool> proven;
};

/// A line as it was parsed and, if it is a proof, verified.
struct VerifiedLine {
  std::optional<Line> line;
  std::string error;  ///< why it could not be read
  Verdict verdict;
  std::shared_ptr<const verify::CheckedGeometry> geometry;  ///< of triangles
  std::shared_ptr<OpenScene> scene;                         ///< that a pair is about, or a claim's

  template <class Kind>
  const Kind* as() const {
    return std::get_if<Kind>(&*line);
  }
};

VerifiedLine parse_and_verify(const std::string& text, const std::string& path,
                              std::size_t number) {
  VerifiedLine result;
  try {
    result.line = parse_line(text, path, number);
  } catch (const io::InputError& error) {
    result.error = error.what();
    return result;
  }
  if (const auto* pair = result.as<PairProof>()) result.verdict = verify::verify(*pair);
  if (const auto* pair = result.as<StepPairProof>()) result.verdict = verify::verify(pair->proof);
  if (const auto* motion = result.as<MotionProof>()) result.verdict = verify::verify(*motion);
  if (const auto* triangles = result.as<SceneTriangles>())
    result.geometry = verify::checked(*triangles);
  return result;
}

Verdict verify_scene_pair(const ScenePairProof& proof, const OpenScene& scene) {
  Verdict verdict = scene.verifier.verify(proof.pair, proof.entries);
  const bool exists = proof.pair < scene.proven.size();
  if (!verdict.proven && scene.verifier.fault().empty() && exists)
    verdict.reason = scene.verifier.pair_name(proof.pair) + ": " + verdict.reason;
  return verdict;
}

class FileVerifier {
 public:
  FileVerifier(const std::string& path, int threads, LineVisitor& visitor, FileVerdict& verdict)
      : source_(path), threads_(threads), visitor_(visitor), verdict_(verdict) {}

  void run() {
    while (verdict_.error.empty() && read_block()) {
      const std::size_t first = source_.number() - texts_.size() + 1;
      parallel::parallel_for(texts_.size(), kLineGrain, threads_,
                             [&](std::size_t begin, std::size_t end) {
                               for (std::size_t i = begin; i < end; ++i)
                                 lines_[i] = parse_and_verify(texts_[i], source_.path(), first + i);
                             });
      for (std::size_t begin = 0; begin < lines_.size() && verdict_.error.empty();)
        begin = report_some(begin, first);
      if (verdict_.error.empty()) visitor_.lines_done(lines_.size());
    }
    if (!verdict_.error.empty()) return;
    end_claims();
    if (verdict_.proofs == 0)
      verdict_.error = source_.path() + ": no certificates: an empty file proves nothing";
  }

 private:
  /// The next lines as text; false at the end of the file, or if it cannot be read on.
  bool read_block() {
    texts_.clear();
    try {
      std::string text;
      for (std::size_t bytes = 0;
           texts_.size() < kBlockLines && bytes < kBlockBytes && source_.next(text);
           bytes += texts_.back().size())
        texts_.push_back(std::move(text));
    } catch (const io::InputError& error) {
      verdict_.error = error.what();
      return false;
    }
    lines_.clear();
    lines_.resize(texts_.size());
    return !texts_.empty();
  }

  /// Verifies the proofs of scenes' pairs from `begin` on and reports all lines up to the one that
  /// is returned.
  std::size_t report_some(std::size_t begin, std::size_t first) {
    std::size_t end = begin, scenes = 0;
    std::vector<VerifiedLine*> pairs;
    std::string error;
    for (; end < lines_.size() && scenes < kScenesAtOnce; ++end) {
      VerifiedLine& line = lines_[end];
      error = line.error;
      if (!error.empty()) break;
      if (const auto* triangles = line.as<SceneTriangles>()) add_triangles(*triangles, line);
      if (const auto* claim = line.as<SceneClaim>()) {
        last_scene_ = std::make_shared<OpenScene>(*claim, geometries_, first + end);
        ++scenes;
      }
      line.scene = last_scene_;
      if (!line.as<ScenePairProof>()) continue;
      pairs.push_back(&line);
      if (last_scene_) continue;
      error = io::InputError(source_.path(), first + end, "kind",
                             "no scene comes before this proof of a pair")
                  .what();
      pairs.pop_back();
      break;
    }
    parallel::parallel_for(pairs.size(), 1, threads_, [&](std::size_t from, std::size_t to) {
      for (std::size_t i = from; i < to; ++i)
        pairs[i]->verdict = verify_scene_pair(*pairs[i]->as<ScenePairProof>(), *pairs[i]->scene);
    });
    for (std::size_t i = begin; i < end && verdict_.error.empty(); ++i)
      report(lines_[i], first + i);
    if (verdict_.error.empty()) verdict_.error = error;
    for (std::size_t i = begin; i < end; ++i) lines_[i] = {};  // lets go of the scenes
    return end;
  }

  void add_triangles(const SceneTriangles& triangles, const VerifiedLine& line) {
    geometries_.push_back(line.geometry);
    triangle_counts_.push_back(triangles.triangles.size());
    if (visitor_.keeps_triangles())
      triangles_.push_back(std::make_shared<const SceneTriangles>(triangles));
  }

  void report(const VerifiedLine& line, std::size_t number) {
    const bool proven = line.verdict.proven;
    if (line.as<SceneClaim>()) {
      end_claims();
      scene_ = line.scene;
    } else if (const auto* step = line.as<StepClaim>()) {
      end_claims();
      step_.emplace(*step, number);
      visitor_.step(number, *step);
    } else if (const auto* pair = line.as<PairProof>()) {
      count(pair->segment_count());
      if (!proven) fail(number, line.verdict.reason);
      visitor_.pair(number, *pair, proven);
    } else if (const auto* motion = line.as<MotionProof>()) {
      count(motion->certificate.entries.size());
      if (!proven) fail(number, line.verdict.reason);
      visitor_.motion(number, *motion, proven);
    } else if (const auto* scene_pair = line.as<ScenePairProof>()) {
      count(scene_pair->entries.size());
      if (!proven) return fail(number, line.verdict.reason);
      line.scene->proven[scene_pair->pair] = true;
    } else if (const auto* step_pair = line.as<StepPairProof>()) {
      report_step_pair(*step_pair, line.verdict, number);
    }
  }

  void report_step_pair(const StepPairProof& pair, const Verdict& verdict, std::size_t number) {
    if (!step_) {
      verdict_.error = io::InputError(source_.path(), number, "elements",
                                      "no step comes before this proof of a pair")
                           .what();
      return;
    }
    count(pair.proof.segment_count());
    const std::string fault = step_->add(pair, verdict.proven);
    if (!verdict.proven)
      fail(number, verify::name_of(pair.pair) + ": " + verdict.reason);
    else if (!fault.empty())
      fail(number, fault);
    visitor_.step_pair(number, pair, verdict.proven, verdict.proven && fault.empty());
  }

  /// After the last line about the scene or the step that was claimed last.
  void end_claims() {
    end_scene();
    end_step();
  }

  /// A step is proven when all pairs that it counts are. It counts as a proof of its own.
  void end_step() {
    if (!step_) return;
    ++verdict_.proofs;
    const std::string fault = step_->fault(visitor_.covers_steps());
    if (!fault.empty()) fail(step_->line(), fault);
    visitor_.end_step(step_->line(), step_->claim(), fault.empty());
    step_.reset();
  }

  /// A scene is proven when each of its pairs is. It counts as a proof of its own.
  void end_scene() {
    if (!scene_) return;
    ++verdict_.proofs;
    const std::vector<bool>& proven = scene_->proven;
    const auto missing = std::count(proven.begin(), proven.end(), false);
    const std::string& fault = scene_->verifier.fault();
    if (!fault.empty()) {
      fail(scene_->line, fault);
    } else if (missing > 0) {
      const auto first_missing =
          static_cast<std::size_t>(std::find(proven.begin(), proven.end(), false) - proven.begin());
      fail(scene_->line, fmt::format("{} of {} pairs have no valid proof, the first is {}", missing,
                                     proven.size(), scene_->verifier.pair_name(first_missing)));
    }
    visitor_.scene(scene_->line, scene_->verifier.claim(), {triangle_counts_, triangles_},
                   fault.empty() && missing == 0);
    scene_ = nullptr;
  }

  void count(std::size_t segments) {
    ++verdict_.proofs;
    verdict_.segments += static_cast<std::int64_t>(segments);
  }

  void fail(std::size_t number, const std::string& reason) {
    verdict_.failures.push_back({number, reason});
    visitor_.failure(verdict_.failures.back());
  }

  LineSource source_;
  int threads_;
  LineVisitor& visitor_;
  FileVerdict& verdict_;
  std::vector<std::string> texts_;
  std::vector<VerifiedLine> lines_;

  std::vector<std::shared_ptr<const verify::CheckedGeometry>> geometries_;
  std::vector<std::size_t> triangle_counts_;
  std::vector<std::shared_ptr<const SceneTriangles>> triangles_;  ///< if the visitor keeps them
  std::shared_ptr<OpenScene> last_scene_;  ///< that was claimed last, as lines are taken in
  std::shared_ptr<OpenScene> scene_;       ///< that was claimed last, as lines are reported
  std::optional<StepCheck> step_;
};

}  // namespace

void verify_lines(const std::string& path, int threads, LineVisitor& visitor,
                  FileVerdict& verdict) {
  FileVerifier(path, threads, visitor, verdict).run();
}

FileVerdict verify_file(const std::string& path, int threads) {
  LineVisitor nobody;
  FileVerdict verdict;
  verify_lines(path, threads, nobody, verdict);
  return verdict;
}

}  // namespace firstcontact::proof
