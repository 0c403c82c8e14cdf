#pragma once
/// Query files from one form into the other, exactly.
#include <string>
#include <vector>

#include "query_output.h"

namespace firstcontact::apps {

/// What became of one file.
struct Converted {
  std::string from, to, scene;
  Kind kind = Kind::VertexFace;
  std::int64_t count = 0, positives = 0;
  bool times = false;
};

/// Every query file that `paths` stand for, into DIRECTORY/SCENE/KIND/NAME of the given form, times
/// of impact included where there are any. Throws InputError, OutputError; also what
/// refuse_bad_query_outputs refuses. `report`: a file to be written afterwards, or empty.
std::vector<Converted> convert_queries(const std::vector<std::string>& paths,
                                       const std::string& directory, QueryForm form,
                                       const std::string& report);

}  // namespace firstcontact::apps
