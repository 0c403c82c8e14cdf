// A segment p q goes through a triangle if p and q lie on different sides of its plane and the line
// p q passes its three edges on the same side: five signs of volumes of tetrahedra, each of which
// must be larger than what the error and rounding can change.
#include "geometry/triangle_crossing.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "arith/fixed_order.h"
#include "arith/unit_roundoff.h"

namespace firstcontact::geometry {
namespace {

/// Rounding error of a volume, relative to the product of its edges' sizes: differences (1 rounding
/// each), products and sums (8), with room to spare.
constexpr double kCrossingRounding = 32 * arith::kUnitRoundoff;

/// Six times the volume of the tetrahedron p, a, b, c, and its sign if that is certain, else 0.
class Volume {
 public:
  Volume(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c, double error) {
    const Vec3 u = a - p, v = b - p, w = c - p;
    value = dot(u, v.cross(w));
    // Each difference moves by at most 2 error: |Δ| <= (|u|+2e)(|v|+2e)(|w|+2e) − |u||v||w|.
    const double lu = norm(u), lv = norm(v), lw = norm(w), e = 2 * error;
    const double room = e * (lu * lv + lv * lw + lu * lw) + e * e * (lu + lv + lw) + e * e * e;
    const double size = std::max({p.cwiseAbs().maxCoeff(), a.cwiseAbs().maxCoeff(),
                                  b.cwiseAbs().maxCoeff(), c.cwiseAbs().maxCoeff()});
    const double rounding =
        kCrossingRounding * (lu * lv * lw + size * (lu * lv + lv * lw + lu * lw));
    sign = std::abs(value) > 1.01 * room + rounding ? (value > 0 ? 1 : -1) : 0;
  }
  double value;
  int sign;
};

/// The point where an edge of the triangle `edges` goes through `face`.
std::optional<Vec3> through(const Triangle& edges, const Triangle& face, double error) {
  const std::array<Volume, 3> side = {Volume(edges[0], face[0], face[1], face[2], error),
                                      Volume(edges[1], face[0], face[1], face[2], error),
                                      Volume(edges[2], face[0], face[1], face[2], error)};
  for (std::size_t k = 0; k < 3; ++k) {
    const Volume &at_p = side[k], &at_q = side[(k + 1) % 3];
    if (at_p.sign * at_q.sign >= 0) continue;
    const Vec3 &p = edges[k], &q = edges[(k + 1) % 3];
    const int first = Volume(p, q, face[0], face[1], error).sign;
    if (first == 0 || Volume(p, q, face[1], face[2], error).sign != first ||
        Volume(p, q, face[2], face[0], error).sign != first)
      continue;
    const double s = at_p.value / (at_p.value - at_q.value);
    return Vec3(p + s * (q - p));
  }
  return std::nullopt;
}

}  // namespace

std::optional<Vec3> find_crossing(const Triangle& a, const Triangle& b, double error) {
  if (auto point = through(a, b, error)) return point;
  return through(b, a, error);
}

}  // namespace firstcontact::geometry
