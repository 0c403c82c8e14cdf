// verify --meshes: a proof for every step of the frames, and in it for every pair of elements that
// the boxes around their motion do not show to keep apart. The elements and the boxes are those of
// src/verify, not the solver's.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>

#include "check/check_frames.h"
#include "common/table.h"
#include "parallel/parallel.h"
#include "verify/step_sweep.h"
#include "verify_inputs.h"

namespace firstcontact::apps {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kSweepGrain = 256;  // elements a thread searches for at a time

std::string text_of_point(const Vec3& p) {
  return fmt::format("({}, {}, {})", p.x(), p.y(), p.z());
}

const char* name_of_norm(Norm norm) { return norm == Norm::L2 ? "l2" : "linf"; }

/// The step whose pairs are being read.
struct StepInProgress {
  int number = 0;
  std::vector<verify::StepPair> proven;  ///< ascending
  std::int64_t elsewhere = 0, missing = 0;
  std::string first_elsewhere;
  bool other_claim = false;
};

class MeshMatch final : public InputMatch {
 public:
  explicit MeshMatch(const MeshInputArguments& arguments)
      : arguments_(arguments),
        frames_(arguments.objects),
        elements_(frames_.description(), arguments.self) {}

  bool covers_steps() const override { return true; }

  void step(const std::string& place, const proof::StepClaim& claim) override {
    current_.reset();
    if (static_cast<std::size_t>(claim.step) >= frames_.step_count())
      return differ(fmt::format("{}: the proof is of step {}, the frames have {}", place,
                                claim.step, steps_text(frames_.step_count())));
    if (static_cast<std::size_t>(claim.step) < read_)
      return differ(
          fmt::format("{}: step {} comes again, or after a later one", place, claim.step));
    while (read_ < static_cast<std::size_t>(claim.step)) {
      read_next();
      lacks_proof(read_ - 1);
    }
    read_next();
    current_.emplace().number = claim.step;
    compare(place, claim);
  }

  void step_pair(const std::string& place, const proof::StepPairProof& proof) override {
    if (!current_) return;
    const std::optional<verify::StepPair> pair = elements_.find(proof.pair);
    const std::string fault = pair ? first_other_point(*pair, proof.proof.query)
                                   : "the meshes have no such pair of elements";
    if (fault.empty()) return current_->proven.push_back(*pair);
    if (current_->elsewhere++ == 0)
      current_->first_elsewhere =
          fmt::format("{}: {}: {}", place, verify::name_of(proof.pair), fault);
  }

  void end_step(bool proven) override {
    if (!current_) return;
    if (current_->elsewhere > 0)
      differ(
          fmt::format("step {}: {} of the proofs of pairs {} not about these meshes; the first "
                      "is {}",
                      current_->number, grouped(current_->elsewhere),
                      current_->elsewhere == 1 ? "is" : "are", current_->first_elsewhere));
    find_missing();
    if (proven && current_->missing == 0 && current_->elsewhere == 0 && !current_->other_claim)
      ++covered_;
    current_.reset();
  }

  void finish() override {
    if (failed_) return;
    while (read_ < frames_.step_count()) {
      read_next();
      lacks_proof(read_ - 1);
    }
  }

  std::string text() const override {
    return fmt::format("inputs        {} of {} vertices, {} edges, {} faces\n",
                       steps_text(frames_.step_count()),
                       grouped(static_cast<long long>(elements_.vertex_count())),
                       grouped(static_cast<long long>(elements_.edges().size())),
                       grouped(static_cast<long long>(elements_.faces().size()))) +
           fmt::format(
               "              {} covered: {} pairs come so near that they need a proof,\n"
               "              {} of them have one; all others are apart by their swept boxes\n"
               "              not proven: that nothing crosses at the start (`check` looks at "
               "the first frame)\n",
               steps_text(static_cast<std::size_t>(covered_)), grouped(close_),
               grouped(close_ - missing_));
  }

  Json json() const override {
    Json objects = Json::array();
    for (const FramePaths& paths : arguments_.objects) objects.push_back(paths);
    return {{"kind", "meshes"},
            {"objects", objects},
            {"self", arguments_.self},
            {"separation", arguments_.separation},
            {"norm", name_of_norm(arguments_.norm)},
            {"t_max", arguments_.t_max},
            {"steps", frames_.step_count()},
            {"steps_covered", covered_},
            {"vertices", elements_.vertex_count()},
            {"edges", elements_.edges().size()},
            {"faces", elements_.faces().size()},
            {"close_pairs", close_},
            {"without_proof", missing_}};
  }

 private:
  static std::string steps_text(std::size_t count) {
    return fmt::format("{} step{}", grouped(static_cast<long long>(count)), count == 1 ? "" : "s");
  }

