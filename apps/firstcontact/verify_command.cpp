// firstcontact verify: are these proofs of freedom valid?
//
// Lines are read a block at a time, checked on all threads and reported in order: the same output whatever the number of threads.
// What lines say about scenes, for those that follow, is taken in as they are read.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "certificate_file.h"
#include "commands.h"
#include "common/described_report.h"
#include "common/progress.h"
#include "common/standard_streams.h"
#include "common/table.h"
#include "io/atomic_file.h"
#include "io/errors.h"
#include "io/output_paths.h"
#include "motion_proof_file.h"
#include "parallel/parallel.h"
#include "scene_proof_file.h"
#include "verify/motion_verify.h"
#include "verify/verify.h"

namespace firstcontact::apps {
namespace {

constexpr std::size_t kBlockLines = 4096, kBlockBytes = std::size_t{16} << 20;  // in memory at a time
constexpr std::size_t kLineGrain = 16;                                              // lines a thread takes at a time

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

using SceneClaim = std::shared_ptr<SceneProofReader::Claim>;

/// A line, and what it is about: the claim that it makes, or the last one before it.
struct Line {
  std::string text;
  SceneProofReader::Kind kind = SceneProofReader::Kind::Other;
  SceneClaim scene;
  std::size_t pair = 0;  ///< that it is a proof of, if `is_pair`
  bool is_pair = false;
};

LineVerdict verify_pair(const verify::PairProof& proof, Line& line, const std::string& path, std::size_t number) {
  if (!line.scene) throw io::InputError(path, number, "kind", "no scene comes before this proof of a pair");
  const verify::SceneVerifier& scene = line.scene->verifier;
  line.pair = proof.pair;
  line.is_pair = proof.pair < line.scene->proven.size();
  verify::Verdict verdict = scene.verify(proof.pair, proof.entries);
  if (!verdict.proven && scene.fault().empty() && line.is_pair)
    verdict.reason = scene.pair_name(proof.pair) + ": " + verdict.reason;
  return {std::move(verdict), proof.entries.size(), ""};
}

LineVerdict verify_line(Line& line, const std::string& path, std::size_t number) {
  try {
    if (line.kind != SceneProofReader::Kind::Other) return {};
    if (const auto pair = parse_pair_proof(line.text, path, number)) return verify_pair(*pair, line, path, number);
    if (const auto motion = parse_motion_proof(line.text, path, number))
      return {verify::verify(*motion), motion->certificate.entries.size(), ""};
    const verify::Proof proof = parse_certificate(line.text, path, number);
    return {verify::verify(proof), proof.segments.size(), ""};
  } catch (const io::InputError& error) {
    return {{}, 0, error.what()};
  }
}

/// Counts verdicts, one after the other in the order of the lines.
class FileCount {
 public:
  explicit FileCount(FileReport& report) : report_(report) {}

  void add(const Line& line, std::size_t number, const LineVerdict& v) {
    if (line.kind == SceneProofReader::Kind::Triangles) return;
    if (line.kind == SceneProofReader::Kind::Scene) {
      end_scene();
      scene_ = line.scene;
      return;
    }
    ++report_.proofs;
    report_.segments += static_cast<std::int64_t>(v.segments);
    if (!v.verdict.proven)
      fail(number, v.verdict.reason);
    else if (line.is_pair)
      line.scene->proven[line.pair] = true;
  }

  /// A scene is proven when each of its pairs is. It counts as a proof of its own.
  void end_scene() {
    if (!scene_) return;
    ++report_.proofs;
    const std::vector<bool>& proven = scene_->proven;
    const auto missing = std::count(proven.begin(), proven.end(), false);
    if (const std::string& fault = scene_->verifier.fault(); !fault.empty()) {
      fail(scene_->line, fault);
    } else if (missing > 0) {
      const auto first = static_cast<std::size_t>(std::find(proven.begin(), proven.end(), false) - proven.begin());
      fail(scene_->line, fmt::format("{} of {} pairs have no valid proof, the first is {}", missing, proven.size(),
                                     scene_->verifier.pair_name(first)));
    }
    scene_ = nullptr;
  }

 private:
  void fail(std::size_t number, const std::string& reason) {
    report_.failures.push_back({number, reason});
    fmt::print("{}:{}: not proven: {}\n", report_.path, number, reason);
  }

  FileReport& report_;
  SceneClaim scene_;
};

/// The next lines, with those about scenes taken in. Stops after a line that cannot be: its error.
std::string read_block(CertificateReader& reader, SceneProofReader& scenes, std::vector<Line>& lines, bool& more) {
  lines.clear();
  Line line;
  for (std::size_t bytes = 0; lines.size() < kBlockLines && bytes < kBlockBytes && (more = reader.next(line.text));
       bytes += line.text.size()) {
    try {
      line.kind = scenes.take(line.text, reader.number());
    } catch (const io::InputError& error) {
      more = false;
      return error.what();
    }
    line.scene = scenes.claim();
    lines.push_back(line);
  }
  return "";
}

void verify_file(FileReport& report, int threads, Progress& progress, std::int64_t& done) {
  CertificateReader reader(report.path);
  SceneProofReader scenes(report.path);
  FileCount count(report);
  std::vector<Line> lines;
  std::vector<LineVerdict> verdicts;
  for (bool more = true; more;) {
    const std::size_t before = reader.number();
    const std::string unreadable = read_block(reader, scenes, lines, more);
    verdicts.assign(lines.size(), {});
    const std::size_t grain = scenes.claim() ? 1 : kLineGrain;  // a pair of a scene may take long
    parallel::parallel_for(lines.size(), grain, threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) verdicts[i] = verify_line(lines[i], report.path, before + i + 1);
    });
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (!verdicts[i].error.empty()) {
        report.error = verdicts[i].error;
        return;
      }
      count.add(lines[i], before + i + 1, verdicts[i]);
    }
    if (!unreadable.empty()) {
      report.error = unreadable;
      return;
    }
    done += static_cast<std::int64_t>(lines.size());
    progress.update(done, report.path);
  }
  count.end_scene();
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
  return report_text(report);
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
  flush_standard_output();
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
      "Every proof that fails is named with file, line, segment and corner (moving bodies: entry; scenes: pair and entry). The "
      "format: docs/certificates.md.\n"
      "Exit codes: 0 all proven, 1 a proof fails, 2 a file is unreadable, empty, or not of this format.");
  command->callback([=, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace firstcontact::apps
