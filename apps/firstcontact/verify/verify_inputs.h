#pragma once
/// Compares proofs with the inputs that they should be about: --robot, --bodies, --queries and
/// --meshes of `verify`. docs/formats/certificates.md says what is compared.
#include <firstcontact/options.h>
#include <firstcontact/pose.h>
#include <firstcontact/proof_types.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "robot/robot_inputs.h"

namespace firstcontact::apps {

/// Is given the valid proofs in the order of their lines, and collects what differs from the
/// inputs. The first argument of each function is "file:line".
class InputMatch {
 public:
  virtual ~InputMatch() = default;
  using Geometries = std::span<const std::shared_ptr<const proof::SceneTriangles>>;
  virtual void scene(const std::string&, const proof::SceneClaim&, Geometries) {}
  virtual void motion(const std::string&, const proof::MotionProof&) {}
  virtual void pair(const std::string&, const proof::PairProof&) {}
  /// A claim about a step of a mesh; the proofs of its pairs follow, then end_step. `proven`: all
  /// pairs that the claim counts have a valid proof.
  virtual void step(const std::string&, const proof::StepClaim&) {}
  virtual void step_pair(const std::string&, const proof::StepPairProof&) {}
  virtual void end_step([[maybe_unused]] bool proven) {}
  /// Whether it checks that the pairs of a step are all that need a proof.
  virtual bool covers_steps() const { return false; }
  /// To be called after the last proof: looks for inputs without a proof.
  virtual void finish() = 0;

  /// Whole sentences. Empty: the proofs are about the inputs, and cover them.
  const std::vector<std::string>& differences() const { return differences_; }
  /// What was compared, for people and for machines.
  virtual std::string text() const = 0;
  virtual nlohmann::ordered_json json() const = 0;
  /// Files that the inputs name, which an output must not replace.
  virtual std::vector<std::string> named_files() const { return {}; }
  /// Whether this comparison also decided that nothing lies inside of a solid at the start.
  virtual bool start_decided() const { return false; }

 protected:
  void differ(std::string text) { differences_.push_back(std::move(text)); }

 private:
  std::vector<std::string> differences_;
};

/// All read their files at once and throw as their readers do.
std::unique_ptr<InputMatch> match_robot(const RobotInputArguments& arguments, double t_max);

struct BodyInputArguments {
  std::vector<std::string> bodies;  ///< two
  PoseChange a, b;
};
std::unique_ptr<InputMatch> match_bodies(const BodyInputArguments& arguments);

struct QueryInputArguments {
  std::vector<std::string> paths;
  double separation = 0;
  Norm norm = Norm::L2;
  double t_max = 1;
  int threads = 0;
};
std::unique_ptr<InputMatch> match_queries(const QueryInputArguments& arguments);

struct MeshInputArguments {
  std::vector<std::vector<std::string>> objects;  ///< the frames of each; at least one, two frames
  bool self = true;                               ///< pairs within one object are meant too
  double separation = 0;
  Norm norm = Norm::L2;
  double t_max = 1;
  int threads = 0;
};
std::unique_ptr<InputMatch> match_meshes(const MeshInputArguments& arguments);

}  // namespace firstcontact::apps
