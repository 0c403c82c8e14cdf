#pragma once
/// What `firstcontact screw` prints and writes: docs/guide/screw.md.
#include <firstcontact/screw.h>

#include <string>
#include <vector>

#include "screw_groups.h"

namespace firstcontact::apps {

/// A body with the file it comes from.
struct ScrewBody {
  std::string path;
  Polyhedron polyhedron;
  PoseChange motion;
  /// What of the file is no part of a polyhedron; mostly empty.
  std::string note;
};

/// Everything a report needs to know.
struct ScrewReport {
  ScrewBody a, b;
  ScrewOptions options;
  ScrewResult result;
  std::vector<CollisionGroup> groups;
  /// Wall time of the search alone.
  double seconds = 0;
};

/// For people.
std::string summary_of(const ScrewReport& report);

/// For machines; ends with a newline.
std::string json_of(const ScrewReport& report);

/// All collisions, a row each, a header first. Numbers are the shortest decimals that read back as
/// the same doubles.
std::string csv_of(const ScrewReport& report);

/// The options' words: "pixels", "analytic", "certified".
const char* mode_name(ScrewMode mode);

/// The length of the diagonal of its faces' box. Precondition: without fault.
double size_of(const Polyhedron& body);

}  // namespace firstcontact::apps
