#include "articulated/reference_scene.h"

#include "articulated/real_chain.h"
#include "geometry/body_tree.h"
#include "support/real_inside.h"

namespace firstcontact::test {
namespace {

std::vector<ArticulatedMotion> motions_of(const Scene& scene, std::span<const double> q_t0,
                                          std::span<const double> q_t1) {
  std::vector<ArticulatedMotion> motions;
  std::size_t first = 0;
  for (const SceneModel& entry : scene.models()) {
    const std::size_t count = entry.model.value_count();
    motions.push_back(
        joint_motion(entry.model, q_t0.subspan(first, count), q_t1.subspan(first, count)));
    first += count;
  }
  return motions;
}

Eigen::Matrix<Real, 3, 4> matrix_of(const RealMap<Real>& map) {
  Eigen::Matrix<Real, 3, 4> out;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) out(i, j) = map.linear[i][j];
    out(i, 3) = map.offset[i];
  }
  return out;
}

/// Of a ball about the first corner.
Real size_of(const RealTriangle& t) {
  return std::sqrt(std::max((t[1] - t[0]).squaredNorm(), (t[2] - t[0]).squaredNorm()));
}

RealPoint apply(const Eigen::Matrix<Real, 3, 4>& map, const RealPoint& x) {
  return map.leftCols<3>() * x + map.col(3);
}

}  // namespace

ReferenceScene::ReferenceScene(const Scene& scene, const SceneDescription& description,
                               std::span<const double> q_t0, std::span<const double> q_t1)
    : ReferenceScene(scene, description, motions_of(scene, q_t0, q_t1)) {}

ReferenceScene::ReferenceScene(const Scene& scene, const SceneDescription& description,
                               std::vector<ArticulatedMotion> motions)
    : pairs_(scene.pairs().begin(), scene.pairs().end()), motions_(std::move(motions)) {
  const auto& models = description.models;
  for (std::size_t m = 0; m < models.size(); ++m) {
    parents_.emplace_back();
    for (std::size_t i = 0; i < models[m].model.links().size(); ++i) {
      const Link& link = models[m].model.links()[i];
      parents_.back().push_back(link.parent);
      if (!link.shapes.empty()) add_body(static_cast<int>(m), static_cast<int>(i), {}, link.shapes);
    }
  }
  for (const Attachment& attachment : description.attachments)
    for (std::size_t m = 0; m < models.size(); ++m)
      for (std::size_t i = 0; i < models[m].model.links().size(); ++i) {
        const std::string& name = models[m].model.links()[i].name;
        if (attachment.link == (models.size() > 1 ? models[m].name + "/" + name : name))
          add_body(static_cast<int>(m), static_cast<int>(i), attachment.pose, attachment.shapes);
      }
  for (const SceneObject& object : description.objects)
    add_body(-1, -1, object.pose, object.shapes);
}

void ReferenceScene::add_body(int model, int link, const Pose& pose,
                              const std::vector<Shape>& shapes) {
  Body body = {
      model, link, {pose.rotation, pose.position}, shapes_.size(), shapes_.size() + shapes.size()};
  for (const Shape& shape : shapes) {
    Placed placed = {static_cast<int>(bodies_.size()),
                     shape.radius,
                     {},
                     {},
                     RealPoint::Zero(),
                     RealPoint::Zero(),
                     0};
    const geometry::BodyTree& tree = geometry::tree_of(shape.body);
    for (const Face& face : tree.triangles) {
      RealTriangle triangle;
      for (std::size_t k = 0; k < 3; ++k) {
        triangle[k] = tree.vertices[face[k]].cast<Real>();
        placed.local_centre += triangle[k] / static_cast<Real>(3 * tree.triangles.size());
      }
      placed.local.push_back(triangle);
    }
    for (const RealTriangle& triangle : placed.local)
      for (const RealPoint& corner : triangle)
        placed.size = std::max(placed.size, (corner - placed.local_centre).norm());
    placed.world = placed.local;
    placed.closed = is_closed(placed.local) && !shape.surface_only;
    shapes_.push_back(placed);
  }
  bodies_.push_back(body);
}

