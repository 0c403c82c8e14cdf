#pragma once
/// Tells whether a motion of a whole scene is free and, if not, when and where the first contact
/// is.
#include <firstcontact/export.h>
#include <firstcontact/scene.h>

#include <array>
#include <cstdint>
#include <functional>
#include <optional>

namespace firstcontact {

/// How the motion of a scene is decided.
enum class SceneMethod {
  /// Separating directions over intervals of control poses, by divide and conquer in space and time.
  /// docs/math/articulated.md
  Certified,
  /// The published pipeline: Taylor models, directional motion bound, conservative advancement,
  /// temporal culling. docs/math/articulated-published.md
  Advancement,
};

/// The stages of SceneMethod::Advancement. Without a stage the answer is the same and takes longer.
struct AdvancementStages {
  /// Boxes around the links' whole motions, before anything else.
  bool spatial_culling = true;
  /// Taylor models for these boxes; if false, interval arithmetic.
  bool taylor_models = true;
  /// A hierarchy over the boxes; if false, all pairs are tested.
  bool box_hierarchy = true;
  /// Pairs are sorted by lower bounds of their time of contact and dropped after the earliest
  /// contact.
  bool temporal_culling = true;
  /// Convex hulls for these bounds; if false, one step of advancement each.
  bool convex_hulls = true;
  /// The motion bound along the direction; if false, the bound of the speed in any direction.
  bool directional_bound = true;
};

/// What to ask about the motion of a scene.
struct SceneOptions {
  /// How the motion is decided.
  SceneMethod method = SceneMethod::Certified;
  /// A length: bodies that come within their min_separation + tolerance may be reported as
  /// touching. Unset: 1e-6 of the larger shape's size (the radius of a box around it), pair by pair.
  std::optional<double> tolerance = {};
  /// Only [0, t_max] is looked at. In [0, 1].
  double t_max = 1;
  /// The budget; if it runs out, the answer is Undecided. At least 1.
  std::int64_t max_checks = 100'000'000;
  /// Only decide whether there is a contact, not when the first one is. toi is then 0 (t_max if
  /// Free), and toi_upper is the time of some contact.
  bool decide_only = false;
  /// If the motion is free, also find how far apart the nearest pair stays. Certified only.
  bool clearance = false;
  /// A Free answer carries proofs that an independent verifier can check. Certified only.
  bool certificate = false;
  AdvancementStages stages = {};
};

/// A corner, an edge or the inside of a triangle, by vertices of the shape's mesh.
struct TriangleFeature {
  /// Where on the triangle.
  enum class Kind { OnVertex, OnEdge, OnFace };
  Kind kind = Kind::OnFace;
  std::array<int, 3> vertices = {-1, -1, -1};  ///< 1, 2 or 3 of them
};
/// The name of the enumerator, for example "OnEdge".
FIRSTCONTACT_API const char* to_string(TriangleFeature::Kind kind);

/// What touches, on one side of a contact.
struct ContactSide {
  int body = -1;   ///< of the scene
  int shape = -1;  ///< of the body
  int triangle = -1;
  TriangleFeature feature;
};

/// How many pairs each stage left over, for tables. docs/guide/articulated.md
struct SceneCounts {
  /// Pairs of bodies before any culling.
  std::int64_t pairs = 0;
  /// Pairs that the boxes of the whole motion do not separate.
  std::int64_t after_spatial = 0;
  /// Advancement: pairs that needed more than their lower bound. Certified: pairs that reached
  /// triangles.
  std::int64_t after_temporal = 0;
  /// Advancement: iterations. Certified: intervals of time.
  std::int64_t steps = 0;
};

/// The proof for one pair of shapes: over all of [0, t_max] they keep more than
/// certificate.separation apart, which is the pair's min_separation plus both radii.
struct PairCertificate {
  int body_a = -1, shape_a = -1, body_b = -1, shape_b = -1;
  /// The nearest link that carries both bodies; -1 for the world. Directions and distances are
  /// those of its frame, and each body's motion is the product of the joints from there on.
  int common_link = -1;
  BodyCertificate certificate;
};

/// Contact: the points, the normal and the distance are those of the two shapes in the world, at
/// toi (decide_only: at toi_upper). Points lie on the surfaces of the shapes, radius included. The
/// distance is at most the pair's min_separation + tolerance. If the shapes overlap, it is 0, and the
/// points need not coincide.
struct SceneResult : Answer, ContactPoints {
  /// Contact: true if the surfaces certainly meet (or come within min_separation) at a time in
  /// [toi, toi_upper]. If false, they come within the tolerance of that at toi (decide_only: at
  /// toi_upper), and toi_upper = toi.
  bool proven = false;
  /// Contact: what touches. Free, with `clearance`: the nearest pair.
  ContactSide a, b;
  /// The tolerance of the pair in contact; larger than asked for if doubles cannot resolve that.
  double tolerance = 0;
  /// Contact at the start: one shape, or a connected part of it, lies inside the other one, and no
  /// surfaces touch. The distance is 0, there is no normal, and the points are near each other on
  /// the two surfaces.
  bool starts_inside = false;
  /// Free, with SceneOptions::clearance: the smallest distance of any pair over the motion lies in
  /// [clearance, clearance_upper]; a and b have it at clearance_time. Infinite if there are no
  /// pairs.
  double clearance = 0;
  double clearance_upper = std::numeric_limits<double>::infinity();
  double clearance_time = 0;
  SceneCounts counts;
  /// Free, with SceneOptions::certificate: one for each pair of shapes.
  std::vector<PairCertificate> certificates;
};

/// Finds the first contact of the scene under one motion for each model, or proves that there is
/// none. Thread-safe; never throws for bad input.
FIRSTCONTACT_API SceneResult first_contact(const Scene& scene,
                                           std::span<const ArticulatedMotion> motions,
                                           const SceneOptions& options = {});

/// The same, with every joint's values going linearly from q_t0 to q_t1 (the values of all models,
/// one model after the other). Values outside their limits are not refused.
FIRSTCONTACT_API SceneResult first_contact(const Scene& scene, std::span<const double> q_t0,
                                           std::span<const double> q_t1,
                                           const SceneOptions& options = {});

/// The answer for a path. Times are those of the whole path: 0 at its first configuration, 1 at its
/// last one.
struct PathResult {
  SceneResult result;
  /// The segment (the piece between two configurations, counted from 0) that `result` speaks of if
  /// it is not Free; -1 for Free.
  int segment = -1;
  /// toi and toi_upper of that segment alone: 0 at its start, 1 at its end.
  double segment_toi = 0, segment_toi_upper = 0;
};

/// How the segments of a path are searched.
struct PathOptions {
  /// SceneOptions::max_checks is the budget of each segment instead of the budget of the whole
  /// path.
  bool budget_per_segment = false;
  /// Threads that search segments at the same time (0: all of the machine). The answer is the same,
  /// bit for bit, for any number. A budget for the whole path is spent segment after segment, on
  /// one thread.
  int threads = 1;
  /// Called for every segment before the first one that is not free, in order, on the calling
  /// thread, with the segment's own answer in its own times. The certificates are handed over this
  /// way and not kept, so that memory does not grow with the path.
  std::function<void(int segment, const SceneResult& result)> on_free;
};

/// First contact along a path of configurations. `times` are the times of the configurations,
/// ascending from 0 to 1; empty: all segments take equally long. A path of several segments is
/// searched to its end: t_max must be 1. Certificates are those of the segments, one after the
/// other, in each segment's own times.
FIRSTCONTACT_API PathResult first_contact_on_path(const Scene& scene,
                                                  std::span<const Configuration> path,
                                                  const SceneOptions& options = {},
                                                  std::span<const double> times = {},
                                                  const PathOptions& path_options = {});

/// An edge of a planner: the joints go linearly from q_t0 to q_t1.
struct SceneEdge {
  Configuration q_t0, q_t1;
};
/// Many motions at once, on `threads` threads (0: all of the machine). The answers are the same
/// bits for any number of threads.
FIRSTCONTACT_API std::vector<SceneResult> first_contacts(const Scene& scene,
                                                         std::span<const SceneEdge> edges,
                                                         const SceneOptions& options = {},
                                                         int threads = 0);

}  // namespace firstcontact
