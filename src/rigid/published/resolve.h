#pragma once
/// From features that meet on the screen to collisions: vertex-vertex, edge-vertex and vertex-edge
/// contacts become vertex-face and face-vertex ones, with time, point, normal and properness
/// (section 5 and the last steps of section 9 of the paper).
#include <firstcontact/screw.h>

#include <vector>

#include "rigid/published/analytic_curve.h"
#include "rigid/published/clip.h"

namespace firstcontact::rigid {

enum class MeetingKind { VertexFace, FaceVertex, EdgeEdge, VertexEdge, EdgeVertex, VertexVertex };

/// Features of A and of B that meet.
struct Meeting {
  MeetingKind kind = MeetingKind::EdgeEdge;
  /// Vertex, edge or, for faces, piece (clip.h).
  int a = -1, b = -1;
  double time = 0;
  /// VertexFace, FaceVertex: `time` is a guess, from which Newton's method starts.
  bool guess = false;
  /// EdgeEdge: the point, in the screen's frame.
  Vec3 point = Vec3::Zero();
};

struct MeetingBodies {
  const Screen& screen;
  const ScreenBody& a;
  const ScreenBody& b;
  const RelativeMotion& motion;
};

struct ResolveRules {
  /// Times up to this outside of [0, 1] are moved there, others left out.
  double time_slack = 0;
  /// Collisions of a smaller one are left out.
  double min_properness = -1;
  /// Meetings of one pair, each at most this after the one before, are one, at the first of their
  /// times.
  double same_time = 0;
  /// How far outside of a face, in its plane, a vertex may be that was found in it on pixels.
  double outside = 0;
  /// All times were computed. Otherwise only those that start from a guess are, and take the place
  /// of those read off pixels.
  bool computed = false;
};

/// The time in [0, 1], up to rules.time_slack, at which the flow carries a point on a part of a
/// face; NaN if there is none, that nearest to `guess` if there are several. By Newton's method in
/// brackets. `backward`: the point is A's and at rest, the face B's, which comes to it. `turns` is
/// for the screen's angle, `roots` room to work in.
double time_on_face(const Screen& screen, const ScreenBody& face_body, int piece, const Vec3& point,
                    bool backward, double guess, const ResolveRules& rules, const TurnTable& turns,
                    std::vector<double>& roots);

/// All meetings as collisions, sorted by (time, kind, a, b).
std::vector<Collision> resolve(const MeetingBodies& bodies, std::vector<Meeting> meetings,
                               const ResolveRules& rules);

/// What ScrewOptions::first_only asks for. Precondition: sorted by time.
void keep_first(std::vector<Collision>& collisions, const ScrewOptions& options);

}  // namespace firstcontact::rigid
