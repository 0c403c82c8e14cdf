#pragma once
/// Query files as text, for the tests.
#include <memory>
#include <string>
#include <vector>

#include "io/query_reader.h"

namespace firstcontact::io {

/// `count` rows that are all right.
inline std::string good_rows(int count, bool truth = false) {
  std::string out;
  for (int i = 0; i < count; ++i)
    out += std::to_string(i) + ",1,-3,4,7,2," + (truth ? "1" : "0") + "\n";
  return out;
}

/// Every query of a text.
inline std::vector<TruthQuery> queries_in(const std::string& text, Kind kind = Kind::VertexFace,
                                          std::size_t chunk = 4096) {
  QueryReader reader(std::make_unique<MemorySource>(text, chunk), "q.csv", kind);
  std::vector<TruthQuery> out;
  for (TruthQuery query; reader.next(query);) out.push_back(query);
  return out;
}

}  // namespace firstcontact::io
