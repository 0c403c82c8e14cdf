#include "narrow/certified_support.h"

#include <algorithm>
#include <cmath>

#include "generate/generate.h"

namespace firstcontact::test {
namespace {

/// a and b over a common exponent.
std::int64_t align(Integer& a, std::int64_t a_exponent, Integer& b, std::int64_t b_exponent) {
  const std::int64_t low = std::min(a_exponent, b_exponent);
  a <<= static_cast<unsigned>(a_exponent - low);
  b <<= static_cast<unsigned>(b_exponent - low);
  return low;
}

/// value / 2^(ilogb(value) - 52).
std::int64_t whole_mantissa(double value) {
  return value == 0 ? 0 : static_cast<std::int64_t>(std::ldexp(value, 52 - std::ilogb(value)));
}

struct CornerPoints {
  int first, second;
};

std::vector<CornerPoints> corner_points(Kind kind) {
  switch (kind) {
    case Kind::VertexFace: return {{0, 1}, {0, 2}, {0, 3}};
    case Kind::EdgeEdge: return {{0, 2}, {0, 3}, {1, 3}, {1, 2}};
    case Kind::PointEdge:
    case Kind::PointSegment2D: return {{0, 1}, {0, 2}};
    case Kind::PointPoint: return {{0, 1}};
  }
  return {};
}

int sign(const Scaled& a) { return a.mantissa.sign(); }
bool is_zero(const ScaledVector& v) {
  return sign(v[0]) == 0 && sign(v[1]) == 0 && sign(v[2]) == 0;
}

bool side_within_ball(const ScaledVector& a, const ScaledVector& b, const Scaled& squared) {
  const ScaledVector side = b - a;
  if (sign(dot(a, side)) >= 0 || sign(dot(b, side)) <= 0) return false;
  const ScaledVector area = cross(a, b);
  return dot(area, area).compare(squared * dot(side, side)) <= 0;
}

bool face_within_ball(const ScaledVector& a, const ScaledVector& b, const ScaledVector& c,
                      const Scaled& squared) {
  const ScaledVector normal = cross(b - a, c - a);
  if (is_zero(normal)) return false;
  if (sign(dot(cross(a, b), normal)) < 0 || sign(dot(cross(b, c), normal)) < 0 ||
      sign(dot(cross(c, a), normal)) < 0)
    return false;
  const Scaled height = dot(normal, a);
  return (height * height).compare(squared * dot(normal, normal)) <= 0;
}

bool within_ball(const std::vector<ScaledVector>& corner, const Scaled& radius) {
  const Scaled squared = radius * radius;
  const std::size_t count = corner.size();
  for (const ScaledVector& c : corner)
    if (dot(c, c).compare(squared) <= 0) return true;
  for (std::size_t i = 0; i < count; ++i)
    if (side_within_ball(corner[i], corner[(i + 1) % count], squared)) return true;
  for (std::size_t i = 1; i + 1 < count; ++i)
    if (face_within_ball(corner[0], corner[i], corner[i + 1], squared)) return true;
  return false;
}

bool separates_from_cube(const std::vector<ScaledVector>& corner, const Scaled& half,
                         const ScaledVector& n) {
  const Scaled reach = half * (magnitude(n[0]) + magnitude(n[1]) + magnitude(n[2]));
  const Scaled opposite = Scaled(0.0) - reach;
  bool above = true, below = true;
  for (const ScaledVector& c : corner) {
    const Scaled height = dot(n, c);
    above = above && height.compare(reach) > 0;
    below = below && height.compare(opposite) < 0;
  }
  return above || below;
}

bool within_cube(const std::vector<ScaledVector>& corner, const Scaled& half) {
  std::vector<ScaledVector> axes(3);
  for (std::size_t k = 0; k < 3; ++k) axes[k][k] = Scaled(1.0);
  const std::size_t count = corner.size();
  for (std::size_t i = 0; i < count; ++i) {
    const ScaledVector side = corner[(i + 1) % count] - corner[i];
    for (std::size_t k = 0; k < 3; ++k) {
      const ScaledVector axis = cross(side, axes[k]);
      axes.push_back(axis);
    }
  }
  if (count > 2) axes.push_back(cross(corner[1] - corner[0], corner[2] - corner[0]));
  return std::none_of(axes.begin(), axes.end(),
                      [&](const ScaledVector& n) { return separates_from_cube(corner, half, n); });
}

}  // namespace

Scaled::Scaled(double value)
    : mantissa(whole_mantissa(value)), exponent(value == 0 ? 0 : std::ilogb(value) - 52) {}

int Scaled::compare(const Scaled& b) const { return (*this - b).mantissa.sign(); }

double Scaled::to_double() const {
  if (mantissa == 0) return 0;
  // Dropping bits beyond the first hundred: good enough for ratios.
  Integer m = abs(mantissa);
  std::int64_t e = exponent;
  const std::int64_t extra = static_cast<std::int64_t>(msb(m)) - 100;
  if (extra > 0) {
    m >>= static_cast<unsigned>(extra);
    e += extra;
  }
  const double value = std::ldexp(static_cast<double>(m),
                                  static_cast<int>(std::clamp<std::int64_t>(e, -4000, 4000)));
  return mantissa.sign() < 0 ? -value : value;
}

Scaled operator+(const Scaled& a, const Scaled& b) {
  if (a.mantissa == 0) return b;
  if (b.mantissa == 0) return a;
  Scaled left = a, right = b;
  left.exponent = align(left.mantissa, left.exponent, right.mantissa, right.exponent);
  left.mantissa += right.mantissa;
  return left;
}
Scaled operator-(const Scaled& a, const Scaled& b) {
  Scaled negative = b;
  negative.mantissa = -negative.mantissa;
  return a + negative;
}
Scaled operator*(const Scaled& a, const Scaled& b) {
  Scaled product;
  product.mantissa = a.mantissa * b.mantissa;
  product.exponent = product.mantissa == 0 ? 0 : a.exponent + b.exponent;
  return product;
}
Scaled magnitude(const Scaled& a) {
  Scaled out = a;
  out.mantissa = abs(out.mantissa);
  return out;
}

ScaledVector operator+(const ScaledVector& a, const ScaledVector& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
ScaledVector operator-(const ScaledVector& a, const ScaledVector& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
ScaledVector operator*(const Scaled& s, const ScaledVector& a) {
  return {s * a[0], s * a[1], s * a[2]};
}
Scaled dot(const ScaledVector& a, const ScaledVector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
ScaledVector cross(const ScaledVector& a, const ScaledVector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

std::vector<ScaledVector> exact_corners(const Query& query, const Scaled& t) {
  std::vector<ScaledVector> corners;
  const Scaled before = Scaled(1.0) - t;
  for (const CornerPoints& pair : corner_points(query.kind)) {
    ScaledVector corner;
    for (int k = 0; k < 3; ++k) {
      const Scaled start = Scaled(query.t0[pair.first][k]) - Scaled(query.t0[pair.second][k]);
      const Scaled end = Scaled(query.t1[pair.first][k]) - Scaled(query.t1[pair.second][k]);
      corner[k] = before * start + t * end;
    }
    corners.push_back(corner);
  }
  return corners;
}

bool within(const Query& query, double t, const Scaled& reach, Norm norm) {
  const std::vector<ScaledVector> corners = exact_corners(query, t);
  return norm == Norm::L2 ? within_ball(corners, reach) : within_cube(corners, reach);
}

double size_of(const Query& query) {
  double size = 0;
  for (const CornerPoints& pair : corner_points(query.kind)) {
    size = std::max(size, (query.t0[pair.first] - query.t0[pair.second]).cwiseAbs().maxCoeff());
    size = std::max(size, (query.t1[pair.first] - query.t1[pair.second]).cwiseAbs().maxCoeff());
  }
  return size;
}

std::optional<Query> random_generated_query(Random& random, Kind kind, std::uint64_t seed) {
  const auto classes = generate::query_classes();
  const generate::QueryClass& query_class =
      classes[static_cast<std::size_t>(random.integer(0, 1000)) % classes.size()];
  if (!(kind == Kind::VertexFace ? query_class.vertex_face : query_class.edge_edge))
    return std::nullopt;
  return generate::make_query(query_class, kind, seed,
                              static_cast<std::uint64_t>(random.integer(0, 500)));
}

Query small_kind_query(Random& random, Kind kind, int i) {
  Query query;
  if (i % 3 == 0) {
    const KnownContact contact = kind == Kind::PointPoint ? vertex_on_triangle(random, 0, 1 << 20)
                                                          : end_point_on_edge(random, 1 << 20);
    query = contact.query;
    if (kind != Kind::PointPoint) {
      for (auto* points : {&query.t0, &query.t1}) {
        (*points)[1] = (*points)[2];
        (*points)[2] = (*points)[3];
      }
    }
  } else {
    for (int j = 0; j < 4; ++j)
      for (Vec3* point : {&query.t0[j], &query.t1[j]})
        *point = i % 3 == 1 ? random.lattice(2, 1) : random.vector();
  }
  query.kind = kind;
  for (int j = 0; j < 4; ++j)
    for (Vec3* point : {&query.t0[j], &query.t1[j]}) {
      if (j >= point_count(kind)) point->setZero();
      if (kind == Kind::PointSegment2D) point->z() = 0;
    }
  return query;
}

}  // namespace firstcontact::test
