#include "generate/cloth_step.h"

#include <algorithm>
#include <cmath>

#include "generate/random.h"
#include "generate/smooth.h"

namespace firstcontact::generate {
namespace {

/// Where the vertex (i, j) of the grid is in the folded sheet, in cells. Along i the sheet runs to
/// and fro in x while it rises steadily; a gentle wave that is the same for all layers keeps them
/// apart.
Vec3 folded(const ClothOptions& options, int i, int j) {
  const double width = static_cast<double>(options.side - 1) / options.layers;
  const double along = i / width;
  const double layer = std::floor(along);
  const double part = along - layer;
  const double x = width * (std::fmod(layer, 2) == 0 ? part : 1 - part);
  const double wave = 0.5 * sine_of_turns(x / 23) * cosine_of_turns(j / 31.0);
  return {x, static_cast<double>(j), options.layer_gap * along + wave};
}

/// A smooth field with components of size about 1. Its phase changes from layer to layer, so that
/// layers meet.
Vec3 velocity(const Vec3& x, double height) {
  const double swirl = 0.5 * sine_of_turns(x.y() / 53 + 0.1);
  const double drift = 0.4 * cosine_of_turns(x.x() / 37 + x.y() / 71);
  const double beat = sine_of_turns(x.x() / 29 + x.y() / 41 + 0.31 * height);
  return {swirl, drift, beat};
}

void add_faces(int side, Step& step) {
  const auto index = [side](int i, int j) { return i * side + j; };
  for (int i = 0; i + 1 < side; ++i) {
    for (int j = 0; j + 1 < side; ++j) {
      const int a = index(i, j), b = index(i + 1, j), c = index(i + 1, j + 1), d = index(i, j + 1);
      // Diagonals alternate, as in a cloth without a preferred direction.
      if ((i + j) % 2 == 0) {
        step.faces.push_back({a, b, c});
        step.faces.push_back({a, c, d});
      } else {
        step.faces.push_back({a, b, d});
        step.faces.push_back({b, c, d});
      }
    }
  }
}

}  // namespace

void set_edges(Step& step) {
  step.edges.clear();
  for (const auto& face : step.faces) {
    for (std::size_t k = 0; k < 3; ++k) {
      const auto [low, high] = std::minmax(face[k], face[(k + 1) % 3]);
      step.edges.push_back({low, high});
    }
  }
  std::sort(step.edges.begin(), step.edges.end());
  step.edges.erase(std::unique(step.edges.begin(), step.edges.end()), step.edges.end());
}

Step make_cloth_step(const ClothOptions& options) {
  Step step;
  const double cell = 1.0 / (options.side - 1);
  const Vec3 common = options.fall * Vec3{0.36, 0.48, -0.8};
  Random random{hash("cloth-step"), options.seed};
  for (int i = 0; i < options.side; ++i) {
    for (int j = 0; j < options.side; ++j) {
      const Vec3 x = folded(options, i, j);
      const double height = static_cast<double>(i) * options.layers / (options.side - 1);
      const Vec3 smooth = velocity(x, height);
      Vec3 t0, t1;
      for (int k = 0; k < 3; ++k) {
        t0[k] = cell * x[k];
        t1[k] = cell * (x[k] + common[k] + options.motion * smooth[k] +
                        options.noise * random.symmetric());
      }
      step.vertices_t0.push_back(t0);
      step.vertices_t1.push_back(t1);
    }
  }
  add_faces(options.side, step);
  set_edges(step);
  return step;
}

}  // namespace firstcontact::generate
