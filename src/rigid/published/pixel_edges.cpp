// Step six: finds edges that cross on the screen. Each row is scanned in ascending h; only lines
// that share a pixel are compared. A line in the pixel of a vertex of the other body makes a
// vertex-edge contact, two vertices in one pixel make a vertex-vertex contact. The paper keeps the
// earliest time of each pair in a hash table; here `resolve` finds it by sorting.
#include <algorithm>
#include <cmath>

#include "rigid/published/pixel_scan.h"

namespace firstcontact::rigid {

namespace {

/// A crossing this near to an end, in pixels, is left to the vertex there.
constexpr double kAtVertex = 1e-6;
/// Lines shorter than this on the screen, in pixels, run along the flow: one of their ends touches
/// first.
constexpr double kDot = 1e-4;

/// The shares along two records at which they are nearest in (r, h), and whether they cross there.
struct Nearest {
  double share_a = 0, share_b = 0;
  bool cross = false;
};

Nearest nearest_shares(const PixelRecord& a, const PixelRecord& b) {
  const double ar = a.r1 - a.r0, ah = a.h1 - a.h0, br = b.r1 - b.r0, bh = b.h1 - b.h0;
  const double gr = b.r0 - a.r0, gh = b.h0 - a.h0, det = ah * br - ar * bh;
  Nearest out;
  if (det != 0) {
    out.share_a = (gh * br - gr * bh) / det;
    out.share_b = (gh * ar - gr * ah) / det;
    out.cross = out.share_a >= 0 && out.share_a <= 1 && out.share_b >= 0 && out.share_b <= 1;
    if (out.cross) return out;
  }
  const auto share = [](double r, double h, double dr, double dh) {
    const double square = dr * dr + dh * dh;
    return square > 0 ? std::clamp((r * dr + h * dh) / square, 0.0, 1.0) : 0.5;
  };
  out.share_a = share(gr + br / 2, gh + bh / 2, ar, ah);
  out.share_b = share(ar * out.share_a - gr, ah * out.share_a - gh, br, bh);
  return out;
}

double extent(const PixelRecord& record) {
  return std::max(std::abs(record.r1 - record.r0), std::abs(record.h1 - record.h0));
}

class EdgeScan {
 public:
  EdgeScan(const Screen& screen, const PixelGrid& grid, const SortedPixels& a,
           const SortedPixels& b, bool robust, double time_slack,
           std::vector<ScreenContact>& contacts)
      : screen_(screen),
        grid_(grid),
        a_(a),
        b_(b),
        neighbourhood_(robust ? 1 : 0),
        slack_(time_slack),
        contacts_(contacts) {}

  void run() {
    for (int row = a_.first_row(); row <= a_.last_row(); ++row) {
      for (int other = row - neighbourhood_; other <= row + neighbourhood_; ++other) {
        edges_with_edges(row, other);
        vertices_with_edges(a_, row, b_, other, true);
        vertices_with_edges(b_, row, a_, other, false);
        vertices_with_vertices(row, other);
      }
    }
  }

 private:
  void edges_with_edges(int row_a, int row_b);
  void edge_with_edge(const PixelRecord& a, const PixelRecord& b);
  void vertices_with_edges(const SortedPixels& vertices, int vertex_row, const SortedPixels& edges,
                           int edge_row, bool vertices_of_a);
  void vertex_with_edge(const PixelVertex& vertex, const SortedPixels& edges,
                        const PixelRecord& record, bool vertices_of_a);
  void vertices_with_vertices(int row_a, int row_b);
  bool at_vertex(const SortedPixels& body, const PixelRecord& record, double share) const;
  bool in_time(double time) const { return time >= -slack_ && time <= 1 + slack_; }

