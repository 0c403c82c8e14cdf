// firstcontact verify: are these proofs of freedom valid?
//
// Lines are read a block at a time, checked on all threads and reported in order: the same output whatever the number of threads.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "certificate_file.h"
#include "commands.h"
#include "common/progress.h"
#include "common/table.h"
#include "io/atomic_file.h"
#include "io/errors.h"
#include "io/output_paths.h"
#include "motion_proof_file.h"
#include "parallel/parallel.h"
#include "verify/motion_verify.h"
#include "verify/verify.h"

namespace firstcontact::apps {
namespace {

constexpr std::size_t kBlockLines = 4096, kBlockBytes = std::size_t{16} << 20;  // in memory at a time
constexpr std::size_t kGrain = 16;                                              // lines a thread takes at a time

struct VerifyArguments {
  std::vector<std::string> paths;
  int threads = 0;
  std::string json;
};

struct Failure {
  std::size_t line = 0;
  std::string reason;
};

struct FileReport {
  std::string path;
  std::int64_t proofs = 0, segments = 0;
  std::vector<Failure> failures;
  /// Why the file could not be read to its end; empty if it could.
  std::string error;
};

struct LineVerdict {
  verify::Verdict verdict;
  std::size_t segments = 0;  ///< entries, for moving bodies
  std::string error;
};

LineVerdict verify_line(const std::string& text, const std::string& path, std::size_t number) {
  try {
    if (const auto motion = parse_motion_proof(text, path, number))
      return {verify::verify(*motion), motion->certificate.entries.size(), ""};
    const verify::Proof proof = parse_certificate(text, path, number);
    return {verify::verify(proof), proof.segments.size(), ""};
  } catch (const io::InputError& error) {
    return {{}, 0, error.what()};
  }
}

void verify_file(FileReport& report, int threads, Progress& progress, std::int64_t& done) {
  CertificateReader reader(report.path);
  std::vector<std::string> lines;
  std::vector<LineVerdict> verdicts;
  for (bool more = true; more;) {
    lines.clear();
    const std::size_t before = reader.number();
    std::string line;
    for (std::size_t bytes = 0; lines.size() < kBlockLines && bytes < kBlockBytes && (more = reader.next(line));
         bytes += line.size())
      lines.push_back(line);
    verdicts.assign(lines.size(), {});
    parallel::parallel_for(lines.size(), kGrain, threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) verdicts[i] = verify_line(lines[i], report.path, before + i + 1);
    });
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const LineVerdict& v = verdicts[i];
      if (!v.error.empty()) {
        report.error = v.error;
        return;
      }
      ++report.proofs;
      report.segments += static_cast<std::int64_t>(v.segments);
      if (!v.verdict.proven) {
        report.failures.push_back({before + i + 1, v.verdict.reason});
        fmt::print("{}:{}: not proven: {}\n", report.path, before + i + 1, v.verdict.reason);
      }
    }
    done += static_cast<std::int64_t>(lines.size());
    progress.update(done, report.path);
  }
  if (report.proofs == 0) report.error = report.path + ": no certificates: an empty file proves nothing";
}

std::string json_of(const std::vector<FileReport>& reports) {
  nlohmann::ordered_json files = nlohmann::ordered_json::array();
  std::int64_t proofs = 0, failed = 0, segments = 0;
  for (const FileReport& r : reports) {
    nlohmann::ordered_json failures = nlohmann::ordered_json::array();
    for (const Failure& f : r.failures) failures.push_back({{"line", f.line}, {"reason", f.reason}});
    const auto count = static_cast<std::int64_t>(r.failures.size());
    files.push_back({{"file", r.path},
                     {"proofs", r.proofs},
                     {"proven", r.proofs - count},
                     {"segments", r.segments},
                     {"failures", failures},
                     {"error", r.error}});
    proofs += r.proofs;
    failed += count;
    segments += r.segments;
  }
  const nlohmann::ordered_json report = {{"proofs", proofs}, {"proven", proofs - failed}, {"segments", segments}, {"files", files}};
  return report.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

int run(const VerifyArguments& arguments) {
  io::refuse_clashing_outputs(arguments.paths, {arguments.json});
  std::vector<FileReport> reports;
  {
    Progress progress("proofs", 0);
    std::int64_t done = 0;
    for (const std::string& path : arguments.paths) {
      FileReport& report = reports.emplace_back();
      report.path = path;
      try {
        verify_file(report, arguments.threads, progress, done);
      } catch (const io::InputError& error) {
        report.error = error.what();
      }
    }
  }
  std::int64_t proofs = 0, segments = 0, failed = 0;
  bool unreadable = false;
  std::fflush(stdout);
  for (const FileReport& r : reports) {
    proofs += r.proofs;
    segments += r.segments;
    failed += static_cast<std::int64_t>(r.failures.size());
    if (r.error.empty()) continue;
    unreadable = true;
    fmt::print(stderr, "firstcontact: {}\n", r.error);
  }
  if (!arguments.json.empty()) {
    io::AtomicFile json(arguments.json);
    json.write(json_of(reports));
    json.close();
  }
  fmt::print("{} of {} proofs are valid, {} segments\n", grouped(proofs - failed), grouped(proofs), grouped(segments));
  return unreadable ? kBadInput : failed > 0 ? kUnproven : kFine;
}

}  // namespace

void add_verify_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<VerifyArguments>();
  CLI::App* command = app.add_subcommand("verify", "Check proofs of freedom with exact arithmetic, independently of the solver");
  command->add_option("FILE", arguments->paths, "certificates, JSON Lines (.gz is unpacked)")->required();
  command->add_option("--threads", arguments->threads, "threads (default: all cores)")->check(CLI::Range(1, 1024));
  command->add_option("--json", arguments->json, "write the report to this file");
  command->footer(
      "Example:\n"
      "  firstcontact solve queries/ --certificates proofs.jsonl.gz && firstcontact verify proofs.jsonl.gz\n"
      "Every proof that fails is named with file, line, segment and corner (moving bodies: entry). The format: "
      "docs/certificates.md.\n"
      "Exit codes: 0 all proven, 1 a proof fails, 2 a file is unreadable, empty, or not of this format.");
  command->callback([=, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace firstcontact::apps
