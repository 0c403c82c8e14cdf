#include "narrow/certified/segment_check.h"

#include "narrow/certified/error_bounds.h"

namespace firstcontact::narrow {

bool SegmentCheck::proves_fixed(double t0, double t1, const Vector& n) const {
  const Heights h = heights(n);
  const double least = margin(n);
  return lowest(h, t0) > least && lowest(h, t1) > least;
}

bool SegmentCheck::proves_moving(double t0, const Vector& n0, const Heights& h0, double t1,
                                 const Vector& n1) const {
  const Heights h1 = heights(n1);
  const double margins =
      std::max(margin(n0), margin(n1)) + moving_height_error(n0, n1, corners_.reach);
  const double s0 = 1 - t0, s1 = 1 - t1;
  for (int i = 0; i < corners_.count; ++i) {
    // Bernstein coefficients of the height, which is quadratic in time.
    const double start = s0 * h0.t0[i] + t0 * h0.t1[i];
    const double middle = 0.5 * ((s1 * h0.t0[i] + t1 * h0.t1[i]) + (s0 * h1.t0[i] + t0 * h1.t1[i]));
    const double end = s1 * h1.t0[i] + t1 * h1.t1[i];
    if (!(start > margins && middle > margins && end > margins)) return false;
  }
  return true;
}

namespace {

// At most this many segments are merged into one, which bounds the work for long proofs.
constexpr std::size_t kLongestMerge = 24;

/// Finds one segment that proves what the segments [begin, end) prove, from their own directions.
bool merge(const SegmentCheck& check, const std::vector<Segment>& segments, std::size_t begin,
           std::size_t end, Segment& merged) {
  const double t0 = segments[begin].t0, t1 = segments[end - 1].t1;
  for (std::size_t i = begin; i < end; ++i)
    for (const Vector& n : {segments[i].n0, segments[i].n1})
      if (check.proves_fixed(t0, t1, n)) {
        merged = {t0, t1, n, n};
        return true;
      }
  const Vector& first = segments[begin].n0;
  const Heights h = check.heights(first);
  // The segment after a fixed direction begins with the nearest direction at that time.
  for (const Vector& last :
       {segments[end - 1].n1, end < segments.size() ? segments[end].n0 : segments[end - 1].n0})
    if (check.proves_moving(t0, first, h, t1, last)) {
      merged = {t0, t1, first, last};
      return true;
    }
  return false;
}

}  // namespace

void shorten_proof(const SegmentCheck& check, std::vector<Segment>& segments) {
  std::vector<Segment> shorter;
  for (std::size_t begin = 0; begin < segments.size();) {
    Segment best = segments[begin];
    std::size_t next = begin + 1;
    for (std::size_t end = std::min(segments.size(), begin + kLongestMerge); end > begin + 1; --end)
      if (merge(check, segments, begin, end, best)) {
        next = end;
        break;
      }
    shorter.push_back(best);
    begin = next;
  }
  segments = std::move(shorter);
}

}  // namespace firstcontact::narrow
