#pragma once
/// A whole step of a mesh: every vertex moves on a straight line from its position at t0 to its
/// position at t1.
///
/// These pairs are tested: every vertex against every face, and every edge against every edge, if
/// they have no vertex in common; loose points also against loose edges and against each other. In
/// the plane, every vertex is tested against every edge, and loose points against each other. If
/// nothing intersects at t0, then whatever touches first touches in one of these pairs. There is
/// one exception: two loose edges in space with a common end that fold exactly onto each other.
///
/// Candidates (pairs whose swept boxes touch) are decided as they are found and never stored. All
/// functions give the same bits for any number of threads, SIMD width and broad phase. They throw
/// only if memory runs out or a callback throws. Distinct StepSolvers may be used by distinct
/// threads. The guarantees of docs/guide/guarantees.md hold for the step as for a pair.
#include <firstcontact/export.h>
#include <firstcontact/mesh.h>
#include <firstcontact/options.h>
#include <firstcontact/pair_rules.h>
#include <firstcontact/positions.h>
#include <firstcontact/result.h>

#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace firstcontact {

class Candidates;
class StepSolver;
namespace step {
struct Solver;
Solver& solver_of(StepSolver& solver);
}  // namespace step

/// How candidates are found. All broad phases give the same answers. docs/guide/broad-phases.md
enum class BroadPhase { Bvh, SweepAndPrune, SpatialHash, BruteForce };

/// The name of the enumerator.
FIRSTCONTACT_API const char* to_string(BroadPhase broad_phase);

/// Two elements that may touch.
struct ElementPair {
  Kind kind = Kind::VertexFace;
  /// VertexFace: vertex, face. EdgeEdge: two indices into Mesh::edges(), a < b. PointEdge and
  /// PointSegment2D: vertex, edge. PointPoint: two vertices, a < b.
  int a = 0, b = 0;
  /// The pair's vertices in the order of Query; -1 beyond point_count(kind).
  std::array<int, 4> vertices = {-1, -1, -1, -1};

  /// Lists of pairs are sorted by kind, then a, then b.
  friend auto operator<=>(const ElementPair&, const ElementPair&) = default;
};

/// What to ask about a step.
struct StepOptions {
  /// These six are those of Options. An unset tolerance is relative to each pair's own size.
  double min_separation = 0;
  Norm norm = Norm::L2;
  std::optional<double> tolerance = {};
  double t_max = 1;
  bool exact = false;
  double toi_width = 0x1p-30;

  /// How candidates are found; the answers do not depend on it.
  BroadPhase broad_phase = BroadPhase::Bvh;
  /// Number of threads; 0 for as many as the machine has.
  int threads = 0;

  /// Whether to test pairs of one object, and pairs of different objects (Mesh::object_of).
  bool within_objects = true, between_objects = true;
  /// If set, only pairs for which it returns true are tested. Called by several threads at a time.
  std::function<bool(const ElementPair&)> filter = {};
  /// Only pairs that these admit are tested.
  PairRules rules = {};
  /// If set, they take the place of the broad phase where they cover the motion (candidates.h), so
  /// that the iterations of one step do not search again. Answers do not depend on them. They must
  /// outlive the call.
  const Candidates* candidates = nullptr;

  /// If set, it is called now and then with the share of the work that is done, in [0, 1]. Never by
  /// two threads at a time.
  std::function<void(double)> progress = {};
  /// A stop requested here ends the step soon, with Status::Cancelled.
  std::stop_token stop = {};

  /// If set, it receives the proof of every candidate that is free over [0, t_max]
  /// (collision_free_step_size: over [0, toi]). Never called by two threads at a time. Pairs that
  /// are not candidates are free because their swept boxes do not touch. Proofs cost time, since
  /// every candidate is then solved on its own. The proof is Result::certificate or, where doubles
  /// cannot hold one, Result::exact_proof.
  std::function<void(const ElementPair&, const Result&)> certificate = {};
};

/// A pair that touches. The points, the normal and the distance are those at `toi`. The normal
/// points from element b to element a: along the gap or, if there is none, to the side that a came
/// from. If a pair touches at t0 already, its motion cannot tell that side. Then the surface around
/// the pair (neighbouring vertices) tells it; without one, a lies on the side to which it moves.
struct Impact : ContactPoints {
  ElementPair pair = {};
  /// As in Outcome, for this pair.
  double toi = 0, toi_upper = 1;
  bool starts_in_contact = false;
  /// As in Result.
  double u = 0, v = 0;
};

/// Lists of impacts are sorted by time, then kind, then elements a and b. (`initial_contacts`,
/// whose times are all 0, sorts by distance first.)
FIRSTCONTACT_API bool operator<(const Impact& a, const Impact& b);

