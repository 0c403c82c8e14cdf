// firstcontact screw: all collisions of two rigid bodies that go from one pose to another.
#include <firstcontact/screw.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "commands.h"
#include "common/duration_histogram.h"
#include "common/fitted_text.h"
#include "common/standard_streams.h"
#include "common/table.h"
#include "inputs/pose_file.h"
#include "io/atomic_file.h"
#include "io/errors.h"
#include "io/mesh_file.h"
#include "io/output_paths.h"
#include "proofs/motion_proof_file.h"
#include "rigid/model/relative_screw.h"
#include "screw_groups.h"
#include "screw_report.h"

namespace firstcontact::apps {
namespace {

struct ScrewArguments {
  std::string a, b, poses;
  std::optional<Pose> a_from, a_to, b_from, b_to;
  std::string mode = mode_name(ScrewMode::Certified);
  ScrewOptions options;
  std::string json, output, certificate;

  bool any_pose() const { return a_from || a_to || b_from || b_to; }
};

const std::map<std::string, ScrewMode> kModes = [] {
  std::map<std::string, ScrewMode> names;
  for (const ScrewMode mode : {ScrewMode::Pixels, ScrewMode::Analytic, ScrewMode::Certified})
    names[mode_name(mode)] = mode;
  return names;
}();

/// Throws io::InputError where the file is no polyhedron.
ScrewBody read_body(const std::string& path, const PoseChange& motion) {
  io::MeshData mesh = io::read_mesh(path);
  if (mesh.faces.empty()) throw io::InputError(path, "has no face: a body needs a surface");
  ScrewBody body = {path, {}, motion, ""};
  if (!mesh.edges.empty())
    body.note = fmt::format("{} of no face {} left out",
                            mesh.edges.size() == 1
                                ? "1 edge"
                                : grouped(static_cast<long long>(mesh.edges.size())) + " edges",
                            mesh.edges.size() == 1 ? "is" : "are");
  std::vector<std::vector<int>> polygons = io::polygons_of(mesh);
  body.polyhedron = Polyhedron({std::move(mesh.vertices), std::move(polygons)});
  if (!body.polyhedron.fault().empty()) throw io::InputError(path, body.polyhedron.fault());
  return body;
}

/// What is not given: where the file puts the body, and from there no motion.
PoseChange change_of(const std::optional<Pose>& from, const std::optional<Pose>& to) {
  const Pose start = from.value_or(Pose());
  return {start, to.value_or(start)};
}

/// The proof that the certificate is, in A's coordinates: A rests.
verify::MotionProof proof_of(const ScrewReport& report) {
  const auto body_of = [](const Polyhedron& body, verify::ProofMotion motion) {
    return verify::MotionBody{{body.vertices().begin(), body.vertices().end()},
                              {body.triangles().begin(), body.triangles().end()},
                              std::move(motion)};
  };
  return {body_of(report.a.polyhedron, verify::RestingMotion()),
          body_of(report.b.polyhedron, relative_motion(report.a.motion, report.b.motion).b_in_a),
          report.result.certificate};
}

ScrewReport search(const ScrewArguments& arguments) {
  const PosePair poses = arguments.poses.empty()
                             ? PosePair{change_of(arguments.a_from, arguments.a_to),
                                        change_of(arguments.b_from, arguments.b_to)}
                             : read_pose_file(arguments.poses);
  ScrewReport report = {read_body(arguments.a, poses.a),
                        read_body(arguments.b, poses.b),
                        arguments.options,
                        {},
                        {},
                        0};
  const std::int64_t start = now_ns();
  report.result =
      find_collisions(report.a.polyhedron, poses.a, report.b.polyhedron, poses.b, report.options);
  report.seconds = 1e-9 * static_cast<double>(now_ns() - start);
  if (report.result.status == Status::InvalidInput) throw std::runtime_error(report.result.message);
  const double near =
      kGroupDistance * std::min(size_of(report.a.polyhedron), size_of(report.b.polyhedron));
  report.groups = group_collisions(report.result.collisions, near);
  return report;
}

/// What became of --certificate.
std::string certificate_line(const ScrewReport& report) {
  const auto entries = static_cast<long long>(report.result.certificate.entries.size());
  if (entries > 0)
    return fmt::format("certificate  {} {}\n", grouped(entries),
                       entries == 1 ? "entry" : "entries");
  return report.result.status == Status::Free
             ? "certificate  none: the proof of freedom did not fit in --max-checks, or is of "
               "collisions above --properness\n"
             : "certificate  none: only freedom has one\n";
}

int run(const ScrewArguments& arguments) {
  io::refuse_clashing_outputs({arguments.a, arguments.b, arguments.poses},
                              {arguments.json, arguments.output, arguments.certificate});
  std::optional<io::AtomicFile> json, output, certificate;
  if (!arguments.json.empty()) json.emplace(arguments.json);
  if (!arguments.output.empty()) output.emplace(arguments.output);
  if (!arguments.certificate.empty()) certificate.emplace(arguments.certificate);

  const ScrewReport report = search(arguments);
  if (json) json->write(json_of(report));
  if (output) output->write(csv_of(report));
  if (certificate && !report.result.certificate.entries.empty())
    certificate->write(motion_proof_line(proof_of(report)));
  io::close_together({output ? &*output : nullptr, certificate ? &*certificate : nullptr,
                      json ? &*json : nullptr});
  print_fitted(summary_of(report));
  if (certificate) print_fitted(certificate_line(report));
  flush_standard_output();
  for (const ScrewBody* body : {&report.a, &report.b})
    if (!body->note.empty()) fmt::print(stderr, "firstcontact: {}: {}\n", body->path, body->note);
  switch (report.result.status) {
    case Status::Free: return kFine;
    case Status::Contact: return kContactFound;
    case Status::Undecided: return kUndecided;
    case Status::Cancelled:
    case Status::InvalidInput: break;
  }
  return kBadInput;
}

/// What CLI11 cannot check by itself.
void refuse_bad_usage(const ScrewArguments& arguments, const CLI::App& command) {
  if (arguments.poses.empty() && !arguments.any_pose())
    throw CLI::ValidationError(
        "screw", "the poses are missing: --poses FILE, or for example --b-to 0,0,-2/0,0,1@90");
  if (!arguments.poses.empty() && arguments.any_pose())
    throw CLI::ValidationError(
        "--poses", "gives all poses: --a-from, --a-to, --b-from and --b-to cannot be given too");
  const auto only_for = [&](ScrewMode mode, std::initializer_list<const char*> flags) {
    if (arguments.options.mode == mode) return;
    for (const char* flag : flags)
      if (command.count(flag) > 0)
        throw CLI::ValidationError(flag, fmt::format("is for --mode {} only, not for {}",
                                                     mode_name(mode), arguments.mode));
  };
  only_for(ScrewMode::Pixels, {"--resolution", "--robust"});
  only_for(ScrewMode::Certified, {"--tolerance", "--max-checks", "--certificate"});
  const ScrewOptions& options = arguments.options;
  const auto is_length = [](double x) { return x >= 0 && x < kLargestCoordinate; };
  if (options.resolution && !(is_length(*options.resolution) && *options.resolution > 0))
    throw CLI::ValidationError("--resolution", "must be a length above 0");
  if (options.tolerance && !is_length(*options.tolerance))
    throw CLI::ValidationError("--tolerance", "must be a length, 0 or more");
  if (options.min_properness && !(*options.min_properness >= -1 && *options.min_properness <= 1))
    throw CLI::ValidationError("--properness", "must lie in [-1, 1]");
  if (options.max_checks < 1) throw CLI::ValidationError("--max-checks", "must be at least 1");
}

constexpr const char* kFooter =
    "Examples:\n"
    "  firstcontact screw gear.obj shaft.obj --poses poses.json     every collision, none missed\n"
    "  firstcontact screw a.ply b.ply --poses poses.json --first    the first one only: much "
    "faster\n"
    "  firstcontact screw plate.off bullet.off --b-from 0,0,5 --b-to 0,0,-5/0,0,1@90\n"
    "  firstcontact screw a.obj b.obj --poses poses.json --mode pixels --resolution 0.01 --json "
    "report.json\n"
    "  firstcontact screw a.obj b.obj --poses poses.json --certificate free.jsonl && firstcontact "
    "verify free.jsonl\n"
    "A POSE is a position x,y,z, and after a slash a turn: a quaternion w,x,y,z or an axis and an "
    "angle x,y,z@DEGREES. What is "
    "not given: a body starts where its file puts it, and stays where it starts. A file of poses:\n"
    "  {\"a\": {\"from\": {\"position\": [0, 0, 0], \"quaternion\": [1, 0, 0, 0]}, \"to\": {…}}, "
    "\"b\": {…}}\n"
    "The motion of B seen from A is a screw: a turn of up to 180° about a fixed axis, and a travel "
    "along it. Vertices and faces "
    "count from 0 in the order of the file. Poses, reports and properness: docs/guide/screw.md.\n"
    "Exit codes: 0 free, 1 collision, 2 bad usage or input, 4 undecided (--max-checks ran out).";

/// An option that takes a pose in one word.
void add_pose(CLI::App& command, const std::string& flag, std::optional<Pose>& pose,
              const char* help) {
  command
      .add_option_function<std::string>(
          flag,
          [&pose, flag](const std::string& word) {
            try {
              pose = parse_pose(word);
            } catch (const std::invalid_argument& error) {
              throw CLI::ValidationError(flag, error.what());
            }
          },
          help)
      ->option_text("POSE");
}

}  // namespace

void add_screw_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<ScrewArguments>();
  ScrewOptions& options = arguments->options;
  CLI::App* command =
      app.add_subcommand("screw", "Find all collisions of two rigid bodies between two poses");
  command->add_option("A", arguments->a, "the first body: OBJ, PLY, STL, OFF")->required();
  command->add_option("B", arguments->b, "the second one")->required();
  command
      ->add_option("--poses", arguments->poses, "where both are at the start and at the end, JSON")
      ->option_text("FILE");
  add_pose(*command, "--a-from", arguments->a_from,
           "where A starts (default: where its file puts it)");
  add_pose(*command, "--a-to", arguments->a_to, "where A ends (default: where it starts)");
  add_pose(*command, "--b-from", arguments->b_from,
           "where B starts (default: where its file puts it)");
  add_pose(*command, "--b-to", arguments->b_to, "where B ends (default: where it starts)");
  command
      ->add_option("--mode", arguments->mode,
                   "certified: none is missed; analytic: curves, no proof; pixels: as published, "
                   "approximate (default: certified)")
      ->check(CLI::IsMember({"pixels", "analytic", "certified"}))
      ->option_text("NAME");
  command->add_flag("--first", options.first_only,
                    "only the first collision (all of that instant)");
  command->add_option("--properness", options.min_properness,
                      "leave out collisions of smaller properness, from -1 to 1 (default: none in "
                      "certified, else -0.1)");
  command->add_option("--resolution", options.resolution,
                      "pixels: the size of one (default: a twelfth of the mean edge length)");
  command->add_flag("--robust", options.robust,
                    "pixels: also features that pass within a pixel of each other");
  command->add_option("--tolerance", options.tolerance,
                      "certified: length up to which features may count as touching (default: 1e-9 "
                      "of the scene's size)");
  command->add_option("--max-checks", options.max_checks,
                      "certified: budget of the search (default: 100000000)");
  command->add_option("--json", arguments->json, "write the report to this file")
      ->option_text("FILE");
  command->add_option("--output", arguments->output,
                      "write one row per collision to this file, CSV (.gz compresses)");
  command->add_option(
      "--certificate", arguments->certificate,
      "certified: write the proof of freedom to this file, for `verify` (.gz compresses)");
  command->footer(kFooter);
  command->callback([=, &exit_code] {
    arguments->options.mode = kModes.at(arguments->mode);
    arguments->options.certificate = !arguments->certificate.empty();
    refuse_bad_usage(*arguments, *command);
    exit_code = run(*arguments);
  });
}

}  // namespace firstcontact::apps
