// Lines are read a block at a time, checked on all threads and reported in order: the same output
// whatever the number of threads. What lines say about scenes, for those that follow, is taken in
// as they are read.
#include "verify_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "io/errors.h"
#include "parallel/parallel.h"
#include "proofs/certificate_file.h"
#include "proofs/motion_proof_file.h"
#include "proofs/scene_proof_file.h"
#include "proofs/step_proof_file.h"
#include "verify_steps.h"

namespace firstcontact::apps {
namespace {

constexpr std::size_t kBlockLines = 4096,
                      kBlockBytes = std::size_t{16} << 20;  // in memory at a time
constexpr std::size_t kBlockScenes = 8;  // each keeps motions while it is checked
constexpr std::size_t kGrain = 16;       // lines a thread takes at a time

struct LineVerdict {
  verify::Verdict verdict;
  std::size_t segments = 0;  ///< entries, for moving bodies
  std::string error;
  /// What the line says, if it is of this kind.
  std::optional<verify::Proof> pair;
  std::optional<verify::MotionProof> motion;
  std::optional<StepClaim> step = std::nullopt;
  /// Set beside `pair` if the line names the elements of a step.
  std::optional<verify::NamedPair> elements = std::nullopt;
};

using SceneClaim = std::shared_ptr<SceneProofReader::Claim>;

/// A line, and what it is about: the claim that it makes, or the last one before it.
struct Line {
  std::string text;
  SceneProofReader::Kind kind = SceneProofReader::Kind::Other;
  SceneClaim scene;
  std::size_t pair = 0;  ///< that it is a proof of, if `is_pair`
  bool is_pair = false;
};

LineVerdict verify_pair(const verify::PairProof& proof, Line& line, const std::string& path,
                        std::size_t number) {
  if (!line.scene)
    throw io::InputError(path, number, "kind", "no scene comes before this proof of a pair");
  const verify::SceneVerifier& scene = line.scene->verifier;
  line.pair = proof.pair;
  line.is_pair = proof.pair < line.scene->proven.size();
  verify::Verdict verdict = scene.verify(proof.pair, proof.entries);
  if (!verdict.proven && scene.fault().empty() && line.is_pair)
    verdict.reason = scene.pair_name(proof.pair) + ": " + verdict.reason;
  return {std::move(verdict), proof.entries.size(), "", {}, {}};
}

LineVerdict verify_line(Line& line, const std::string& path, std::size_t number) {
  try {
    if (line.kind != SceneProofReader::Kind::Other) return {};
    if (const auto pair = parse_pair_proof(line.text, path, number))
      return verify_pair(*pair, line, path, number);
    if (auto motion = parse_motion_proof(line.text, path, number)) {
      verify::Verdict verdict = verify::verify(*motion);
      const std::size_t entries = motion->certificate.entries.size();
      return {std::move(verdict), entries, "", {}, std::move(motion)};
    }
    if (auto step = parse_step_claim(line.text, path, number)) return {{}, 0, "", {}, {}, step};
    std::optional<StepPairProof> step_pair = parse_step_pair(line.text, path, number);
    verify::Proof proof =
        step_pair ? std::move(step_pair->proof) : parse_certificate(line.text, path, number);
    LineVerdict line_verdict = {verify::verify(proof), proof.segments.size(), "", {}, {}};
    line_verdict.pair = std::move(proof);
    if (step_pair) line_verdict.elements = step_pair->pair;
    return line_verdict;
  } catch (const io::InputError& error) {
    return {{}, 0, error.what(), {}, {}};
  }
}

/// Counts verdicts, one after the other in the order of the lines.
class FileCount {
 public:
  FileCount(FileReport& report, const SceneProofReader& scenes, InputMatch* match)
      : report_(report), scenes_(scenes), match_(match) {}

  /// Throws io::InputError for a pair of a step without a step before it.
  void add(const Line& line, std::size_t number, const LineVerdict& v) {
    if (line.kind == SceneProofReader::Kind::Triangles) return;
    if (line.kind == SceneProofReader::Kind::Scene || v.step) {
      end_claims();
      scene_ = v.step ? nullptr : line.scene;
      if (v.step) step_.emplace(*v.step, number);
      if (v.step && match_) match_->step(place(number), *v.step);
      return;
    }
    if (v.elements && !step_)
      throw io::InputError(report_.path, number, "elements",
                           "no step comes before this proof of a pair");
    ++report_.proofs;
    report_.segments += static_cast<std::int64_t>(v.segments);
    const bool proven = v.verdict.proven;
    if (v.pair) report_.summary.add_pair(*v.pair, proven);
    if (v.motion) report_.summary.add_motion(number, *v.motion, proven);
    if (v.elements) return add_step_pair(number, v);
    if (!proven) return fail(number, v.verdict.reason);
    if (line.is_pair) line.scene->proven[line.pair] = true;
    if (match_ && v.pair) match_->pair(place(number), *v.pair);
    if (match_ && v.motion) match_->motion(place(number), *v.motion);
  }

