// The ends and the middle of an edge are projected. The edge is halved until its middle lies on the
// straight line between its ends, within a share of a pixel and of the time resolution, or until it
// is as short as a pixel. The straight pieces are filled in row by row as by Bresenham's algorithm,
// except that neighbouring rows share a pixel.
#include "rigid/published/pixel_draw.h"

#include <algorithm>
#include <cmath>

namespace firstcontact::rigid {

namespace {

/// How far the middle may be off the straight line, in pixels and in units of the time resolution.
constexpr double kStray = 0.1;
/// A piece that turns by more than this, in radians, is always halved.
constexpr double kStraightTurn = 0.7;
constexpr int kMaxDepth = 24;

class Pen {
 public:
  Pen(const Screen& screen, const PixelGrid& grid, std::size_t edges)
      : screen_(screen), grid_(grid) {
    records_.reserve(8 * edges);
  }

  void draw(const ScreenEdge& edge, int index) {
    edge_ = &edge;
    index_ = index;
    first_ = records_.size();
    if (screen_.straight()) {
      fill(edge.s0, edge.s1);
    } else {
      halve(edge.p0, edge.s0, edge.phi0, edge.p1, edge.s1, edge.phi1, 0);
    }
  }

  std::vector<PixelRecord> take() { return std::move(records_); }

 private:
  double angle(const Vec3& p) const;
  void halve(const Vec3& p0, const ScreenPoint& s0, double phi0, const Vec3& p1,
             const ScreenPoint& s1, double phi1, int depth);
  void fill(const ScreenPoint& s0, const ScreenPoint& s1);
  void add(int row, double r0, double h0, double t0, double r1, double h1, double t1);
  bool outside(double row0, double row1) const {
    return std::max(row0, row1) < grid_.first_row - 0.5 ||
           std::min(row0, row1) > grid_.last_row + 0.5;
  }

  const Screen& screen_;
  const PixelGrid& grid_;
  const ScreenEdge* edge_ = nullptr;
  int index_ = 0;
  std::size_t first_ = 0;
  std::vector<PixelRecord> records_;
};

double Pen::angle(const Vec3& p) const {
  if (edge_->fixed_phi) return edge_->phi;
  if (screen_.on_axis(p)) return edge_->phi + edge_->shift;
  double phi = screen_.phi(p);
  if (phi - edge_->phi > kPi) phi -= 2 * kPi;
  if (phi - edge_->phi < -kPi) phi += 2 * kPi;
  return phi + edge_->shift;
}

void Pen::halve(const Vec3& p0, const ScreenPoint& s0, double phi0, const Vec3& p1,
                const ScreenPoint& s1, double phi1, int depth) {
  if (outside(grid_.row(s0.r), grid_.row(s1.r))) return;
  const double length = std::max((p1 - p0).lpNorm<Eigen::Infinity>(),
                                 std::max(std::abs(s1.r - s0.r), std::abs(s1.h - s0.h)));
  if (depth < kMaxDepth && length > grid_.pixel) {
    const Vec3 p = (p0 + p1) / 2;
    const double phi = angle(p);
    const ScreenPoint s = screen_.project(p, phi);
    const double stray =
        std::max(std::abs(s.r - (s0.r + s1.r) / 2), std::abs(s.h - (s0.h + s1.h) / 2));
    const bool straight = stray <= kStray * grid_.pixel &&
                          std::abs(s.t - (s0.t + s1.t) / 2) <= kStray * grid_.time_resolution &&
                          std::abs(phi0 - phi1) <= kStraightTurn;
    if (!straight) {
      halve(p0, s0, phi0, p, s, phi, depth + 1);
      halve(p, s, phi, p1, s1, phi1, depth + 1);
      return;
    }
  }
  fill(s0, s1);
}

void Pen::fill(const ScreenPoint& s0, const ScreenPoint& s1) {
  const double r0 = grid_.row(s0.r), h0 = grid_.column(s0.h), r1 = grid_.row(s1.r),
               h1 = grid_.column(s1.h);
  if (outside(r0, r1)) return;
  const int row0 = pixel_index(r0), row1 = pixel_index(r1);
  if (row0 == row1) {
    add(row0, r0, h0, s0.t, r1, h1, s1.t);
    return;
  }
  const int step = row1 > row0 ? 1 : -1;
  const double scale = 1 / (r1 - r0), slope = (h1 - h0) * scale, rate = (s1.t - s0.t) * scale;
  const int begin = step > 0 ? std::max(row0, grid_.first_row) : std::min(row0, grid_.last_row);
  const int end = step > 0 ? std::min(row1, grid_.last_row) : std::max(row1, grid_.first_row);
  double r = r0, h = h0, t = s0.t;
  if (begin != row0) {
    r = begin - 0.5 * step;
    h = h0 + (r - r0) * slope;
    t = s0.t + (r - r0) * rate;
  }
  for (int row = begin;; row += step) {
    if (row == row1) {
      add(row, r, h, t, r1, h1, s1.t);
      return;
    }
    const double next = row + 0.5 * step, next_h = h0 + (next - r0) * slope,
                 next_t = s0.t + (next - r0) * rate;
    add(row, r, h, t, next, next_h, next_t);
    if (row == end) return;
    r = next;
    h = next_h;
    t = next_t;
  }
}

void Pen::add(int row, double r0, double h0, double t0, double r1, double h1, double t1) {
  if (row < grid_.first_row || row > grid_.last_row) return;
  const int crossing = r0 < row && r1 >= row ? 1 : r1 < row && r0 >= row ? -1 : 0;
  const int low = pixel_index(std::min(h0, h1)), high = pixel_index(std::max(h0, h1));
  if (records_.size() > first_) {  // short pieces are joined into one record
    PixelRecord& last = records_.back();
    if (last.row == row && (std::abs(h1 - h0) < 1 || std::abs(last.h1 - last.h0) < 1)) {
      last.h_min = std::min(last.h_min, low);
      last.h_max = std::max(last.h_max, high);
      last.r1 = r1;
      last.h1 = h1;
      last.t1 = t1;
      last.crossing += crossing;
      return;
    }
  }
  records_.push_back({row, low, high, index_, r0, h0, t0, r1, h1, t1, crossing});
}

}  // namespace

int pixel_index(double coordinate) {
  const double floor = std::floor(coordinate + 0.5);
  return static_cast<int>(std::clamp(floor, -2147483000.0, 2147483000.0));
}

std::vector<PixelRecord> draw_edges(const Screen& screen, const PixelGrid& grid,
                                    const std::vector<ScreenEdge>& edges) {
  Pen pen(screen, grid, edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i) pen.draw(edges[i], static_cast<int>(i));
  return pen.take();
}

std::vector<PixelVertex> draw_vertices(const PixelGrid& grid,
                                       const std::vector<ScreenVertex>& vertices) {
  std::vector<PixelVertex> drawn;
  drawn.reserve(vertices.size());
  for (const ScreenVertex& v : vertices) {
    const double r = grid.row(v.at.r), h = grid.column(v.at.h);
    const int row = pixel_index(r);
    if (row < grid.first_row || row > grid.last_row) continue;
    drawn.push_back({row, pixel_index(h), v.vertex, r, h, v.at.t});
  }
  return drawn;
}

}  // namespace firstcontact::rigid
