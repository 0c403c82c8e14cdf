#include <algorithm>
#include <cmath>

#include "arith/trigonometry.h"
#include "generate/construction.h"
#include "generate/random.h"
#include "generate/soup.h"

namespace firstcontact::generate {
namespace {

struct Heap {
  double x, y, radius, height;
};
constexpr Heap kHeaps[] = {{-21, 12, 4.5, 2.6}, {16, 14, 6, 3}, {20, -8, 4, 2}, {-8, 22, 4, 1.8}};

/// A little below z = 0, where there is no heap.
double ground_height(double x, double y) {
  double z = -0.12 + 0.05 * arith::sine(0.8 * x) * arith::sine(0.7 * y) +
             0.02 * arith::sine(3.1 * x + 1.7 * y);
  for (const Heap& heap : kHeaps) {
    const double dx = (x - heap.x) / heap.radius, dy = (y - heap.y) / heap.radius;
    const double inside = std::max(0.0, 1 - dx * dx - dy * dy);
    z += heap.height * inside * inside * (1 + 0.1 * arith::sine(2 * x) * arith::sine(2.3 * y));
  }
  return z;
}

/// Columns and slabs of three storeys, 10 by 8 metres.
Soup building() {
  Soup soup;
  for (int storey = 0; storey < 3; ++storey) {
    const double z = 3.2 * storey;
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 3; ++j)
        soup.add_box({0.4, 0.4, 3}, at(3.2 * (i - 1.5), 3.6 * (j - 1), z + 1.5));
    soup.add_box({10.4, 8, 0.2}, at(0, 0, z + 3.1));
  }
  return soup;
}

/// Poles and boards around it.
Soup scaffold() {
  Soup soup;
  for (const double side : {-1.0, 1.0})
    for (const double out : {4.6, 5.6})
      for (int i = 0; i <= 6; ++i) {
        const double x = 1.9 * (i - 3);
        for (int k = 0; k < 6; ++k)
          soup.add_bar({x, side * out, 1.7 * k}, {x, side * out, 1.7 * (k + 1)}, 0.06);
        for (int k = 1; k <= 6 && i < 6; ++k) {
          soup.add_bar({x, side * out, 1.7 * k}, {x + 1.9, side * out, 1.7 * k}, 0.05);
          soup.add_bar({x, side * out, 1.7 * (k - 1)}, {x + 1.9, side * out, 1.7 * k}, 0.04);
          if (out < 5) soup.add_box({1.8, 0.8, 0.05}, at(x + 0.95, side * 5.1, 1.7 * k));
        }
      }
  return soup;
}

/// Inner and outer surface, open at both ends.
void add_pipe(Soup& soup, double radius, double length, const Pose& where) {
  std::vector<Ring> inner, outer;
  for (int k = 0; k < 12; ++k) {
    const double z = length * (k / 11.0 - 0.5), lip = k >= 10 ? 1.08 : 1;
    outer.push_back({z, 1.06 * lip * radius, 1.06 * lip * radius});
    inner.push_back({z, lip * radius, lip * radius});
  }
  soup.add_tube(outer, 32, where);
  soup.add_tube(inner, 32, where);
}

/// 5 + 4 + 3 pipes that lie on each other.
Soup pipe_stack() {
  Soup soup;
  constexpr double kRadius = 0.4, kPitch = 2.4 * kRadius;
  for (int row = 0; row < 3; ++row)
    for (int i = 0; i + row < 5; ++i)
      add_pipe(soup, kRadius, 5,
               about({1, 0, 0}, arith::kQuarterTurn,
                     {kPitch * (i + 0.5 * row - 2), 0, 0.5 + 0.85 * kPitch * row}));
  return soup;
}

/// Every brick a box of its own, laid a little unevenly.
Soup brick_pile(Random& random) {
  Soup soup;
  for (int layer = 0; layer < 10; ++layer)
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 9; ++j) {
        const double turn = 0.05 * random.symmetric(), dx = 0.01 * random.symmetric();
        soup.add_box(
            {0.24, 0.115, 0.07},
            about({0, 0, 1}, turn, {0.27 * (i - 3.5) + dx, 0.135 * (j - 4), 0.04 + 0.08 * layer}));
      }
  return soup;
}

Soup barrels(Random& random) {
  const std::vector<Vec2> keys = {{0, 0.26},   {0.04, 0.3},  {0.28, 0.3}, {0.3, 0.33}, {0.32, 0.3},
                                  {0.56, 0.3}, {0.58, 0.33}, {0.6, 0.3},  {0.86, 0.3}, {0.9, 0.26}};
  const std::vector<Ring> rings = smooth_rings(keys, 14);
  Soup soup;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      const double dx = 0.1 * random.symmetric(), dy = 0.1 * random.symmetric();
      soup.add_lathe(rings, 24, at(0.9 * i + dx, 0.9 * j + dy, 0));
    }
  return soup;
}

