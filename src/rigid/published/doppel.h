#pragma once
/// The lines that are drawn on the screen: edges of the wanted parts of faces, cut at the half
/// planes where phi jumps, and doppeled (section 8 of the paper).
///
/// B is drawn with phi in [-pi, pi]. As it turns by theta, it meets points of A with phi in [-pi,
/// pi + theta], so that A's points with phi in [-pi, -pi + theta] are drawn twice, the second time
/// with phi + 2 pi. A face that reaches over an end of this range of angles is closed there by a
/// virtual edge, which lies in the half plane and starts at the axis if the face crosses the axis.
/// These two cuts, done to every face, give both figures 10 and 11 of the paper.
#include <vector>

#include "rigid/published/clip.h"

namespace firstcontact::rigid {

/// A straight piece in space, along which r is monotone.
struct ScreenEdge {
  Vec3 p0 = Vec3::Zero(), p1 = Vec3::Zero();
  ScreenPoint s0, s1;
  /// The angle of every point, less `shift`, is within pi of this, or equal to it if `fixed_phi`.
  double phi = 0;
  bool fixed_phi = false;
  /// Added to the angles: 0, or 2 pi for a copy.
  double shift = 0;
  /// Angles at the ends, with shift.
  double phi0 = 0, phi1 = 0;
  /// Index of the body's edge; -1: virtual, it only closes faces.
  int source = -1;
  /// The body's vertices at the ends, or -1.
  int v0 = -1, v1 = -1;
  /// The parts of faces beside it. along: +1 if the part's outline, counter-clockwise seen from
  /// outside, runs from p0 to p1, else -1.
  int piece[2] = {kNoPiece, kNoPiece};
  int along[2] = {0, 0};
};

/// A vertex that takes part, once or twice.
struct ScreenVertex {
  ScreenPoint at;
  int vertex = -1;
};

std::vector<ScreenEdge> screen_edges(const Screen& screen, const ScreenBody& body);
std::vector<ScreenVertex> screen_vertices(const Screen& screen, const ScreenBody& body);

}  // namespace firstcontact::rigid
