#pragma once
/// Two triangle soups under any motions: is the step free, proven; if not, when first, and which
/// triangles.
#include <firstcontact/answer.h>
#include <firstcontact/mesh.h>
#include <firstcontact/motion.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace firstcontact {

class TriangleBody;
namespace geometry {
struct BodyTree;
const BodyTree& tree_of(const TriangleBody& body);
}  // namespace geometry

/// Coordinates, offsets and travels must be smaller, so that no product of four of them overflows.
inline constexpr double kLargestCoordinate = 1e70;
/// The largest coordinate of a body must not be smaller, unless it is 0, so that no product
/// underflows.
inline constexpr double kSmallestBody = 1e-65;

/// Whether triangles bound a solid, told by topology alone: docs/math/solids.md. Vertices at the
/// same place count as one.
enum class Closedness {
  Surface,  ///< nothing is bounded: only the triangles themselves count
  Partly,   ///< some triangles bound a solid, whose inside counts, and others are surfaces
  Solid,  ///< every edge is shared by two triangles (or an even number of them): the inside counts
};
const char* to_string(Closedness closedness);  ///< "surface", "partly solid", "solid"

/// Triangles of a rigid body with a hierarchy over them, made once and used by any number of
/// queries and threads.
class TriangleBody {
 public:
  TriangleBody() = default;
  /// Never throws for bad input: see `fault`. Triangles may be degenerate (a segment, a point).
  TriangleBody(std::span<const Vec3> vertices, std::span<const Face> triangles);

  /// Empty, or what is wrong: no triangle, an index out of range, a coordinate that is not finite,
  /// a body that is too large or small.
  const std::string& fault() const;
  std::size_t triangle_count() const;
  Closedness closedness() const;

  /// As they were given.
  std::span<const Vec3> vertices() const;
  std::span<const Face> triangles() const;

 private:
  friend const geometry::BodyTree& geometry::tree_of(const TriangleBody& body);
  std::shared_ptr<const geometry::BodyTree> tree_;
};

/// Over [t0, t1] the triangles order_a[a_begin … a_end) and order_b[b_begin … b_end) keep more than
/// the separation apart, because for every control map k: min n·(M_B,k x) − max n·(M_A,k y) exceeds
/// the separation and the errors of the control poses.
struct BodyCertificateEntry {
  double t0 = 0, t1 = 0;
  Vec3 n = Vec3::Zero();
  std::int32_t a_begin = 0, a_end = 0, b_begin = 0, b_end = 0;
};

/// A proof of freedom for [0, t_max]: the entries cover every pair of triangles over all of it.
struct BodyCertificate {
  double separation = 0, t_max = 1;
  /// Permutations of the triangles, so that entries can name them by ranges.
  std::vector<std::int32_t> order_a, order_b;
  std::vector<BodyCertificateEntry> entries;
};

struct BodyOptions {
  /// Bodies are in contact when their distance is at most this (Euclidean).
  double min_separation = 0;
  /// Bodies that come within min_separation + tolerance may be reported as touching. Unset: 1e-6 of
  /// the bodies' size.
  std::optional<double> tolerance;
  double t_max = 1;
  std::int64_t max_checks = 100'000'000;
  bool certificate = false;
  /// What starts wholly inside a closed body is in contact with it. False: only surfaces count, as
  /// for a body in a closed room.
  bool insides = true;
};

struct BodyResult : Answer {
  /// Contact: the triangles, their nearest points in the motions' common frame at toi, the bodies'
  /// distance there, which is at most min_separation + tolerance.
  int triangle_a = -1, triangle_b = -1;
  Vec3 point_a = Vec3::Zero(), point_b = Vec3::Zero();
  double distance = std::numeric_limits<double>::infinity();
  /// Contact: larger than asked for where doubles cannot hold that.
  double tolerance = 0;
  /// Contact at toi = 0: one body, or a connected part of it, lies in the other one and no surfaces
  /// touch. The distance is 0.
  bool starts_inside = false;
  BodyCertificate certificate;
};

/// First contact of two moving bodies. Thread-safe; never throws for bad input.
BodyResult first_contact(const TriangleBody& a, const Motion& motion_a, const TriangleBody& b,
                         const Motion& motion_b, const BodyOptions& options = {});

}  // namespace firstcontact
