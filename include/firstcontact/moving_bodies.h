#pragma once
/// The first contact of two moving triangle meshes, under any motions.
#include <firstcontact/answer.h>
#include <firstcontact/export.h>
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

/// Coordinates, offsets and travels must be smaller than this, so that no product of four of them
/// overflows.
inline constexpr double kLargestCoordinate = 1e70;
/// The largest coordinate of a body must be at least this (or 0), so that no product underflows.
inline constexpr double kSmallestBody = 1e-65;

/// Whether triangles bound a solid. This is decided by topology alone; vertices with the same
/// coordinates count as one. docs/math/solids.md
enum class Closedness {
  Surface,  ///< nothing is bounded: only the triangles themselves count
  Partly,   ///< some triangles bound a solid, whose inside counts, and others are surfaces
  Solid,  ///< every edge is shared by two triangles (or an even number of them): the inside counts
};
FIRSTCONTACT_API const char* to_string(
    Closedness closedness);  ///< "surface", "partly solid", "solid"

/// The triangles of a rigid body with a hierarchy over them. Make it once and use it for any number
/// of queries, on any number of threads. Copies are cheap.
class FIRSTCONTACT_API TriangleBody {
 public:
  TriangleBody() = default;
  /// Never throws for bad input: see `fault`. Triangles may be degenerate (a line segment, a
  /// point).
  TriangleBody(std::span<const Vec3> vertices, std::span<const Face> triangles);

  /// What is wrong with the body, or an empty string: no triangle, an index out of range, a
  /// coordinate that is not finite, a body that is too large or too small.
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

/// One step of a proof: over [t0, t1] the triangles order_a[a_begin … a_end) and
/// order_b[b_begin … b_end) keep more than the separation apart, because for every control map k
///   min n·(M_B,k x) − max n·(M_A,k y)
/// exceeds the separation plus the errors of the control poses. So n points from a to b, unlike the
/// normal of a contact.
struct BodyCertificateEntry {
  double t0 = 0, t1 = 0;
  Vec3 n = Vec3::Zero();
  std::int32_t a_begin = 0, a_end = 0, b_begin = 0, b_end = 0;
};

/// A proof that two bodies are free over [0, t_max]: its entries cover every pair of triangles over
/// all of it.
struct BodyCertificate {
  double separation = 0, t_max = 1;
  /// Permutations of the triangles, so that entries can name them by ranges.
  std::vector<std::int32_t> order_a, order_b;
  std::vector<BodyCertificateEntry> entries;
};

/// What to ask about two moving bodies.
struct BodyOptions {
  /// Bodies are in contact if their Euclidean distance is at most this length.
  double min_separation = 0;
  /// A length: bodies that come within min_separation + tolerance may be reported as touching.
  /// Unset: 1e-6 of the larger body's size (the radius of a box around it).
  std::optional<double> tolerance = {};
  /// Only [0, t_max] is looked at. In [0, 1].
  double t_max = 1;
  /// The budget; if it runs out, the answer is Undecided. At least 1.
  std::int64_t max_checks = 100'000'000;
  /// A Free answer carries its proof in BodyResult::certificate.
  bool certificate = false;
  /// If true, a body that starts wholly inside a closed body is in contact with it. If false, only
  /// surfaces count, as for a body in a closed room.
  bool insides = true;
};

/// Contact: the points, the normal and the distance are those of the two triangles at toi, in the
/// common frame of the motions. The distance is at most min_separation + tolerance. If the
/// triangles cut through each other, the distance is about 0 and there is no normal. Free: not set.
struct BodyResult : Answer, ContactPoints {
  /// Contact: indices of the triangles that touch.
  int triangle_a = -1, triangle_b = -1;
  /// The tolerance that was used. Contact: larger than asked for if doubles cannot resolve that.
  double tolerance = 0;
  /// Contact at the start: one body, or a connected part of it, lies inside the other one, and no
  /// surfaces touch. The distance is 0; the points are near each other on the two surfaces.
  bool starts_inside = false;
  /// Free, with BodyOptions::certificate.
  BodyCertificate certificate;
};

/// Finds the first contact of two moving bodies, or proves that there is none. Thread-safe; never
/// throws for bad input.
FIRSTCONTACT_API BodyResult first_contact(const TriangleBody& a, const Motion& motion_a,
                                          const TriangleBody& b, const Motion& motion_b,
                                          const BodyOptions& options = {});

}  // namespace firstcontact
