#include "query_output.h"

#include <fmt/format.h>

#include <filesystem>

#include "io/errors.h"
#include "io/exact_times.h"
#include "io/output_paths.h"
#include "io/temporary_files.h"

namespace firstcontact::apps {

std::string QueryOutput::query_path(const std::string& stem, QueryForm form) {
  return stem + (form == QueryForm::Packed ? ".fcq" : ".csv");
}

QueryOutput::QueryOutput(const std::string& stem, QueryForm form, const io::PackedHeader& header) {
  io::make_folder(std::filesystem::path(stem).parent_path().string());
  const std::string path = query_path(stem, form);
  if (form == QueryForm::Packed) {
    packed_.emplace(path, header);
    return;
  }
  csv_.emplace(path);
  if (!header.times) {
    stale_times_ = io::times_path(path);
    return;
  }
  times_.emplace(io::times_path(path));
  times_->write(fmt::format("{}\n", io::kTimesHeader));
}

void QueryOutput::write(const io::TruthQuery& item) {
  if (packed_) packed_->write(item);
  if (csv_) csv_->write(item.query, item.truth);
  if (times_)
    times_->write(
        fmt::format("{},{},{},{}\n", count_, item.truth ? 1 : 0, item.toi, item.toi_upper));
  ++count_;
}

void QueryOutput::close() {
  if (packed_) packed_->close();
  if (csv_) csv_->complete();
  if (times_) times_->complete();
  const auto hold = io::hold_temporaries();
  std::error_code error;
  if (!stale_times_.empty() && !std::filesystem::remove(stale_times_, error) && error)
    throw io::OutputError(stale_times_,
                          "belongs to an older file and cannot be removed: " + error.message());
  if (csv_) csv_->close();
  if (times_) times_->close();
}

void refuse_bad_query_outputs(const std::vector<std::string>& stems, QueryForm form,
                              const std::vector<std::string>& inputs, const std::string& report) {
  std::vector<std::string> outputs = {report};
  for (const std::string& stem : stems) {
    const std::string path = QueryOutput::query_path(stem, form);
    outputs.push_back(path);
    if (form == QueryForm::Csv) outputs.push_back(io::times_path(path));
  }
  io::refuse_clashing_outputs(inputs, outputs);
  for (const std::string& stem : stems) {
    const std::string path = QueryOutput::query_path(stem, form);
    for (const char* ending : {".csv", ".csv.gz", ".fcq", ".fcq.gz"}) {
      std::error_code error;
      const std::string other = stem + ending;
      if (other != path && std::filesystem::exists(other, error))
        throw io::OutputError(path, "would stand beside " + other +
                                        ", and its queries would count twice: use another folder");
    }
  }
}

}  // namespace firstcontact::apps