Soup cones() {
  const std::vector<Vec2> keys = {{0, 0.22},    {0.04, 0.22}, {0.06, 0.14}, {0.3, 0.08},
                                  {0.34, 0.09}, {0.38, 0.07}, {0.7, 0.02}};
  const std::vector<Ring> rings = smooth_rings(keys, 8);
  Soup soup;
  for (int i = 0; i < 12; ++i)
    soup.add_lathe(rings, 20, at(1.2 * i, 0.3 * arith::sine(0.9 * i), 0));
  return soup;
}

/// An open load bed, a cabin, eight wheels; 8 m long in x.
Soup truck() {
  Soup soup;
  soup.add_box({5, 2.4, 0.15}, at(-1, 0, 1.2));
  for (const double side : {-1.0, 1.0}) soup.add_box({5, 0.1, 1}, at(-1, 1.2 * side, 1.7));
  for (const double x : {-3.5, 1.5}) soup.add_box({0.1, 2.4, 1}, at(x, 0, 1.7));
  const std::vector<Vec2> cabin = {{0.8, 1},    {1.2, 1.15}, {1.9, 1.1},
                                   {2.2, 0.95}, {2.8, 0.85}, {2.9, 0.6}};
  soup.add_lathe(smooth_rings(cabin, 24), 48, at(2.8, 0, 0));
  const std::vector<Vec2> wheel = {
      {-0.2, 0.3}, {-0.18, 0.5}, {0.18, 0.5}, {0.2, 0.3}, {0.12, 0.25}};
  for (const double x : {-3.0, -1.8, 0.8, 2.8})
    for (const double side : {-1.0, 1.0})
      soup.add_lathe(smooth_rings(wheel, 14), 32,
                     about({1, 0, 0}, -side * arith::kQuarterTurn, {x, side, 0.52}));
  return soup;
}

std::vector<SceneObject> make_site() {
  std::vector<SceneObject> objects;
  Random random{hash("construction site")};
  const auto add = [&](const std::string& name, const Soup& soup, const Pose& where) {
    objects.push_back({name, {soup.shape()}, where});
  };
  Soup ground;
  ground.add_heights({-32, -32}, {32, 32}, 300, 310, ground_height);
  add("ground", ground, {});
  add("building", building(), at(9, 4, 0));
  add("scaffold", scaffold(), at(9, 4, 0));
  Soup pipe;
  add_pipe(pipe, kPipeRadius, kPipeHeight, at(0, 0, 0.5 * kPipeHeight));
  add("pipe", pipe, at(kPipeX, kPipeY, 0));
  const Soup stack = pipe_stack();
  const Pose stacks[] = {at(-10, -4, 0), about({0, 0, 1}, 0.4, {-3, 14, 0}),
                         about({0, 0, 1}, 1.5, {14, -14, 0}), at(-22, -6, 0)};
  for (std::size_t i = 0; i < std::size(stacks); ++i)
    add("pipes" + std::to_string(i), stack, stacks[i]);
  const Vec3 piles[] = {{-6, 3, 0}, {-3.5, 3, 0}, {3, 12, 0},
                        {5, 13, 0}, {17, 5, 0},   {-14, -14, 0}};
  for (std::size_t i = 0; i < std::size(piles); ++i)
    add("bricks" + std::to_string(i), brick_pile(random),
        about({0, 0, 1}, 0.3 * static_cast<double>(i), piles[i]));
  const Vec3 groups[] = {{4, -9, 0}, {-14, 4, 0}, {18, 0, 0}, {-20, -14, 0}};
  for (std::size_t i = 0; i < std::size(groups); ++i)
    add("barrels" + std::to_string(i), barrels(random),
        about({0, 0, 1}, 0.5 * static_cast<double>(i), groups[i]));
  for (int i = 0; i < 4; ++i)
    add("cones" + std::to_string(i), cones(),
        about({0, 0, 1}, 0.8 * i, {-16.0 + 8 * i, -10.0 + 5 * i, 0}));
  add("truck0", truck(), about({0, 0, 1}, 0.3, {-6, 9, 0}));
  add("truck1", truck(), about({0, 0, 1}, 1.8, {10, -9, 0}));
  return objects;
}

}  // namespace

std::vector<SceneObject> construction_site() {
  static const std::vector<SceneObject> site = make_site();
  return site;
}

}  // namespace firstcontact::generate
