#pragma once
/// What `firstcontact solve` prints and writes.
#include <firstcontact/options.h>
#include <firstcontact/query_files.h>
#include <firstcontact/result.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "common/tally.h"
#include "common/timed_solve.h"

namespace firstcontact::apps {

/// The queries of one scene and kind.
struct Group {
  std::string scene;
  Kind kind = Kind::VertexFace;
  Tally tally;
};

Tally total_of(const std::vector<Group>& groups);

/// The table for people.
std::string table_of(const std::vector<Group>& groups);

/// The report for machines; ends with a newline. `options` as given on the command line: a
/// tolerance that was not given is null, because it depends on each query. `queries_cut`: how many
/// queries of each file a page has; -1: all, or there is no page. `certificates`: what was written
/// of proofs; null: nothing.
std::string json_of(const std::string& method, const Options& options,
                    const std::vector<Group>& groups, std::int64_t queries_cut = -1,
                    const nlohmann::ordered_json& certificates = {});
/// The same for a published method. The tolerance is the method's default if none was given.
/// Options that mean nothing to the method are null.
std::string json_of(const baselines::Method& method, const baselines::Settings& settings,
                    const std::vector<Group>& groups, std::int64_t queries_cut = -1);

inline constexpr const char* kCsvHeader = "file,index,kind,truth,status,toi,toi_upper,checks\n";
/// toi and toi_upper are empty where the method has no time of impact.
std::string csv_row(const io::QuerySource& source, std::int64_t index, bool truth,
                    const TimedAnswer& answer);

}  // namespace firstcontact::apps
