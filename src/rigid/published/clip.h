#pragma once
/// A body in the screen's frame, and the parts of its faces that face forward or backward
/// (section 4.2 of the paper).
///
/// n·flow(x) is linear on a face and does not change as the point moves with the flow. So a
/// straight line cuts each face, once for the whole motion, into a forward part (n·flow > 0) and a
/// backward part. Each part is drawn on the screen without overlapping itself; their orientations
/// differ.
#include <firstcontact/polyhedron.h>

#include <vector>

#include "arith/fixed_order.h"
#include "rigid/published/screen.h"

namespace firstcontact::rigid {

enum class Facing { Forward, Backward, Any };

/// The forward part of face f is piece 2 f, the backward part is 2 f + 1.
inline int piece_of(int face, double facing) { return 2 * face + (facing < 0 ? 1 : 0); }
inline int face_of_piece(int piece) { return piece / 2; }
inline bool is_forward(int piece) { return piece % 2 == 0; }
inline constexpr int kNoPiece = -1;

struct ScreenBody {
  const Polyhedron* polyhedron = nullptr;
  /// True for B, which is given at the start of the motion; false for A, which rests.
  bool moving = false;
  /// The parts of faces that are considered.
  Facing wanted = Facing::Any;
  /// Points with angles up to -pi + doppel_angle are drawn twice. 0 for B.
  double doppel_angle = 0;
  /// True if points may lie on both sides of phi = ±pi, or at angles that are drawn twice.
  bool cuts = false;
  std::vector<Vec3> points = {}, normals = {};
  std::vector<double> phi = {};
  std::vector<ScreenPoint> on_screen = {};
  /// For each face whether it has a wanted part, not only points where the flow runs along the
  /// face.
  std::vector<char> active = {};
  /// |n·flow| up to this is taken as 0.
  double facing_error = 0;

  double facing(const Screen& screen, int face, const Vec3& point) const {
    const double value = dot(normals[face], screen.flow(point));
    return value <= facing_error && value >= -facing_error ? 0 : value;
  }
  double facing_at(const Screen& screen, int face, int vertex) const {
    return facing(screen, face, points[vertex]);
  }
  bool is_wanted(double facing_value) const {
    return wanted == Facing::Any || facing_value == 0 ||
           (facing_value > 0) == (wanted == Facing::Forward);
  }
  bool wants_piece(int piece) const {
    return wanted == Facing::Any || is_forward(piece) == (wanted == Facing::Forward);
  }
  /// Whether the vertex belongs to a wanted part of a face.
  bool is_active(const Screen& screen, int vertex) const;
};

/// `map` maps body coordinates to A's, for B at the start.
ScreenBody make_screen_body(const Polyhedron& polyhedron, const AffineMap& map,
                            const Screen& screen, bool moving, Facing wanted);

/// A point of a face's outline where a function that is linear on the face changes sign.
struct OutlineCrossing {
  Vec3 point = Vec3::Zero();
  double along = 0;  ///< position on the line of the cut
};

/// The share of the segment from v0 to v1, v0 < v1, at which a linear function with these values is
/// 0. Edges and faces use this one formula, so that the parts of a face fit together to the last
/// bit.
inline double cut_share(double value0, double value1) { return value0 / (value0 - value1); }
inline Vec3 cut_point(const Vec3& p0, const Vec3& p1, double share) {
  return p0 + share * (p1 - p0);
}

/// The points where the outline of `face` crosses the zero line of a function with the given values
/// at its corners (0 counts as positive), sorted along `direction`. The line lies in the face
/// between the first and the second point, between the third and the fourth, and so on.
void outline_crossings(const ScreenBody& body, int face, const std::vector<double>& values,
                       const Vec3& direction, std::vector<OutlineCrossing>& crossings);

/// Position of a point in a face's plane.
struct PlaceInFace {
  bool inside = false;
  int edge = -1;    ///< the point is on the edge from this corner to the next; -1: on none
  int corner = -1;  ///< the point is at this corner; -1: at none
};

/// Points up to `tolerance` outside count as being on the outline. The face may have any shape.
PlaceInFace place_in_face(const ScreenBody& body, int face, const Vec3& point, double tolerance);

}  // namespace firstcontact::rigid
