// For every edge: cut it where the facing of a face beside it changes, where it is nearest to the
// axis (so that r is monotone), and at the half planes phi = ±pi and, for A, phi = -pi + theta.
// Keep the pieces beside a wanted part of a face. Draw those with phi in [-pi, -pi + theta] twice.
// For every face: where its facing changes, add an edge between its two parts. Where a half plane
// cuts it, add a virtual edge at the end of the range of angles.
#include "rigid/published/doppel.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "arith/fixed_order.h"
#include "arith/trigonometry.h"

namespace firstcontact::rigid {

namespace {

/// A half plane phi = angle that bounds the range of angles. q(x) = across·(x − axis) is 0 on its
/// plane and grows with phi; outward·(x − axis) is positive on the half plane itself.
struct HalfPlane {
  Vec3 across, outward;
};

HalfPlane half_plane(double angle) {
  const arith::SineCosine a = arith::sine_cosine(angle);
  return {{a.cosine, 0, -a.sine}, {a.sine, 0, a.cosine}};
}

/// A face beside a line, with n·flow at both ends.
struct LineSide {
  int face = -1, along = 0;
  double facing0 = 0, facing1 = 0;
};

struct Line {
  int source = -1, v0 = -1, v1 = -1;
  Vec3 p0 = Vec3::Zero(), p1 = Vec3::Zero();
  std::array<LineSide, 2> sides;
};

class Drawing {
 public:
  Drawing(const Screen& screen, const ScreenBody& body) : screen_(screen), body_(body) {
    const Polyhedron& polyhedron = *body.polyhedron;
    edges_.reserve(polyhedron.edges().size() + polyhedron.edges().size() / 4);
    if (!body.cuts) return;
    planes_.push_back({{-1, 0, 0}, {0, 0, -1}});  // phi = ±pi
    if (!body.moving) planes_.push_back(half_plane(-kPi + body.doppel_angle));
  }

  void draw() {
    for (std::size_t edge = 0; edge < body_.polyhedron->edges().size(); ++edge)
      draw_edge(static_cast<int>(edge));
    for (std::size_t face = 0; face < body_.polyhedron->faces().size(); ++face) {
      if (body_.active[face] == 0) continue;
      draw_facing_cut(static_cast<int>(face));
      if (body_.cuts) draw_plane_cuts(static_cast<int>(face));
    }
  }

  std::vector<ScreenEdge> take() { return std::move(edges_); }

 private:
  const Vec3& point(int vertex) const { return body_.points[vertex]; }
  LineSide side(int face, int along, const PolyhedronEdge& edge) const {
    return {face, along, body_.facing_at(screen_, face, edge.v0),
            body_.facing_at(screen_, face, edge.v1)};
  }
  double across(const HalfPlane& plane, const Vec3& p) const;

  void draw_edge(int index);
  void draw_line(const Line& line);
  void add_piece(const Line& line, double share0, double share1);
  void draw_facing_cut(int face);
  void draw_plane_cuts(int face);
  void add_plane_cut(int face, double phi, bool after, const Vec3& from, const Vec3& to);

