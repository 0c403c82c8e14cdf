#pragma once
/// Converts query files from CSV to packed or back, exactly.
#include <string>
#include <vector>

#include "query_output.h"

namespace firstcontact::apps {

/// What was made of one file.
struct Converted {
  std::string from, to, scene;
  Kind kind = Kind::VertexFace;
  std::int64_t count = 0, positives = 0;
  bool times = false;
};

/// Converts every query file that `paths` stand for to DIRECTORY/SCENE/KIND/NAME in the given form,
/// with the times of impact if there are any. Throws InputError, OutputError; also what
/// refuse_bad_query_outputs refuses. `report`: a file to be written afterwards, or empty.
std::vector<Converted> convert_queries(const std::vector<std::string>& paths,
                                       const std::string& directory, QueryForm form,
                                       const std::string& report);

}  // namespace firstcontact::apps
