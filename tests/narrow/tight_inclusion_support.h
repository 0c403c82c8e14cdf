#pragma once
/// Random numbers and queries with a known exact contact, for the tests of tight inclusion.
#include <firstcontact/options.h>
#include <firstcontact/query.h>

#include <cmath>
#include <cstdint>
#include <random>

namespace firstcontact::test {

inline Options tight_inclusion_options() {
  Options options;
  options.method = Method::TightInclusionFast;
  options.norm = Norm::Linf;
  return options;
}

/// The same numbers with every standard library.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  /// In [low, high].
  std::int64_t integer(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(high - low + 1));
  }
  /// In [-1, 1), 53 bits.
  double real() {
    return std::ldexp(static_cast<double>(static_cast<std::int64_t>(engine_()) >> 10), -53);
  }
  Vec3 vector() {
    const double x = real(), y = real(), z = real();
    return {x, y, z};
  }
  /// Integer components in [-size, size] * step.
  Vec3 lattice(std::int64_t size, std::int64_t step) {
    Vec3 out;
    for (int k = 0; k < 3; ++k) out[k] = static_cast<double>(integer(-size, size) * step);
    return out;
  }

 private:
  std::mt19937_64 engine_;
};

/// A pair with a contact at `toi` and perhaps earlier: everything on an integer lattice, so that no
/// rounding occurs.
struct KnownContact {
  Query query;
  double toi;
};

/// Places of the contact in units of 1/kPlaces, times in units of 1/kTimes.
inline constexpr std::int64_t kPlaces = std::int64_t{1} << 8;
inline constexpr std::int64_t kTimes = std::int64_t{1} << 10;

/// Moves the points, which touch, so that they are where they are given at time toi / kTimes.
inline void set_in_motion(Query& query, const std::array<Vec3, 4>& points, std::int64_t toi,
                          std::int64_t speed, Random& random) {
  for (int i = 0; i < 4; ++i) {
    const Vec3 velocity = random.lattice(speed, 1);
    query.t0[i] = points[i] - velocity * static_cast<double>(toi);
    query.t1[i] = points[i] + velocity * static_cast<double>(kTimes - toi);
  }
}

inline void scale(Query& query, double factor) {
  for (int i = 0; i < 4; ++i) {
    query.t0[i] *= factor;
    query.t1[i] *= factor;
  }
}

/// An end point of edge a hits the inside of edge b. Coordinates below 2^52.
inline KnownContact end_point_on_edge(Random& random, std::int64_t size = std::int64_t{1} << 40) {
  const Vec3 eb0 = random.lattice(size, 1), along = random.lattice(size, 1);
  const Vec3 eb1 = eb0 + along * static_cast<double>(kPlaces);
  const Vec3 ea0 = eb0 + along * static_cast<double>(random.integer(0, kPlaces));
  const Vec3 ea1 = ea0 + random.lattice(size, kPlaces);
  const std::int64_t toi = random.integer(0, kTimes);
  KnownContact out;
  out.query.kind = Kind::EdgeEdge;
  out.toi = static_cast<double>(toi) / static_cast<double>(kTimes);
  set_in_motion(out.query, {ea0, ea1, eb0, eb1}, toi, size, random);
  return out;
}

/// Insides of two edges meet.
inline KnownContact edge_crosses_edge(Random& random, std::int64_t size = std::int64_t{1} << 40) {
  const Vec3 contact = random.lattice(size, 1), along_a = random.lattice(size, 1),
             along_b = random.lattice(size, 1);
  const std::int64_t u = random.integer(1, kPlaces - 1), v = random.integer(1, kPlaces - 1);
  const std::int64_t toi = random.integer(0, kTimes);
  KnownContact out;
  out.query.kind = Kind::EdgeEdge;
  out.toi = static_cast<double>(toi) / static_cast<double>(kTimes);
  set_in_motion(out.query,
                {contact - along_a * static_cast<double>(u),
                 contact + along_a * static_cast<double>(kPlaces - u),
                 contact - along_b * static_cast<double>(v),
                 contact + along_b * static_cast<double>(kPlaces - v)},
                toi, size, random);
  return out;
}

/// A vertex hits corner number `corner` of a triangle, or its inside if `corner` is 3.
inline KnownContact vertex_on_triangle(Random& random, int corner,
                                       std::int64_t size = std::int64_t{1} << 40) {
  const Vec3 v0 = random.lattice(size, 1), along_u = random.lattice(size, 1),
             along_v = random.lattice(size, 1);
  const Vec3 v1 = v0 + along_u * static_cast<double>(kPlaces),
             v2 = v0 + along_v * static_cast<double>(kPlaces);
  const std::int64_t u = random.integer(0, kPlaces), v = random.integer(0, kPlaces - u);
  const Vec3 inside = v0 + along_u * static_cast<double>(u) + along_v * static_cast<double>(v);
  const std::array<Vec3, 4> places = {v0, v1, v2, inside};
  const std::int64_t toi = random.integer(0, kTimes);
  KnownContact out;
  out.query.kind = Kind::VertexFace;
  out.toi = static_cast<double>(toi) / static_cast<double>(kTimes);
  set_in_motion(out.query, {places[corner], v0, v1, v2}, toi, size, random);
  return out;
}

/// Two long edges, `gap` apart, that turn and slide along each other in parallel planes: hard to
/// tell from contact.
inline EdgeEdge nearly_touching_edges(double gap) {
  EdgeEdge q;
  q.ea0_t0 = {-1, 0.3, 0};
  q.ea1_t0 = {1, 0.1, 0.7};
  q.ea0_t1 = {-1.3, 0.1, 0.2};
  q.ea1_t1 = {0.9, -0.2, 0.9};
  const Vec3 up(gap, 2 * gap, gap);
  q.eb0_t0 = q.ea0_t0 + up;
  q.eb1_t0 = q.ea1_t0 + up;
  q.eb0_t1 = q.ea0_t1 + up;
  q.eb1_t1 = q.ea1_t1 + up;
  return q;
}

}  // namespace firstcontact::test
