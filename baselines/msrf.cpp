// MSRF: the minimum-separation root finder.
//
// D. Harmon, D. Panozzo, O. Sorkine, D. Zorin: Interference-aware geometric modeling (2011), as
// implemented by L. Lu, M. Morse, A. Rahimian, G. Stadler, D. Zorin (Scalable simulation of
// realistic volume fraction red blood cell flows through vascular networks, 2019). Written from the
// description in Wang et al. 2021, section 6.
//
// A pair comes within the distance d in one of three ways, each the first time at which some
// polynomials in time have the right signs, all in doubles:
//  1. Planes: f^2 <= d^2 |n|^2, of degree 6, with f and n as in fprf.cpp, while the foot is inside
//     the face (both edges), which is decided by quartics.
//  2. Point and edge: |q x e|^2 <= d^2 |e|^2, a quartic, while the foot is inside the edge, which
//     is decided by quadratics. For vertex-face these are the point and each side, for edge-edge
//     each end and the other edge.
//  3. Point and point: |q|^2 <= d^2, a quadratic.
// The earliest of these times is the answer. If no separation is asked for, d is the tolerance.
//
// Known to go wrong: as in fprf.cpp. d^2 must be larger than the rounding of a polynomial of degree
// 6 in six lengths. If d is 1e-8 of the size it is no larger, and below that contacts are found or
// missed by chance. If n vanishes (parallel edges, a face without area), the planes are always
// within d, and the pair is reported as a contact wherever it is.
//
// Observed, false positives / misses. Samples (1,835 vertex-face, 3,049 edge-edge): 118 / 0 and 156
// / 0 with d = 1e-8, 83 / 15 and 123 / 13 with d = 0; the published code on a larger selection
// (3,085 and 4,194), d = 1e-8: 155 / 0 and 172 / 13. A tenth of the candidates of the cloth-on-ball
// step: with d = 1e-8 it finds 99 % of the contacts (published code: 96 %), with d = 0 63 % and 62
// %. Generated queries, d = 1e-8: misses 5,471 of 28,374 contacts, two thirds of these at sizes
// beyond 1e-75 and 1e75, 1,286 at sizes of about 1; 570 of its times are late.
#include "methods.h"
#include "time_polynomial.h"

namespace firstcontact::baselines {
namespace {

constexpr double kSeparation = 1e-8;

/// The times at which a point, `to_point` away from the edge's start, is within the separation of
/// the edge's inside.
TimeSpans point_and_edge(const TimeVector<1>& to_point, const TimeVector<1>& edge,
                         double separation_squared) {
  const TimeVector<2> area = cross(to_point, edge);
  const TimePolynomial<2> length_squared = dot(edge, edge), foot = dot(to_point, edge);
  const TimePolynomial<4> excess =
      minus_scaled(dot(area, area), separation_squared, length_squared);
  if (clearly_positive(excess)) return {};
  TimeSpans spans = where_not_positive(excess);
  if (spans.empty()) return spans;
  return intersection(intersection(spans, where_not_negative(foot)),
                      where_not_negative(length_squared - foot));
}

TimeSpans point_and_point(const TimeVector<1>& difference, double separation_squared) {
  TimePolynomial<2> excess = dot(difference, difference);
  excess.c[0] -= separation_squared;
  return clearly_positive(excess) ? TimeSpans{} : where_not_positive(excess);
}

/// The times at which f^2 <= d^2 |n|^2 and all of `inside` are not negative.
template <std::size_t kCount>
TimeSpans planes(const TimePolynomial<3>& f, const TimePolynomial<4>& n_squared,
                 double separation_squared, const std::array<TimePolynomial<4>, kCount>& inside) {
  const TimePolynomial<6> excess = minus_scaled(f * f, separation_squared, n_squared);
  if (clearly_positive(excess)) return {};
  TimeSpans spans = where_not_positive(excess);
  for (const TimePolynomial<4>& p : inside) {
    if (spans.empty()) break;
    spans = intersection(spans, where_not_negative(p));
  }
  return spans;
}

/// The earliest of several sets of times; beyond 1 if all are empty.
struct Earliest {
  double time = 2;
  void take(const TimeSpans& spans) {
    if (!spans.empty()) time = std::min(time, spans.spans[0].begin);
  }
};

/// The first time within sqrt(d2), or one beyond 1.
double vertex_face(const Query& query, double d2) {
  Earliest earliest;
  std::array<TimeVector<1>, 3> side, to_point;
  for (std::size_t i = 0; i < 3; ++i) {
    side[i] = moving_difference(query, 1 + (i + 1) % 3, 1 + i);
    to_point[i] = moving_difference(query, 0, 1 + i);
  }
  const TimeVector<2> n = cross(side[0], moving_difference(query, 3, 1));
  std::array<TimePolynomial<4>, 3> inside;
  for (std::size_t i = 0; i < 3; ++i) inside[i] = dot(cross(side[i], to_point[i]), n);
  earliest.take(planes(dot(to_point[0], n), dot(n, n), d2, inside));
  for (std::size_t i = 0; i < 3; ++i) {
    earliest.take(point_and_edge(to_point[i], side[i], d2));
    earliest.take(point_and_point(to_point[i], d2));
  }
  return earliest.time;
}

double edge_edge(const Query& query, double d2) {
  Earliest earliest;
  const TimeVector<1> a = moving_difference(query, 1, 0), b = moving_difference(query, 3, 2),
                      q = moving_difference(query, 2, 0);
  const TimeVector<2> n = cross(a, b);
  const TimePolynomial<4> n_squared = dot(n, n), on_a = dot(cross(q, b), n),
                          on_b = dot(cross(q, a), n);
  earliest.take(
      planes<4>(dot(q, n), n_squared, d2, {on_a, n_squared - on_a, on_b, n_squared - on_b}));
  for (std::size_t i : {0u, 1u}) {
    earliest.take(point_and_edge(moving_difference(query, i, 2), b, d2));
    earliest.take(point_and_edge(moving_difference(query, 2 + i, 0), a, d2));
    for (std::size_t j : {2u, 3u})
      earliest.take(point_and_point(moving_difference(query, i, j), d2));
  }
  return earliest.time;
}

Answer solve_msrf(const Query& query, const Settings& settings) {
  const double d = settings.min_separation > 0 ? settings.min_separation
                                               : settings.tolerance.value_or(kSeparation);
  const double time =
      query.kind == Kind::VertexFace ? vertex_face(query, d * d) : edge_edge(query, d * d);
  Answer answer;
  answer.checks = 1;
  answer.contact = time <= 1;
  if (answer.contact) answer.toi = time;
  return answer;
}

}  // namespace

Method msrf() {
  return {.name = "msrf",
          .title = "minimum-separation root finder",
          .reference = "Harmon, Panozzo, Sorkine, Zorin 2011",
          .tolerance_meaning = "separation, where none is asked for",
          .default_tolerance = kSeparation,
          .takes_separation = true,
          .gives_time = true,
          .solve = solve_msrf};
}

}  // namespace firstcontact::baselines
