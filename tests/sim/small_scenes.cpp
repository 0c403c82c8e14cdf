#include "sim/small_scenes.h"

namespace firstcontact::tests {
namespace {

void finish(sim::Body& body) {
  body.start = body.rest;
  body.velocity = PointMatrix::Zero(body.rest.rows(), 3);
}

}  // namespace

sim::Body make_box(const std::string& name, const Vec3& corner, double size, int cells) {
  sim::Body body;
  body.name = name;
  const int side = cells + 1;
  const auto at = [&](int i, int j, int k) { return (i * side + j) * side + k; };
  body.rest.resize(side * side * side, 3);
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j)
      for (int k = 0; k < side; ++k)
        body.rest.row(at(i, j, k)) = corner + size / cells * Vec3(i, j, k);
  // Six tetrahedra a cube, one for each order of the axes on the way from corner to corner.
  static constexpr int kOrders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                        {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
  for (int i = 0; i < cells; ++i)
    for (int j = 0; j < cells; ++j)
      for (int k = 0; k < cells; ++k)
        for (int order = 0; order < 6; ++order) {
          int place[3] = {i, j, k};
          Tet tet = {at(i, j, k), 0, 0, 0};
          for (std::size_t n = 0; n < 3; ++n) {
            ++place[kOrders[order][n]];
            tet[n + 1] = at(place[0], place[1], place[2]);
          }
          if (order >= 3) std::swap(tet[2], tet[3]);
          body.tets.push_back(tet);
        }
  finish(body);
  return body;
}

sim::Body make_floor(double half, double z) {
  sim::Body body;
  body.name = "floor";
  body.kind = sim::BodyKind::Obstacle;
  body.rest.resize(4, 3);
  body.rest << -half, -half, z, half, -half, z, half, half, z, -half, half, z;
  body.faces = {{0, 1, 2}, {0, 2, 3}};
  finish(body);
  return body;
}

sim::Body make_cloth(const Vec3& middle, double size, int cells) {
  sim::Body body;
  body.name = "cloth";
  body.kind = sim::BodyKind::Cloth;
  body.material = {.density = 300, .young = 1e5, .poisson = 0.3};
  const int side = cells + 1;
  body.rest.resize(side * side, 3);
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j)
      body.rest.row(i * side + j) =
          middle + size * Vec3(1.0 * i / cells - 0.5, 1.0 * j / cells - 0.5, 0);
  for (int i = 0; i < cells; ++i)
    for (int j = 0; j < cells; ++j) {
      const int a = i * side + j, b = a + side;
      body.faces.push_back({a, b, b + 1});
      body.faces.push_back({a, b + 1, a + 1});
    }
  finish(body);
  return body;
}

sim::Scene falling_box(sim::Response response) {
  sim::Scene scene;
  scene.name = "falling box";
  scene.bodies = {make_box("box", {-0.1, -0.1, 0.02}, 0.2, 2), make_floor(1, 0)};
  scene.settings.response = response;
  return scene;
}

sim::Scene colliding_boxes(sim::Response response) {
  sim::Scene scene;
  scene.name = "colliding boxes";
  scene.bodies = {make_box("left", {-0.25, -0.1, -0.1}, 0.2, 2),
                  make_box("right", {0.05, -0.07, -0.12}, 0.2, 2)};
  scene.bodies[0].velocity.col(0).setConstant(1);
  scene.bodies[1].velocity.col(0).setConstant(-2);
  scene.gravity.setZero();
  scene.settings.response = response;
  return scene;
}

}  // namespace firstcontact::tests
