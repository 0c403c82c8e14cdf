#pragma once
/// Turns contacts on the screen into collisions with time, point, normal and properness.
/// Vertex-vertex, edge-vertex and vertex-edge contacts become vertex-face and face-vertex ones
/// (section 5 and the last steps of section 9 of the paper).
#include <firstcontact/screw.h>

#include <vector>

#include "rigid/published/analytic_curve.h"
#include "rigid/published/clip.h"

namespace firstcontact::rigid {

enum class ScreenContactKind {
  VertexFace,
  FaceVertex,
  EdgeEdge,
  VertexEdge,
  EdgeVertex,
  VertexVertex
};

/// A feature of A and one of B that meet on the screen.
struct ScreenContact {
  ScreenContactKind kind = ScreenContactKind::EdgeEdge;
  /// Index of the vertex or edge; for faces, of the piece (clip.h).
  int a = -1, b = -1;
  double time = 0;
  /// For VertexFace and FaceVertex: `time` is a guess, from which Newton's method starts.
  bool guess = false;
  /// For EdgeEdge: the point in the screen's frame.
  Vec3 point = Vec3::Zero();
};

struct ScreenBodies {
  const Screen& screen;
  const ScreenBody& a;
  const ScreenBody& b;
  const RelativeMotion& motion;
};

struct ResolveRules {
  /// Times at most this far outside [0, 1] are moved to its end; others are dropped.
  double time_slack = 0;
  /// Collisions with a smaller properness are dropped.
  double min_properness = -1;
  /// Contacts of one pair, each at most this much later than the one before, are one contact at the
  /// first of their times.
  double same_time = 0;
  /// A vertex that was found in a face on pixels may be this far outside it, in the face's plane.
  double outside = 0;
  /// True in analytic mode, where all times are computed. In pixel mode, times computed from a
  /// guess replace those of pixels.
  bool computed = false;
};

/// The time in [0, 1], up to rules.time_slack, at which the flow carries a point onto a part of a
/// face: the one nearest to `guess`, or NaN if there is none. `backward`: the point belongs to A
/// and rests, and the face to B, which comes to it. `turns` must be made for the screen's angle;
/// `roots` is scratch memory.
double time_on_face(const Screen& screen, const ScreenBody& face_body, int piece, const Vec3& point,
                    bool backward, double guess, const ResolveRules& rules, const TurnTable& turns,
                    std::vector<double>& roots);

/// The collisions of all contacts, sorted by (time, kind, a, b).
std::vector<Collision> resolve(const ScreenBodies& bodies, std::vector<ScreenContact> contacts,
                               const ResolveRules& rules);

/// Drops all but the first collisions if ScrewOptions::first_only is set. Precondition: sorted by
/// time.
void keep_first(std::vector<Collision>& collisions, const ScrewOptions& options);

}  // namespace firstcontact::rigid
