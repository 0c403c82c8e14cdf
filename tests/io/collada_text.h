#pragma once
/// Small Collada files for the tests.
#include <string>
#include <string_view>

#include "io/dae_file.h"
#include "temporary_folder.h"

namespace firstcontact::io {

/// A file of these elements, the first one on line 3, whose scene is the <visual_scene> with the id
/// "s".
inline std::string collada_of(std::string_view elements, std::string_view asset = "") {
  return "<?xml version='1.0'?>\n<COLLADA xmlns='http://www.collada.org/2005/11/COLLADASchema' "
         "version='1.4.1'>\n" +
         std::string(elements) + "<asset>" + std::string(asset) +
         "</asset>\n<scene><instance_visual_scene url='#s'/></scene>\n</COLLADA>\n";
}

inline std::string visual_scene(std::string_view nodes) {
  return "<library_visual_scenes><visual_scene id='s'>" + std::string(nodes) +
         "</visual_scene></library_visual_scenes>\n";
}

/// A scene with one node of the geometry "g".
inline std::string scene_of_g(std::string_view before = "") {
  return visual_scene("<node>" + std::string(before) + "<instance_geometry url='#g'/></node>");
}

/// The positions "p" and their vertices "v": 0 0 0, 1 0 0, 0 2 0, 0 0 3, 1 0 3, 1 2 3, 0 2 3.
inline std::string seven_points() {
  return "<source id='p'><float_array id='pa' count='21'>0 0 0 1 0 0 0 2 0 0 0 3 1 0 3 1 2 3 0 2 "
         "3</float_array>"
         "<technique_common><accessor source='#pa' count='7' stride='3'><param name='X' "
         "type='float'/><param name='Y' "
         "type='float'/><param name='Z' type='float'/></accessor></technique_common></source>\n"
         "<vertices id='v'><input semantic='POSITION' source='#p'/></vertices>\n";
}

inline constexpr std::string_view kVertexInput =
    "<input semantic='VERTEX' source='#v' offset='0'/>";

/// The geometry "g": a <mesh> of the seven points and these primitives, which are on line 5.
inline std::string geometry_of(std::string_view primitives, std::string_view mesh = "mesh") {
  return "<library_geometries><geometry id='g'><" + std::string(mesh) + ">" + seven_points() +
         std::string(primitives) + "</" + std::string(mesh) + "></geometry></library_geometries>\n";
}

/// Triangle 0 1 2 of the geometry "g".
inline std::string one_triangle() {
  return geometry_of("<triangles count='1'>" + std::string(kVertexInput) +
                     "<p>0 1 2</p></triangles>");
}

inline MeshData dae_of(std::string_view text) { return read_dae_text(text, "m.dae"); }

/// The message with which the text is refused as the file "m.dae".
inline std::string dae_error(std::string_view text) {
  return testing::message_of<InputError>([&] { read_dae_text(text, "m.dae"); });
}

}  // namespace firstcontact::io
