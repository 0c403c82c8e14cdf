#pragma once
/// What the viewer draws of bodies in motion: their triangles and where they are at many times.
/// docs/formats/json-reports.md describes the field "drawing" that it becomes.
#include <firstcontact/motion.h>
#include <firstcontact/moving_bodies.h>
#include <firstcontact/pose.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace firstcontact::apps {

/// A body of a drawing, in its own frame. It may have several shapes.
class DrawnBody {
 public:
  /// `name` as the report has it; `role`: "link", "attached", "object", "a" or "b".
  DrawnBody(std::string name, std::string role) : name_(std::move(name)), role_(std::move(role)) {}

  /// Adds a shape: the points within `radius` of the triangles, which are given in a frame that
  /// `place` maps to the body's. Spheres and capsules get a few triangles to be seen by, after those
  /// that are given. Also adds the first levels of the hierarchy of boxes over the triangles.
  void add_shape(const TriangleBody& triangles, double radius, const AffineMap& place = {});

  /// For a body of polygons: the face that each triangle is a part of.
  void set_faces(std::vector<int> faces) { faces_ = std::move(faces); }

  /// Where the body is at the next of the drawing's times. A body with one pose rests.
  void add_pose(const AffineMap& pose) { poses_.push_back(pose); }

  nlohmann::ordered_json json() const;

 private:
  void add_boxes(const TriangleBody& triangles, const AffineMap& place);
  void add_capsule(const Vec3& from, const Vec3& to, double radius);

  std::string name_, role_;
  std::vector<Vec3> vertices_;
  std::vector<Face> triangles_;
  nlohmann::ordered_json shapes_ = nlohmann::ordered_json::array();
  std::vector<int> faces_;
  std::vector<double> boxes_;
  std::vector<AffineMap> poses_;
};

/// Times in [0, 1], ascending and different: `count` equal steps, and `extra`, of which those that
/// are not in [0, 1] are left out.
std::vector<double> drawing_times(std::size_t count, const std::vector<double>& extra);

nlohmann::ordered_json drawing_json(const std::vector<double>& times,
                                    const std::vector<DrawnBody>& bodies);

/// The text of a report (an object that ends with "}\n") with one more field "drawing" at its end,
/// whose many numbers are on one line.
std::string with_drawing(std::string report, const nlohmann::ordered_json& drawing);

/// {"position": [x, y, z], "quaternion": [w, x, y, z]}.
nlohmann::ordered_json pose_json(const Pose& pose);

/// The unit quaternion of a rotation, with w >= 0.
Quaternion quaternion_of(const Mat3& rotation);

}  // namespace firstcontact::apps
