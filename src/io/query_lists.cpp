#include <firstcontact/query_files.h>

#include "io/query_reader.h"
#include "io/query_writer.h"

namespace firstcontact::io {

void read_queries(const std::string& path, Kind kind,
                  const std::function<bool(const TruthQuery&)>& visit) {
  QueryReader reader(path, kind, CompanionTimes::ReadIfThere);
  for (TruthQuery query; reader.next(query);)
    if (!visit(query)) return;
}

std::vector<TruthQuery> read_queries(const std::string& path, Kind kind) {
  std::vector<TruthQuery> queries;
  read_queries(path, kind, [&](const TruthQuery& query) {
    queries.push_back(query);
    return true;
  });
  return queries;
}

void write_queries(const std::string& path, std::span<const TruthQuery> queries) {
  QueryWriter writer(path);
  for (const TruthQuery& query : queries) writer.write(query.query, query.truth);
  writer.close();
}

}  // namespace firstcontact::io
