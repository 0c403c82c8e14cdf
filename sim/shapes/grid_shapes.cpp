#include "sim/shapes/grid_shapes.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>

namespace firstcontact::sim {
namespace {

using GridPoint = std::array<int, 3>;

/// A part of the integer grid and where its points lie.
struct Grid {
  GridPoint low, high;
  /// A tetrahedron belongs to the shape if all of its corners do.
  std::function<bool(const GridPoint&)> belongs = [](const GridPoint&) { return true; };
  /// Grid points that stand for the same vertex have one representative.
  std::function<GridPoint(const GridPoint&)> representative = [](const GridPoint& p) { return p; };
  std::function<Vec3(const GridPoint&)> place;
};

TetMesh mesh_of(const Grid& grid) {
  TetMesh mesh;
  std::map<GridPoint, int> vertices;
  std::vector<Vec3> places;
  const auto vertex_of = [&](const GridPoint& point) {
    const GridPoint p = grid.representative(point);
    const auto [found, is_new] = vertices.emplace(p, static_cast<int>(places.size()));
    if (is_new) places.push_back(grid.place(p));
    return found->second;
  };
  const auto add_cube = [&](const GridPoint& corner) {
    std::array<std::size_t, 3> order = {0, 1, 2};
    do {
      std::array<GridPoint, 4> path = {corner, corner, corner, corner};
      for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t i = k + 1; i < 4; ++i) ++path[i][order[k]];
      if (!std::all_of(path.begin(), path.end(), grid.belongs)) continue;
      Tet tet = {};
      for (std::size_t i = 0; i < 4; ++i) tet[i] = vertex_of(path[i]);
      const Vec3 a = places[tet[0]];
      const Vec3 normal = (places[tet[1]] - a).cross(places[tet[2]] - a);
      if (normal.dot(places[tet[3]] - a) < 0) std::swap(tet[1], tet[2]);
      mesh.tets.push_back(tet);
    } while (std::next_permutation(order.begin(), order.end()));
  };
  for (int z = grid.low[2]; z < grid.high[2]; ++z)
    for (int y = grid.low[1]; y < grid.high[1]; ++y)
      for (int x = grid.low[0]; x < grid.high[0]; ++x) add_cube({x, y, z});
  mesh.vertices = rows_of(places);
  return mesh;
}

/// Numbers of cubes along three lengths, so that `count` of them is near `elements` and the cubes
/// are nearly as long as wide. A length of 0 gets no cube. `least`: the smallest numbers allowed.
GridPoint cubes_for(const Vec3& lengths, int elements, const GridPoint& least,
                    const std::function<double(const GridPoint&)>& count) {
  constexpr int kSides = 160;
  constexpr double kCountWeight = 4;
  const double longest = lengths.maxCoeff();
  GridPoint best = least;
  double best_cost = std::numeric_limits<double>::infinity();
  // A cube's side goes down from the longest length until there are far too many cubes.
  for (int step = 0;; ++step) {
    const double side = longest * std::pow(0.5, step * 8.0 / kSides);
    GridPoint base = {};
    for (std::size_t k = 0; k < 3; ++k)
      base[k] = lengths[static_cast<int>(k)] > 0
                    ? std::max(least[k], static_cast<int>(lengths[static_cast<int>(k)] / side))
                    : 0;
    for (int change = 0; change < 8; ++change) {
      GridPoint cubes = base;
      double shape_cost = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        const double length = lengths[static_cast<int>(k)];
        if (!(length > 0)) continue;
        cubes[k] += change >> k & 1;
        shape_cost += std::abs(std::log(length / cubes[k] / side));
      }
      const double cost = kCountWeight * std::abs(std::log(count(cubes) / elements)) + shape_cost;
      if (cost < best_cost) {
        best_cost = cost;
        best = cubes;
      }
    }
    if (count(base) > 2.0 * elements) return best;
  }
}

/// A square [-1, 1]^2 becomes nearly a disc of radius 1: its corners are moved in, but stay corners
/// so that no tetrahedron is flattened.
Vec2 rounded_square(double u, double v) {
  constexpr double kRoundness = 0.6;
  const Vec2 disc(u * std::sqrt(1 - v * v / 2), v * std::sqrt(1 - u * u / 2));
  const Vec2 square = Vec2(u, v) * std::numbers::sqrt2 / 2;
  return kRoundness * disc + (1 - kRoundness) * square;
}

}  // namespace

TetMesh box(const Vec3& size, int elements) {
  const GridPoint n = cubes_for(size, elements, {1, 1, 1}, [](const GridPoint& cubes) {
    return 6.0 * cubes[0] * cubes[1] * cubes[2];
  });
  return mesh_of({.low = {0, 0, 0}, .high = n, .place = [=](const GridPoint& p) {
                    Vec3 place;
                    for (int k = 0; k < 3; ++k) {
                      const auto i = static_cast<std::size_t>(k);
                      place[k] = size[k] * (static_cast<double>(p[i]) / n[i] - 0.5);
                    }
                    return place;
                  }});
}

