#include "generate/chessmen.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "arith/trigonometry.h"
#include "generate/soup.h"

namespace firstcontact::generate {
namespace {

constexpr int kRings = 66, kSides = 48;

enum class Man { Pawn, Rook, Knight, Bishop, Queen, King };

struct Design {
  const char* name;
  double height, base_radius;
  std::vector<Vec2> profile;  ///< (height, radius) as shares of the whole
};

/// Base, stem with collars, head.
const Design& design(Man man) {
  static const Design designs[] = {{"pawn",
                                    0.42,
                                    0.15,
                                    {{0, 1},
                                     {0.08, 1},
                                     {0.12, 0.8},
                                     {0.2, 0.75},
                                     {0.35, 0.42},
                                     {0.58, 0.35},
                                     {0.62, 0.6},
                                     {0.66, 0.35},
                                     {0.72, 0.5},
                                     {0.84, 0.6},
                                     {0.96, 0.4},
                                     {1, 0.1}}},
                                   {"rook",
                                    0.5,
                                    0.17,
                                    {{0, 1},
                                     {0.08, 1},
                                     {0.13, 0.8},
                                     {0.2, 0.76},
                                     {0.3, 0.55},
                                     {0.6, 0.48},
                                     {0.66, 0.7},
                                     {0.7, 0.62},
                                     {0.74, 0.7},
                                     {1, 0.72},
                                     {1, 0.5},
                                     {0.88, 0.45},
                                     {0.87, 0.1}}},
                                   {"knight",
                                    0.56,
                                    0.17,
                                    {{0, 1},
                                     {0.08, 1},
                                     {0.12, 0.78},
                                     {0.2, 0.8},
                                     {0.28, 0.6},
                                     {0.5, 0.55},
                                     {0.68, 0.6},
                                     {0.8, 0.5},
                                     {0.92, 0.3},
                                     {1, 0.08}}},
                                   {"bishop",
                                    0.64,
                                    0.17,
                                    {{0, 1},
                                     {0.07, 1},
                                     {0.1, 0.78},
                                     {0.18, 0.74},
                                     {0.3, 0.42},
                                     {0.56, 0.32},
                                     {0.6, 0.6},
                                     {0.63, 0.36},
                                     {0.7, 0.5},
                                     {0.8, 0.52},
                                     {0.92, 0.26},
                                     {0.94, 0.12},
                                     {0.97, 0.16},
                                     {1, 0.05}}},
                                   {"queen",
                                    0.76,
                                    0.19,
                                    {{0, 1},
                                     {0.06, 1},
                                     {0.1, 0.8},
                                     {0.16, 0.76},
                                     {0.28, 0.42},
                                     {0.62, 0.3},
                                     {0.66, 0.6},
                                     {0.69, 0.38},
                                     {0.74, 0.42},
                                     {0.9, 0.62},
                                     {0.91, 0.46},
                                     {0.95, 0.3},
                                     {0.96, 0.14},
                                     {1, 0.06}}},
                                   {"king",
                                    0.8,
                                    0.19,
                                    {{0, 1},
                                     {0.06, 1},
                                     {0.1, 0.8},
                                     {0.16, 0.76},
                                     {0.28, 0.44},
                                     {0.62, 0.32},
                                     {0.66, 0.62},
                                     {0.69, 0.4},
                                     {0.74, 0.44},
                                     {0.9, 0.6},
                                     {0.92, 0.5},
                                     {0.96, 0.2},
                                     {1, 0.06}}}};
  return designs[static_cast<int>(man)];
}

/// What makes the upper part of a man more than a surface of revolution.
Vec3 carve(Man man, double height, const Vec3& x) {
  const double z = x.z() / height;
  const double squared = x.x() * x.x() + x.y() * x.y();
  if (man == Man::Knight && z > 0.3) {  // bent back, then a head that looks along +x
    const double up = (z - 0.3) / 0.7;
    const double shift = 0.18 * height * (up * up - 0.6 * up),
                 snout = 1 + 0.9 * up * up * (x.x() > 0 ? 1 : 0);
    return {snout * x.x() + shift, 0.6 * x.y(), x.z() - (x.x() > 0 ? 0.35 * up * x.x() : 0)};
  }
  if (man == Man::Rook && z > 0.92 && squared > 0) {  // merlons: cos(4 angle) of one sign
    const double c = (x.x() * x.x() - x.y() * x.y()) / squared, cos4 = 2 * c * c - 1;
    return {x.x(), x.y(), cos4 > 0 ? x.z() : x.z() - 0.07 * height};
  }
  if (man == Man::Queen && z > 0.84 && z < 0.94 && squared > 0) {  // a crown with eight points
    const double c = (x.x() * x.x() - x.y() * x.y()) / squared, cos4 = 2 * c * c - 1,
                 cos8 = 2 * cos4 * cos4 - 1;
    return {x.x() * (1 + 0.1 * cos8), x.y() * (1 + 0.1 * cos8), x.z()};
  }
  if (man == Man::Bishop && z > 0.74 && z < 0.8 && x.x() > 0)
    return {0.55 * x.x(), x.y(), x.z()};  // the slit of its mitre
  return x;
}

Shape shape_of(Man man) {
  const Design& d = design(man);
  std::vector<Vec2> keys;
  for (const Vec2& key : d.profile) keys.emplace_back(d.height * key.x(), d.base_radius * key.y());
  Soup soup;
  soup.add_lathe(smooth_rings(keys, kRings), kSides, {},
                 [&](const Vec3& x) { return carve(man, d.height, x); });
  if (man == Man::King) {
    soup.add_box({0.02, 0.02, 0.1}, at(0, 0, d.height + 0.04));
    soup.add_box({0.02, 0.07, 0.02}, at(0, 0, d.height + 0.05));
  }
  return soup.shape();
}

struct Place {
  Man man;
  int column, row;
};

/// Some position of a middle game.
constexpr Place kPlaces[] = {
    {Man::Pawn, 0, 1},   {Man::Pawn, 1, 3},   {Man::Pawn, 2, 2},   {Man::Pawn, 3, 4},
    {Man::Pawn, 4, 3},   {Man::Pawn, 5, 5},   {Man::Pawn, 6, 2},   {Man::Pawn, 7, 4},
    {Man::Rook, 0, 6},   {Man::Rook, 5, 0},   {Man::Knight, 2, 5}, {Man::Knight, 6, 6},
    {Man::Bishop, 3, 1}, {Man::Bishop, 4, 6}, {Man::Queen, 1, 7},  {Man::King, 6, 0}};

}  // namespace

std::vector<SceneObject> chessmen() {
  std::vector<SceneObject> men;
  int number = 0;
  for (const Place& place : kPlaces) {
    SceneObject object;
    object.name = std::string(design(place.man).name) + std::to_string(++number);
    object.shapes.push_back(shape_of(place.man));
    object.pose = about({0, 0, 1}, 0.7 * number,
                        {kSquare * (place.column - 3.5), kSquare * (place.row - 3.5), 0});
    men.push_back(std::move(object));
  }
  return men;
}

SceneObject chessboard() {
  Soup soup;
  soup.add_box({8 * kSquare, 8 * kSquare, 0.05}, at(0, 0, -0.025));
  return {"board", {soup.shape()}, {}};
}

}  // namespace firstcontact::generate
