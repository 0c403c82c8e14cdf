#include "rigid/published/analytic_boxes.h"

#include <algorithm>
#include <cmath>

#include "arith/fixed_order.h"

namespace firstcontact::rigid {

namespace {

constexpr double kLengthRounding = 0x1p-38, kTimeRounding = 0x1p-38;
constexpr Range kAllAngles = {-kPi, kPi};

/// Bounds of a feature before it is projected. For a translation phi is z.
struct Extent {
  Range r, phi, y;
};

void extend(Range& range, double value) {
  range = {std::min(range.low, value), std::max(range.high, value)};
}

class Extents {
 public:
  Extents(const Screen& screen, const ScreenBody& body) : screen_(screen), body_(body) {
    near_axis_ =
        0x1p-20 * (screen.size() + (screen.straight() ? 0 : norm(screen.axis())) * 0x1p-20);
  }

  Extent vertex(int v) const {
    const std::size_t i = static_cast<std::size_t>(v);
    const Vec3& p = body_.points[i];
    const double r = body_.on_screen[i].r, phi = screen_.straight() ? p.z() : body_.phi[i];
    Extent extent{{r, r}, {phi, phi}, {p.y(), p.y()}};
    if (!screen_.straight() && r <= near_axis_) extent.phi = kAllAngles;
    return extent;
  }

  /// Extends `extent` by the line between two vertices. Its angles continue from `phi`, the angle
  /// of v0, which is then set to the angle of v1. Returns false if the line passes so close to the
  /// axis that its angles cannot be determined.
  bool add_line(int v0, int v1, double& phi, Extent& extent) const;

  Extent edge(const PolyhedronEdge& e) const {
    Extent extent = vertex(e.v0);
    double phi = extent.phi.low;
    if (!add_line(e.v0, e.v1, phi, extent)) extent.phi = kAllAngles;
    return extent;
  }

  Extent face(const std::vector<int>& corners) const {
    Extent extent = vertex(corners.front());
    const double start = extent.phi.low;
    double phi = start;
    bool all = false;
    for (std::size_t i = 0; i < corners.size(); ++i)
      all = !add_line(corners[i], corners[i + 1 < corners.size() ? i + 1 : 0], phi, extent) || all;
    // The face goes around the axis, or passes close to it.
    if (all || std::abs(phi - start) > 1) {
      extent.phi = kAllAngles;
      if (!screen_.straight()) extent.r.low = 0;
    }
    return extent;
  }

