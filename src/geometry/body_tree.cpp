// The tree is built from the root down. A node's box is aligned with the principal axes of its
// triangles' area, and its triangles are divided at the median along the longest side. Ties are
// broken by index, so that the tree depends on the input only.
#include "geometry/body_tree.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "arith/fixed_order.h"
#include "arith/unit_roundoff.h"
#include "geometry/cavities.h"
#include "geometry/principal_axes.h"

namespace firstcontact::geometry {
namespace {

using Node = BodyTree::Node;

/// Relative room for the rounding in a box: the products with the axes, the sums, and the axes not
/// being exactly orthonormal.
constexpr double kBoxRoom = 64 * arith::kUnitRoundoff;

class Builder {
 public:
  explicit Builder(BodyTree& tree) : tree_(tree) {
    centroids_.reserve(tree.triangles.size());
    for (const Face& face : tree.triangles)
      centroids_.push_back((at(face, 0) + at(face, 1) + at(face, 2)) / 3);
  }

  void build() {
    tree_.nodes.reserve(2 * tree_.triangles.size());
    tree_.nodes.emplace_back();
    tree_.nodes[0].end = static_cast<std::int32_t>(tree_.triangles.size());
    for (std::size_t i = 0; i < tree_.nodes.size();
         ++i) {  // children are appended while this goes on
      fit_box(tree_.nodes[i]);
      divide(i);
    }
  }

 private:
  const Vec3& at(const Face& face, std::size_t k) const { return tree_.vertices[face[k]]; }
  const Face& triangle(std::int32_t i) const { return tree_.triangles[tree_.order[i]]; }

  void fit_box(Node& node) const {
    node.axes = axes_of(node);
    Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity()), high = -low;
    double reach = 0;
    for (std::int32_t i = node.begin; i < node.end; ++i)
      for (std::size_t k = 0; k < 3; ++k) {
        const Vec3& x = at(triangle(i), k);
        const Vec3 local = times(node.axes, x);
        low = low.cwiseMin(local);
        high = high.cwiseMax(local);
        reach = std::max(reach, norm(x));
      }
    const Vec3 middle = 0.5 * (low + high);
    node.centre = times(node.axes.transpose(), middle);
    const double room = kBoxRoom * (reach + norm(high - low));
    node.half = (0.5 * (high - low)).array() + room;
    node.radius = norm(node.half);
    node.reach = reach * (1 + kBoxRoom) + room;
  }

  Mat3 axes_of(const Node& node) const {
    Vec3 mean = Vec3::Zero();
    double weight = 0;
    std::vector<double> areas;
    areas.reserve(node.end - node.begin);
    for (std::int32_t i = node.begin; i < node.end; ++i) {
      const Face& face = triangle(i);
      areas.push_back(norm((at(face, 1) - at(face, 0)).cross(at(face, 2) - at(face, 0))));
      weight += areas.back();
    }
    const bool flat = !(weight > 0);  // only segments and points: all count alike
    weight = 0;
    for (std::int32_t i = node.begin; i < node.end; ++i) {
      const double w = flat ? 1 : areas[i - node.begin];
      mean += w * centroids_[tree_.order[i]];
      weight += w;
    }
    mean /= weight;
    Mat3 spread = Mat3::Zero();
    for (std::int32_t i = node.begin; i < node.end; ++i) {
      const double w = flat ? 1 : areas[i - node.begin] / weight;
      for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 d = at(triangle(i), k) - mean;
        spread += times(w * d, d.transpose());
      }
    }
    return principal_axes(spread);
  }

