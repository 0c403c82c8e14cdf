#pragma once
/// The frames of one or several moving objects, read one after the other and joined into one mesh.
#include <firstcontact/mesh.h>
#include <firstcontact/positions.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace firstcontact::apps {

/// The files of one object, in the order of time.
using FramePaths = std::vector<std::string>;

/// Where an object lies in the joined mesh: its vertices and faces follow those of the objects
/// before it.
struct ObjectRange {
  FramePaths frames;
  std::size_t first_vertex = 0, vertices = 0;
  std::size_t first_face = 0, faces = 0;
};

/// Reads the frames one after the other; keeps the vertices of two frames and the topology of one.
/// All objects have the topology of their first frame in every frame: a file that differs is an
/// InputError that names both files and the first difference. Numbers count from 0.
class FrameSequence {
 public:
  /// Reads the first frame of every object. Throws InputError also if any later file does not
  /// exist. Precondition: at least one object; all have the same number of frames, at least two.
  explicit FrameSequence(const std::vector<FramePaths>& objects);

  /// The joined mesh; each vertex knows its object where there are several.
  MeshDescription description() const;
  const std::vector<ObjectRange>& objects() const { return ranges_; }
  std::size_t step_count() const { return ranges_.front().frames.size() - 1; }

  /// Reads the next frame, so that t0 and t1 are the two ends of the next step. False, and nothing
  /// changed, after the last one.
  bool next_step();
  /// The same for any step. Reads what is not at hand: both frames, unless it is the next one.
  void go_to(std::size_t step);
  /// Valid until the next call of next_step.
  Positions t0() const { return std::span<const Vec3>(t0_); }
  Positions t1() const { return std::span<const Vec3>(t1_); }

  /// "vertex 12", "face 7"; with several objects also its own number there and the object's first
  /// file: "vertex 12 (2 of b.obj)".
  std::string vertex_name(int vertex) const;
  std::string face_name(int face) const;
  /// "edge 3-12", by its vertices.
  std::string edge_name(int vertex0, int vertex1) const;

 private:
  void read_frame(std::size_t frame);

  std::vector<ObjectRange> ranges_;
  /// Of all objects, as numbered in the joined mesh; edges are those beyond the faces'.
  std::vector<Face> faces_;
  std::vector<Edge> edges_;
  std::vector<std::size_t> edge_ends_;  // one an object: where its edges end in edges_
  std::vector<Vec3> t0_, t1_;
  std::size_t frame_ = 0;  // the one in t1_
};

}  // namespace firstcontact::apps