  const Screen& screen_;
  const ScreenBody& body_;
  std::vector<HalfPlane> planes_;
  std::vector<ScreenEdge> edges_;
  std::vector<double> values_;
  std::vector<OutlineCrossing> crossings_;
};

/// q(x) of a half plane. Points on the plane within rounding count as before it, because
/// Screen::phi gives them +pi.
double Drawing::across(const HalfPlane& plane, const Vec3& p) const {
  const double q = dot(plane.across, p - screen_.axis());
  const double rounding = 0x1p-44 * (screen_.size() + norm(screen_.axis()));
  return std::abs(q) <= rounding ? -rounding : q;
}

void Drawing::draw_edge(int index) {
  const PolyhedronEdge& edge = body_.polyhedron->edges()[index];
  if (edge.faces.empty()) return;
  Line line{index, edge.v0, edge.v1, point(edge.v0), point(edge.v1), {}};
  const std::size_t known =
      static_cast<std::size_t>(edge.left >= 0) + static_cast<std::size_t>(edge.right >= 0);
  if (known == edge.faces.size()) {
    if (edge.left >= 0) line.sides[0] = side(edge.left, 1, edge);
    if (edge.right >= 0) line.sides[1] = side(edge.right, -1, edge);
    draw_line(line);
    return;
  }
  // Several faces lie on one side: draw the edge itself once, with the first of them, and the
  // outlines of the others as virtual edges.
  for (const int face : edge.faces) {
    const std::vector<int>& corners = body_.polyhedron->faces()[face];
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const int from = corners[i], to = corners[i + 1 < corners.size() ? i + 1 : 0];
      if (!(from == edge.v0 && to == edge.v1) && !(from == edge.v1 && to == edge.v0)) continue;
      line.sides[0] = side(face, from == edge.v0 ? 1 : -1, edge);
      draw_line(line);
      if (body_.active[face] != 0) line.source = -1;
    }
  }
}

void Drawing::draw_line(const Line& line) {
  std::array<double, 8> shares{};
  std::size_t count = 0;
  shares[count++] = 0;
  const auto cut = [&](double share) {
    if (!(share > 0 && share < 1)) return;
    std::size_t i = count++;
    for (; shares[i - 1] > share; --i) shares[i] = shares[i - 1];  // shares[0] is 0
    shares[i] = share;
  };
  for (const LineSide& side : line.sides)
    if (side.face >= 0 && (side.facing0 < 0) != (side.facing1 < 0))
      cut(cut_share(side.facing0, side.facing1));
  if (!screen_.straight()) {
    const double dx = line.p1.x() - line.p0.x(), dz = line.p1.z() - line.p0.z(),
                 square = dx * dx + dz * dz;
    const double x = line.p0.x() - screen_.axis().x(), z = line.p0.z() - screen_.axis().z();
    if (square > 0) cut(-(x * dx + z * dz) / square);
    for (const HalfPlane& plane : planes_) {
      const double q0 = across(plane, line.p0), q1 = across(plane, line.p1);
      if ((q0 < 0) == (q1 < 0)) continue;
      const double share = cut_share(q0, q1);
      if (dot(plane.outward, cut_point(line.p0, line.p1, share) - screen_.axis()) > 0) cut(share);
    }
  }
  shares[count++] = 1;
  for (std::size_t i = 0; i + 1 < count; ++i)
    if (shares[i] < shares[i + 1]) add_piece(line, shares[i], shares[i + 1]);
}

void Drawing::add_piece(const Line& line, double share0, double share1) {
  ScreenEdge edge;
  const double middle = (share0 + share1) / 2;
  bool kept = body_.wanted == Facing::Any;
  for (std::size_t k = 0; k < 2; ++k) {
    const LineSide& side = line.sides[k];
    if (side.face < 0) continue;
    const double facing = side.facing0 + middle * (side.facing1 - side.facing0);
    if (body_.active[side.face] == 0 || !body_.is_wanted(facing)) continue;
    kept = true;
    const int piece = piece_of(side.face, facing);
    if (!body_.wants_piece(piece)) continue;
    edge.piece[k] = piece;
    edge.along[k] = side.along;
  }
  if (!kept) return;
  edge.source = line.source;
  edge.v0 = share0 == 0 ? line.v0 : -1;
  edge.v1 = share1 == 1 ? line.v1 : -1;
  edge.p0 = share0 == 0 ? line.p0 : cut_point(line.p0, line.p1, share0);
  edge.p1 = share1 == 1 ? line.p1 : cut_point(line.p0, line.p1, share1);
  if (screen_.straight()) {
    edge.s0 = screen_.project(edge.p0, 0);
    edge.s1 = screen_.project(edge.p1, 0);
    edges_.push_back(edge);
    return;
  }
  edge.phi = screen_.phi((edge.p0 + edge.p1) / 2);
  const auto angle = [&](const Vec3& p, int vertex) {
    if (screen_.on_axis(p)) return edge.phi;
    const double phi = vertex >= 0 ? body_.phi[vertex] : screen_.phi(p);
    return phi - edge.phi > kPi ? phi - 2 * kPi : phi - edge.phi < -kPi ? phi + 2 * kPi : phi;
  };
  const double phi0 = angle(edge.p0, edge.v0), phi1 = angle(edge.p1, edge.v1);
  const bool twice = body_.cuts && edge.phi < -kPi + body_.doppel_angle;
  for (const double shift : {0.0, 2 * kPi}) {
    if (shift != 0 && !twice) break;
    edge.shift = shift;
    edge.phi0 = phi0 + shift;
    edge.phi1 = phi1 + shift;
    edge.s0 = screen_.project(edge.p0, edge.phi0);
    edge.s1 = screen_.project(edge.p1, edge.phi1);
    edges_.push_back(edge);
  }
}

/// Draws the line between the forward and the backward part of a face.
void Drawing::draw_facing_cut(int face) {
  const std::vector<int>& corners = body_.polyhedron->faces()[face];
  values_.clear();
  bool negative = false, positive = false;
  for (const int vertex : corners) {
    values_.push_back(body_.facing_at(screen_, face, vertex));
    (values_.back() < 0 ? negative : positive) = true;
  }
  if (!negative || !positive) return;
  // n·flow(x) = (theta n × j)·x + …; the forward part is to the left of gradient × n.
  const Vec3& n = body_.normals[face];
  const Vec3 gradient = n.cross(Vec3::UnitY());
  outline_crossings(body_, face, values_, gradient.cross(n), crossings_);
  for (std::size_t i = 0; i + 1 < crossings_.size(); i += 2) {
    Line line;
    line.p0 = crossings_[i].point;
    line.p1 = crossings_[i + 1].point;
    line.sides[0] = {face, 1, 1, 1};
    line.sides[1] = {face, -1, -1, -1};
    draw_line(line);
  }
}

/// Draws the virtual edges of a face at the ends of the range of angles: for B phi = -pi and phi =
/// pi, for A phi = -pi and phi = pi + theta.
void Drawing::draw_plane_cuts(int face) {
  const Vec3& n = body_.normals[face];
  for (std::size_t k = 0; k < planes_.size(); ++k) {
    const HalfPlane& plane = planes_[k];
    values_.clear();
    for (const int vertex : body_.polyhedron->faces()[face])
      values_.push_back(across(plane, point(vertex)));
    const Vec3 direction = plane.across.cross(n);  // the part after the plane is to the left of it
    outline_crossings(body_, face, values_, direction, crossings_);
    for (std::size_t i = 0; i + 1 < crossings_.size(); i += 2) {
      Vec3 from = crossings_[i].point, to = crossings_[i + 1].point;
      const double out0 = dot(plane.outward, from - screen_.axis()),
                   out1 = dot(plane.outward, to - screen_.axis());
      if (out0 <= 0 && out1 <= 0) continue;
      if (out0 < 0) from = cut_point(from, to, cut_share(out0, out1));
      if (out1 < 0) to = cut_point(from, to, cut_share(std::max(out0, 0.0), out1));
      if (k == 0) add_plane_cut(face, -kPi, true, from, to);
      if (k == 0 && body_.moving) add_plane_cut(face, kPi, false, from, to);
      if (k == 1) add_plane_cut(face, kPi + body_.doppel_angle, false, from, to);
    }
  }
}

/// Adds a virtual edge. `after`: it closes the part with larger angles, which lies to the left of
/// the line from `from` to `to`.
void Drawing::add_plane_cut(int face, double phi, bool after, const Vec3& from, const Vec3& to) {
  const double facing0 = body_.facing(screen_, face, from),
               facing1 = body_.facing(screen_, face, to);
  const auto add = [&](const Vec3& p0, const Vec3& p1, double facing) {
    ScreenEdge edge;
    edge.p0 = p0;
    edge.p1 = p1;
    edge.fixed_phi = true;
    edge.phi = edge.phi0 = edge.phi1 = phi;
    edge.piece[0] = piece_of(face, facing);
    edge.along[0] = after ? 1 : -1;
    if (!body_.wants_piece(edge.piece[0])) return;
    edge.s0 = screen_.project(p0, phi);
    edge.s1 = screen_.project(p1, phi);
    edges_.push_back(edge);
  };
  if ((facing0 < 0) == (facing1 < 0)) {
    add(from, to, facing0);
    return;
  }
  const Vec3 middle = cut_point(from, to, cut_share(facing0, facing1));
  add(from, middle, facing0);
  add(middle, to, facing1);
}

}  // namespace

std::vector<ScreenEdge> screen_edges(const Screen& screen, const ScreenBody& body) {
  Drawing drawing(screen, body);
  drawing.draw();
  return drawing.take();
}

std::vector<ScreenVertex> screen_vertices(const Screen& screen, const ScreenBody& body) {
  std::vector<ScreenVertex> vertices;
  vertices.reserve(body.points.size());
  for (std::size_t v = 0; v < body.points.size(); ++v) {
    if (!body.is_active(screen, static_cast<int>(v))) continue;
    if (screen.travel() == 0 && screen.on_axis(body.points[v])) continue;
    vertices.push_back({body.on_screen[v], static_cast<int>(v)});
    const double phi = body.phi[v];
    if (body.cuts && phi <= -kPi + body.doppel_angle)
      vertices.push_back({screen.project(body.points[v], phi + 2 * kPi), static_cast<int>(v)});
  }
  return vertices;
}

}  // namespace firstcontact::rigid
