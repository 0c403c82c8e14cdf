#pragma once
/// A simulator just big enough to ask a step solver hard questions: a long strip of cloth, masses
/// and springs, that falls end first on a ball and a floor and folds there, over and over, many
/// layers in contact with each other. Lengths in metres, times in seconds, masses 1.
///
/// One time step: `propose` from the pairs that are near, decide how far to go, `move`.
#include <firstcontact/mesh.h>
#include <firstcontact/step.h>

#include <span>
#include <vector>

namespace firstcontact::test {

class SmallCloth {
 public:
  /// `across` vertices wide and seven times as long. The same number gives the same scene.
  explicit SmallCloth(int across);

  /// The sheet (object 0), the ball (1) and the floor (2). Nothing intersects.
  const Mesh& mesh() const { return mesh_; }
  std::span<const Vec3> positions() const { return positions_; }

  /// Pairs nearer than this are held apart.
  double near_distance() const { return 0.08 * kSpacing; }
  /// Where the vertices would be after a time step, from springs, gravity and damping, with
  /// approaching near pairs slowed down (to keep some distance, not exactly) and rubbing on each
  /// other. Precondition: near_pairs are initial contacts within near_distance.
  std::vector<Vec3> propose(std::span<const Impact> near_pairs);
  /// Moves to positions + step * (proposed - positions). Precondition: `proposed` is the last
  /// proposal; step is in [0, 1].
  void move(std::span<const Vec3> proposed, double step);

  /// How many of the pairs are of parts of the sheet that would be at least four edges apart if it
  /// were flat.
  std::size_t folded_pairs(std::span<const Impact> near_pairs) const;
  /// Seconds simulated: a step that was cut short takes less time.
  double time() const { return time_; }

 private:
  struct Spring {
    int a, b;
    double length, stiffness;
  };
  struct Contact;

  void add_sheet(MeshDescription& mesh);
  void add_ball(MeshDescription& mesh);
  void add_floor(MeshDescription& mesh);
  void add_spring(int a, int b, double stiffness);
  void add_vertex(MeshDescription& mesh, const Vec3& position, int object);
  std::vector<Vec3> accelerations() const;
  void slow_down(std::vector<Contact>& contacts);

  /// Of the sheet's vertices.
  static constexpr double kSpacing = 0.03;

  int across_ = 0, along_ = 0;
  double time_ = 0;
  Mesh mesh_;
  std::vector<Vec3> positions_, velocities_;
  /// By how much springs and gravity changed the velocities in the last proposal.
  std::vector<Vec3> pulls_;
  std::vector<Spring> springs_;
};

}  // namespace firstcontact::test
