// verify --robot: scenes, one for each segment of the path, in order.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "common/table.h"
#include "geometry/body_tree.h"
#include "inputs/scene_file.h"
#include "io/errors.h"
#include "verify/scene_match.h"
#include "verify_inputs.h"
#include "verify_summary.h"

namespace firstcontact::apps {
namespace {

using Json = nlohmann::ordered_json;

class RobotMatch final : public InputMatch {
 public:
  RobotMatch(const RobotInputArguments& arguments, double t_max)
      : arguments_(arguments),
        t_max_(t_max),
        robot_(io::read_robot(arguments.urdf, {arguments.package_paths})) {
    std::optional<io::Srdf> srdf;
    if (!arguments.srdf.empty()) srdf = io::read_srdf(arguments.srdf, robot_);
    path_ = path_of(arguments, robot_, srdf);
    if (segments() > 1 && t_max != 1)
      throw std::runtime_error("--t-max: a path of several segments is followed to its end");
    description_ = description_of(arguments, robot_, srdf);
    const auto read = [](const Shape& shape) {
      return verify::InputShape{geometry::tree_of(shape.body).vertices,
                                geometry::tree_of(shape.body).triangles, shape.radius};
    };
    inputs_ = verify::scene_inputs(robot_.model.links(), description_, read);
    if (!inputs_.fault.empty()) throw io::InputError(files(), inputs_.fault);
  }

  void scene(const std::string& place, const proof::SceneClaim& claim,
             Geometries geometries) override {
    const std::size_t segment = next_++;
    if (segment >= segments()) {
      if (segment == segments())
        differ(fmt::format("{}: the inputs have {} of motion, and this is a scene beyond", place,
                           counted_segments()));
      return;
    }
    const auto& from = path_.configurations[segment];
    const auto& to = path_.configurations[segment + 1];
    const std::vector<std::string> found =
        verify::differences(inputs_, {from, to, t_max_}, claim, geometries);
    for (const std::string& text : found) differ(fmt::format("{}: {}", place, text));
    if (segment > 0 || !found.empty()) return;
    start_checked_ = true;
    for (const std::string& text : verify::nested_at_start(inputs_, claim))
      differ(fmt::format("{}: {}", place, text));
  }

  void finish() override {
    if (next_ < segments())
      differ(fmt::format("{}: {} of motion, but {} of them {} a valid proof", files(),
                         counted_segments(), next_, next_ == 1 ? "has" : "have"));
    if (inputs_.pairs.empty())
      differ(fmt::format("{}: no two bodies have to keep apart, so there is nothing to prove",
                         files()));
  }

  std::string text() const override {
    std::string out =
        fmt::format("inputs        {}: {}, {} pairs of bodies to keep apart, up to t = {:.6g}\n",
                    arguments_.urdf, counted_segments(),
                    grouped(static_cast<long long>(inputs_.pairs.size())), t_max_);
    if (start_checked_)
      out +=
          "start         whether solids lie in each other at t = 0 was decided exactly, from the "
          "inputs\n";
    Table table({{"joint", Table::Align::Left}, {"from"}, {"to"}});
    const std::vector<double> from = robot_.to_file(path_.configurations.front()),
                              to = robot_.to_file(path_.configurations.back());
    for (std::size_t i = 0; i < from.size(); ++i)
      table.add_row(
          {robot_.value_names[i], fmt::format("{:.6g}", from[i]), fmt::format("{:.6g}", to[i])});
    return from.empty() ? out : out + "\n" + table.to_string();
  }

  Json json() const override {
    Json pairs = Json::array();
    for (const verify::InputPair& pair : inputs_.pairs)
      pairs.push_back({{"a", inputs_.bodies[pair.a].name},
                       {"b", inputs_.bodies[pair.b].name},
                       {"margin", pair.min_separation}});
    Json configurations = Json::array();
    for (const Configuration& configuration : path_.configurations) {
      Json values = Json::object();
      const std::vector<double> in_file = robot_.to_file(configuration);
      for (std::size_t i = 0; i < in_file.size(); ++i) values[robot_.value_names[i]] = in_file[i];
      configurations.push_back(std::move(values));
    }
    return {{"kind", "robot"},
            {"robot", arguments_.urdf},
            {"srdf", arguments_.srdf},
            {"scene", arguments_.scene},
            {"segments", segments()},
            {"t_max", t_max_},
            {"configurations", configurations},
            {"pairs", pairs},
            {"start_checked", start_checked_}};
  }

  std::vector<std::string> named_files() const override {
    std::vector<std::string> files = robot_.mesh_files;
    for (const std::string& scene : arguments_.scene)
      for (std::string& mesh : meshes_named_in(scene)) files.push_back(std::move(mesh));
    return files;
  }
  bool start_decided() const override { return start_checked_; }

 private:
  std::size_t segments() const { return path_.configurations.size() - 1; }
  std::string counted_segments() const {
    return segments() == 1 ? "1 segment" : fmt::format("{} segments", segments());
  }
  std::string files() const {
    return arguments_.scene.empty()
               ? arguments_.urdf
               : fmt::format("{}, {}", arguments_.urdf, fmt::join(arguments_.scene, ", "));
  }

  RobotInputArguments arguments_;
  double t_max_;
  io::Robot robot_;
  RobotPath path_;
  SceneDescription description_;  ///< what the inputs' triangles belong to
  verify::SceneInputs inputs_;
  std::size_t next_ = 0;
  bool start_checked_ = false;
};

}  // namespace

std::unique_ptr<InputMatch> match_robot(const RobotInputArguments& arguments, double t_max) {
  return std::make_unique<RobotMatch>(arguments, t_max);
}

}  // namespace firstcontact::apps