  void divide(std::size_t index) {
    const Node node = tree_.nodes[index];
    if (node.end - node.begin < 2) return;
    Eigen::Index longest = 0;
    node.half.maxCoeff(&longest);
    const Vec3 axis = node.axes.row(longest);
    const auto first = tree_.order.begin() + node.begin, last = tree_.order.begin() + node.end;
    const auto middle = first + (node.end - node.begin) / 2;
    std::nth_element(first, middle, last, [&](std::int32_t i, std::int32_t j) {
      const double a = dot(axis, centroids_[i]), b = dot(axis, centroids_[j]);
      return a != b ? a < b : i < j;
    });
    // Within the halves, the order that nth_element leaves depends on the standard library. Sorting
    // makes it the same everywhere.
    std::sort(first, middle);
    std::sort(middle, last);
    const auto cut = static_cast<std::int32_t>(middle - tree_.order.begin());
    tree_.nodes[index].children = static_cast<std::int32_t>(tree_.nodes.size());
    Node left, right;
    left.begin = node.begin;
    left.end = cut;
    right.begin = cut;
    right.end = node.end;
    tree_.nodes.push_back(left);
    tree_.nodes.push_back(right);
  }

  BodyTree& tree_;
  std::vector<Vec3> centroids_;
};

std::string find_fault(std::span<const Vec3> vertices, std::span<const Face> triangles) {
  if (triangles.empty()) return "a body needs at least one triangle";
  for (std::size_t i = 0; i < vertices.size(); ++i)
    for (int axis = 0; axis < 3; ++axis) {
      const double x = vertices[i][axis];
      if (!std::isfinite(x))
        return "vertex " + std::to_string(i) + " has a coordinate that is not finite";
      if (!(std::abs(x) < kLargestCoordinate))
        return "vertex " + std::to_string(i) + " has a coordinate of 1e70 or more";
    }
  double largest = 0;
  for (const Vec3& x : vertices) largest = std::max(largest, x.cwiseAbs().maxCoeff());
  if (largest > 0 && largest < kSmallestBody)
    return "the body is smaller than 1e-65: give it in another unit";
  for (std::size_t i = 0; i < triangles.size(); ++i)
    for (const int v : triangles[i])
      if (v < 0 || static_cast<std::size_t>(v) >= vertices.size())
        return "triangle " + std::to_string(i) + ": vertex " + std::to_string(v) +
               " does not exist: there are " + std::to_string(vertices.size()) + " vertices";
  return "";
}

}  // namespace

BodyTree::BodyTree(std::span<const Vec3> points, std::span<const Face> faces)
    : vertices(points.begin(), points.end()),
      triangles(faces.begin(), faces.end()),
      fault(find_fault(points, faces)) {
  if (!fault.empty()) return;
  order.resize(triangles.size());
  std::iota(order.begin(), order.end(), 0);
  Builder(*this).build();
  solid = find_solid_parts(vertices, triangles);
  join_cavities(*this);
}

}  // namespace firstcontact::geometry

namespace firstcontact {

TriangleBody::TriangleBody(std::span<const Vec3> vertices, std::span<const Face> triangles)
    : tree_(std::make_shared<const geometry::BodyTree>(vertices, triangles)) {}

const geometry::BodyTree& geometry::tree_of(const TriangleBody& body) { return *body.tree_; }

std::span<const Vec3> TriangleBody::vertices() const {
  return tree_ ? std::span<const Vec3>(tree_->vertices) : std::span<const Vec3>();
}

std::span<const Face> TriangleBody::triangles() const {
  return tree_ ? std::span<const Face>(tree_->triangles) : std::span<const Face>();
}

const std::string& TriangleBody::fault() const {
  static const std::string kEmpty = "a body needs at least one triangle";
  return tree_ ? tree_->fault : kEmpty;
}

Closedness TriangleBody::closedness() const {
  if (!tree_ || !tree_->solid.has_solid) return Closedness::Surface;
  return tree_->solid.has_open ? Closedness::Partly : Closedness::Solid;
}

const char* to_string(Closedness closedness) {
  switch (closedness) {
    case Closedness::Surface: return "surface";
    case Closedness::Partly: return "partly solid";
    case Closedness::Solid: return "solid";
  }
  return "?";
}

std::size_t TriangleBody::triangle_count() const { return tree_ ? tree_->triangles.size() : 0; }

}  // namespace firstcontact
