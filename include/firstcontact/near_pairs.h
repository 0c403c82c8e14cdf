#pragma once
/// Pairs of features (vertices, edges, faces) that are near each other at one instant, each once.
///
/// `initial_contacts` lists pairs of elements. There a vertex near a corner of a mesh comes once
/// with every face around the corner, although the nearest feature is the corner itself. Here each
/// pair of nearest features is listed once, with the weights of all the pairs of elements that it
/// stands for. So a sum over near pairs equals the sum over pairs of elements, and is as smooth.
#include <firstcontact/step.h>

#include <array>
#include <vector>

namespace firstcontact {

struct NearPair {
  /// The nearest features: VertexFace, EdgeEdge, PointEdge or PointPoint (in the plane
  /// PointSegment2D or PointPoint).
  Kind kind = Kind::PointPoint;
  /// Their vertices in the order of Query; -1 beyond point_count(kind).
  std::array<int, 4> vertices = {-1, -1, -1, -1};
  double distance = 0;
  /// min_separation plus thickness: the distance at which the pair is in contact.
  double required_distance = 0;
  /// Sum of the weights of the pairs of elements that it stands for (NearPairOptions::weights).
  double weight = 1;
  /// Number of these pairs.
  int count = 1;
  /// Nearly parallel edges only (docs/guide/barrier.md): kind is EdgeEdge with all four vertices,
  /// `nearest` the features that are really nearest, and the potential is multiplied by a factor
  /// that falls to 0 as the edges become parallel: below `parallel_threshold` of |ea x eb|^2.
  double parallel_threshold = 0;
};

enum class PairWeights {
  One,   ///< every pair of elements weighs 1
  Area,  ///< the area (in the plane the length) that belongs to its vertex or edges, at rest
};

struct NearPairOptions {
  StepOptions step = {};
  PairWeights weights = PairWeights::One;
  /// Positions at rest, for areas and for telling parallel edges; unset: the positions themselves.
  std::optional<Positions> rest = {};
};

struct NearPairs : Answer {
  /// Sorted by kind, then vertices.
  std::vector<NearPair> pairs;
  /// Infinite if there is none.
  double smallest_distance = std::numeric_limits<double>::infinity();
};

/// All pairs of features nearer than required_distance + `distance`.
NearPairs near_pairs(StepSolver& solver, const Positions& positions, double distance,
                     const NearPairOptions& options = {});

using Vector12 = Eigen::Matrix<double, 12, 1>;
using Matrix12 = Eigen::Matrix<double, 12, 12>;

/// A function of a pair's vertices with its derivatives; coordinate k of vertex i is entry 3 i + k.
/// Entries beyond the pair's vertices are 0.
struct PairDerivatives {
  double value = 0;
  Vector12 gradient = Vector12::Zero();
  Matrix12 hessian = Matrix12::Zero();
};

/// The pair's distance at these positions, its gradient and its Hessian. Precondition: the distance
/// is not 0.
PairDerivatives distance_derivatives(const NearPair& pair, const Positions& positions);

}  // namespace firstcontact
