#include "convert_queries.h"

#include <firstcontact/query_files.h>

#include <filesystem>
#include <functional>

#include "common/progress.h"
#include "inputs/files_read.h"
#include "io/exact_times.h"
#include "io/query_reader.h"

namespace firstcontact::apps {
namespace {

std::string stem_of(const std::string& path) {
  std::string name = std::filesystem::path(path).filename().string();
  for (const std::string_view suffix : {".csv.gz", ".fcq.gz", ".csv", ".fcq"})
    if (io::has_suffix(name, suffix)) return name.substr(0, name.size() - suffix.size());
  return name;
}

std::vector<std::string> paths_of(const std::vector<io::QuerySource>& sources) {
  std::vector<std::string> paths;
  for (const io::QuerySource& source : sources) paths.push_back(source.path);
  return paths;
}

/// A packed header needs the number of queries, which a CSV file does not say: the file is read
/// once to count them.
std::uint64_t count_queries(const io::QuerySource& source) {
  if (io::is_packed_name(source.path))
    return io::PackedReader(source.path, source.kind).header().count;
  io::QueryReader reader(source.path, source.kind);
  std::uint64_t count = 0;
  for (io::TruthQuery item; reader.next(item);) ++count;
  return count;
}

Converted convert(const io::QuerySource& source, const std::string& stem, QueryForm form,
                  Progress& progress, std::int64_t& done,
                  const std::function<double(double)>& share_of_all) {
  Converted converted{source.path, QueryOutput::query_path(stem, form), source.scene, source.kind};
  io::QueryReader reader(source.path, source.kind, io::CompanionTimes::ReadIfThere);
  converted.times = reader.has_times();
  io::PackedHeader header{source.kind, converted.times, 0};
  if (form == QueryForm::Packed) header.count = count_queries(source);
  QueryOutput output(stem, form, header);
  for (io::TruthQuery item; reader.next(item);) {
    output.write(item);
    ++converted.count;
    converted.positives += item.truth;
    if (++done % 4'096 == 0) progress.update(done, source.path, share_of_all(reader.share()));
  }
  output.close();
  return converted;
}

}  // namespace

std::vector<Converted> convert_queries(const std::vector<std::string>& paths,
                                       const std::string& directory, QueryForm form,
                                       const std::string& report) {
  const std::vector<io::QuerySource> sources = io::find_query_files(paths);
  std::vector<std::string> inputs, stems;
  for (const io::QuerySource& source : sources) {
    inputs.push_back(source.path);
    stems.push_back((std::filesystem::path(directory) / source.scene / io::kind_name(source.kind) /
                     stem_of(source.path))
                        .string());
    if (!io::is_packed_name(source.path)) inputs.push_back(io::times_path(source.path));
  }
  refuse_bad_query_outputs(stems, form, inputs, report);
  std::vector<Converted> all;
  Progress progress("queries", 0);
  std::int64_t done = 0;
  const FilesRead files(paths_of(sources));
  for (std::size_t i = 0; i < sources.size(); ++i)
    all.push_back(convert(sources[i], stems[i], form, progress, done,
                          [&](double of_file) { return files.share(i, of_file); }));
  return all;
}

}  // namespace firstcontact::apps
