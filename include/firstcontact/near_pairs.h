#pragma once
/// Pairs of features (vertices, edges, faces) that are near each other at one instant, each once.
///
/// `initial_contacts` lists pairs of elements. There a vertex near a corner of a mesh comes once
/// with every face around the corner, although the nearest feature is the corner itself. Here each
/// pair of nearest features is listed once, with the weights of all the pairs of elements that it
/// stands for. So a sum over near pairs equals the sum over pairs of elements, and is as smooth.
///
/// Distances are Euclidean and rounded, and nothing about them is proven: the error is about 1e-15
/// of the pair's size, and up to 1e-8 of it for slivers and nearly parallel edges. Lists and
/// sums have the same bits for any number of threads and any broad phase.
#include <firstcontact/export.h>
#include <firstcontact/step.h>

#include <array>
#include <limits>
#include <optional>
#include <vector>

namespace firstcontact {

/// Two features that are near each other, and what a potential needs to know about them.
struct NearPair {
  /// The nearest features: VertexFace, EdgeEdge, PointEdge or PointPoint (in the plane
  /// PointSegment2D or PointPoint).
  Kind kind = Kind::PointPoint;
  /// Their vertices in the order of Query, those of one feature ascending; -1 beyond
  /// point_count(kind). Of two features of the same kind the one with the smaller vertices is
  /// first.
  std::array<int, 4> vertices = {-1, -1, -1, -1};
  double distance = 0;
  /// min_separation plus thickness: the distance at which the pair is in contact.
  double required_distance = 0;
  /// Sum of the weights of the pairs of elements that it stands for (NearPairOptions::weights).
  double weight = 1;
  /// Number of these pairs.
  int count = 1;
  /// 0 except for nearly parallel edges (docs/guide/barrier.md). Those are listed as EdgeEdge with
  /// all four vertices, whichever of their points and ends are nearest. Potentials look for the
  /// nearest ones themselves, and multiply by a factor that falls to 0 as the edges become
  /// parallel. The factor is 1 where |ea x eb|^2 is at least this threshold.
  double parallel_threshold = 0;

  friend bool operator==(const NearPair&, const NearPair&) = default;
};

/// Edges count as nearly parallel if |ea x eb|^2 is below this times |ea|^2 |eb|^2, with the
/// lengths at rest.
inline constexpr double kNearlyParallel = 1e-3;

/// How much a pair of elements weighs.
enum class PairWeights {
  One,  ///< 1
  /// Area at rest, such that the weights of a flat contact add up to about its area. A vertex has a
  /// third of the area of its faces, and so has an edge. A vertex and a face weigh a quarter of the
  /// vertex's area, two edges a quarter of the mean of their areas. In the plane a vertex has half
  /// the length of its edges, and a vertex and an edge weigh half of that. Elements without area
  /// still weigh something: an edge without faces has a third of its squared length, and a vertex
  /// half of what its edges have; a loose point, and whatever has area 0, has the mean of all
  /// others, or 1 if there are none. Pairs with a loose point that are no vertex and face weigh a
  /// quarter (in the plane half) of the mean of both.
  Area,
};

/// Which pairs are listed, and how they are weighed.
struct NearPairOptions {
  /// Separation, filter, threads and so on. `norm` must be L2; `tolerance`, `t_max`, `exact`,
  /// `toi_width` and `certificate` have no effect.
  StepOptions step = {};
  PairWeights weights = PairWeights::One;
  /// Positions at rest, for areas and for telling parallel edges; unset: the positions themselves.
  /// A view: the matrix behind it must outlive the call, so do not assign a temporary one.
  /// Set it in a simulation: otherwise weights and thresholds vary with the positions, which
  /// derivatives do not account for.
  std::optional<Positions> rest = {};
};

/// Status: Contact if there are pairs, otherwise Free; Cancelled; InvalidInput. `starts_in_contact`
/// tells that a pair is in contact: its distance is at most its required_distance.
struct NearPairs : Answer {
  /// Sorted by kind, then vertices, then required distance.
  std::vector<NearPair> pairs;
  /// Infinite if there is none.
  double smallest_distance = std::numeric_limits<double>::infinity();
};

/// All pairs of features nearer than required_distance + `distance`, which is at least 0. Pairs
/// without a vertex in common are looked at, as in step.h. InvalidInput also for coordinates beyond
/// 1e75, whose fourth powers are not finite. Elements smaller than 1e-75 count as points.
FIRSTCONTACT_API NearPairs near_pairs(StepSolver& solver, const Positions& positions,
                                      double distance, const NearPairOptions& options = {});
FIRSTCONTACT_API NearPairs near_pairs(const Mesh& mesh, const Positions& positions, double distance,
                                      const NearPairOptions& options = {});

/// Not aligned, so that the layout of public structs never depends on instruction-set flags.
using Vector12 = Eigen::Matrix<double, 12, 1, Eigen::DontAlign>;
using Matrix12 = Eigen::Matrix<double, 12, 12, Eigen::DontAlign>;

/// A function of a pair's vertices with its derivatives; coordinate k of vertex i is entry 3 i + k.
/// Entries beyond the pair's vertices are 0, and so are those of z in the plane.
struct PairDerivatives {
  double value = 0;
  Vector12 gradient = Vector12::Zero();
  Matrix12 hessian = Matrix12::Zero();
};

/// The distance of the pair's features at these positions, its gradient and its Hessian. The
/// features stay those of the pair, as infinite lines and planes where the nearest points are
/// beyond their ends; those of nearly parallel edges are the nearest ones at `positions`.
/// Everything is NaN if the pair names a vertex that `positions` does not have, or has no distance
/// there: it is 0, or the features span no line or plane. If the distance is a share s of the
/// pair's size, relative errors are about 1e-15 / s.
FIRSTCONTACT_API PairDerivatives distance_derivatives(const NearPair& pair,
                                                      const Positions& positions);

}  // namespace firstcontact