  /// After the last line about the scene or the step that was read last.
  void end_claims() {
    end_scene();
    end_step();
  }

 private:
  void add_step_pair(std::size_t number, const LineVerdict& v) {
    const StepPairProof proof = {*v.elements, *v.pair};
    const std::string fault = step_->add(proof, v.verdict.proven);
    if (!v.verdict.proven)
      return fail(number, verify::name_of(*v.elements) + ": " + v.verdict.reason);
    if (!fault.empty()) return fail(number, fault);
    if (match_) match_->step_pair(place(number), proof);
  }

  /// A step is proven when all pairs that it counts are. It counts as a proof of its own.
  void end_step() {
    if (!step_) return;
    ++report_.proofs;
    const std::string fault = step_->fault(match_ && match_->covers_steps());
    if (!fault.empty()) fail(step_->line(), fault);
    report_.summary.add_step(step_->line(), step_->claim(), fault.empty());
    if (match_) match_->end_step(fault.empty());
    step_.reset();
  }

  /// A scene is proven when each of its pairs is. It counts as a proof of its own.
  void end_scene() {
    if (!scene_) return;
    ++report_.proofs;
    const std::vector<bool>& proven = scene_->proven;
    const auto missing = std::count(proven.begin(), proven.end(), false);
    const bool all = scene_->verifier.fault().empty() && missing == 0;
    if (const std::string& fault = scene_->verifier.fault(); !fault.empty()) {
      fail(scene_->line, fault);
    } else if (missing > 0) {
      const auto first =
          static_cast<std::size_t>(std::find(proven.begin(), proven.end(), false) - proven.begin());
      fail(scene_->line, fmt::format("{} of {} pairs have no valid proof, the first is {}", missing,
                                     proven.size(), scene_->verifier.pair_name(first)));
    }
    const verify::SceneClaim& claim = scene_->verifier.claim();
    report_.summary.add_scene(scene_->line, claim, scenes_.triangle_counts(), all);
    if (match_ && all) match_->scene(place(scene_->line), claim, scenes_.triangles());
    scene_ = nullptr;
  }

  std::string place(std::size_t number) const { return fmt::format("{}:{}", report_.path, number); }

  void fail(std::size_t number, const std::string& reason) {
    report_.failures.push_back({number, reason});
    fmt::print("{}: not proven: {}\n", place(number), reason);
  }

  FileReport& report_;
  const SceneProofReader& scenes_;
  InputMatch* match_;
  SceneClaim scene_;
  std::optional<OpenStep> step_;
};

/// The next lines, with those about scenes taken in. Stops after a line that cannot be: its error.
std::string read_block(CertificateReader& reader, SceneProofReader& scenes,
                       std::vector<Line>& lines, bool& more) {
  lines.clear();
  Line line;
  std::size_t bytes = 0, new_scenes = 0;
  while (lines.size() < kBlockLines && bytes < kBlockBytes && new_scenes < kBlockScenes &&
         (more = reader.next(line.text))) {
    bytes += line.text.size();
    try {
      line.kind = scenes.take(line.text, reader.number());
    } catch (const io::InputError& error) {
      more = false;
      return error.what();
    }
    line.scene = scenes.claim();
    lines.push_back(line);
    if (line.kind == SceneProofReader::Kind::Scene) ++new_scenes;
  }
  return "";
}

}  // namespace

void verify_file(FileReport& report, int threads, InputMatch* match, Progress& progress,
                 std::int64_t& done) {
  CertificateReader reader(report.path);
  SceneProofReader scenes(report.path, match != nullptr);
  FileCount count(report, scenes, match);
  std::vector<Line> lines;
  std::vector<LineVerdict> verdicts;
  for (bool more = true; more;) {
    const std::size_t before = reader.number();
    const std::string unreadable = read_block(reader, scenes, lines, more);
    verdicts.assign(lines.size(), {});
    const std::size_t grain = scenes.claim() ? 1 : kGrain;  // a pair of a scene may take long
    parallel::parallel_for(lines.size(), grain, threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        verdicts[i] = verify_line(lines[i], report.path, before + i + 1);
    });
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (!verdicts[i].error.empty()) {
        report.error = verdicts[i].error;
        return;
      }
      count.add(lines[i], before + i + 1, verdicts[i]);
    }
    if (!unreadable.empty()) {
      report.error = unreadable;
      return;
    }
    done += static_cast<std::int64_t>(lines.size());
    progress.update(done, report.path);
  }
  count.end_claims();
  if (report.proofs == 0)
    report.error = report.path + ": no certificates: an empty file proves nothing";
}

}  // namespace firstcontact::apps
