#pragma once
/// Sorts any number of impacts into the order in which they are printed, in little memory.
///
/// Impacts are collected into runs of kRun. A run that is full is sorted and written to a temporary
/// file, and at the end all runs are merged. The file is made without a
/// name, so that nothing of it is left even if the program is killed.
#include <firstcontact/step.h>

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace firstcontact::apps {

class ImpactSorter {
 public:
  /// The temporary file lies beside `output`, or where that cannot be (a device), in the system's
  /// folder for temporary files.
  explicit ImpactSorter(std::string output) : output_(std::move(output)) {}
  ~ImpactSorter();
  ImpactSorter(const ImpactSorter&) = delete;
  ImpactSorter& operator=(const ImpactSorter&) = delete;

  /// Throws io::OutputError, naming `output`, if the temporary file cannot be made or written.
  void add(std::span<const Impact> impacts);

  /// Hands over all impacts in the order of printed_before; afterwards the sorter is empty. Only
  /// the fields pair, toi, point and normal of the impacts are set.
  void drain(const std::function<void(const Impact&)>& visit);

  /// Impacts in memory before they are written.
  static constexpr std::size_t kRun = std::size_t{1} << 15;

 private:
  /// What a printed row needs of an impact, as plain bytes.
  struct Record {
    std::int32_t kind, a, b;
    std::array<std::int32_t, 4> vertices;
    double toi;
    std::array<double, 3> point, normal;
  };
  class RunReader;

  static Record record_of(const Impact& impact);
  static Impact impact_of(const Record& record);
  void sort_run();
  void write_run();
  void open_file();
  [[noreturn]] void fail(const char* doing) const;

  std::string output_;
  std::vector<Impact> run_;
  /// Where each run ends in the file, in records.
  std::vector<std::uint64_t> ends_;
  int descriptor_ = -1;
};

}  // namespace firstcontact::apps
