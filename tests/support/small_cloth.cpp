/// Semi-implicit Euler steps. Contacts are inequalities of the relative normal velocity, solved by
/// one sweep of projected Gauss-Seidel: deliberately not enough, so that many steps would pass
/// through.
#include "support/small_cloth.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <random>
#include <utility>

namespace firstcontact::test {
namespace {

constexpr double kTimeStep = 1.5e-3;
constexpr double kGravity = 9.81;
/// Gravity turns about the vertical, this many radians a second: the heap never comes to rest.
constexpr double kSwing = 6;
/// Of a spring of the sheet's threads; of its diagonals; across an edge, against bending.
constexpr double kStretch = 6e4, kShear = 1.5e4, kBend = 20;
constexpr double kSpringDamping = 8, kAirDamping = 0.3;
constexpr double kFriction = 0.4;
/// Over all contacts; over those nearer than kUrgent of the near distance, which would soon leave
/// no step at all.
constexpr int kSweeps = 1, kUrgentSweeps = 20;
constexpr double kUrgent = 0.01;

constexpr int kLengthToWidth = 7;
constexpr double kBallRadius = 0.1;
const Vec3 kBallCentre(0.05, 0.02, 0.12);

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

/// n · sum w_k v_k >= least_speed.
struct SmallCloth::Contact {
  std::array<int, 4> vertices;
  std::array<double, 4> weights;
  Vec3 normal;
  double least_speed;
  double mobility;  // sum of w_k^2 over the vertices that move
  bool urgent;
  double impulse = 0;
};

SmallCloth::SmallCloth(int across) : across_(across), along_(kLengthToWidth * across) {
  MeshDescription mesh;
  add_sheet(mesh);
  add_ball(mesh);
  add_floor(mesh);
  mesh.vertex_count = positions_.size();
  mesh_ = Mesh(std::move(mesh));
  velocities_.assign(positions_.size(), Vec3::Zero());
  pulls_ = velocities_;
}

void SmallCloth::add_vertex(MeshDescription& mesh, const Vec3& position, int object) {
  positions_.push_back(position);
  mesh.objects.push_back(object);
}

void SmallCloth::add_spring(int a, int b, double stiffness) {
  springs_.push_back({a, b, (positions_[at(a)] - positions_[at(b)]).norm(), stiffness});
}

void SmallCloth::add_sheet(MeshDescription& mesh) {
  std::mt19937_64 random(42);
  std::uniform_real_distribution<double> noise(-0.02 * kSpacing, 0.02 * kSpacing);
  for (int i = 0; i < across_; ++i) {
    for (int j = 0; j < along_; ++j) {
      const double x = (i - 0.5 * (across_ - 1)) * kSpacing, up = j * kSpacing;
      const Vec3 jitter(noise(random), noise(random), noise(random));
      add_vertex(mesh, Vec3(x, 0.1 * up + 0.01 * std::sin(9 * x + 20 * up), 0.25 + up) + jitter, 0);
    }
  }
  const auto vertex = [&](int i, int j) { return i * along_ + j; };
  for (int i = 0; i < across_; ++i) {
    for (int j = 0; j < along_; ++j) {
      const int v = vertex(i, j);
      if (i + 1 < across_) add_spring(v, vertex(i + 1, j), kStretch);
      if (j + 1 < along_) add_spring(v, vertex(i, j + 1), kStretch);
      if (i + 2 < across_) add_spring(v, vertex(i + 2, j), kBend);
      if (j + 2 < along_) add_spring(v, vertex(i, j + 2), kBend);
      if (i + 1 == across_ || j + 1 == along_) continue;
      const int right = vertex(i + 1, j), above = vertex(i, j + 1), across = vertex(i + 1, j + 1);
      add_spring(v, across, kShear);
      add_spring(right, above, kShear);
      if ((i + j) % 2 == 0) {
        mesh.faces.push_back({v, right, across});
        mesh.faces.push_back({v, across, above});
      } else {
        mesh.faces.push_back({v, right, above});
        mesh.faces.push_back({right, across, above});
      }
    }
  }
}

/// An octahedron, each triangle twice divided into four.
void SmallCloth::add_ball(MeshDescription& mesh) {
  const int first = static_cast<int>(positions_.size());
  for (int axis = 0; axis < 3; ++axis)
    for (const double sign : {1.0, -1.0})
      add_vertex(mesh, kBallCentre + sign * kBallRadius * Vec3::Unit(axis), 1);
  std::vector<Face> faces;
  for (const int x : {0, 1})
    for (const int y : {2, 3})
      for (const int z : {4, 5}) faces.push_back({first + x, first + y, first + z});
  std::map<std::pair<int, int>, int> middles;
  const auto middle = [&](int a, int b) {
    const auto [place, is_new] =
        middles.try_emplace(std::minmax(a, b), static_cast<int>(positions_.size()));
    if (is_new) {
      const Vec3 outward = (positions_[at(a)] + positions_[at(b)]) / 2 - kBallCentre;
      add_vertex(mesh, kBallCentre + kBallRadius * outward.normalized(), 1);
    }
    return place->second;
  };
  for (int level = 0; level < 2; ++level) {
    std::vector<Face> finer;
    for (const Face& f : faces) {
      const int a = middle(f[1], f[2]), b = middle(f[2], f[0]), c = middle(f[0], f[1]);
      finer.insert(finer.end(),
                   {Face{f[0], c, b}, Face{f[1], a, c}, Face{f[2], b, a}, Face{a, b, c}});
    }
    faces = finer;
  }
  mesh.faces.insert(mesh.faces.end(), faces.begin(), faces.end());
}

/// Few triangles, far larger than those of the sheet.
void SmallCloth::add_floor(MeshDescription& mesh) {
  const int first = static_cast<int>(positions_.size());
  constexpr int kCells = 3;
  for (int i = 0; i <= kCells; ++i)
    for (int j = 0; j <= kCells; ++j)
      add_vertex(mesh, Vec3(4.0 * i / kCells - 2, 4.0 * j / kCells - 2, 0), 2);
  for (int i = 0; i < kCells; ++i) {
    for (int j = 0; j < kCells; ++j) {
      const int corner = first + i * (kCells + 1) + j;
      mesh.faces.push_back({corner, corner + kCells + 1, corner + kCells + 2});
      mesh.faces.push_back({corner, corner + kCells + 2, corner + 1});
    }
  }
}

std::vector<Vec3> SmallCloth::accelerations() const {
  std::vector<Vec3> result(positions_.size(), Vec3::Zero());
  const Vec3 gravity =
      kGravity * Vec3(0.5 * std::sin(kSwing * time_), 0.5 * std::cos(kSwing * time_), -1);
  for (int i = 0; i < across_ * along_; ++i)
    result[at(i)] = gravity - kAirDamping * velocities_[at(i)];
  for (const Spring& s : springs_) {
    const Vec3 along = positions_[at(s.b)] - positions_[at(s.a)];
    const double length = along.norm();
    const Vec3 direction = along / length;
    const double closing = direction.dot(velocities_[at(s.b)] - velocities_[at(s.a)]);
    const Vec3 force = (s.stiffness * (length - s.length) + kSpringDamping * closing) * direction;
    result[at(s.a)] += force;
    result[at(s.b)] -= force;
  }
  return result;
}

std::vector<Vec3> SmallCloth::propose(std::span<const Impact> near_pairs) {
  const std::vector<Vec3> acceleration = accelerations();
  for (std::size_t i = 0; i < velocities_.size(); ++i) {
    pulls_[i] = kTimeStep * acceleration[i];
    velocities_[i] += pulls_[i];
  }
  std::vector<Contact> contacts;
  const double wanted = 0.3 * near_distance();
  for (const Impact& impact : near_pairs) {
    Contact c{
        impact.pair.vertices, {}, impact.normal, 0, 0, impact.distance < kUrgent * near_distance()};
    if (impact.pair.kind == Kind::VertexFace) {
      c.weights = {1, impact.u + impact.v - 1, -impact.u, -impact.v};
    } else if (impact.pair.kind == Kind::EdgeEdge) {
      c.weights = {1 - impact.u, impact.u, impact.v - 1, -impact.v};
    } else {
      continue;
    }
    for (std::size_t k = 0; k < 4; ++k)
      if (c.vertices[k] < across_ * along_) c.mobility += c.weights[k] * c.weights[k];
    if (c.mobility == 0) continue;
    // May come as near as wanted in this step, or has to leave slowly if it is nearer.
    const double missing = wanted - impact.distance;
    c.least_speed = missing / kTimeStep * (missing > 0 ? 0.05 : 1);
    contacts.push_back(c);
  }
  std::reverse(contacts.begin(), contacts.end());  // the nearest last: they have the last word
  slow_down(contacts);
  std::vector<Vec3> proposed(positions_.begin(), positions_.end());
  for (std::size_t i = 0; i < proposed.size(); ++i) proposed[i] += kTimeStep * velocities_[i];
  return proposed;
}

void SmallCloth::slow_down(std::vector<Contact>& contacts) {
  for (int sweep = 0; sweep < kSweeps + kUrgentSweeps; ++sweep) {
    for (Contact& c : contacts) {
      if (sweep >= kSweeps && !c.urgent) continue;
      Vec3 relative = Vec3::Zero();
      for (std::size_t k = 0; k < 4; ++k) relative += c.weights[k] * velocities_[at(c.vertices[k])];
      const double speed = c.normal.dot(relative);
      const double impulse = std::max(0.0, c.impulse + (c.least_speed - speed) / c.mobility);
      const double change = std::exchange(c.impulse, impulse);
      const double push = impulse - change;
      const Vec3 sliding = relative - speed * c.normal;
      const double slide = sliding.norm(),
                   rub =
                       slide > 0 ? std::min(1 / c.mobility, kFriction * std::abs(push) / slide) : 0;
      const Vec3 kick = push * c.normal - rub * sliding;
      for (std::size_t k = 0; k < 4; ++k)
        if (c.vertices[k] < across_ * along_) velocities_[at(c.vertices[k])] += c.weights[k] * kick;
    }
  }
}

void SmallCloth::move(std::span<const Vec3> proposed, double step) {
  for (std::size_t i = 0; i < positions_.size(); ++i) {
    positions_[i] += step * (proposed[i] - positions_[i]);
    velocities_[i] -= (1 - step) * pulls_[i];
  }
  time_ += step * kTimeStep;
}

std::size_t SmallCloth::folded_pairs(std::span<const Impact> near_pairs) const {
  return static_cast<std::size_t>(
      std::count_if(near_pairs.begin(), near_pairs.end(), [&](const Impact& impact) {
        const int a = impact.pair.vertices[0], b = impact.pair.vertices[2];
        if (a >= across_ * along_ || b >= across_ * along_) return false;
        return std::max(std::abs(a / along_ - b / along_), std::abs(a % along_ - b % along_)) >= 4;
      }));
}

}  // namespace firstcontact::test
