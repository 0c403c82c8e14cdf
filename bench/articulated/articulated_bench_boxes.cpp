// The published figure 5: boxes around the links of a chain during a motion, by Taylor models and
// by interval arithmetic.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <fstream>
#include <stdexcept>

#include "articulated/published/dynamic_boxes.h"
#include "articulated_bench.h"
#include "common/table.h"
#include "generate/random.h"

namespace firstcontact::bench {
namespace {

using articulated::BoxArithmetic;
using articulated::WorldBox;

constexpr int kDepth = 12, kInstants = 200;
constexpr double kDegree = 0x1.1df46a2529d39p-6;
/// At depth 10 the boxes of interval arithmetic must be at least this many times larger.
constexpr double kAskedRatio = 10;

/// A chain of links of one metre, with joints about different axes.
Scene chain() {
  std::vector<Link> links;
  generate::Random random{generate::hash("chain")};
  for (int i = 0; i < kDepth; ++i) {
    Link link;
    link.name = "link" + std::to_string(i + 1);
    link.parent = i - 1;
    link.joint.name = "joint" + std::to_string(i + 1);
    link.joint.type = JointType::Continuous;
    if (i > 0) link.joint.origin.position = {1, 0, 0};
    for (int k = 0; k < 3; ++k) link.joint.axis[k] = random.symmetric();
    const Vec3 low(0.05, -0.12, -0.08), high(0.95, 0.12, 0.08);
    std::vector<Vec3> corners;
    for (int c = 0; c < 8; ++c)
      corners.emplace_back(c & 1 ? high.x() : low.x(), c & 2 ? high.y() : low.y(),
                           c & 4 ? high.z() : low.z());
    const std::vector<Face> faces = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6},
                                     {0, 1, 5}, {0, 5, 4}, {2, 6, 7}, {2, 7, 3},
                                     {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    Shape shape;
    shape.body = TriangleBody(corners, faces);
    link.shapes.push_back(std::move(shape));
    links.push_back(std::move(link));
  }
  SceneDescription description;
  description.models.push_back({"chain", ArticulatedModel(std::move(links))});
  return Scene(std::move(description));
}

/// Boxes around the links' positions at many instants; a little too small.
std::vector<WorldBox> sampled_boxes(const Scene& scene, const ArticulatedMotion& motion) {
  const auto& shapes = articulated::data_of(scene).shapes;
  std::vector<WorldBox> boxes(shapes.size());
  for (int k = 0; k <= kInstants; ++k) {
    const std::vector<Pose> poses =
        poses_at(scene.models()[0].model, motion, static_cast<double>(k) / kInstants);
    for (std::size_t i = 0; i < shapes.size(); ++i)
      for (const Vec3& x : shapes[i].tree().vertices) {
        const Vec3 at = poses[shapes[i].frame].apply(x);
        boxes[i].add({at, at});
      }
  }
  return boxes;
}

double size_of(const WorldBox& box) { return (box.high - box.low).sum() / 3; }

/// Mean edge lengths by depth, averaged over the motions.
struct Sizes {
  std::array<double, kDepth> sampled{}, taylor{}, interval{};
};

Sizes measure(const Scene& scene, double degrees, int motions, int pieces) {
  Sizes sizes;
  generate::Random random{generate::hash("chain motions"), static_cast<std::uint64_t>(degrees)};
  const ArticulatedModel& model = scene.models()[0].model;
  for (int m = 0; m < motions; ++m) {
    Configuration from, to;
    for (int i = 0; i < kDepth; ++i) {
      from.push_back(random.symmetric());
      to.push_back(from.back() + degrees * kDegree * random.sign());
    }
    const std::vector<ArticulatedMotion> motion = {joint_motion(model, from, to)};
    const std::vector<WorldBox> real = sampled_boxes(scene, motion[0]);
    const auto taylor = articulated::dynamic_boxes(articulated::data_of(scene), motion,
                                                   BoxArithmetic::TaylorModels, 1, pieces);
    const auto interval = articulated::dynamic_boxes(articulated::data_of(scene), motion,
                                                     BoxArithmetic::Intervals, 1, pieces);
    for (std::size_t i = 0; i < kDepth; ++i) {
      sizes.sampled[i] += size_of(real[i]) / motions;
      sizes.taylor[i] += size_of(taylor[i]) / motions;
      sizes.interval[i] += size_of(interval[i]) / motions;
      for (const auto* boxes : {&taylor, &interval})
        expect(((*boxes)[i].low.array() <= real[i].low.array() + 1e-9).all() &&
                   ((*boxes)[i].high.array() >= real[i].high.array() - 1e-9).all(),
               fmt::format("the box of link {} of motion {} does not contain the link", i + 1, m));
    }
  }
  return sizes;
}

void write_svg(const std::string& file, const Sizes& sizes, double degrees) {
  constexpr double kWidth = 560, kHeight = 360, kLeft = 60, kBottom = 50, kTop = 20, kRight = 150;
  double largest = 1, smallest = 1e300;
  for (int i = 0; i < kDepth; ++i) {
    const std::size_t k = i;
    largest = std::max(largest, sizes.interval[k]), smallest = std::min(smallest, sizes.sampled[k]);
  }
  const double low = std::floor(std::log10(smallest)), high = std::ceil(std::log10(largest));
  const auto x = [&](int i) { return kLeft + (kWidth - kLeft - kRight) * i / (kDepth - 1); };
  const auto y = [&](double size) {
    return kTop + (kHeight - kTop - kBottom) * (high - std::log10(size)) / (high - low);
  };
  std::ofstream out(file);
  out << fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
      kWidth, kHeight);
  for (double e = low; e <= high; ++e)
    out << fmt::format(
        "<line x1=\"{0}\" y1=\"{2:.1f}\" x2=\"{1}\" y2=\"{2:.1f}\" stroke=\"#ddd\"/>"
        "<text x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\">{5:g}</text>\n",
        kLeft, kWidth - kRight, y(std::pow(10, e)), kLeft - 6, y(std::pow(10, e)) + 4,
        std::pow(10, e));
  for (int i = 0; i < kDepth; ++i)
    out << fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", x(i),
                       kHeight - kBottom + 18, i + 1);
  const std::tuple<const char*, const char*, const std::array<double, kDepth>*> lines[] = {
      {"intervals", "#c0392b", &sizes.interval},
      {"Taylor models", "#2471a3", &sizes.taylor},
      {"the motion itself", "#555", &sizes.sampled}};
  for (const auto& [name, colour, values] : lines) {
    out << "<polyline fill=\"none\" stroke-width=\"2\" stroke=\"" << colour << "\" points=\"";
    for (int i = 0; i < kDepth; ++i) out << fmt::format("{:.1f},{:.1f} ", x(i), y((*values)[i]));
    out << fmt::format("\"/><text x=\"{}\" y=\"{:.1f}\" fill=\"{}\">{}</text>\n",
                       kWidth - kRight + 8, y(values->back()) + 4, colour, name);
  }
  out << fmt::format(
      "<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">links from the root; every joint turns "
      "by {}°; mean edge of the box in "
      "metres</text>\n</svg>\n",
      0.5 * (kLeft + kWidth - kRight) + 30, kHeight - 10, degrees);
  if (!out.flush()) throw std::runtime_error(file + " cannot be written");
}

}  // namespace

