#pragma once
/// Links, shapes, options and answers about robots as JSON.
#include <firstcontact/robot_file.h>
#include <firstcontact/scene_contact.h>

#include <string>
#include <vector>

#include "articulated/model/scene_data.h"
#include "articulated/model/scene_index.h"
#include "values.h"

namespace firstcontact::wasm {

std::vector<Link> links_of(const Json& list);
std::vector<Shape> shapes_of(const Json& list, const std::string& name);
SceneOptions scene_options(const Json& in);

Json links_json(const ArticulatedModel& model);
/// Name and limits of every value, in the order of the robot's file.
Json values_json(const io::Robot& robot);
/// Adds "bodies" to the answer, with arrays of vertices and triangles.
void put_bodies(const Scene& scene, Call& call);
void put_scene_result(const SceneResult& result, const Scene& scene, Json& out);
/// A box for each body, around those of its shapes, radius included.
Json boxes_json(const articulated::SceneData& scene,
                const std::vector<articulated::WorldBox>& boxes);

}  // namespace firstcontact::wasm
