#pragma once
/// Is a motion of a whole scene free, proven; if not, when is the first contact, of which links,
/// where.
#include <firstcontact/scene.h>

#include <array>
#include <cstdint>
#include <optional>

namespace firstcontact {

enum class SceneMethod {
  Certified,  ///< directions over intervals of control poses, divide and conquer in space and time:
              ///< docs/math/articulated.md
  Advancement,  ///< the published pipeline: Taylor models, directional motion bound, conservative
                ///< advancement, temporal culling
};

/// Stages of SceneMethod::Advancement. Without a stage the answer is the same and takes longer.
struct AdvancementStages {
  bool spatial_culling = true;  ///< boxes of the links' motions, before anything else
  bool taylor_models = true;    ///< for these boxes; off: interval arithmetic
  bool box_hierarchy = true;    ///< over the boxes; off: all pairs
  bool temporal_culling =
      true;  ///< sorted by lower bounds of the time of contact, stopped at the earliest one so far
  bool convex_hulls = true;  ///< for these bounds; off: one step of advancement each
  bool directional_bound =
      true;  ///< motion bound along the direction; off: the bound of the speed in any direction
};

struct SceneOptions {
  SceneMethod method = SceneMethod::Certified;
  /// Bodies that come within their margin + tolerance may be reported as touching. Unset: 1e-6 of
  /// the larger shape's size, pair by pair.
  std::optional<double> tolerance;
  double t_max = 1;
  /// Budget; when it runs out the answer is Undecided.
  std::int64_t max_checks = 100'000'000;
  /// Only whether, not when: stops at the first proof of either. toi is then 0 and toi_upper some
  /// time of contact.
  bool decide_only = false;
  /// Where free: also how far apart the nearest pair stays. Certified only; the other method leaves
  /// it open.
  bool clearance = false;
  /// Where free: proofs that an independent verifier can check. Certified only.
  bool certificate = false;
  AdvancementStages stages;
};

/// A corner, edge or whole of a triangle, by indices of vertices of the shape's mesh.
struct TriangleFeature {
  enum class Kind { OnVertex, OnEdge, OnFace };
  Kind kind = Kind::OnFace;
  std::array<int, 3> vertices = {-1, -1, -1};  ///< 1, 2 or 3 of them
};
const char* to_string(TriangleFeature::Kind kind);

struct ContactSide {
  int body = -1;   ///< of the scene
  int shape = -1;  ///< of the body
  int triangle = -1;
  TriangleFeature feature;
  /// In the world at the contact, on the shape's surface: as far from the triangle as the shape's
  /// radius.
  Vec3 point = Vec3::Zero();
};

/// Counts for tables; of which stage, see docs/guide/articulated.md.
struct SceneCounts {
  std::int64_t pairs = 0;           ///< of bodies, before any culling
  std::int64_t after_spatial = 0;   ///< that the boxes of the whole motion do not tell apart
  std::int64_t after_temporal = 0;  ///< Advancement: that needed more than their lower bound;
                                    ///< Certified: that reached triangles
  std::int64_t steps = 0;           ///< Advancement: iterations; Certified: intervals of time
};

/// The proof for one pair of shapes: over all of [0, t_max] they keep more than
/// certificate.separation apart. The separation is the pair's margin and both radii.
struct PairCertificate {
  int body_a = -1, shape_a = -1, body_b = -1, shape_b = -1;
  /// The frame that directions are given in, and distances measured: that of this link of both
  /// bodies' model, the nearest one that carries both; each body's motion is then the product of
  /// the joints from there on. -1: the world.
  int common_link = -1;
  BodyCertificate certificate;
};

struct SceneResult : Answer {
  /// Contact: true if the surfaces certainly meet (or come within the margin) at a time in
  /// [toi, toi_upper]. False if they come within the tolerance of that at toi (decide_only: at
  /// toi_upper); then toi_upper = toi.
  bool proven = false;
  ContactSide a, b;            ///< Contact: at toi (decide_only: at toi_upper)
  Vec3 normal = Vec3::Zero();  ///< unit, from a to b; zero where there is none
  double distance =
      std::numeric_limits<double>::infinity();  ///< of the shapes there; at most margin + tolerance
  double tolerance =
      0;  ///< Contact: that of the pair; larger than asked for where doubles cannot hold that
  /// Contact at the start: one shape, or a connected part of it, lies in the other one and no
  /// surfaces touch. Then distance is 0, `a` and `b` are points of both surfaces that are near to
  /// each other, and there is no normal.
  bool starts_inside = false;
  /// Free and asked for: the smallest distance of any pair over the motion lies in [clearance,
  /// clearance_upper], reached by a and b at clearance_time. Infinite where there are no pairs.
  double clearance = 0, clearance_upper = std::numeric_limits<double>::infinity(),
         clearance_time = 0;
  SceneCounts counts;
  std::vector<PairCertificate> certificates;
};

/// First contact of the scene under one motion a model. Thread-safe; never throws for bad input.
SceneResult first_contact(const Scene& scene, std::span<const ArticulatedMotion> motions,
                          const SceneOptions& options = {});

/// With every joint's values going linearly from q_t0 to q_t1 (all models' values, one after the
/// other). Values outside their limits are not refused.
SceneResult first_contact(const Scene& scene, std::span<const double> q_t0,
                          std::span<const double> q_t1, const SceneOptions& options = {});

/// A path of several configurations; times are then 0 at the first and 1 at the last one, in equal
/// parts, or as given (ascending from 0 to 1). `segment` is the one of the contact. Certificates
/// are those of the segments, one after the other, in their own times.
struct PathResult {
  SceneResult result;
  int segment = -1;
  double segment_toi = 0;  ///< within the segment
};
PathResult first_contact_on_path(const Scene& scene, std::span<const Configuration> path,
                                 const SceneOptions& options = {},
                                 std::span<const double> times = {});

struct SceneEdge {
  Configuration q_t0, q_t1;
};
/// Many motions at once, on `threads` threads (0: all): the same answers, bit for bit, for any
/// number.
std::vector<SceneResult> first_contacts(const Scene& scene, std::span<const SceneEdge> edges,
                                        const SceneOptions& options = {}, int threads = 0);

}  // namespace firstcontact
