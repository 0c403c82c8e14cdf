#pragma once
/// What a URDF file says: links with their collision geometry, and joints, in the order of the file
/// and with their lines. Meshes are only named.
#include <firstcontact/articulated.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "io/xml_input.h"

namespace firstcontact::io {

struct UrdfRobot {
  struct Place {
    std::string label;
    std::size_t line = 0;
  };
  struct Collision {
    enum class Kind { Box, Sphere, Cylinder, Capsule, Mesh };
    Place place;
    Pose origin;
    Kind kind = Kind::Box;
    Vec3 size = Vec3::Zero();  ///< Box: lengths; Mesh: scale
    double radius = 0, length = 0;
    std::string mesh;  ///< its name as written
  };
  struct Link {
    std::string name;
    Place place;
    std::vector<Collision> collisions;
    int parent_joint = -1;  ///< index in `joints`; -1: the root
  };
  struct Joint {
    /// Its `mimic`: index in `joints` of the joint that it follows in the end, through any number
    /// of mimics.
    firstcontact::Joint joint;
    Place place;
    int parent = -1, child = -1;  ///< indices in `links`
  };

  std::string name;
  std::vector<Link> links;    ///< in the order of the file
  std::vector<Joint> joints;  ///< in the order of the file
  /// What the reader left out although the file may mean it.
  std::vector<std::string> notes;
};

/// Throws InputError, "path:line: element: what". The links of the result form a tree.
UrdfRobot read_urdf(std::string_view text, const std::string& path);

/// The part about the tree: resolves `parent`, `child` and mimics of joints whose elements these
/// are.
void connect_urdf(UrdfRobot& robot, const std::string& path, const std::vector<XmlElement>& joints);

}  // namespace firstcontact::io