  const Screen& screen_;
  const PixelGrid& grid_;
  const SortedPixels& a_;
  const SortedPixels& b_;
  int neighbourhood_ = 0;
  double slack_ = 0;
  std::vector<ScreenContact>& contacts_;
};

void EdgeScan::edges_with_edges(int row_a, int row_b) {
  const std::span<const SortedPixels::Entry> as = a_.row(row_a), bs = b_.row(row_b);
  std::size_t first = 0;
  for (const SortedPixels::Entry& a : as) {
    // Lines after a longer one that ended before are skipped one by one in the loop below.
    while (first < bs.size() && bs[first].h_max < a.h_min - neighbourhood_) ++first;
    const PixelRecord& record_a = a_.record(a.record);
    if (a_.edge_of(record_a).source < 0) continue;
    for (std::size_t i = first; i < bs.size() && bs[i].h_min <= a.h_max + neighbourhood_; ++i)
      if (bs[i].h_max >= a.h_min - neighbourhood_)
        edge_with_edge(record_a, b_.record(bs[i].record));
  }
}

void EdgeScan::edge_with_edge(const PixelRecord& a, const PixelRecord& b) {
  const ScreenEdge& edge_a = a_.edge_of(a);
  const ScreenEdge& edge_b = b_.edge_of(b);
  if (edge_b.source < 0) return;
  // The difference of times anywhere on the two records.
  const auto [a_low, a_high] = std::minmax(a.t0, a.t1);
  const auto [b_low, b_high] = std::minmax(b.t0, b.t1);
  if (a_high - b_low < -slack_ || a_low - b_high > 1 + slack_) return;
  if (extent(a) < kDot || extent(b) < kDot) return;
  const Nearest at = nearest_shares(a, b);
  if (!at.cross && neighbourhood_ == 0) return;
  const double time_a = a.t0 + at.share_a * (a.t1 - a.t0),
               time = time_a - (b.t0 + at.share_b * (b.t1 - b.t0));
  if (!in_time(time)) return;
  if (at_vertex(a_, a, at.share_a) || at_vertex(b_, b, at.share_b)) return;
  const double r = a.r0 + at.share_a * (a.r1 - a.r0), h = a.h0 + at.share_a * (a.h1 - a.h0);
  const Vec3 point = screen_.unproject({r * grid_.pixel + grid_.r_base, h * grid_.pixel, time_a});
  contacts_.push_back(
      {ScreenContactKind::EdgeEdge, edge_a.source, edge_b.source, time, false, point});
}

bool EdgeScan::at_vertex(const SortedPixels& body, const PixelRecord& record, double share) const {
  const ScreenEdge& edge = body.edge_of(record);
  const double r = record.r0 + share * (record.r1 - record.r0),
               h = record.h0 + share * (record.h1 - record.h0);
  const auto near = [&](int vertex, const ScreenPoint& s) {
    return vertex >= 0 && std::abs(grid_.row(s.r) - r) <= kAtVertex &&
           std::abs(grid_.column(s.h) - h) <= kAtVertex;
  };
  return near(edge.v0, edge.s0) || near(edge.v1, edge.s1);
}

void EdgeScan::vertices_with_edges(const SortedPixels& vertices, int vertex_row,
                                   const SortedPixels& edges, int edge_row, bool vertices_of_a) {
  const std::span<const PixelVertex> vs = vertices.vertices_of(vertex_row);
  if (vs.empty()) return;
  const std::span<const SortedPixels::Entry> es = edges.row(edge_row);
  std::size_t first = 0;
  for (const PixelVertex& vertex : vs) {
    while (first < es.size() && es[first].h_max < vertex.h - neighbourhood_) ++first;
    for (std::size_t i = first; i < es.size() && es[i].h_min <= vertex.h + neighbourhood_; ++i)
      if (es[i].h_max >= vertex.h - neighbourhood_)
        vertex_with_edge(vertex, edges, edges.record(es[i].record), vertices_of_a);
  }
}

void EdgeScan::vertex_with_edge(const PixelVertex& vertex, const SortedPixels& edges,
                                const PixelRecord& record, bool vertices_of_a) {
  const ScreenEdge& edge = edges.edge_of(record);
  if (edge.source < 0) return;
  const auto shares_pixel = [&](int v, const ScreenPoint& s) {
    return v >= 0 && std::abs(pixel_index(grid_.row(s.r)) - vertex.row) <= neighbourhood_ &&
           std::abs(pixel_index(grid_.column(s.h)) - vertex.h) <= neighbourhood_;
  };
  // Such a contact is found as one of two vertices.
  if (shares_pixel(edge.v0, edge.s0) || shares_pixel(edge.v1, edge.s1)) return;
  const double dr = record.r1 - record.r0, dh = record.h1 - record.h0, square = dr * dr + dh * dh;
  double share = 0.5;
  if (square > 0)
    share = std::clamp(((vertex.r - record.r0) * dr + (vertex.h_exact - record.h0) * dh) / square,
                       0.0, 1.0);
  const auto time_at = [&](double s) {
    const double difference = vertex.t - (record.t0 + s * (record.t1 - record.t0));
    return vertices_of_a ? difference : -difference;
  };
  double time = time_at(share);
  if (square < kDot) {
    // The line runs along the flow: all its points are in this pixel, and the first time counts.
    const double begin = time_at(0), end = time_at(1);
    if (std::max(begin, end) >= 0) time = std::max(std::min(begin, end), 0.0);
  }
  if (!in_time(time)) return;
  if (vertices_of_a) {
    contacts_.push_back(
        {ScreenContactKind::VertexEdge, vertex.vertex, edge.source, time, false, Vec3::Zero()});
  } else {
    contacts_.push_back(
        {ScreenContactKind::EdgeVertex, edge.source, vertex.vertex, time, false, Vec3::Zero()});
  }
}

void EdgeScan::vertices_with_vertices(int row_a, int row_b) {
  const std::span<const PixelVertex> as = a_.vertices_of(row_a), bs = b_.vertices_of(row_b);
  std::size_t first = 0;
  for (const PixelVertex& a : as) {
    while (first < bs.size() && bs[first].h < a.h - neighbourhood_) ++first;
    for (std::size_t i = first; i < bs.size() && bs[i].h <= a.h + neighbourhood_; ++i)
      if (in_time(a.t - bs[i].t))
        contacts_.push_back({ScreenContactKind::VertexVertex, a.vertex, bs[i].vertex, a.t - bs[i].t,
                             false, Vec3::Zero()});
  }
}

}  // namespace

void scan_edges(const Screen& screen, const PixelGrid& grid, const SortedPixels& a,
                const SortedPixels& b, bool robust, double time_slack,
                std::vector<ScreenContact>& contacts) {
  EdgeScan(screen, grid, a, b, robust, time_slack, contacts).run();
}

}  // namespace firstcontact::rigid