void ReferenceScene::move_to(double t) {
  std::vector<std::vector<RealMap<Real>>> links(motions_.size());
  for (std::size_t m = 0; m < motions_.size(); ++m)
    for (std::size_t i = 0; i < motions_[m].joints.size(); ++i) {
      const RealMap<Real> map = real_map_at<Real>(motions_[m].joints[i], t);
      const int parent = parents_[m][i];
      links[m].push_back(parent < 0 ? map : links[m][parent] * map);
    }
  body_maps_.clear();
  for (const Body& body : bodies_) {
    RealMap<Real> map(body.fixed);
    if (body.model >= 0) map = links[body.model][body.link] * map;
    body_maps_.push_back(matrix_of(map));
    for (std::size_t s = body.first_shape; s < body.last_shape; ++s) {
      shapes_[s].centre = apply(body_maps_.back(), shapes_[s].local_centre);
      for (std::size_t i = 0; i < shapes_[s].local.size(); ++i)
        for (std::size_t k = 0; k < 3; ++k)
          shapes_[s].world[i][k] = apply(body_maps_.back(), shapes_[s].local[i][k]);
    }
  }
}

Real ReferenceScene::distance(int body_a, int body_b, Real interest) const {
  const Body &a = bodies_[body_a], &b = bodies_[body_b];
  Real best = std::numeric_limits<Real>::infinity();
  for (std::size_t i = a.first_shape; i < a.last_shape; ++i)
    for (std::size_t j = b.first_shape; j < b.last_shape; ++j) {
      const Placed &p = shapes_[i], &q = shapes_[j];
      const Real radii = p.radius + q.radius, useful = std::min(best, interest) + radii;
      if ((p.centre - q.centre).norm() - p.size - q.size > useful) continue;
      for (const RealTriangle& u : p.world) {
        const Real reach = size_of(u);
        if ((u[0] - q.centre).norm() - q.size - reach > useful) continue;
        for (const RealTriangle& v : q.world) {
          if ((u[0] - v[0]).norm() - reach - size_of(v) > useful) continue;
          best = std::min(best, std::max<Real>(0, distance_of_triangles(u, v) - radii));
          if (best == 0 || clearly_cross(u, v)) return 0;
        }
      }
    }
  return best;
}

bool ReferenceScene::is_nested(int body_a, int body_b) const {
  const auto lies_in = [&](const Body& inner, const Body& outer) {
    for (std::size_t i = inner.first_shape; i < inner.last_shape; ++i)
      for (std::size_t j = outer.first_shape; j < outer.last_shape; ++j) {
        if (!shapes_[j].closed ||
            (shapes_[i].centre - shapes_[j].centre).norm() > shapes_[i].size + shapes_[j].size)
          continue;
        for (const RealTriangle& triangle : shapes_[i].world)
          for (const RealPoint& corner : triangle)
            if (has_odd_crossings(shapes_[j].world, corner)) return true;
      }
    return false;
  };
  const Body &a = bodies_[body_a], &b = bodies_[body_b];
  return lies_in(a, b) || lies_in(b, a);
}

bool ReferenceScene::has_nested_pair() const {
  return std::any_of(pairs_.begin(), pairs_.end(),
                     [&](const Scene::Pair& pair) { return is_nested(pair.a, pair.b); });
}

Real ReferenceScene::smallest_distance(Real interest) const {
  Real best = interest;
  for (const Scene::Pair& pair : pairs_) best = std::min(best, distance(pair.a, pair.b, best));
  return best;
}

bool ReferenceScene::is_in_contact(Real slack) const {
  for (const Scene::Pair& pair : pairs_) {
    const Real margin = pair.min_separation;
    const Real found = distance(pair.a, pair.b, margin);
    if (found == 0 && margin == 0) {
      // Touching within rounding is nobody's fault: it must be a clear cut, or overlapping radii.
      if (certainly_meet(pair.a, pair.b, -slack * shapes_[bodies_[pair.a].first_shape].size))
        return true;
    } else if (found < margin * (1 - slack)) {
      return true;
    }
  }
  return false;
}

bool ReferenceScene::certainly_meet(int body_a, int body_b, Real margin) const {
  const Body &a = bodies_[body_a], &b = bodies_[body_b];
  for (std::size_t i = a.first_shape; i < a.last_shape; ++i)
    for (std::size_t j = b.first_shape; j < b.last_shape; ++j) {
      const Real within = margin + shapes_[i].radius + shapes_[j].radius;
      for (const RealTriangle& u : shapes_[i].world)
        for (const RealTriangle& v : shapes_[j].world)
          if (distance_of_triangles(u, v) <= within ||
              triangles_cross(u, v, margin < 0 ? 1e-9L : 0))
            return true;
    }
  return false;
}

Vec3 ReferenceScene::to_world(int body, const Vec3& x) const {
  return apply(body_maps_[body], x.cast<Real>()).cast<double>();
}

}  // namespace firstcontact::test
