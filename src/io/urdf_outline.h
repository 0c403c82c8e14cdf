#pragma once
/// The first look at a URDF: is it well made, in which order and on which lines do things stand. urdfdom reads the contents.
///
/// urdfdom tells neither lines nor the order of the file, and lets some nonsense through. So its input is checked first, element by
/// element, and written anew with only what matters for contact: links with their collision geometry, and joints.
#include <firstcontact/query.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "io/xml_input.h"

namespace firstcontact::io {

struct UrdfOutline {
  struct Place {
    std::string label;
    std::size_t line = 0;
  };
  struct Collision {
    Place place;
    Vec3 rpy = Vec3::Zero();
  };
  struct Link {
    std::string name;
    Place place;
    std::vector<Collision> collisions;
    int parent_joint = -1;  ///< index in `joints`; -1: the root
  };
  struct Joint {
    std::string name;
    Place place;
    int parent = -1, child = -1;  ///< indices in `links`
    Vec3 rpy = Vec3::Zero();
    /// Index in `joints` of the joint that it follows in the end, through any number of mimics, and how; -1: no mimic.
    int mimic = -1;
    double multiplier = 1, offset = 0;
  };

  std::vector<Link> links;    ///< in the order of the file
  std::vector<Joint> joints;  ///< in the order of the file
  /// What urdfdom is to read.
  std::string text;
  /// What is left out and may have been meant otherwise.
  std::vector<std::string> notes;
};

/// Throws InputError, "path:line: element: what". What it lets through is a tree of links that urdfdom accepts.
UrdfOutline outline_urdf(std::string_view text, const std::string& path);

/// The part about the tree: resolves `parent`, `child` and mimics of joints whose elements these are.
void connect_urdf(UrdfOutline& outline, const std::string& path, const std::vector<XmlPlace>& joints);

}  // namespace firstcontact::io
