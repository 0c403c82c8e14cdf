// FPRF: the floating-point root finder.
//
// X. Provot: Collision and self-collision handling in cloth model dedicated to design garments
// (1997): four points touch only when coplanar, so find the roots of a cubic in time, and test
// whether the point is inside the face (the edges cross) there. The published comparison (Wang et
// al. 2021) runs it as implemented by E. Vouga, D. Harmon, R. Tamstorf, E. Grinspun (Asynchronous
// variational contact mechanics, 2010), with a distance tolerance eta. That implementation is
// described only in outline: the squared form of step 1 is the one the comparison gives for a
// separation, and was chosen because its counts come close to the published ones. It is not the
// best that can be made of Provot's idea: see the end.
//
// Steps, all in doubles, with f(t) = q(t) . n(t) the cubic of the four points and n(t) the normal
// of the face (of both edges):
//  1. Find the times at which the planes are within eta: f^2 <= eta^2 |n|^2, of degree 6. [0, 1] is
//     cut at the roots, and a piece counts if the difference is not positive at its middle. With
//     eta = 0 this is f^2 <= 0: the roots of the cubic, all of them double.
//  2. For edge-edge, drop pieces at whose middle the edges are parallel. The implementation in the
//     comparison does not handle them; the threshold on |n| is ours.
//  3. Find the times at which the point's foot is inside each side of the face (each end of each
//     edge): quartics that are not negative.
//  4. Take the earliest time that is in all of these sets. Coplanar motion needs no special case: f
//     vanishes, step 1 gives all of [0, 1], and step 3 decides, unless rounding leaves a trace of
//     motion out of the plane.
//
// Known to go wrong: whether a double root is found depends on the rounding of the coefficients. So
// with eta = 0 a third to a half of all contacts is missed if coordinates are not short numbers. A
// larger eta helps only if it suits size, speed and distance from the origin. Parallel and
// collinear edges are never found, contacts at a corner or side are decided by rounding, the
// threshold of step 2 is a length (two short edges always count as parallel), and from sizes of
// about 1e51 on f^2 overflows. The time may be late.
//
// Observed, false positives / misses. Samples (1,835 vertex-face, 3,049 edge-edge): 11 / 22 and 11
// / 28 with eta = 0, 69 / 0 and 97 / 5 with 1e-8; the published code on a larger selection (3,085
// and 4,194): 9 / 37 and 3 / 61, 83 / 1 and 127 / 18. A tenth of the candidates of the
// cloth-on-ball step: with eta = 0 it finds 63 % of 1,866 vertex-face and 62 % of 9,384 edge-edge
// contacts (published code: 57 % and 62 %), with 1e-8 99 %. Generated queries, eta = 0: misses
// 4,458 of 12,829 and 8,891 of 15,545 contacts, among them every contact of parallel-edges,
// collinear-edges and largest-doubles; 706 of its times are late.
//
// The roots of the cubic itself, found by the same root finder without squaring (eta = 0), do far
// better and are faster: samples 1 / 0 and 4 / 8, no miss among the cloth candidates, 2,964 and
// 7,066 misses among the generated ones. So what is counted above against FPRF is in large part the
// squaring, not the cubic.
#include "methods.h"
#include "time_polynomial.h"

namespace firstcontact::baselines {
namespace {

/// Edges are taken as parallel if |n| is at most this.
constexpr double kParallel = 1e-8;

/// The times at which the pair is within eta of being coplanar.
TimeSpans nearly_coplanar(const TimePolynomial<3>& f, const TimePolynomial<4>& n_squared,
                          double eta) {
  const TimePolynomial<6> excess = minus_scaled(f * f, eta * eta, n_squared);
  return clearly_positive(excess) ? TimeSpans{} : where_not_positive(excess);
}

TimeSpans vertex_face(const Query& query, double eta) {
  const TimeVector<1> side0 = moving_difference(query, 2, 1),
                      side1 = moving_difference(query, 3, 2),
                      side2 = moving_difference(query, 1, 3),
                      other = moving_difference(query, 3, 1);
  const TimeVector<1> q0 = moving_difference(query, 0, 1), q1 = moving_difference(query, 0, 2),
                      q2 = moving_difference(query, 0, 3);
  const TimeVector<2> n = cross(side0, other);
  TimeSpans spans = nearly_coplanar(dot(q0, n), dot(n, n), eta);
  if (spans.empty()) return spans;
  spans = intersection(spans, where_not_negative(dot(cross(side0, q0), n)));
  if (spans.empty()) return spans;
  spans = intersection(spans, where_not_negative(dot(cross(side1, q1), n)));
  if (spans.empty()) return spans;
  return intersection(spans, where_not_negative(dot(cross(side2, q2), n)));
}

TimeSpans edge_edge(const Query& query, double eta) {
  const TimeVector<1> a = moving_difference(query, 1, 0), b = moving_difference(query, 3, 2),
                      q = moving_difference(query, 2, 0);
  const TimeVector<2> n = cross(a, b);
  const TimePolynomial<4> n_squared = dot(n, n);
  const TimeSpans near = nearly_coplanar(dot(q, n), n_squared, eta);
  TimeSpans spans;
  for (std::size_t i = 0; i < near.count; ++i)
    if (std::sqrt(std::abs(n_squared.at(0.5 * (near.spans[i].begin + near.spans[i].end)))) >
        kParallel)
      spans.add(near.spans[i].begin, near.spans[i].end);
  for (const TimeVector<1>* other : {&b, &a}) {
    if (spans.empty()) return spans;
    const TimePolynomial<4> parameter = dot(cross(q, *other), n);
    spans = intersection(spans, where_not_negative(parameter));
    spans = intersection(spans, where_not_negative(n_squared - parameter));
  }
  return spans;
}

Answer solve_fprf(const Query& query, const Settings& settings) {
  const double eta = settings.tolerance.value_or(0.0);
  const TimeSpans spans =
      query.kind == Kind::VertexFace ? vertex_face(query, eta) : edge_edge(query, eta);
  Answer answer;
  answer.checks = 1;
  answer.contact = !spans.empty();
  if (answer.contact) answer.toi = spans.spans[0].begin;
  return answer;
}

}  // namespace

Method fprf() {
  return {.name = "fprf",
          .title = "floating-point root finder",
          .reference = "Provot 1997; Vouga, Harmon, Tamstorf, Grinspun 2010",
          .tolerance_meaning = "distance between the planes that counts as contact, eta",
          .default_tolerance = 0,
          .gives_time = true,
          .solve = solve_fprf};
}

}  // namespace firstcontact::baselines
