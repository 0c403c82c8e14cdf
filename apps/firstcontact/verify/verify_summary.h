#pragma once
/// Sums up what the proofs of a file claim, as tables and as JSON. docs/formats/certificates.md.
#include <firstcontact/proof_types.h>

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace firstcontact::apps {

/// One sentence about what no proof says.
extern const char* const kWhatProofsLeaveOut;

/// A name for a table: without control characters, and cut off if it is too long.
std::string shown_name(const std::string& name, std::size_t width = 32);

/// The smallest and the largest of some numbers.
struct Span {
  double low = 0, high = 0;
  bool any = false;
  void add(double value);
};

class ProofSummary {
 public:
  void add_pair(const proof::PairProof& proof, bool proven);
  void add_motion(std::size_t line, const proof::MotionProof& proof, bool proven);
  /// `triangle_counts` of the meshes that shapes name. Precondition: the claim has no fault, or was
  /// not proven.
  void add_scene(std::size_t line, const proof::SceneClaim& claim,
                 std::span<const std::size_t> triangle_counts, bool proven);

  void add_step(std::size_t line, const proof::StepClaim& claim, bool proven);

  /// Tables of at most 100 columns; empty if there is nothing to tell. `compared`: the proofs were
  /// compared with their inputs.
  std::string text(bool compared) const;
  /// Whether there are proofs of meshes, bodies or scenes, in which something may lie inside of
  /// something else.
  bool has_surfaces() const { return !motions_.empty() || !scenes_.empty() || !steps_.empty(); }
  nlohmann::ordered_json json() const;

 private:
  struct PairGroup {
    std::int64_t proofs = 0, proven = 0, contacts = 0, segments = 0;
    Span separation, t_max;
  };
  struct MotionFacts {
    std::size_t line = 0;
    bool proven = false;
    std::size_t triangles_a = 0, triangles_b = 0, entries = 0;
    const char* motion_a = "";
    const char* motion_b = "";
    double separation = 0, t_max = 0;
  };
  struct BodyFacts {
    std::string name;
    std::size_t shapes = 0, triangles = 0, pairs = 0;
    Span separation;
  };
  struct FrameFacts {
    int frame = 0, parent = -1;
    std::string carries;  ///< names of the bodies in it, between commas
    double angle_t0 = 0, angle_t1 = 0, travel = 0;
  };
  struct PairFacts {
    std::size_t a = 0, b = 0;  ///< bodies
    double separation = 0;
  };
  struct SceneFacts {
    std::size_t line = 0;
    bool proven = false;
    double t_max = 0;
    std::size_t frames = 0, shapes = 0;
    Span separation;
    std::vector<BodyFacts> bodies;
    std::vector<FrameFacts> moving;
    std::vector<PairFacts> pairs;  ///< of shapes
  };
  static void add_bodies(const proof::SceneClaim& claim,
                         std::span<const std::size_t> triangle_counts, SceneFacts& facts);
  static std::string body_table(const SceneFacts& scene);
  static std::string frame_table(const SceneFacts& scene);
  std::string pair_table() const;
  std::string motion_table() const;
  std::string scene_table() const;
  std::string step_table(bool compared) const;

  std::map<std::pair<std::string, std::string>, PairGroup> pairs_;  ///< of a kind and a norm
  std::vector<MotionFacts> motions_;
  std::vector<SceneFacts> scenes_;
  struct StepFacts {
    std::size_t line = 0;
    bool proven = false;
    proof::StepClaim claim;
  };
  std::vector<StepFacts> steps_;
};

}  // namespace firstcontact::apps
