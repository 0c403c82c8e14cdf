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
  /// Says what in the file was left out because it is not part of a polyhedron; mostly empty.
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

/// The report for people.
std::string summary_of(const ScrewReport& report);

/// The report as JSON; ends with a newline. `drawing`: with both bodies and their poses, for the
/// viewer.
std::string json_of(const ScrewReport& report, bool drawing);

/// All collisions as CSV: a header, then a row for each. Numbers are the shortest decimals that
/// read back as the same doubles.
std::string csv_of(const ScrewReport& report);

/// The words of --mode: "pixels", "analytic", "certified".
const char* mode_name(ScrewMode mode);

/// Length of the diagonal of the box around the faces. Precondition: the body has no fault.
double size_of(const Polyhedron& body);

}  // namespace firstcontact::apps
