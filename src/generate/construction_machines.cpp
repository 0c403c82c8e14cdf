#include <algorithm>
#include <cmath>

#include "arith/trigonometry.h"
#include "generate/construction.h"
#include "generate/soup.h"

namespace firstcontact::generate {
namespace {

/// Circles to rounded squares.
Vec3 squared(const Vec3& x) {
  const double larger = std::max(std::abs(x.x()), std::abs(x.y())),
               radius = std::sqrt(x.x() * x.x() + x.y() * x.y());
  const double corner = larger > 0 ? 0.3 + 0.7 * radius / larger : 1;
  return {corner * x.x(), corner * x.y(), x.z()};
}

/// A wheel across y.
void add_wheel(Soup& soup, double radius, const Vec3& where) {
  const std::vector<Vec2> keys = {{-0.2, 0.6 * radius}, {-0.18, radius}, {-0.05, 0.9 * radius},
                                  {0.05, 0.9 * radius}, {0.18, radius},  {0.2, 0.6 * radius}};
  soup.add_lathe(smooth_rings(keys, 6), 24, about({1, 0, 0}, arith::kQuarterTurn, where));
}

/// Shoes along two straight lines and two half circles, with wheels inside. 3.6 m long, 0.9 m high.
void add_track(Soup& soup, double y) {
  constexpr int kShoes = 60;
  constexpr double kHalf = 1.4, kRadius = 0.4,
                   kLength = 4 * kHalf + 4 * arith::kQuarterTurn * kRadius;
  for (int i = 0; i < kShoes; ++i) {
    double s = kLength * i / kShoes;
    Pose where;
    if (s < 2 * kHalf) {
      where = at(s - kHalf, y, 0.05);
    } else if ((s -= 2 * kHalf) < 2 * arith::kQuarterTurn * kRadius) {
      const double angle = s / kRadius;
      where = about(
          {0, 1, 0}, -angle,
          {kHalf + kRadius * arith::sine(angle), y, 0.05 + kRadius * (1 - arith::cosine(angle))});
    } else if ((s -= 2 * arith::kQuarterTurn * kRadius) < 2 * kHalf) {
      where = at(kHalf - s, y, 0.05 + 2 * kRadius);
    } else {
      const double angle = (s - 2 * kHalf) / kRadius;
      where = about(
          {0, 1, 0}, -angle,
          {-kHalf - kRadius * arith::sine(angle), y, 0.05 + kRadius * (1 + arith::cosine(angle))});
    }
    soup.add_box({0.12, 0.55, 0.04}, where);
    soup.add_box({0.03, 0.55, 0.03}, where * at(0, 0, i < kShoes / 2 ? -0.03 : 0.03));
  }
  for (int i = 0; i < 7; ++i)
    add_wheel(soup, i == 0 || i == 6 ? 0.34 : 0.18,
              {1.4 * (i / 3.0 - 1), y, i == 0 || i == 6 ? 0.45 : 0.27});
}

Shape undercarriage() {
  Soup soup;
  for (const double side : {-1.0, 1.0}) add_track(soup, 1.1 * side);
  soup.add_box({1.6, 2, 0.3}, at(0, 0, 0.6));
  for (const double x : {-0.9, 0.9}) soup.add_box({0.3, 2, 0.25}, at(x, 0, 0.55));
  const std::vector<Vec2> ring = {{0.7, 0.7}, {0.8, 0.75}, {0.85, 0.7}, {0.9, 0.78}, {0.95, 0.7}};
  soup.add_lathe(smooth_rings(ring, 12), 48);
  return soup.shape();
}

/// Turns about z; its origin is the middle of the slew ring.
Shape house() {
  Soup soup;
  const std::vector<Vec2> cabin = {{0.05, 0.5}, {0.1, 0.55}, {0.7, 0.55}, {0.75, 0.5},
                                   {1.4, 0.46}, {1.6, 0.42}, {1.65, 0.3}};
  soup.add_lathe(smooth_rings(cabin, 22), 40, at(0.6, 0.75, 0), squared);
  const std::vector<Vec2> hood = {{0.05, 0.8},  {0.2, 0.95}, {0.6, 0.95},
                                  {0.65, 0.85}, {0.9, 0.8},  {0.95, 0.6}};
  soup.add_lathe(smooth_rings(hood, 18), 40, at(-0.9, 0, 0), squared);
  const std::vector<Vec2> weight = {{0.05, 0.5}, {0.1, 0.6}, {0.5, 0.62}, {0.55, 0.55}, {0.8, 0.5}};
  for (const double y : {-0.6, 0.6}) soup.add_lathe(smooth_rings(weight, 14), 40, at(-1.7, y, 0));
  soup.add_cylinder(0.06, 0.6, 4, 12, at(-1.1, 0.5, 1.2));
  for (int i = 0; i < 10; ++i) {
    const double x = -1.8 + 0.2 * i;
    soup.add_bar({x, -0.9, 0.9}, {x, -0.9, 1.3}, 0.03);
    soup.add_bar({x, -0.9, 1.3}, {x + 0.2, -0.9, 1.3}, 0.03);
  }
  return soup.shape();
}

/// A box section along x from 0 to `length`, raised in its middle by `crook`, with a hydraulic
/// cylinder above and pins at both ends.
Soup arm(double length, double crook, double thickness, int rings) {
  Soup soup;
  std::vector<Ring> section;
  for (int k = 0; k < rings; ++k) {
    const double u = static_cast<double>(k) / (rings - 1), waist = k % 4 == 0 ? 1.08 : 1;
    const double radius = waist * thickness * (0.55 + 1.8 * u * (1 - u));
    section.push_back({length * u, radius, 0.7 * radius, {-crook * 4 * u * (1 - u), 0}});
  }
  const Pose along_x = about({0, 1, 0}, arith::kQuarterTurn);  // z to x, x to −z
  soup.add_lathe(section, 24, along_x);
  const double lift = crook + 1.8 * thickness;
  soup.add_cylinder(0.4 * thickness, 0.4 * length, 6, 16, along_x * at(-lift, 0, 0.4 * length));
  soup.add_cylinder(0.25 * thickness, 0.35 * length, 4, 16, along_x * at(-lift, 0, 0.75 * length));
  for (const double x : {0.0, length})
    soup.add_cylinder(0.45 * thickness, 3 * thickness, 4, 16,
                      about({1, 0, 0}, arith::kQuarterTurn, {x, 0, 0}));
  return soup;
}

/// Open in front: slats along an arc, side plates and teeth.
Shape bucket() {
  Soup soup;
  constexpr int kSlats = 40;
  const auto on_arc = [](double s, double radius) -> Vec3 {
    const arith::SineCosine turn = arith::sine_cosine(0.3 + 3.4 * s);
    return {0.5 + radius * turn.cosine, 0, -0.1 + radius * turn.sine};
  };
  for (int i = 0; i < kSlats; ++i) {
    const double s = (i + 0.5) / kSlats;
    soup.add_box({0.05, 1.1, 0.04},
                 about({0, 1, 0}, -(0.3 + 3.4 * s) + arith::kQuarterTurn, on_arc(s, 0.5)));
  }
  for (const double y : {-0.54, 0.54})
    for (int i = 0; i < kSlats; i += 2)
      soup.add_bar(on_arc(i / static_cast<double>(kSlats), 0.5) + Vec3(0, y, 0), {0.5, y, -0.1},
                   0.03);
  for (int i = 0; i < 5; ++i) {
    const Vec3 edge = on_arc(1, 0.5) + Vec3(0, 0.24 * (i - 2), 0);
    soup.add_bar(edge, edge + Vec3(0.02, 0, -0.18), 0.06);
  }
  return soup.shape();
}

Link make_link(const char* name, int parent, JointType type, const Vec3& where, const Vec3& axis,
               Shape shape) {
  Link link;
  link.name = name;
  link.parent = parent;
  link.joint.name = std::string(name) + "_joint";
  link.joint.type = type;
  link.joint.origin.position = where;
  link.joint.axis = axis;
  link.shapes.push_back(std::move(shape));
  return link;
}

Shape crane_mast() {
  Soup soup;
  constexpr int kSections = 6;
  constexpr double kHalf = 0.8, kTop = kJibHeight - 1.4;
  const Vec2 corners[] = {{-kHalf, -kHalf}, {kHalf, -kHalf}, {kHalf, kHalf}, {-kHalf, kHalf}};
  for (int k = 0; k < kSections; ++k)
    for (int c = 0; c < 4; ++c) {
      const double low = kTop * k / kSections, high = kTop * (k + 1) / kSections;
      const Vec2 here = corners[c], next = corners[(c + 1) % 4];
      soup.add_bar({here.x(), here.y(), low}, {here.x(), here.y(), high}, 0.15);
      soup.add_bar({here.x(), here.y(), low}, {next.x(), next.y(), high}, 0.08);
    }
  return soup.shape();
}

/// Three chords and bracings along +x, a shorter counter-jib with its weight.
Shape crane_jib() {
  Soup soup;
  constexpr double kLength = 26;
  constexpr int kSections = 8;
  soup.add_bar({-8, -0.6, 0}, {kLength, -0.6, 0}, 0.14);
  soup.add_bar({-8, 0.6, 0}, {kLength, 0.6, 0}, 0.14);
  soup.add_bar({0, 0, 1.3}, {kLength, 0, 1.3}, 0.14);
  soup.add_bar({0, 0, 0}, {0, 0, 3.5}, 0.3);
  soup.add_bar({0, 0, 3.5}, {-8, 0, 0}, 0.06);
  soup.add_bar({0, 0, 3.5}, {0.6 * kLength, 0, 1.3}, 0.06);
  soup.add_box({1.6, 1.6, 1.4}, at(-7.2, 0, -0.7));
  for (int k = 0; k < kSections; ++k) {
    const double x = kLength * k / kSections, next = kLength * (k + 1) / kSections;
    soup.add_bar({x, -0.6, 0}, {next, 0.6, 0}, 0.07);
    soup.add_bar({x, -0.6, 0}, {0.5 * (x + next), 0, 1.3}, 0.07);
    soup.add_bar({x, 0.6, 0}, {0.5 * (x + next), 0, 1.3}, 0.07);
    soup.add_bar({0.5 * (x + next), 0, 1.3}, {next, 0, 0}, 0.07);
  }
  return soup.shape();
}

Shape crane_base() {
  Soup soup;
  soup.add_box({3, 3, 0.4}, at(0, 0, 0.5));
  for (const double side : {-1.0, 1.0}) soup.add_box({3.6, 0.4, 0.6}, at(0, 1.5 * side, 0.35));
  return soup.shape();
}

/// With the lowest piece of its rope.
Shape crane_hook() {
  Soup soup;
  soup.add_bar({0, 0, 0}, {0, 0, 1.5}, 0.05);
  const std::vector<Vec2> hook = {{-0.5, 0.05}, {-0.4, 0.2}, {-0.2, 0.12}, {0, 0.22}, {0.1, 0.1}};
  soup.add_lathe(smooth_rings(hook, 4), 16);
  return soup.shape();
}

Shape crane_trolley() {
  Soup soup;
  soup.add_box({1, 1.6, 0.15}, at(0, 0, -0.3));
  for (const double side : {-1.0, 1.0}) soup.add_box({1, 0.1, 0.4}, at(0, 0.8 * side, -0.1));
  soup.add_box({0.4, 0.4, 0.3}, at(0, 0, -0.5));
  return soup.shape();
}

}  // namespace

ArticulatedModel excavator_model() {
  std::vector<Link> links;
  const Vec3 up(0, 0, 1), raise(0, -1, 0);
  links.push_back(
      make_link("undercarriage", -1, JointType::Planar, Vec3::Zero(), up, undercarriage()));
  links.push_back(make_link("house", 0, JointType::Continuous, {0, 0, 0.97}, up, house()));
  links.push_back(make_link("boom", 1, JointType::Revolute, {0.5, -0.1, 0.6}, raise,
                            arm(4.5, 0.7, 0.3, 34).shape()));
  links.push_back(make_link("stick", 2, JointType::Revolute, {4.5, 0, 0}, raise,
                            arm(2.4, 0.1, 0.2, 26).shape()));
  links.push_back(make_link("bucket", 3, JointType::Revolute, {2.4, 0, 0}, raise, bucket()));
  return ArticulatedModel(std::move(links));
}

ArticulatedModel crane_model() {
  std::vector<Link> links;
  const Vec3 up(0, 0, 1), along(1, 0, 0), down(0, 0, -1);
  links.push_back(
      make_link("base", -1, JointType::Prismatic, {0, kCraneY, 0.2}, along, crane_base()));
  links.push_back(make_link("mast", 0, JointType::Fixed, {0, 0, 0.72}, up, crane_mast()));
  links.push_back(
      make_link("jib", 1, JointType::Continuous, {0, 0, kJibHeight - 0.72}, up, crane_jib()));
  links.push_back(
      make_link("trolley", 2, JointType::Prismatic, Vec3::Zero(), along, crane_trolley()));
  links.push_back(make_link("hook", 3, JointType::Prismatic, {0, 0, -0.7}, down, crane_hook()));
  return ArticulatedModel(std::move(links));
}

}  // namespace firstcontact::generate
