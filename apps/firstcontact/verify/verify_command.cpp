// firstcontact verify: are these proofs valid, what do they prove, and is it what the
// inputs need?
#include <firstcontact/query_files.h>
#include <firstcontact/version.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "commands.h"
#include "common/described_report.h"
#include "common/fitted_text.h"
#include "common/standard_streams.h"
#include "common/table.h"
#include "inputs/pose_file.h"
#include "io/atomic_file.h"
#include "io/errors.h"
#include "io/output_paths.h"
#include "verify_files.h"
#include "verify_inputs.h"
#include "verify_summary.h"

namespace firstcontact::apps {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostDifferences = 20;  // printed; the report in JSON has all

struct VerifyArguments {
  std::vector<std::string> paths;
  int threads = 0;
  std::string json;
  RobotInputArguments robot;
  std::vector<std::string> bodies;
  std::string poses;
  std::optional<Pose> a_from, a_to, b_from, b_to;
  QueryInputArguments queries;
  std::vector<std::string> meshes;
  std::vector<std::vector<std::string>> more_objects;
  bool no_self = false;
  std::string norm = "l2";
  double t_max = 1;
};

struct Totals {
  std::int64_t proofs = 0, failed = 0, segments = 0;
  bool unreadable = false;
};

Totals totals_of(const std::vector<FileReport>& reports) {
  Totals totals;
  for (const FileReport& r : reports) {
    totals.proofs += r.proofs;
    totals.failed += static_cast<std::int64_t>(r.failures.size());
    totals.segments += r.segments;
    totals.unreadable = totals.unreadable || !r.error.empty();
  }
  return totals;
}

std::string json_of(const std::vector<FileReport>& reports, const InputMatch* match) {
  Json files = Json::array();
  for (const FileReport& r : reports) {
    Json failures = Json::array();
    for (const proof::Failure& f : r.failures)
      failures.push_back({{"line", f.line}, {"reason", f.reason}});
    const auto count = static_cast<std::int64_t>(r.failures.size());
    files.push_back({{"file", r.path},
                     {"proofs", r.proofs},
                     {"proven", r.proofs - count},
                     {"segments", r.segments},
                     {"failures", failures},
                     {"error", r.error},
                     {"claims", r.summary.json()}});
  }
  const Totals totals = totals_of(reports);
  Json report = {{"proofs", totals.proofs},
                 {"proven", totals.proofs - totals.failed},
                 {"segments", totals.segments},
                 {"files", files},
                 {"limits", match != nullptr && match->start_decided() ? "" : kWhatProofsLeaveOut},
                 {"inputs", Json()}};
  if (match) {
    report["inputs"] = match->json();
    report["inputs"]["match"] = match->differences().empty();
    report["inputs"]["differences"] = match->differences();
  }
  return report_text(report);
}

std::string text_of(const InputMatch& match) {
  std::string text = "\n" + match.text();
  const std::vector<std::string>& differences = match.differences();
  if (differences.empty()) return text + "The proofs are about these inputs and cover them.\n";
  for (std::size_t i = 0; i < std::min(differences.size(), kMostDifferences); ++i)
    text += fmt::format("differs: {}\n", differences[i]);
  if (differences.size() > kMostDifferences)
    text += fmt::format("and {} more differences\n", differences.size() - kMostDifferences);
  return text + "The proofs are not about these inputs, or do not cover them.\n";
}

PoseChange change_of(const std::optional<Pose>& from, const std::optional<Pose>& to) {
  const Pose start = from.value_or(Pose());
  return {start, to.value_or(start)};
}

/// What the proofs are to be about; null if they stand for themselves.
std::unique_ptr<InputMatch> match_of(const VerifyArguments& arguments) {
  if (!arguments.robot.urdf.empty()) return match_robot(arguments.robot, arguments.t_max);
  if (!arguments.bodies.empty()) {
    PosePair poses = {change_of(arguments.a_from, arguments.a_to),
                      change_of(arguments.b_from, arguments.b_to)};
    if (!arguments.poses.empty()) poses = read_pose_file(arguments.poses);
    return match_bodies({arguments.bodies, poses.a, poses.b});
  }
  const Norm norm = arguments.norm == "l2" ? Norm::L2 : Norm::Linf;
  if (!arguments.meshes.empty()) {
    MeshInputArguments meshes = {
        {arguments.meshes}, !arguments.no_self, arguments.queries.separation, norm,
        arguments.t_max,    arguments.threads};
    meshes.objects.insert(meshes.objects.end(), arguments.more_objects.begin(),
                          arguments.more_objects.end());
    return match_meshes(meshes);
  }
  if (arguments.queries.paths.empty()) return nullptr;
  QueryInputArguments queries = arguments.queries;
  queries.norm = norm;
  queries.t_max = arguments.t_max;
  queries.threads = arguments.threads;
  return match_queries(queries);
}

/// Queries are about points and surfaces only; where the inputs differ, or the start was decided,
/// there is nothing to add.
bool says_what_is_left_out(const InputMatch* match) {
  return match == nullptr || (match->differences().empty() && !match->start_decided());
}

int run(const VerifyArguments& arguments) {
  std::vector<std::string> inputs = arguments.paths;
  inputs.insert(inputs.end(), {arguments.robot.urdf, arguments.robot.srdf, arguments.robot.path,
                               arguments.poses});
  for (const auto* more :
       {&arguments.robot.scene, &arguments.bodies, &arguments.queries.paths, &arguments.meshes})
    inputs.insert(inputs.end(), more->begin(), more->end());
  for (const std::vector<std::string>& frames : arguments.more_objects)
    inputs.insert(inputs.end(), frames.begin(), frames.end());
  if (!arguments.queries.paths.empty())
    for (const io::QuerySource& source : io::find_query_files(arguments.queries.paths))
      inputs.push_back(source.path);
  io::refuse_clashing_outputs(inputs, {arguments.json});
  const std::unique_ptr<InputMatch> match = match_of(arguments);
  if (match) io::refuse_clashing_outputs(match->named_files(), {arguments.json});
  std::vector<FileReport> reports;
  {
    Progress progress("proofs", 0);
    std::int64_t done = 0;
    for (const std::string& path : arguments.paths) {
      FileReport& report = reports.emplace_back();
      report.path = path;
      try {
        verify_file(report, arguments.threads, match.get(), progress, done);
      } catch (const io::InputError& error) {
        report.error = error.what();
      }
    }
    if (match) match->finish();
  }
  flush_standard_output();
  for (const FileReport& r : reports)
    if (!r.error.empty()) fmt::print(stderr, "firstcontact: {}\n", r.error);
  if (!arguments.json.empty()) {
    io::AtomicFile json(arguments.json);
    json.write(json_of(reports, match.get()));
    json.close();
  }
  const Totals totals = totals_of(reports);
  fmt::print("{} of {} proofs are valid, {} segments\n", grouped(totals.proofs - totals.failed),
             grouped(totals.proofs), grouped(totals.segments));
  for (const FileReport& r : reports) {
    const std::string text = r.summary.text(match != nullptr);
    if (reports.size() > 1 && !text.empty()) fmt::print("\n{}:\n", r.path);
    print_fitted(text);
  }
  if (match) print_fitted(text_of(*match));
  const bool all_valid = totals.proofs > 0 && totals.failed == 0 && !totals.unreadable;
  const bool any_surface = std::any_of(reports.begin(), reports.end(),
                                       [](const auto& r) { return r.summary.has_surfaces(); });
  if (all_valid && any_surface && says_what_is_left_out(match.get()))
    print_fitted(fmt::format("\n{}\n", kWhatProofsLeaveOut));
  flush_standard_output();
  if (totals.unreadable) return kBadInput;
  return totals.failed > 0 || (match && !match->differences().empty()) ? kUnproven : kFine;
}

/// What CLI11 cannot check by itself.
void refuse_bad_usage(const VerifyArguments& arguments, const CLI::App& command) {
  const auto only_with = [&](const char* owner, std::initializer_list<const char*> flags) {
    if (command.count(owner) > 0) return;
    for (const char* flag : flags)
      if (command.count(flag) > 0)
        throw CLI::ValidationError(flag, fmt::format("is for {} only", owner));
  };
  int inputs = 0;
  for (const char* owner : {"--robot", "--bodies", "--queries", "--meshes"})
    inputs += command.count(owner) > 0 ? 1 : 0;
  if (inputs > 1)
    throw CLI::ValidationError("verify",
                               "one of --robot, --bodies, --queries and --meshes can be given");
  only_with("--robot", {"--srdf", "--scene", "--from", "--to", "--path", "--degrees",
                        "--ignore-limits", "--package-path"});
  only_with("--bodies", {"--poses", "--a-from", "--a-to", "--b-from", "--b-to"});
  only_with("--meshes", {"--object", "--no-self"});
  const std::size_t about_pairs = command.count("--queries") + command.count("--meshes");
  if (command.count("--norm") > 0 && about_pairs == 0)
    throw CLI::ValidationError("--norm", "is for --queries and --meshes only");
  if (command.count("--separation") > 0 && command.count("--robot") + about_pairs == 0)
    throw CLI::ValidationError("--separation", "is for --robot, --queries and --meshes only");
  if (command.count("--t-max") > 0 && command.count("--robot") + about_pairs == 0)
    throw CLI::ValidationError("--t-max", "is for --robot, --queries and --meshes only");
  if (command.count("--meshes") > 0 && arguments.meshes.size() < 2)
    throw CLI::ValidationError("--meshes",
                               "needs the mesh at two instants or more, as for `check`");
  for (const std::vector<std::string>& frames : arguments.more_objects)
    if (frames.size() != arguments.meshes.size())
      throw CLI::ValidationError(
          "--object", fmt::format("'{}' has {} frames, the first object has {}",
                                  frames.empty() ? std::string() : frames.front(), frames.size(),
                                  arguments.meshes.size()));
  if (arguments.no_self && arguments.more_objects.empty())
    throw CLI::ValidationError("--no-self",
                               "needs a second object (--object): nothing would be checked");
  const bool any_end = !arguments.robot.from.empty() || !arguments.robot.to.empty();
  const bool both_ends = !arguments.robot.from.empty() && !arguments.robot.to.empty();
  if (!arguments.robot.urdf.empty() && arguments.robot.path.empty() && !both_ends)
    throw CLI::ValidationError("--robot", "the motion is missing: --from and --to, or --path FILE");
  if (!arguments.robot.path.empty() && any_end)
    throw CLI::ValidationError("--path",
                               "gives the whole motion: --from and --to cannot be given too");
  const bool any_pose = arguments.a_from || arguments.a_to || arguments.b_from || arguments.b_to;
  if (!arguments.bodies.empty() && arguments.poses.empty() && !any_pose)
    throw CLI::ValidationError(
        "--bodies", "the poses are missing: --poses FILE, or for example --b-to 0,0,-2/0,0,1@90");
  if (!arguments.poses.empty() && any_pose)
    throw CLI::ValidationError(
        "--poses", "gives all poses: --a-from, --a-to, --b-from and --b-to cannot be given too");
  if (!(arguments.queries.separation >= 0) || std::isinf(arguments.queries.separation))
    throw CLI::ValidationError("--separation", "must be a length, 0 or more");
  // Coordinates of bodies and robots are limited, those of queries and meshes are not.
  const bool has_bodies = !arguments.bodies.empty() || !arguments.robot.urdf.empty();
  if (has_bodies && arguments.queries.separation >= kLargestCoordinate)
    throw CLI::ValidationError("--separation", "must be less than 1e70 for bodies and robots");
  if (!(arguments.t_max >= 0 && arguments.t_max <= 1))
    throw CLI::ValidationError("--t-max", "must lie in [0, 1]");
}

constexpr const char* kFooter =
    "Examples:\n"
    "  firstcontact solve queries/ --exact --certificates proofs.jsonl.gz\n"
    "  firstcontact verify proofs.jsonl.gz\n"
    "  firstcontact verify proofs.jsonl.gz --queries queries/\n"
    "  firstcontact verify free.jsonl --robot arm.urdf --scene cell.json --from=0,0 --to=1,1\n"
    "  firstcontact verify free.jsonl --bodies a.obj b.obj --poses poses.json\n"
    "  firstcontact verify free.jsonl --meshes cloth0.ply cloth1.ply --separation 1e-3\n"
    "\n"
    "Every proof that fails is named with file, line, segment and corner (moving bodies: entry;\n"
    "scenes: pair and entry). The format: docs/formats/certificates.md.\n"
    "\n"
    "With --robot, --bodies, --queries or --meshes the proofs must also be about these inputs and\n"
    "cover them: the same geometry and motion, every pair that has to keep apart, all of the "
    "margin\n"
    "and of the time. Give the options that were given to `robot`, `screw`, `solve` or `check`.\n"
    "\n"
    "Exit codes: 0 all proven, 1 a proof fails or is not about the inputs, 2 a file is "
    "unreadable,\n"
    "empty, or not of this format.";

/// The options of `robot`, `screw`, `solve` and `check` that say what was asked.
void add_input_options(CLI::App& command, VerifyArguments& arguments) {
  RobotInputArguments& robot = arguments.robot;
  command.add_option("--robot", robot.urdf, "the proofs must be about this robot, a URDF file")
      ->option_text("URDF");
  command.add_option("--srdf", robot.srdf, "pairs of links that need no check, and named states")
      ->option_text("FILE");
  command
      .add_option("--scene", robot.scene,
                  "what stands around the robot, as for `robot`; repeatable")
      ->option_text("FILE")
      ->allow_extra_args(false);
  command.add_option("--from", robot.from, "joint values at the start, as for `robot`")
      ->option_text("VALUES");
  command.add_option("--to", robot.to, "joint values at the end")->option_text("VALUES");
  command
      .add_option("--path", robot.path, "instead: configurations one after the other, CSV or JSON")
      ->option_text("FILE");
  command.add_flag("--degrees", robot.degrees, "angles in --from, --to and --path are in degrees");
  command.add_flag("--ignore-limits", robot.ignore_limits,
                   "accept joint values outside their limits");
  command
      .add_option("--package-path", robot.package_paths,
                  "a folder with packages of package:// names; repeatable")
      ->option_text("DIR")
      ->allow_extra_args(false);
  command
      .add_option("--bodies", arguments.bodies,
                  "the proof must be about these two bodies, as for `screw`")
      ->expected(2)
      ->option_text("A B");
  command.add_option("--poses", arguments.poses, "their poses, JSON")->option_text("FILE");
  for (const auto& [flag, pose] :
       std::initializer_list<std::pair<const char*, std::optional<Pose>*>>{
           {"--a-from", &arguments.a_from},
           {"--a-to", &arguments.a_to},
           {"--b-from", &arguments.b_from},
           {"--b-to", &arguments.b_to}})
    command
        .add_option_function<std::string>(
            flag,
            [name = flag, target = pose](const std::string& word) {
              try {
                *target = parse_pose(word);
              } catch (const std::invalid_argument& error) {
                throw CLI::ValidationError(name, error.what());
              }
            },
            "instead: one of their poses")
        ->option_text("POSE");
  command
      .add_option("--queries", arguments.queries.paths,
                  "the proofs must be about these queries, as for `solve`; repeatable")
      ->option_text("PATH")
      ->allow_extra_args(false);
  command
      .add_option("--meshes", arguments.meshes,
                  "the proofs must be about these frames of a moving mesh, as for `check`")
      ->option_text("T0 T1 ...");
  command
      .add_option("--object", arguments.more_objects,
                  "frames of one more object, as for `check`; repeatable")
      ->option_text("T0 T1 ...");
  command.add_flag("--no-self", arguments.no_self, "pairs within one object need no proof");
  command
      .add_option("--separation,--min-separation,--margin", arguments.queries.separation,
                  "the distance that bodies, queries or meshes must keep (default: 0)")
      ->option_text("LENGTH");
  command.add_option("--norm", arguments.norm, "how it is measured: l2 (default) or linf")
      ->check(CLI::IsMember({"l2", "linf"}))
      ->option_text("NAME");
  command
      .add_option("--t-max", arguments.t_max, "the time up to which it must be proven (default: 1)")
      ->option_text("TIME");
}

}  // namespace

void add_verify_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<VerifyArguments>();
  CLI::App* command = app.add_subcommand(
      "verify",
      "Check proofs of freedom and of contact with exact arithmetic, independently of the "
      "solver");
  command->add_option("FILE", arguments->paths, "certificates, JSON Lines (.gz is unpacked)")
      ->required();
  command->add_option("--threads", arguments->threads, "threads (default: all cores)")
      ->check(CLI::Range(1, 1024))
      ->option_text("N");
  command->add_option("--json", arguments->json, "write the report to this file")
      ->option_text("FILE");
  add_input_options(*command, *arguments);
  command->footer(kFooter);
  command->callback([=, &exit_code] {
    refuse_bad_usage(*arguments, *command);
    arguments->robot.margin = arguments->queries.separation;
    exit_code = run(*arguments);
  });
}

}  // namespace firstcontact::apps