nlohmann::json bench_motion_boxes(const ArticulatedPlan& plan) {
  constexpr double kDegrees = 10;
  const int motions = plan.quick ? 20 : 100;
  const Scene scene = chain();
  fmt::print(
      "\nFigure 5: mean edge, in metres, of the boxes around links of a metre; every joint turns "
      "by {}°, {} motions\n",
      kDegrees, motions);
  const Sizes once = measure(scene, kDegrees, motions, 1),
              pieces = measure(scene, kDegrees, motions, 8);
  apps::Table table({{"depth"},
                     {"the motion itself"},
                     {"Taylor models"},
                     {"intervals"},
                     {"intervals / Taylor"},
                     {"in 8 pieces: Taylor"},
                     {"intervals"},
                     {"ratio"}});
  nlohmann::json report;
  for (std::size_t i = 0; i < kDepth; ++i) {
    table.add_row({fmt::format("{}", i + 1), fmt::format("{:.3f}", once.sampled[i]),
                   fmt::format("{:.3f}", once.taylor[i]), fmt::format("{:.3g}", once.interval[i]),
                   fmt::format("{:.2f}", once.interval[i] / once.taylor[i]),
                   fmt::format("{:.3f}", pieces.taylor[i]),
                   fmt::format("{:.3g}", pieces.interval[i]),
                   fmt::format("{:.2f}", pieces.interval[i] / pieces.taylor[i])});
    report.push_back({{"depth", i + 1},
                      {"sampled", once.sampled[i]},
                      {"taylor", once.taylor[i]},
                      {"intervals", once.interval[i]},
                      {"taylor_8_pieces", pieces.taylor[i]},
                      {"intervals_8_pieces", pieces.interval[i]}});
  }
  fmt::print("{}", table.to_string());
  expect(once.interval[9] >= kAskedRatio * once.taylor[9],
         "boxes by intervals are not larger by an order of magnitude at depth 10");
  if (!plan.svg_file.empty()) {
    write_svg(plan.svg_file, once, kDegrees);
    fmt::print("drawn in {}\n", plan.svg_file);
  }
  return report;
}

}  // namespace firstcontact::bench