  void read_next() {
    failed_ = true;
    frames_.next_step();  // may throw; then there is nothing more to say about the frames
    failed_ = false;
    ++read_;
  }

  void lacks_proof(std::size_t step) {
    differ(fmt::format("step {} ({} -> {}) has no proof", step, arguments_.objects.front()[step],
                       arguments_.objects.front()[step + 1]));
  }

  void compare(const std::string& place, const proof::StepClaim& claim) {
    const auto differs = [&](std::string text) {
      current_->other_claim = true;
      differ(fmt::format("{}: {}", place, text));
    };
    const auto compare_count = [&](const char* what, std::int64_t proof, std::size_t meshes) {
      if (proof != static_cast<std::int64_t>(meshes))
        differs(fmt::format("the proof is of {} {}, the meshes have {}", proof, what, meshes));
    };
    compare_count("vertices", claim.vertices, elements_.vertex_count());
    compare_count("edges", claim.edges, elements_.edges().size());
    compare_count("faces", claim.faces, elements_.faces().size());
    std::vector<std::int32_t> objects;
    for (const ObjectRange& range : frames_.objects())
      objects.push_back(static_cast<std::int32_t>(range.vertices));
    if (objects != claim.objects)
      differs("the vertices of the proof are divided into other objects than those of the meshes");
    if (arguments_.self && !claim.self)
      differs("the proof leaves out pairs within one object (--no-self)");
    if (claim.separation < arguments_.separation)
      differs(fmt::format("the proof is of a separation of {}, less than {}", claim.separation,
                          arguments_.separation));
    else if (arguments_.separation > 0 && arguments_.norm == Norm::Linf && claim.norm != Norm::Linf)
      differs("the proof is of a separation in l2, not in linf");
    if (claim.t_max < arguments_.t_max)
      differs(
          fmt::format("the proof ends at t = {}, before t = {}", claim.t_max, arguments_.t_max));
  }

  /// Empty if the points are those of the meshes.
  std::string first_other_point(const verify::StepPair& pair, const Query& query) const {
    const std::array<int, 4> vertices = elements_.vertices_of(pair);
    for (std::size_t i = 0; i < static_cast<std::size_t>(point_count(pair.kind)); ++i) {
      const auto vertex = static_cast<std::size_t>(vertices[i]);
      for (const bool end : {false, true}) {
        const Vec3 &proof = end ? query.t1[i] : query.t0[i],
                   mesh = end ? frames_.t1()[vertex] : frames_.t0()[vertex];
        if (proof != mesh)
          return fmt::format("vertex {} at t = {} is at {} in the proof, at {} in the meshes",
                             vertex, end ? 1 : 0, text_of_point(proof), text_of_point(mesh));
      }
    }
    return "";
  }

  void find_missing() {
    std::vector<Vec3> t0(elements_.vertex_count()), t1(elements_.vertex_count());
    for (std::size_t i = 0; i < t0.size(); ++i) t0[i] = frames_.t0()[i], t1[i] = frames_.t1()[i];
    const verify::StepSweep sweep(elements_, t0, t1, arguments_.separation, arguments_.t_max);
    std::vector<verify::StepPair>& proven = current_->proven;
    std::sort(proven.begin(), proven.end());  // they are already, in a valid file
    std::atomic<std::int64_t> close = 0, missing = 0;
    std::mutex mutex;
    std::optional<verify::StepPair> first;
    parallel::parallel_for(sweep.size(), kSweepGrain, arguments_.threads,
                           [&](std::size_t begin, std::size_t end) {
                             std::int64_t found = 0;
                             sweep.visit_close_pairs(begin, end, [&](const verify::StepPair& pair) {
                               ++found;
                               if (std::binary_search(proven.begin(), proven.end(), pair)) return;
                               ++missing;
                               const std::lock_guard lock(mutex);
                               if (!first || pair < *first) first = pair;
                             });
                             close += found;
                           });
    close_ += close;
    missing_ += missing;
    current_->missing = missing;
    if (first)
      differ(
          fmt::format("step {}: {} of {} pairs that come near each other have no valid proof; "
                      "the first is {}",
                      current_->number, grouped(missing), grouped(close),
                      verify::name_of(elements_.named(*first))));
  }

  MeshInputArguments arguments_;
  FrameSequence frames_;
  verify::StepElements elements_;
  std::optional<StepInProgress> current_;
  std::size_t read_ = 0;  ///< steps
  bool failed_ = false;   ///< a frame could not be read
  std::int64_t covered_ = 0, close_ = 0, missing_ = 0;
};

}  // namespace

std::unique_ptr<InputMatch> match_meshes(const MeshInputArguments& arguments) {
  return std::make_unique<MeshMatch>(arguments);
}

}  // namespace firstcontact::apps
