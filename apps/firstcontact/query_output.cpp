#include "query_output.h"

#include <fmt/format.h>

#include <filesystem>

#include "io/exact_times.h"

namespace firstcontact::apps {

std::string QueryOutput::query_path(const std::string& stem, QueryForm form) {
  return stem + (form == QueryForm::Packed ? ".fcq" : ".csv");
}

QueryOutput::QueryOutput(const std::string& stem, QueryForm form, const io::PackedHeader& header) {
  std::filesystem::create_directories(std::filesystem::path(stem).parent_path());
  const std::string path = query_path(stem, form);
  if (form == QueryForm::Packed) {
    packed_.emplace(path, header);
    return;
  }
  csv_.emplace(path);
  if (!header.times) return;
  times_.emplace(io::times_path(path));
  times_->write(fmt::format("{}\n", io::kTimesHeader));
}

void QueryOutput::write(const io::TruthQuery& item) {
  if (packed_) packed_->write(item);
  if (csv_) csv_->write(item.query, item.truth);
  if (times_) times_->write(fmt::format("{},{},{},{}\n", count_, item.truth ? 1 : 0, item.toi, item.toi_upper));
  ++count_;
}

void QueryOutput::close() {
  if (packed_) packed_->close();
  if (csv_) csv_->close();
  if (times_) times_->close();
}

}  // namespace firstcontact::apps