TetMesh wedge(double width, double depth, double shaft, double tip, int elements) {
  // The tip is the part of the grid with 0 <= -z <= x <= n; shearing puts its edge in the middle.
  const GridPoint n =
      cubes_for({width, depth, shaft}, elements, {2, 1, 1}, [](const GridPoint& cubes) {
        return 3.0 * cubes[1] * cubes[0] * cubes[0] + 6.0 * cubes[0] * cubes[1] * cubes[2];
      });
  return mesh_of({.low = {0, 0, -n[2]},
                  .high = {n[0], n[1], n[0]},
                  .belongs = [](const GridPoint& p) { return p[2] <= 0 || p[2] <= p[0]; },
                  .place =
                      [=](const GridPoint& p) {
                        const double below = std::max(0, p[2]), above = std::max(0, -p[2]);
                        const double x = (p[0] - below / 2) / n[0] - 0.5;
                        return Vec3(
                            width * x, depth * (static_cast<double>(p[1]) / n[1] - 0.5),
                            tip * (1 - below / n[0]) + (n[2] > 0 ? shaft * above / n[2] : 0));
                      }});
}

TetMesh spike(double width, double shaft, double tip, int elements) {
  // The section is the half 0 <= y <= x <= n of a square; the tip is 0 <= z <= y <= x <= n.
  const GridPoint n =
      cubes_for({width * 0.8, 0, shaft}, elements, {2, 0, 1}, [](const GridPoint& cubes) {
        return 1.0 * cubes[0] * cubes[0] * cubes[0] + 3.0 * cubes[0] * cubes[0] * cubes[2];
      });
  const double height = width * std::numbers::sqrt3 / 2;
  const std::array<Vec2, 3> corners = {Vec2(-width / 2, -height / 3), Vec2(width / 2, -height / 3),
                                       Vec2(0, 2 * height / 3)};
  return mesh_of(
      {.low = {0, 0, -n[2]},
       .high = {n[0], n[0], n[0]},
       .belongs = [](const GridPoint& p) { return p[1] <= p[0] && p[2] <= std::max(0, p[1]); },
       .place =
           [=](const GridPoint& p) {
             // Shares of the three corners of the section and of the tip, which is (n, n, n).
             const double count = n[0], below = std::max(0, p[2]), above = std::max(0, -p[2]);
             const double t = below / count, c = (p[1] - below) / count, a = 1 - p[0] / count,
                          b = 1 - a - c - t;
             const Vec2 xy = a * corners[0] + b * corners[1] + c * corners[2];
             return Vec3(xy[0], xy[1], tip * (1 - t) + (n[2] > 0 ? shaft * above / n[2] : 0));
           }});
}

TetMesh ring(double radius, double tube, double straight, int elements) {
  const double around = 2 * std::numbers::pi * radius + 2 * straight;
  const double side = tube * 1.6;
  // Half of the link is divided, and the other half alike: so a section lies at both ends.
  const GridPoint n =
      cubes_for({around / 2, side, side}, elements, {4, 1, 1},
                [](const GridPoint& cubes) { return 12.0 * cubes[0] * cubes[1] * cubes[1]; });
  const int sections = 2 * n[0], cells = n[1];
  // Where the middle line is, and its outward normal in the plane. It starts in the middle of a
  // bow.
  const auto middle_line = [=](double share) {
    double way = share * around;
    const double quarter = std::numbers::pi * radius / 2;
    struct Piece {
      double length, angle;
      int bow;
    };
    const std::array<Piece, 5> pieces = {{{quarter, 0, 1},
                                          {straight, 1, 0},
                                          {2 * quarter, 1, -1},
                                          {straight, 3, 0},
                                          {quarter, 3, 1}}};
    for (const Piece& piece : pieces) {
      if (way > piece.length && &piece != &pieces.back()) {
        way -= piece.length;
        continue;
      }
      if (piece.bow != 0) {
        const double angle = piece.angle * std::numbers::pi / 2 + way / radius;
        const Vec2 normal(std::cos(angle), std::sin(angle));
        return std::pair<Vec2, Vec2>(radius * normal + Vec2(piece.bow * straight / 2, 0), normal);
      }
      const double up = piece.angle < 2 ? 1 : -1;
      return std::pair<Vec2, Vec2>(Vec2(up * (straight / 2 - way), up * radius), Vec2(0, up));
    }
    return std::pair<Vec2, Vec2>(Vec2::Zero(), Vec2::Zero());
  };
  return mesh_of({.low = {0, 0, 0},
                  .high = {sections, cells, cells},
                  .representative =
                      [=](const GridPoint& p) {
                        return GridPoint{p[0] % sections, p[1], p[2]};
                      },
                  .place =
                      [=](const GridPoint& p) {
                        const auto [center, normal] =
                            middle_line(static_cast<double>(p[0]) / sections);
                        const Vec2 offset =
                            tube * rounded_square(2.0 * p[1] / cells - 1, 2.0 * p[2] / cells - 1);
                        const Vec2 xy = center + offset[0] * normal;
                        return Vec3(xy[0], xy[1], offset[1]);
                      }});
}

}  // namespace firstcontact::sim
