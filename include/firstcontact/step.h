#pragma once
/// A whole step of a mesh: every vertex moves on a straight line from its position at t0 to its
/// position at t1.
///
/// Which pairs can touch: every vertex against every face and every edge against every edge that
/// have no vertex in common; loose points also against loose edges and against each other. In the
/// plane: every vertex against every edge, loose points against each other. Where nothing
/// intersects at t0, whatever touches first touches in one of these pairs, with one exception: two
/// loose edges in space with a common end that fold exactly onto each other.
///
/// Candidates (pairs whose swept boxes touch) are decided as they are found and never stored. All
/// functions are thread-safe on distinct StepSolvers, give the same bits for any number of threads,
/// SIMD width and broad phase, and throw only if memory runs out or a callback throws. The
/// guarantees of docs/guide/guarantees.md hold for the step as for a pair.
#include <firstcontact/mesh.h>
#include <firstcontact/options.h>
#include <firstcontact/positions.h>
#include <firstcontact/result.h>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace firstcontact {

class StepSolver;
namespace step {
struct Solver;
Solver& solver_of(StepSolver& solver);
}  // namespace step

/// How candidates are found: docs/guide/broad-phases.md. All give the same answers.
enum class BroadPhase { Bvh, SweepAndPrune, SpatialHash, BruteForce };

/// Two elements that may touch.
struct ElementPair {
  Kind kind = Kind::VertexFace;
  /// Vertex-face: vertex, face. Edge-edge: two indices into Mesh::edges(), a < b. Point-edge and
  /// point-segment: vertex, edge. Point-point: two vertices, a < b.
  int a = 0, b = 0;
  /// The pair's vertices in the order of Query; -1 beyond point_count(kind).
  std::array<int, 4> vertices = {-1, -1, -1, -1};

  friend bool operator==(const ElementPair&, const ElementPair&) = default;
};

struct StepOptions {
  /// As in Options. `tolerance`, where unset, is relative to each pair's own size.
  double min_separation = 0;
  Norm norm = Norm::L2;
  std::optional<double> tolerance;
  double t_max = 1;
  bool exact = false;
  double toi_width = 0x1p-30;

  BroadPhase broad_phase = BroadPhase::Bvh;
  /// 0: as many as the machine has.
  int threads = 0;

  /// Pairs of one object, and pairs of different objects (Mesh::object_of).
  bool within_objects = true, between_objects = true;
  /// If not empty: only pairs for which it returns true. Called concurrently.
  std::function<bool(const ElementPair&)> filter;

  /// If not empty: called now and then with the share of the work that is done, in [0, 1]; never
  /// twice at the same time.
  std::function<void(double)> progress;
  /// A stop requested here ends the step soon, with Status::Cancelled.
  std::stop_token stop;

  /// If not empty: receives the proof of every candidate that is free over [0, t_max]
  /// (collision_free_step_size: over [0, toi]); never twice at the same time. Pairs that are not
  /// candidates are free because their swept boxes are. Proofs cost time: every candidate is then
  /// solved on its own. A pair that only the exact oracle could decide has an empty proof.
  std::function<void(const ElementPair&, const std::vector<CertificateSegment>&)> certificate;
};

/// The name of the enumerator.
const char* to_string(BroadPhase broad_phase);

/// A pair that touches. Fields as in Result; the point is on the pair at `toi`, the normal points
/// from element b to element a: along the gap, or without one to the side that a came from. Where a
/// pair touches at t0 already, its motion cannot tell that side; then the surface around the pair
/// does (neighbouring vertices), and where there is none, a lies on the side to which it moves.
struct Impact {
  ElementPair pair;
  double toi = 0, toi_upper = 1;
  bool starts_in_contact = false;
  double u = 0, v = 0;
  Vec3 point = Vec3::Zero(), normal = Vec3::Zero();
  double distance = 0;
};

/// By time, then kind, then elements a and b: the order of every list of impacts.
bool operator<(const Impact& a, const Impact& b);

/// Every field is set on every exit.
struct StepResult : Answer {
  /// The first of the impacts, where the function says that it looks for it.
  std::optional<Impact> earliest;
  /// Sorted.
  std::vector<Impact> impacts;
  /// Candidates looked at, by Kind.
  std::array<std::int64_t, 5> candidates = {};
  std::int64_t candidate_count() const;
};

/// Decides one step after the other of one mesh and keeps what can be kept between them (the
/// hierarchy, memory).
class StepSolver {
 public:
  explicit StepSolver(Mesh mesh);
  ~StepSolver();
  StepSolver(StepSolver&&) noexcept;
  StepSolver& operator=(StepSolver&&) noexcept;

  const Mesh& mesh() const;

  /// Is [0, t_max] free? Stops at the first contact it finds, whichever that is: only `status` is
  /// filled, and `toi` if Free.
  StepResult decide_step(const Positions& t0, const Positions& t1, const StepOptions& options = {});

  /// The largest step for which the motion is proven free: `toi`, with the pair that ends it in
  /// `earliest`. Most pairs are never solved: as soon as a contact is known, only what can touch
  /// before it is looked at.
  StepResult collision_free_step_size(const Positions& t0, const Positions& t1,
                                      const StepOptions& options = {});

  /// All pairs that touch in [0, t_max], each with its own first time of impact.
  StepResult impacts(const Positions& t0, const Positions& t1, const StepOptions& options = {});

  /// The same impacts, handed to `visit` in blocks as they are found instead of being listed, so
  /// that memory does not grow with their number. `visit` is never called twice at the same time.
  /// Every impact comes once; in which blocks and order depends on threads and broad phase
  /// (operator< is the order of `impacts`). The result is that of `impacts` with an empty list;
  /// what `visit` was handed before a Cancelled step is a part of its impacts.
  StepResult stream_impacts(const Positions& t0, const Positions& t1, const StepOptions& options,
                            const std::function<void(std::span<const Impact>)>& visit);

  /// All pairs whose distance at t0 is at most min_separation plus thickness (and tolerance, unless
  /// exact), as impacts with toi = 0 and their distance, nearest first. To list what is near rather
  /// than in contact, ask with a larger separation.
  StepResult initial_contacts(const Positions& t0, const StepOptions& options = {});

  /// Only counts the candidates of [0, t_max]. Nothing is decided: the status is Undecided (or
  /// Cancelled, or InvalidInput), and toi is 0.
  StepResult count_candidates(const Positions& t0, const Positions& t1,
                              const StepOptions& options = {});

 private:
  friend step::Solver& step::solver_of(StepSolver& solver);
  std::unique_ptr<step::Solver> solver_;
};

/// The same for a single step.
StepResult decide_step(const Mesh& mesh, const Positions& t0, const Positions& t1,
                       const StepOptions& options = {});
StepResult collision_free_step_size(const Mesh& mesh, const Positions& t0, const Positions& t1,
                                    const StepOptions& options = {});
StepResult impacts(const Mesh& mesh, const Positions& t0, const Positions& t1,
                   const StepOptions& options = {});
StepResult initial_contacts(const Mesh& mesh, const Positions& t0, const StepOptions& options = {});

/// The pair's points. Precondition: pair is one of a mesh with these vertices.
Query query_of(const ElementPair& pair, const Positions& t0, const Positions& t1);

}  // namespace firstcontact
