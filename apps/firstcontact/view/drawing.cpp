#include "drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "arith/fixed_order.h"
#include "common/report_parts.h"
#include "geometry/body_tree.h"
#include "geometry/turn.h"

namespace firstcontact::apps {
namespace {

using Json = nlohmann::ordered_json;

/// Levels of the hierarchy that are drawn, the root's among them.
constexpr int kDrawnLevels = 6;
/// Triangles of a sphere or capsule: meridians, and circles between a pole and the equator.
constexpr int kMeridians = 16, kCircles = 4;

/// The number with nine digits, which are enough for a picture and shorter in the file.
double with_nine_digits(double number) {
  return std::strtod(fmt::format("{:.9g}", number + 0.0).c_str(), nullptr);
}

void append(Json& list, const Vec3& v) {
  for (int k = 0; k < 3; ++k) list.push_back(with_nine_digits(v[k]));
}

void append(Json& list, const Quaternion& q) {
  for (const double part : {q.w, q.x, q.y, q.z}) list.push_back(with_nine_digits(part));
}

/// Two unit vectors that are orthogonal to the unit vector `axis` and to each other.
std::array<Vec3, 2> orthogonal_to(const Vec3& axis) {
  Vec3 other = Vec3::UnitX();
  if (std::abs(axis.x()) > 0.5) other = Vec3::UnitY();
  const Vec3 first = normalized(axis.cross(other));
  return {first, axis.cross(first)};
}

}  // namespace

Quaternion quaternion_of(const Mat3& r) {
  // The largest of the four squares is found first: dividing by it loses nothing.
  const std::array<double, 4> squares = {
      1 + r(0, 0) + r(1, 1) + r(2, 2), 1 + r(0, 0) - r(1, 1) - r(2, 2),
      1 - r(0, 0) + r(1, 1) - r(2, 2), 1 - r(0, 0) - r(1, 1) + r(2, 2)};
  const auto largest = std::max_element(squares.begin(), squares.end()) - squares.begin();
  const double twice = std::sqrt(squares[largest]), half = 0.5 / twice;
  const double yz = (r(2, 1) - r(1, 2)) * half, zx = (r(0, 2) - r(2, 0)) * half,
               xy = (r(1, 0) - r(0, 1)) * half;
  const double x_y = (r(1, 0) + r(0, 1)) * half, z_x = (r(0, 2) + r(2, 0)) * half,
               y_z = (r(2, 1) + r(1, 2)) * half;
  Quaternion q;
  switch (largest) {
    case 0: q = {.w = twice / 2, .x = yz, .y = zx, .z = xy}; break;
    case 1: q = {.w = yz, .x = twice / 2, .y = x_y, .z = z_x}; break;
    case 2: q = {.w = zx, .x = x_y, .y = twice / 2, .z = y_z}; break;
    default: q = {.w = xy, .x = z_x, .y = y_z, .z = twice / 2}; break;
  }
  if (q.w < 0) q = {.w = -q.w, .x = -q.x, .y = -q.y, .z = -q.z};
  return q;
}

void DrawnBody::add_shape(const TriangleBody& triangles, double radius, const AffineMap& place) {
  const int first = static_cast<int>(vertices_.size());
  shapes_.push_back(
      {{"first_vertex", first}, {"first_triangle", triangles_.size()}, {"radius", radius}});
  for (const Vec3& vertex : triangles.vertices()) vertices_.push_back(place.apply(vertex));
  for (const Face& face : triangles.triangles())
    triangles_.push_back({face[0] + first, face[1] + first, face[2] + first});
  if (radius > 0 && triangles.triangle_count() == 1) {
    const Face& face = triangles.triangles().front();
    // The corners of a sphere coincide; those of a capsule are two different points.
    const Vec3 a = vertices_[face[0] + first], b = vertices_[face[1] + first],
               c = vertices_[face[2] + first];
    add_capsule(a, a == b ? c : b, radius);
  }
  add_boxes(triangles, place);
}

void DrawnBody::add_capsule(const Vec3& from, const Vec3& to, double radius) {
  const double length = norm(to - from);
  Vec3 axis = Vec3::UnitZ();
  if (length > 0) axis = (to - from) / length;
  const auto [side, other] = orthogonal_to(axis);
  const int first = static_cast<int>(vertices_.size());
  const int rings = 2 * kCircles + 2;  // from pole to pole, with the equator twice
  for (int i = 0; i < rings; ++i) {
    const bool second_half = i > kCircles;
    const double angle = std::numbers::pi / 2 * (i - (second_half ? 1 : 0)) / kCircles;
    for (int k = 0; k < kMeridians; ++k) {
      const double turn = 2 * std::numbers::pi * k / kMeridians;
      const Vec3 out = side * std::cos(turn) + other * std::sin(turn);
      vertices_.push_back((second_half ? to : from) +
                          (out * std::sin(angle) - axis * std::cos(angle)) * radius);
    }
  }
  for (int i = 0; i + 1 < rings; ++i)
    for (int k = 0; k < kMeridians; ++k) {
      const int next = (k + 1) % kMeridians, low = first + i * kMeridians, high = low + kMeridians;
      triangles_.push_back({low + k, low + next, high + next});
      triangles_.push_back({low + k, high + next, high + k});
    }
}

void DrawnBody::add_boxes(const TriangleBody& triangles, const AffineMap& place) {
  const std::vector<geometry::BodyTree::Node>& nodes = geometry::tree_of(triangles).nodes;
  std::vector<std::int32_t> level = {0}, next;
  for (int depth = 0; depth < kDrawnLevels && !nodes.empty(); ++depth, level.swap(next)) {
    next.clear();
    for (const std::int32_t index : level) {
      const geometry::BodyTree::Node& node = nodes[index];
      AffineMap box = geometry::compose(place, {Mat3(node.axes.transpose()), node.centre});
      // A box looks the same if one of its axes is turned round, which makes them right-handed.
      if (dot(Vec3(box.linear.col(0)).cross(Vec3(box.linear.col(1))), Vec3(box.linear.col(2))) < 0)
        box.linear.col(2) = -box.linear.col(2);
      const Quaternion q = quaternion_of(box.linear);
      boxes_.insert(boxes_.end(),
                    {static_cast<double>(depth), box.offset.x(), box.offset.y(), box.offset.z(),
                     node.half.x(), node.half.y(), node.half.z(), q.w, q.x, q.y, q.z});
      if (!node.is_leaf()) next.insert(next.end(), {node.children, node.children + 1});
    }
  }
}

Json DrawnBody::json() const {
  Json positions = Json::array(), triangles = Json::array(), poses = Json::array(),
       boxes = Json::array();
  for (const Vec3& vertex : vertices_) append(positions, vertex);
  for (const Face& face : triangles_)
    for (const int vertex : face) triangles.push_back(vertex);
  for (const AffineMap& pose : poses_) {
    append(poses, pose.offset);
    append(poses, quaternion_of(pose.linear));
  }
  for (const double number : boxes_) boxes.push_back(with_nine_digits(number));
  Json json = {{"name", name_},
               {"role", role_},
               {"positions", std::move(positions)},
               {"triangles", std::move(triangles)},
               {"shapes", shapes_},
               {"poses", std::move(poses)},
               {"boxes", std::move(boxes)}};
  if (!faces_.empty()) json["faces"] = faces_;
  return json;
}

std::vector<double> drawing_times(std::size_t count, const std::vector<double>& extra) {
  std::vector<double> times;
  for (std::size_t i = 0; i <= count; ++i)
    times.push_back(static_cast<double>(i) / static_cast<double>(count));
  for (const double time : extra)
    if (time >= 0 && time <= 1) times.push_back(time);
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

Json drawing_json(const std::vector<double>& times, const std::vector<DrawnBody>& bodies) {
  Json drawing = {{"times", times}, {"bodies", Json::array()}};
  for (const DrawnBody& body : bodies) drawing["bodies"].push_back(body.json());
  return drawing;
}

std::string with_drawing(std::string report, const Json& drawing) {
  report.resize(report.rfind("\n}"));
  return report +
         ",\n  \"drawing\": " + drawing.dump(-1, ' ', false, Json::error_handler_t::replace) +
         "\n}\n";
}

Json pose_json(const Pose& pose) {
  const Quaternion q = quaternion_of(pose.rotation);
  return {{"position", vector_json(pose.position)}, {"quaternion", {q.w, q.x, q.y, q.z}}};
}

}  // namespace firstcontact::apps
