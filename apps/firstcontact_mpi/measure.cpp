#include "measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "common/duration_histogram.h"
#include "common/fitted_text.h"
#include "common/table.h"
#include "io/atomic_file.h"
#include "io/byte_source.h"
#include "io/errors.h"

namespace firstcontact::apps {
namespace {

constexpr double kMega = 1e6;

struct MeasureArguments {
  std::string file, write = "/dev/null";
  std::int64_t operations = 100'000, megabytes = 256;
};

/// The largest of all ranks' values.
double largest(double own) {
  double all = 0;
  MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return all;
}

/// Seconds in which all ranks together take `operations` numbers from the counter; in jobs of
/// several ranks rank 0 only looks on, as in a large job.
double time_counter(MpiPool& pool, std::int64_t operations) {
  pool.reset_counters();
  const std::int64_t start = now_ns();
  if (pool.rank() > 0 || pool.size() == 1)
    while (pool.fetch_next() < operations) {
    }
  const double seconds = largest(seconds_since(start));
  return seconds;
}

/// Seconds in which all ranks together read the file, each its own part.
double time_reading(const MpiPool& pool, const std::string& path, std::uint64_t size) {
  MPI_Barrier(MPI_COMM_WORLD);
  const std::int64_t start = now_ns();
  const auto ranks = static_cast<std::uint64_t>(pool.size()),
             own = static_cast<std::uint64_t>(pool.rank());
  const std::uint64_t begin = size / ranks * own,
                      end = own + 1 == ranks ? size : size / ranks * (own + 1);
  constexpr std::size_t kPiece = std::size_t{1} << 17;
  const auto buffer = std::make_unique<char[]>(kPiece);
  io::FileSource source(path, begin);
  for (std::uint64_t at = begin; at < end;) {
    const std::size_t count = source.read(
        buffer.get(), static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, end - at)));
    if (count == 0) break;
    at += count;
  }
  return largest(seconds_since(start));
}

/// Seconds in which rank 0 merges results of four megabytes into a file.
double time_merging(MpiPool& pool, const std::string& path, std::int64_t megabytes) {
  constexpr std::int64_t kResult = 4;
  ChunkPool::Job job;
  job.chunks = static_cast<std::size_t>(std::max<std::int64_t>(1, megabytes / kResult));
  job.work = [&](std::size_t) { return std::string(kResult * 1'000'000, 'x'); };
  std::unique_ptr<io::AtomicFile> file;
  if (pool.is_reporter()) file = std::make_unique<io::AtomicFile>(path);
  job.take = [&](std::size_t, std::string_view result) {
    file->write(result);
    return true;
  };
  const std::int64_t start = now_ns();
  pool.run(job);
  if (file) file->close();
  return seconds_since(start);
}

int run(MpiPool& pool, const MeasureArguments& arguments) {
  std::uint64_t size = 0;
  if (!arguments.file.empty()) {
    io::FileSource readable(arguments.file);
    size = std::filesystem::file_size(arguments.file);
  }
  pool.share("");  // all ranks see the file
  Table table(
      {{"what", Table::Align::Left}, {"amount"}, {"seconds"}, {"rate", Table::Align::Left}});
  const double counter = time_counter(pool, arguments.operations);
  table.add_row(
      {"chunks taken from the counter", grouped(arguments.operations),
       fmt::format("{:.3f}", counter),
       fmt::format("{:.3g} a second", static_cast<double>(arguments.operations) / counter)});
  if (size > 0) {
    const double reading = time_reading(pool, arguments.file, size);
    table.add_row({"file read by all ranks, MB",
                   fmt::format("{:.0f}", static_cast<double>(size) / kMega),
                   fmt::format("{:.3f}", reading),
                   fmt::format("{:.0f} MB a second", static_cast<double>(size) / kMega / reading)});
  }
  const double merging = time_merging(pool, arguments.write, arguments.megabytes);
  table.add_row(
      {"results merged by rank 0, MB", grouped(arguments.megabytes), fmt::format("{:.3f}", merging),
       fmt::format("{:.0f} MB a second", static_cast<double>(arguments.megabytes) / merging)});
  if (pool.is_reporter())
    print_fitted(fmt::format("{} ranks, {} threads each\n\n{}", pool.size(), pool.threads(),
                             table.to_string()));
  return 0;
}

}  // namespace

void add_measure_command(CLI::App& app, int& exit_code, MpiPool& pool) {
  auto arguments = std::make_shared<MeasureArguments>();
  CLI::App* command = app.add_subcommand(
      "measure", "Measure what chunks, reading and merging cost here, without any solving");
  command->add_option("FILE", arguments->file, "a large file that all ranks read, each its part");
  command->add_option("--write", arguments->write, "where rank 0 merges to (default: /dev/null)")
      ->option_text("FILE");
  command->add_option("--operations", arguments->operations, "chunks to take (default: 100000)")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 40))
      ->option_text("N");
  command->add_option("--megabytes", arguments->megabytes, "results to merge (default: 256)")
      ->check(CLI::Range(std::int64_t{4}, std::int64_t{1} << 40))
      ->option_text("N");
  command->footer("Examples:\n  mpirun -n 4 firstcontact-mpi measure queries.fcq --write out.bin");
  command->callback([=, &exit_code, &pool] { exit_code = run(pool, *arguments); });
}

}  // namespace firstcontact::apps
