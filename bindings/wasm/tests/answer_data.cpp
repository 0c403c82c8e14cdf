#include "answer_data.h"

#include <firstcontact/query.h>

#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "generate/cloth_step.h"
#include "generate/generate.h"
#include "generate/random.h"
#include "generate/rigid_models.h"

namespace firstcontact::answers {

double Reader::number() { return numbers(1)[0]; }

std::span<const double> Reader::numbers(std::size_t count) {
  if (count > numbers_.size()) throw std::runtime_error("the questions end early");
  const std::span<const double> out = numbers_.first(count);
  numbers_ = numbers_.subspan(count);
  return out;
}

std::string Reader::text() {
  std::string out;
  for (const double c : numbers(count())) out += static_cast<char>(static_cast<int>(c));
  return out;
}

namespace {

using generate::Random;
using Numbers = std::vector<double>;

constexpr std::uint64_t kSeed = 15;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

void add(Numbers& out, std::initializer_list<double> values) {
  out.insert(out.end(), values.begin(), values.end());
}
void add(Numbers& out, const Vec3& v) { add(out, {v.x(), v.y(), v.z()}); }
void add(Numbers& out, const std::string& text) {
  out.push_back(static_cast<double>(text.size()));
  for (const char c : text) out.push_back(static_cast<unsigned char>(c));
}

/// The columns: method, has tolerance, tolerance, separation, norm, t_max, max_checks, exact,
/// certificate, toi_width, has extent, extent.
void add_options(Numbers& out) {
  constexpr double kWidth = 0x1p-30, kFew = 300, kMany = 1e6;
  const std::array<std::array<double, 14>, 9> rows = {{
      {0, 0, 0, 0, 0, 1, kMany, 0, 1, kWidth, 0, 0, 0, 0},
      {0, 0, 0, 0, 0, 1, kMany, 1, 0, kWidth, 0, 0, 0, 0},
      {0, 1, 1e-9, 0.01, 0, 1, kMany, 0, 1, kWidth, 0, 0, 0, 0},
      {0, 0, 0, 0.25, 1, 0.75, kMany, 0, 1, kWidth, 0, 0, 0, 0},
      {0, 1, 1e-3, 0, 0, 1, 3, 0, 0, kWidth, 0, 0, 0, 0},
      {1, 0, 0, 0, 0, 1, kMany, 0, 0, 0x1p-60, 0, 0, 0, 0},
      {2, 1, 1e-4, 0, 1, 1, kFew, 0, 0, kWidth, 0, 0, 0, 0},
      {3, 1, 1e-5, 0, 1, 1, kFew, 0, 0, kWidth, 0, 0, 0, 0},
      {3, 0, 0, -1, 1, 2, kFew, 1, 1, kWidth, 0, 0, 0, 0},  // refused
  }};
  out.push_back(static_cast<double>(rows.size()));
  for (const auto& row : rows) out.insert(out.end(), row.begin(), row.end());
}

/// Fewer points of a query, for the kinds that the generator does not make.
Query reduced(const Query& q, Kind kind) {
  Query out;
  out.kind = kind;
  const auto points = static_cast<std::size_t>(point_count(kind));
  for (std::size_t i = 0; i < 4; ++i) {
    out.t0[i] = i < points ? q.t0[i] : Vec3(Vec3::Zero());
    out.t1[i] = i < points ? q.t1[i] : Vec3(Vec3::Zero());
    if (kind == Kind::PointSegment2D) out.t0[i].z() = out.t1[i].z() = 0;
  }
  return out;
}

Query question(std::size_t index) {
  Random random{kSeed, index};
  const auto classes = generate::query_classes();
  const auto& from =
      classes[static_cast<std::size_t>(random.below(static_cast<int>(classes.size())))];
  const bool edges = from.edge_edge && (!from.vertex_face || random.chance(1, 2));
  Query query = generate::make_query(from, edges ? Kind::EdgeEdge : Kind::VertexFace, kSeed, index);
  const int other = random.below(12);
  if (other == 0) query = reduced(query, Kind::PointEdge);
  if (other == 1) query = reduced(query, Kind::PointPoint);
  if (other == 2) query = reduced(query, Kind::PointSegment2D);
  // 2^±664 is about 1e±200.
  static constexpr std::array<int, 12> kScales = {0, 0, 0, 0, 0, 0, 40, -40, 332, -332, 664, -664};
  const int scale = kScales[static_cast<std::size_t>(random.below(12))];
  for (auto* points : {&query.t0, &query.t1})
    for (Vec3& p : *points)
      for (int k = 0; k < 3; ++k) p[k] = std::ldexp(p[k], scale);
  if (random.chance(1, 10)) query.t1 = query.t0;
  if (random.chance(1, 20)) query.t0[0] = query.t0[1];
  if (random.chance(1, 200)) query.t1[0].x() = kNaN;
  if (random.chance(1, 50)) query.t0[0].y() = -0.0;
  return query;
}

void add_queries(Numbers& out, std::size_t count) {
  out.push_back(static_cast<double>(count));
  for (std::size_t i = 0; i < count; ++i) {
    const Query query = question(i);
    out.push_back(static_cast<double>(query.kind));
    for (const auto* points : {&query.t0, &query.t1})
      for (const Vec3& p : *points) add(out, p);
  }
}

void add_steps(Numbers& out) {
  constexpr int kSteps = 1000;
  out.push_back(kSteps);
  for (int i = 0; i < kSteps; ++i) {
    generate::ClothOptions options;
    // Many small steps, and from time to time a larger one.
    options.side = i % 40 == 0 ? 6 + i / 40 : 3 + i % 6;
    options.layers = 1 + i % 5;
    options.fall = i % 3 == 0 ? 0.01 : 0.95;
    options.seed = static_cast<std::uint64_t>(i);
    const generate::Step step = generate::make_cloth_step(options);
    const double cell = 1.0 / (options.side - 1);
    add(out, {static_cast<double>(step.vertices_t0.size()), static_cast<double>(step.faces.size()),
              0, i % 2 == 0 ? 0.0 : 0.01 * cell, 0.2 * cell});
    for (const auto& face : step.faces)
      for (const int v : face) out.push_back(v);
    for (const Vec3& v : step.vertices_t0) add(out, v);
    for (const Vec3& v : step.vertices_t1) add(out, v);
  }
}

void add_body(Numbers& out, const PolyhedronDescription& body) {
  out.push_back(static_cast<double>(body.vertices.size()));
  for (const Vec3& v : body.vertices) add(out, v);
  Numbers faces;
  for (const std::vector<int>& face : body.faces) {
    faces.push_back(static_cast<double>(face.size()));
    for (const int corner : face) faces.push_back(corner);
  }
  out.push_back(static_cast<double>(faces.size()));
  out.insert(out.end(), faces.begin(), faces.end());
}

void add_screws(Numbers& out) {
  constexpr int kScrews = 10'000;
  out.push_back(kScrews);
  for (int i = 0; i < kScrews; ++i) {
    Random random{kSeed, 2, static_cast<std::uint64_t>(i)};
    add_body(out, generate::random_polyhedron(random));
    add_body(out, generate::random_polyhedron(random));
    for (int k = 0; k < 4; ++k) {
      Vec3 axis, position;
      for (int j = 0; j < 3; ++j) axis[j] = random.symmetric();
      for (int j = 0; j < 3; ++j) position[j] = 3 * random.symmetric();
      const double angle = random.chance(1, 4) ? 0 : 3 * random.symmetric();
      const Pose pose = Pose::from_axis_angle(axis, angle, position);
      for (int j = 0; j < 9; ++j) out.push_back(pose.rotation(j / 3, j % 3));
      add(out, pose.position);
    }
    out.push_back(random.below(3));
  }
}

void add_edges(Numbers& out, const std::string& urdf, const std::string& scene) {
  constexpr int kValues = 6, kEdges = 10'000;
  add(out, urdf);
  add(out, scene);
  add(out, {kValues, kEdges});
  for (int i = 0; i < kEdges; ++i) {
    Random random{kSeed, 3, static_cast<std::uint64_t>(i)};
    const double way = random.chance(1, 2) ? 0.3 : 2;
    Numbers from;
    for (int k = 0; k < kValues; ++k) from.push_back(2 * random.symmetric());
    out.insert(out.end(), from.begin(), from.end());
    for (int k = 0; k < kValues; ++k)
      out.push_back(from[static_cast<std::size_t>(k)] + way * random.symmetric());
    out.push_back(random.chance(1, 4) ? 1 : 0);
    out.push_back(random.chance(1, 3) ? 1 : 0);
  }
}

}  // namespace

std::vector<double> make_questions(std::size_t queries, const std::string& urdf,
                                   const std::string& scene) {
  Numbers out = {kMagic};
  add_options(out);
  add_queries(out, queries);
  add_steps(out);
  add_screws(out);
  add_edges(out, urdf, scene);
  return out;
}

}  // namespace firstcontact::answers
