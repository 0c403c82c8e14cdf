#pragma once
/// The rows of the impacts of `check`: for the file of --output, and for the page of --html.
#include <optional>
#include <string>

#include "check_report.h"
#include "impact_sorter.h"
#include "io/atomic_file.h"

namespace firstcontact::apps {

/// Sorts the impacts of each step, writes them to the file and keeps them for the page.
class ImpactRows {
 public:
  /// `output` may be null; `page`: rows are kept for the page, up to kMostKept bytes. The sorter's
  /// temporary file lies beside the file `beside`.
  ImpactRows(io::AtomicFile* output, bool page, const std::string& beside, bool several_steps)
      : output_(output), page_(page), sorter_(beside) {
    write(csv_header(several_steps));
  }

  ImpactSorter& sorter() { return sorter_; }

  /// Writes the impacts that the sorter has collected. `step`: its number where there are several.
  void write_sorted(std::optional<std::size_t> step) {
    sorter_.drain([&](const Impact& impact) { write(csv_row(impact, step)); });
  }

  /// The rows for the page, and whether there were more.
  const std::string& kept() const { return kept_; }
  bool cut() const { return cut_; }

  static constexpr std::size_t kMostKept = std::size_t{64} << 20;

 private:
  void write(const std::string& row) {
    if (output_) output_->write(row);
    if (!page_) return;
    cut_ = cut_ || kept_.size() + row.size() > kMostKept;
    if (!cut_) kept_ += row;
  }

  io::AtomicFile* output_;
  bool page_, cut_ = false;
  ImpactSorter sorter_;
  std::string kept_;
};

}  // namespace firstcontact::apps