/// Every field is set on every exit.
struct FIRSTCONTACT_API StepResult : Answer {
  /// The first impact, if the function looks for it.
  std::optional<Impact> earliest = {};
  /// All impacts, if the function lists them. Sorted.
  std::vector<Impact> impacts;
  /// Number of candidates that were looked at, by Kind.
  std::array<std::int64_t, 5> candidates = {};
  std::int64_t candidate_count() const;
};

/// Pairs that may touch. The status is Undecided if the list is complete: a candidate need not
/// touch.
struct CandidateList : Answer {
  /// Sorted.
  std::vector<ElementPair> pairs;
};

/// Decides the steps of one mesh, one after the other, and keeps its hierarchy and memory between
/// them.
class FIRSTCONTACT_API StepSolver {
 public:
  explicit StepSolver(Mesh mesh);
  ~StepSolver();
  StepSolver(StepSolver&&) noexcept;
  StepSolver& operator=(StepSolver&&) noexcept;

  /// The mesh that it was made with.
  const Mesh& mesh() const;

  /// Tells whether [0, t_max] is free. It stops at the first contact that it finds, which need not
  /// be the earliest one: a Contact has no more than its status.
  StepResult decide_step(const Positions& t0, const Positions& t1, const StepOptions& options = {});

  /// Finds the largest step that is proven free: `toi`. `earliest` is the pair that ends it. Most
  /// pairs are never solved: once a contact is known, only pairs that can touch before it matter.
  StepResult collision_free_step_size(const Positions& t0, const Positions& t1,
                                      const StepOptions& options = {});

  /// Lists all pairs that touch in [0, t_max], each with its own first time of impact.
  StepResult impacts(const Positions& t0, const Positions& t1, const StepOptions& options = {});

  /// Finds the same impacts and hands them to `visit` in blocks instead of listing them, so that
  /// memory does not grow with their number. `visit` is never called by two threads at a time. It
  /// gets every impact once; the blocks and their order depend on threads and broad phase (sort by
  /// operator< for the order of `impacts`). The result is that of `impacts` with an empty list. If
  /// the step is Cancelled, `visit` has got a part of the impacts.
  StepResult stream_impacts(const Positions& t0, const Positions& t1, const StepOptions& options,
                            const std::function<void(std::span<const Impact>)>& visit);

  /// Lists all pairs whose distance at t0 is at most min_separation plus thickness (plus tolerance,
  /// unless exact), as impacts with toi = 0, nearest first. To list what is near rather than in
  /// contact, ask with a larger separation.
  StepResult initial_contacts(const Positions& t0, const StepOptions& options = {});

  /// Only counts the candidates of [0, t_max] and decides nothing: the status is Undecided (or
  /// Cancelled, or InvalidInput), and toi is 0.
  StepResult count_candidates(const Positions& t0, const Positions& t1,
                              const StepOptions& options = {});

  /// Hands the candidates of [0, t_max] to `visit` in blocks, each pair once, and decides nothing.
  /// `visit` is never called by two threads at a time; the blocks and their order depend on threads
  /// and broad phase. The result is that of `count_candidates`. If the step is Cancelled, `visit`
  /// has got a part of the candidates.
  StepResult stream_candidates(const Positions& t0, const Positions& t1, const StepOptions& options,
                               const std::function<void(std::span<const ElementPair>)>& visit);

  /// Lists the candidates of [0, t_max]. Empty unless the status is Undecided. There are a hundred
  /// times as many candidates as elements in a dense scene; `stream_candidates` stores none.
  CandidateList candidates(const Positions& t0, const Positions& t1,
                           const StepOptions& options = {});

 private:
  friend step::Solver& step::solver_of(StepSolver& solver);
  std::unique_ptr<step::Solver> solver_;
};

/// The same functions for a single step.
FIRSTCONTACT_API StepResult decide_step(const Mesh& mesh, const Positions& t0, const Positions& t1,
                                        const StepOptions& options = {});
FIRSTCONTACT_API StepResult collision_free_step_size(const Mesh& mesh, const Positions& t0,
                                                     const Positions& t1,
                                                     const StepOptions& options = {});
FIRSTCONTACT_API StepResult impacts(const Mesh& mesh, const Positions& t0, const Positions& t1,
                                    const StepOptions& options = {});
FIRSTCONTACT_API StepResult initial_contacts(const Mesh& mesh, const Positions& t0,
                                             const StepOptions& options = {});

/// The pair as a Query for `solve`. Precondition: the pair is one of a mesh with these vertices.
FIRSTCONTACT_API Query query_of(const ElementPair& pair, const Positions& t0, const Positions& t1);

}  // namespace firstcontact
