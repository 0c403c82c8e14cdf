// Robots in scenes: from URDF, SRDF and scene files, or from plain data.
#include <firstcontact/proof.h>
#include <firstcontact/robot_file.h>
#include <firstcontact/robots.h>
#include <firstcontact/srdf_file.h>

#include <algorithm>
#include <numeric>

#include "arith/fixed_order.h"
#include "articulated/published/dynamic_boxes.h"
#include "handles.h"
#include "inputs/scene_file.h"
#include "robot_parts.h"
#include "scratch_files.h"

namespace firstcontact::wasm {
namespace {

struct RobotScene {
  io::Robot robot;
  Scene scene;
};

Handles<RobotScene>& scenes() {
  static Handles<RobotScene> all;
  return all;
}

/// Keeps a file of the page ({"name", "data": number of an array}) in the folder.
std::string add_file(const Call& call, const Json& file, ScratchFolder& folder,
                     const std::string& name) {
  if (!file.is_object()) throw std::invalid_argument(name + ": must be a file");
  return folder.add(to_text(field(file, "name"), name + ".name"), call.bytes_in(file, "data"));
}

io::Robot read_robot_of(const Call& call, ScratchFolder& folder) {
  const Json& in = part(call.in, "robot");
  if (!field(in, "urdf").is_null()) {
    io::RobotOptions options;
    options.package_paths = {folder.path()};
    return io::read_robot(add_file(call, field(in, "urdf"), folder, "urdf"), options);
  }
  io::Robot robot;
  robot.name = "robot";
  read(in, "name", robot.name);
  robot.model = ArticulatedModel(links_of(field(in, "links")));
  if (!robot.model.fault().empty()) throw std::invalid_argument(robot.model.fault());
  robot.value_names = robot.model.value_names();
  robot.model_index.resize(robot.value_names.size());
  std::iota(robot.model_index.begin(), robot.model_index.end(), std::size_t{0});
  return robot;
}

void create_robot_scene(Call& call) {
  ScratchFolder folder;
  for (const Json& file : field(call.in, "files")) add_file(call, file, folder, "files");
  auto made = std::make_unique<RobotScene>();
  made->robot = read_robot_of(call, folder);
  io::Robot& robot = made->robot;
  SceneDescription description;
  description.models.push_back({robot.name, robot.model});
  read(call.in, "minSeparation", description.min_separation);
  std::vector<std::string> notes = robot.notes;
  if (const Json& file = field(call.in, "srdf"); !file.is_null()) {
    const io::Srdf srdf = io::read_srdf(add_file(call, file, folder, "srdf"), robot);
    description.allowed = srdf.disabled;
    notes.insert(notes.end(), srdf.notes.begin(), srdf.notes.end());
  }
  for (const Json& file : field(call.in, "scenes"))
    apps::add_scene_file(add_file(call, file, folder, "scenes"), description);
  for (SceneObject& object : description.objects) object.name = without_scratch_folder(object.name);
  for (const Json& object : field(call.in, "objects"))
    description.objects.push_back({to_text(field(object, "name"), "objects.name"),
                                   shapes_of(field(object, "shapes"), "objects.shapes"),
                                   to_pose(field(object, "pose"), "objects.pose")});
  for (const Json& pair : field(call.in, "allowed")) {
    if (!pair.is_array() || pair.size() != 2)
      throw std::invalid_argument("allowed: must be pairs of names");
    description.allowed.emplace_back(to_text(pair[0], "allowed"), to_text(pair[1], "allowed"));
  }
  made->scene = Scene(std::move(description));
  if (!made->scene.fault().empty()) throw std::invalid_argument(made->scene.fault());

  Json& out = call.out;
  out["name"] = robot.name;
  out["links"] = links_json(robot.model);
  out["values"] = values_json(robot);
  put_bodies(made->scene, call);
  out["pairCount"] = made->scene.pairs().size();
  Json shown = Json::array();
  for (const std::string& note : notes) shown.push_back(without_scratch_folder(note));
  out["notes"] = shown;
  out["neutral"] = robot.to_file(robot.model.neutral());
  out["handle"] = scenes().add(std::move(made));
}

void dispose_scene(Call& call) { scenes().remove(call); }

/// A configuration in the order of the model. Throws for another number of values.
Configuration configuration(const Call& call, const char* name, const io::Robot& robot) {
  const std::span<const double> values = call.doubles(name);
  if (values.size() != robot.value_names.size())
    throw std::invalid_argument(std::string(name) + ": has " + std::to_string(values.size()) +
                                " values, not " + std::to_string(robot.value_names.size()));
  return robot.to_model(values);
}

/// The same; also throws for values that the model cannot take (limits do not matter).
Configuration valid_configuration(const Call& call, const char* name, const io::Robot& robot) {
  Configuration out = configuration(call, name, robot);
  if (const std::string what = robot.model.fault_of(out, false); !what.empty())
    throw std::invalid_argument(std::string(name) + ": " + what);
  return out;
}

void scene_first_contact(Call& call) {
  const RobotScene& given = scenes().of(call);
  const Configuration q0 = configuration(call, "q0", given.robot),
                      q1 = configuration(call, "q1", given.robot);
  const SceneOptions options = scene_options(part(call.in, "options"));
  const SceneResult result = first_contact(given.scene, q0, q1, options);
  put_scene_result(result, given.scene, call.out);
  std::string proof;
  if (options.certificate && result.free()) {
    proof::Writer writer([&](std::string_view line) { proof += line; });
    writer.write(proof::scene_proof(given.scene, q0, q1, result));
    writer.close();
  }
  call.out["proof"] = proof;
}

void configuration_at_time(Call& call) {
  const RobotScene& given = scenes().of(call);
  const Configuration q = configuration_at(
      given.robot.model, valid_configuration(call, "q0", given.robot),
      valid_configuration(call, "q1", given.robot), to_number(field(call.in, "time"), "time"));
  const std::vector<double> values = given.robot.to_file(q);
  call.give("values", std::span<const double>(values));
}

Pose joined(const Pose& outer, const Pose& inner) {
  return {times(outer.rotation, inner.rotation), outer.apply(inner.position)};
}

void body_poses(Call& call) {
  const RobotScene& given = scenes().of(call);
  const std::vector<Pose> links =
      given.robot.model.poses(valid_configuration(call, "q", given.robot));
  bool of_links = false;
  read(call.in, "links", of_links);
  Json out = Json::array();
  if (of_links) {
    for (const Pose& link : links) out.push_back(pose(link));
  } else {
    const auto& data = articulated::data_of(given.scene);
    std::size_t attachment = 0, object = 0;
    for (const Scene::Body& body : given.scene.bodies()) {
      if (body.link < 0) {
        out.push_back(pose(data.description.objects[object++].pose));
        continue;
      }
      const Pose& link = links[static_cast<std::size_t>(body.link)];
      const bool own =
          body.name == given.robot.model.links()[static_cast<std::size_t>(body.link)].name;
      out.push_back(
          pose(own ? link : joined(link, data.description.attachments[attachment++].pose)));
    }
  }
  call.out["poses"] = out;
}

void motion_boxes(Call& call) {
  const RobotScene& given = scenes().of(call);
  const articulated::SceneData& data = articulated::data_of(given.scene);
  bool taylor = true;
  double pieces = 1;
  read(call.in, "taylorModels", taylor);
  read(call.in, "pieces", pieces);
  const int count = static_cast<int>(std::clamp(std::isnan(pieces) ? 1 : pieces, 1.0, 1024.0));
  const Configuration q0 = valid_configuration(call, "q0", given.robot),
                      q1 = valid_configuration(call, "q1", given.robot);
  Json out = Json::array();
  for (int k = 0; k < count; ++k) {
    const double t0 = static_cast<double>(k) / count, t1 = static_cast<double>(k + 1) / count;
    const std::vector<ArticulatedMotion> motions = {
        joint_motion(given.robot.model, configuration_at(given.robot.model, q0, q1, t0),
                     configuration_at(given.robot.model, q0, q1, t1))};
    const std::vector<articulated::WorldBox> boxes = articulated::dynamic_boxes(
        data, motions,
        taylor ? articulated::BoxArithmetic::TaylorModels : articulated::BoxArithmetic::Intervals,
        1, 1);
    out.push_back({{"t0", number(t0)}, {"t1", number(t1)}, {"boxes", boxes_json(data, boxes)}});
  }
  call.out["boxes"] = out;
}

}  // namespace

void add_robot_functions(FunctionTable& table) {
  table["createRobotScene"] = create_robot_scene;
  table["disposeRobotScene"] = dispose_scene;
  table["sceneFirstContact"] = scene_first_contact;
  table["configurationAt"] = configuration_at_time;
  table["scenePoses"] = body_poses;
  table["motionBoxes"] = motion_boxes;
}

}  // namespace firstcontact::wasm
