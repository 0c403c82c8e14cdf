#pragma once
/// The lines that are drawn on the screen: edges of the wanted parts of faces, cut at the half
/// planes where phi jumps, and doubled ("doppel", section 8 of the paper).
///
/// B is drawn with phi in [-pi, pi]. As it turns by theta, it meets points of A with phi in
/// [-pi, pi + theta]. So A's points with phi in [-pi, -pi + theta] are drawn twice, the second time
/// with phi + 2 pi. A face that extends beyond an end of this range of angles is closed there by a
/// virtual edge. This edge lies in the half plane, and starts at the axis if the face crosses it.
/// These two cuts of every face cover both figures 10 and 11 of the paper.
#include <vector>

#include "rigid/published/clip.h"

namespace firstcontact::rigid {

/// A straight segment in space, along which r is monotone.
struct ScreenEdge {
  Vec3 p0 = Vec3::Zero(), p1 = Vec3::Zero();
  ScreenPoint s0, s1;
  /// The angle of every point, minus `shift`, is within pi of this, or equal to it if `fixed_phi`.
  double phi = 0;
  bool fixed_phi = false;
  /// Added to the angles: 0, or 2 pi for a copy.
  double shift = 0;
  /// Angles at the ends, with `shift`.
  double phi0 = 0, phi1 = 0;
  /// Index of the body's edge; -1 for a virtual edge, which only closes faces.
  int source = -1;
  /// The body's vertices at the ends, or -1.
  int v0 = -1, v1 = -1;
  /// The parts of faces beside it. `along` is +1 if the part's outline, counter-clockwise seen from
  /// outside, runs from p0 to p1, otherwise -1.
  int piece[2] = {kNoPiece, kNoPiece};
  int along[2] = {0, 0};
};

/// A vertex of a wanted part, drawn once or twice.
struct ScreenVertex {
  ScreenPoint at;
  int vertex = -1;
};

std::vector<ScreenEdge> screen_edges(const Screen& screen, const ScreenBody& body);
std::vector<ScreenVertex> screen_vertices(const Screen& screen, const ScreenBody& body);

}  // namespace firstcontact::rigid
