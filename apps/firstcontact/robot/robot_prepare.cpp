#include "robot_prepare.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <optional>
#include <stdexcept>

#include "inputs/scene_file.h"
#include "io/errors.h"

namespace firstcontact::apps {
namespace {

/// Adds the notes of the readers to the report, each with the name of its file.
void add_notes(const std::string& file, const std::vector<std::string>& notes,
               RobotReport& report) {
  for (const std::string& note : notes) report.notes.push_back(fmt::format("{}: {}", file, note));
}

/// Throws if the pairs of shapes would take too much memory: a file of a megabyte can name
/// thousands of links.
void refuse_too_many_pairs(const SceneDescription& description, const std::string& files) {
  constexpr double kMostPairs = 1e6;
  double moving = 0, resting = 0, within = 0;
  const auto add_moving = [&](std::size_t shapes) {
    const auto count = static_cast<double>(shapes);
    moving += count;
    within += count * count;
  };
  for (const Link& link : description.models[0].model.links()) add_moving(link.shapes.size());
  for (const Attachment& attached : description.attachments) add_moving(attached.shapes.size());
  for (const SceneObject& object : description.objects)
    resting += static_cast<double>(object.shapes.size());
  const double pairs = (moving * moving - within) / 2 + moving * resting;
  if (pairs > kMostPairs)
    throw std::runtime_error(
        fmt::format("{}: too large: up to {} pairs of shapes would have to be kept apart, and at "
                    "most {} can be",
                    files, pairs, kMostPairs));
}

Scene scene_of(const RobotArguments& arguments, const io::Robot& robot,
               const std::optional<io::Srdf>& srdf) {
  // A name in one file can clash with a name in another, so the message names all of them.
  const std::string files = arguments.scene.empty()
                                ? arguments.urdf
                                : fmt::format("{}", fmt::join(arguments.scene, ", "));
  SceneDescription description = description_of(arguments, robot, srdf);
  refuse_too_many_pairs(description, files);
  Scene scene(std::move(description));
  if (scene.fault().empty()) return scene;
  throw std::runtime_error(fmt::format("{}: {}", files, scene.fault()));
}

/// Throws if no link has geometry: a mistake in the file must not pass for a robot that touches
/// nothing.
void refuse_no_geometry(const std::string& file, const io::Robot& robot) {
  for (const Link& link : robot.model.links())
    if (!link.shapes.empty()) return;
  std::string text = "no <collision> was found in any <link>: there is nothing to check";
  constexpr std::size_t kShown = 10;
  for (std::size_t i = 0; i < robot.notes.size() && i < kShown; ++i) text += "; " + robot.notes[i];
  throw io::InputError(file, text);
}

}  // namespace

RobotReport prepare(const RobotArguments& arguments) {
  RobotReport report;
  report.urdf = arguments.urdf;
  report.srdf = arguments.srdf;
  report.scene_files = arguments.scene;
  report.certificates = arguments.certificates;
  report.margin = arguments.margin;
  report.ignore_limits = arguments.ignore_limits;
  report.options = arguments.options;
  report.robot = io::read_robot(arguments.urdf, {arguments.package_paths});
  refuse_no_geometry(arguments.urdf, report.robot);
  add_notes(arguments.urdf, report.robot.notes, report);
  std::optional<io::Srdf> srdf;
  if (!arguments.srdf.empty()) {
    srdf = io::read_srdf(arguments.srdf, report.robot);
    add_notes(arguments.srdf, srdf->notes, report);
    report.allowed = srdf->disabled.size();
  }
  if (arguments.edges.empty()) report.path = path_of(arguments, report.robot, srdf);
  if (report.path.configurations.size() > 2 && report.options.t_max != 1)
    throw std::runtime_error("--t-max: a path of several segments is followed to its end");
  report.scene = scene_of(arguments, report.robot, srdf);
  return report;
}

std::vector<std::string> mesh_files(const RobotArguments& arguments, const RobotReport& report) {
  std::vector<std::string> meshes = report.robot.mesh_files;
  for (const std::string& file : arguments.scene)
    for (std::string& mesh : meshes_named_in(file)) meshes.push_back(std::move(mesh));
  return meshes;
}

void print_notes(const std::vector<std::string>& notes, bool all) {
  constexpr std::size_t kShownTogether = 2;
  if (notes.empty()) return;
  if (all || notes.size() == 1) {
    for (const std::string& note : notes) fmt::print(stderr, "firstcontact: note: {}\n", note);
  } else if (notes.size() <= kShownTogether) {
    fmt::print(stderr, "firstcontact: notes: {}\n", fmt::join(notes, "; "));
  } else {
    fmt::print(stderr, "firstcontact: {} notes, --verbose shows all of them; the first: {}\n",
               notes.size(), notes[0]);
  }
}

}  // namespace firstcontact::apps