 private:
  const Screen& screen_;
  const ScreenBody& body_;
  double near_axis_ = 0;
};

bool Extents::add_line(int v0, int v1, double& phi, Extent& extent) const {
  const Vec3& p0 = body_.points[v0];
  const Vec3& p1 = body_.points[v1];
  extend(extent.y, p1.y());
  extend(extent.r, body_.on_screen[v1].r);
  if (screen_.straight()) {
    extend(extent.phi, p1.z());
    return true;
  }
  const double dx = p1.x() - p0.x(), dz = p1.z() - p0.z(), square = dx * dx + dz * dz;
  const double x = p0.x() - screen_.axis().x(), z = p0.z() - screen_.axis().z();
  if (square > 0) {
    const double share = std::clamp(-(x * dx + z * dz) / square, 0.0, 1.0);
    extend(extent.r,
           std::sqrt((x + share * dx) * (x + share * dx) + (z + share * dz) * (z + share * dz)));
  }
  const double angle0 = body_.phi[v0], angle1 = body_.phi[v1];
  double turn = angle1 - angle0;  // less than half a turn for a line
  if (turn > kPi) turn -= 2 * kPi;
  if (turn < -kPi) turn += 2 * kPi;
  phi += turn;
  extend(extent.phi, phi);
  return extent.r.low > near_axis_;
}

}  // namespace

Range angles_of(const Screen& screen, const ScreenBody& body) {
  if (screen.straight()) return {0, 0};
  const Extents extents(screen, body);
  Range all = {kPi, -kPi};
  const auto add = [&](const Extent& extent) {
    extend(all, extent.phi.low);
    extend(all, extent.phi.high);
  };
  // The angles of a feature are counted from one of its vertices, so those of an edge may differ by
  // a turn from those of its face.
  for (int v = 0; v < static_cast<int>(body.points.size()); ++v) add(extents.vertex(v));
  for (const PolyhedronEdge& edge : body.polyhedron->edges()) add(extents.edge(edge));
  for (const std::vector<int>& face : body.polyhedron->faces()) add(extents.face(face));
  return all;
}

FeatureBoxes::FeatureBoxes(const Screen& screen, const ScreenBody& body, FeatureKind kind,
                           const Range& angles) {
  const Extents extents(screen, body);
  const double length =
      kLengthRounding * (screen.size() + (screen.straight() ? 0 : norm(screen.axis())));
  const double time = kTimeRounding + (screen.straight() ? 0 : 0x1p-44 / screen.angle());
  const auto add = [&](const Extent& extent, int index) {
    int copies = 0;
    for (int turns = -2; turns <= 3; ++turns) {
      const double shift = 2 * kPi * turns;
      const Range phi = {extent.phi.low + shift, extent.phi.high + shift};
      if (body.moving || screen.straight()
              ? turns != 0
              : !phi.overlaps({angles.low - 1e-6, angles.high + screen.angle() + 1e-6}))
        continue;
      ScreenBox box = screen.box(extent.r, screen.straight() ? extent.phi : phi, extent.y);
      box = {{box.r.low - length, box.r.high + length},
             {box.h.low - length, box.h.high + length},
             {box.t.low - time, box.t.high + time}};
      boxes_.push_back({box, index});
      if (++copies > 1) repeats_ = true;
    }
  };
  const Polyhedron& polyhedron = *body.polyhedron;
  switch (kind) {
    case FeatureKind::Vertex:
      for (int v = 0; v < static_cast<int>(polyhedron.vertices().size()); ++v)
        if (!polyhedron.faces_at(v).empty()) add(extents.vertex(v), v);
      break;
    case FeatureKind::Edge:
      for (std::size_t e = 0; e < polyhedron.edges().size(); ++e)
        add(extents.edge(polyhedron.edges()[e]), static_cast<int>(e));
      break;
    case FeatureKind::Face:
      for (std::size_t f = 0; f < polyhedron.faces().size(); ++f)
        add(extents.face(polyhedron.faces()[f]), static_cast<int>(f));
  }
  std::sort(boxes_.begin(), boxes_.end(),
            [](const FeatureBox& x, const FeatureBox& y) { return x.box.r.low < y.box.r.low; });
}

std::vector<std::pair<int, int>> overlapping_pairs(const FeatureBoxes& a, const FeatureBoxes& b) {
  std::vector<std::pair<int, int>> pairs;
  const std::vector<FeatureBox>&as = a.sorted(), &bs = b.sorted();
  // A pair meets at the time t_A − t_B, which must lie in [0, 1].
  const auto test = [&](const FeatureBox& x, const FeatureBox& y) {
    if (x.box.h.overlaps(y.box.h) && x.box.t.high >= y.box.t.low && x.box.t.low <= y.box.t.high + 1)
      pairs.emplace_back(x.index, y.index);
  };
  std::size_t i = 0, j = 0;
  while (i < as.size() && j < bs.size()) {
    if (as[i].box.r.low <= bs[j].box.r.low) {
      for (std::size_t k = j; k < bs.size() && bs[k].box.r.low <= as[i].box.r.high; ++k)
        test(as[i], bs[k]);
      ++i;
    } else {
      for (std::size_t k = i; k < as.size() && as[k].box.r.low <= bs[j].box.r.high; ++k)
        test(as[k], bs[j]);
      ++j;
    }
  }
  if (a.repeats() || b.repeats()) {
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  }
  return pairs;
}

}  // namespace firstcontact::rigid
