#include <algorithm>
#include <cmath>

#include "arith/fixed_order.h"
#include "arith/trigonometry.h"
#include "generate/articulated_scenes.h"
#include "generate/chain_simulation.h"
#include "generate/random.h"
#include "generate/soup.h"

namespace firstcontact::generate {
namespace {

/// From one coupling to the next; cars are a little shorter.
constexpr double kCarLength = 1;
constexpr double kCarWidth = 0.34, kCarHeight = 0.36;

/// Circles across x to rounded rectangles, with windows sunk into the upper sides. `body`: 0 … 1
/// along the car.
Vec3 car_body(const Vec3& x) {
  const double larger = std::max(std::abs(x.x()), std::abs(x.y())),
               radius = std::sqrt(x.x() * x.x() + x.y() * x.y());
  const double corner = larger > 0 ? 0.3 + 0.7 * radius / larger : 1;
  double y = corner * 0.5 * kCarWidth * x.y();
  const double z = corner * 0.5 * kCarHeight * x.x();
  const bool window = z > 0.02 && z < 0.13 && arith::sine(4 * arith::kFullTurn * x.z()) > 0;
  if (window) y *= 0.9;
  return {x.z(), y, z};
}

/// Its front coupling at the origin, its rear one at x = −1. Locomotives have a chimney and no
/// vents.
Shape car(int rings, bool locomotive) {
  Soup soup;
  std::vector<Ring> body;
  for (int k = 0; k < rings; ++k) {
    const double u = static_cast<double>(k) / (rings - 1);
    const double end = std::min(u, 1 - u), rib = k % 2 == 0 ? 1 : 0.95;
    const double radius = rib * (end < 0.06 ? 0.75 + 4 * end : 1);
    body.push_back({-0.94 * kCarLength + 0.88 * kCarLength * u, radius, radius, Vec2::Zero()});
  }
  soup.add_lathe(body, 32, {}, car_body);
  const std::vector<Ring> wheel = {
      {-0.02, 0.055, 0.055}, {-0.012, 0.075, 0.075}, {-0.004, 0.06, 0.06}, {0.02, 0.058, 0.058}};
  for (const double x : {-0.85, -0.65, -0.35, -0.15})
    for (const double side : {-1.0, 1.0})
      soup.add_lathe(wheel, 12,
                     about({1, 0, 0}, side * 0.25 * arith::kFullTurn,
                           {x, side * 0.12, -0.5 * kCarHeight - 0.04}));
  soup.add_box({0.08, 0.03, 0.03}, at(-0.03, 0, -0.08));
  soup.add_box({0.08, 0.03, 0.03}, at(-0.97, 0, -0.08));
  const double top = 0.5 * kCarHeight;
  if (locomotive) {
    const std::vector<Ring> chimney = {
        {0, 0.04, 0.04}, {0.06, 0.03, 0.03}, {0.09, 0.05, 0.05}, {0.1, 0.03, 0.03}};
    soup.add_lathe(chimney, 20, at(-0.2, 0, top - 0.02));
  } else {
    for (const double x : {-0.8, -0.6, -0.4, -0.2})
      soup.add_cylinder(0.04, 0.05, 2, 10, at(x, 0, top + 0.01));
  }
  return soup.shape();
}

ArticulatedModel train(int cars, int rings) {
  const Shape locomotive = car(rings, true), wagon = car(rings, false);
  std::vector<Link> links;
  for (int k = 0; k < cars; ++k) {
    Link link;
    link.name = "car" + std::to_string(k);
    link.parent = k - 1;
    link.joint.name = "coupling" + std::to_string(k);
    link.joint.type = k == 0 ? JointType::Floating : JointType::Spherical;
    if (k > 0) link.joint.origin = at(-kCarLength, 0, 0);
    link.shapes.push_back(k == 0 ? locomotive : wagon);
    links.push_back(std::move(link));
  }
  return ArticulatedModel(std::move(links));
}

struct Quaternion {
  Vec3 v = Vec3::Zero();
  double w = 1;
};

Quaternion operator*(const Quaternion& a, const Quaternion& b) {
  const Vec3 cross(a.v.y() * b.v.z() - a.v.z() * b.v.y(), a.v.z() * b.v.x() - a.v.x() * b.v.z(),
                   a.v.x() * b.v.y() - a.v.y() * b.v.x());
  return {a.w * b.v + b.w * a.v + cross, a.w * b.w - dot(a.v, b.v)};
}

/// The least turn that takes x to the unit vector d. Precondition: d is not −x.
Quaternion from_x_to(const Vec3& d) {
  Quaternion q = {{0, -d.z(), d.y()}, 1 + d.x()};
  const double length = std::sqrt(dot(q.v, q.v) + q.w * q.w);
  q.v /= length;
  q.w /= length;
  return q;
}

Mat3 rotation(const Quaternion& q) {
  return Pose::from_quaternion({.w = q.w, .x = q.v.x(), .y = q.v.y(), .z = q.v.z()}).rotation;
}

Vec3 unit(const Vec3& x) { return x / std::sqrt(dot(x, x)); }

void append(Configuration& values, const Quaternion& q) {
  values.insert(values.end(), {q.v.x(), q.v.y(), q.v.z(), q.w});
}

/// Cars along the chain's points, none twisted against the one before; `first` is the first car's
/// turn, kept from frame to frame.
void append_train(Configuration& values, const std::vector<Vec3>& points, Quaternion& first) {
  first = first * from_x_to(times(rotation(first).transpose(), unit(points[0] - points[1])));
  values.insert(values.end(), {points[0].x(), points[0].y(), points[0].z()});
  append(values, first);
  Mat3 frame = rotation(first);
  for (std::size_t k = 1; k + 1 < points.size(); ++k) {
    const Quaternion bend = from_x_to(times(frame.transpose(), unit(points[k] - points[k + 1])));
    append(values, bend);
    frame = times(frame, rotation(bend));
  }
}

void simulate(ArticulatedScene& scene, Chains chains, std::vector<Quaternion> first, int frames) {
  const auto configuration = [&] {
    Configuration values;
    for (std::size_t c = 0; c < first.size(); ++c) append_train(values, chains.points[c], first[c]);
    return values;
  };
  Configuration before = configuration();
  for (int k = 0; k < frames; ++k) {
    advance_frame(chains);
    Configuration now = configuration();
    scene.queries.push_back({before, now});
    before = std::move(now);
  }
}

/// A peak with ridges and gullies.
double mountain_height(double x, double y) {
  const double squared = x * x + y * y;
  const double ridges = 0.5 * arith::sine(0.9 * x + 0.4 * y) * arith::sine(0.7 * y - 0.3 * x) +
                        0.12 * arith::sine(2.3 * x) * arith::sine(2.7 * y);
  return 6 / (1 + squared / 30) + ridges;
}

}  // namespace

ArticulatedScene four_trains(std::uint64_t seed) {
  constexpr int kTrains = 4, kCars = 10, kFrames = 160;
  ArticulatedScene scene;
  scene.name = "four trains";
  const ArticulatedModel model = train(kCars, 21);
  Chains chains;
  chains.push_radius = 0.48;
  chains.pull = 0.4;
  std::vector<Quaternion> first;
  Random random{hash("four trains"), seed};
  for (int t = 0; t < kTrains; ++t) {
    scene.description.models.push_back({"train" + std::to_string(t), model});
    const arith::SineCosine turn =
        arith::sine_cosine(0.25 * arith::kFullTurn * t + 0.15 * random.symmetric());
    const arith::SineCosine half = arith::sine_cosine(0.125 * arith::kFullTurn * t);
    const Vec3 ahead(turn.cosine, turn.sine, 0), aside(-turn.sine, turn.cosine, 0);
    const double offset = 0.9 * random.symmetric(), height = 0.35 * random.symmetric(),
                 speed = 4 + random.unit();
    const double bend = 0.35 + 0.2 * random.unit(), phase = random.unit();
    std::vector<Vec3> points;
    Vec3 x = -2.2 * ahead + offset * aside + Vec3(0, 0, height);
    for (int k = 0; k <= kCars; ++k) {
      points.push_back(x);
      const arith::SineCosine sway =
          arith::sine_cosine(bend * arith::sine(arith::kFullTurn * (0.16 * k + phase)));
      x -= kCarLength * (sway.cosine * ahead + sway.sine * aside);
    }
    chains.points.push_back(points);
    chains.velocities.emplace_back(points.size(), Vec3(speed * ahead));
    first.push_back({{0, 0, half.sine}, half.cosine});
  }
  simulate(scene, std::move(chains), std::move(first), kFrames);
  return scene;
}

ArticulatedScene falling_train(std::uint64_t seed) {
  constexpr int kCars = 17, kDrops = 4, kFrames = 60;
  ArticulatedScene scene;
  scene.name = "falling train";
  scene.description.models.push_back({"train", train(kCars, 24)});
  Soup mountain;
  mountain.add_heights({-12, -12}, {12, 12}, 120, 121, mountain_height);
  scene.description.objects.push_back({"mountain", {mountain.shape()}, {}});
  Random random{hash("falling train"), seed};
  for (int drop = 0; drop < kDrops; ++drop) {
    const double phase = random.unit(), tilt = 0.2 * random.symmetric(),
                 heading = arith::kFullTurn * random.unit(), height = 10 + 1.5 * random.unit();
    const arith::SineCosine turn = arith::sine_cosine(heading), rise = arith::sine_cosine(tilt);
    const Vec3 ahead(turn.cosine, turn.sine, 0), aside(-turn.sine, turn.cosine, 0);
    Chains chains;
    chains.gravity = {0, 0, -9.8};
    chains.ground = mountain_height;
    chains.ground_room = 0.5 * kCarHeight + 0.2;
    chains.friction = 0.02;
    chains.bounce = 0.6;
    chains.push_radius = 0.46;
    std::vector<Vec3> points;
    Vec3 x = 0.5 * kCars * ahead + Vec3(0, 0, height);
    for (int k = 0; k <= kCars; ++k) {
      points.push_back(x);
      const arith::SineCosine sway =
          arith::sine_cosine(0.4 * arith::sine(arith::kFullTurn * (0.1 * k + phase)));
      x -= kCarLength *
           (rise.cosine * (sway.cosine * ahead + sway.sine * aside) + Vec3(0, 0, rise.sine));
    }
    chains.points.push_back(points);
    chains.velocities.emplace_back(points.size(), Vec3(0.5 * aside));
    const arith::SineCosine half = arith::sine_cosine(0.5 * heading);
    simulate(scene, std::move(chains), {Quaternion{{0, 0, half.sine}, half.cosine}}, kFrames);
  }
  return scene;
}

}  // namespace firstcontact::generate
