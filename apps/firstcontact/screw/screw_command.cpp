// firstcontact screw: finds all collisions of two rigid bodies that move from one pose to another.
#include <firstcontact/proof.h>
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
#include "common/report_parts.h"
#include "common/standard_streams.h"
#include "inputs/pose_file.h"
#include "inputs/shared_options.h"
#include "io/atomic_file.h"
#include "io/errors.h"
#include "io/mesh_file.h"
#include "io/output_paths.h"
#include "screw_groups.h"
#include "screw_report.h"
#include "view/viewer_page.h"

namespace firstcontact::apps {
namespace {

struct ScrewArguments {
  std::string a, b, poses;
  std::optional<Pose> a_from, a_to, b_from, b_to;
  std::string mode = mode_name(ScrewMode::Certified);
  ScrewOptions options;
  std::string json, html, output, certificate;
  bool drawing = false;

  bool any_pose() const { return a_from || a_to || b_from || b_to; }
};

const std::map<std::string, ScrewMode> kModes = [] {
  std::map<std::string, ScrewMode> names;
  for (const ScrewMode mode : {ScrewMode::Pixels, ScrewMode::Analytic, ScrewMode::Certified})
    names[mode_name(mode)] = mode;
  return names;
}();

/// Throws io::InputError if the file is not a polyhedron.
ScrewBody read_body(const std::string& path, const PoseChange& motion) {
  io::MeshData mesh = io::read_mesh(path);
  if (mesh.faces.empty()) throw io::InputError(path, "has no face: a body needs a surface");
  ScrewBody body = {path, {}, motion, ""};
  if (!mesh.edges.empty())
    body.note =
        counted(mesh.edges.size(), "edge of no face is left out", "edges of no face are left out");
  std::vector<std::vector<int>> polygons = io::polygons_of(mesh);
  body.polyhedron = Polyhedron({std::move(mesh.vertices), std::move(polygons)});
  if (!body.polyhedron.fault().empty()) throw io::InputError(path, body.polyhedron.fault());
  return body;
}

/// A start that is not given is where the file puts the body; an end that is not given is the
/// start.
PoseChange change_of(const std::optional<Pose>& from, const std::optional<Pose>& to) {
  const Pose start = from.value_or(Pose());
  return {start, to.value_or(start)};
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
  report.seconds = seconds_since(start);
  if (report.result.status == Status::InvalidInput) throw std::runtime_error(report.result.message);
  const double near =
      kGroupDistance * std::min(size_of(report.a.polyhedron), size_of(report.b.polyhedron));
  report.groups = group_collisions(report.result.collisions, near);
  return report;
}

/// Says what was written to the file of --certificates.
std::string certificate_line(const ScrewReport& report) {
  const std::size_t entries = report.result.certificate.entries.size();
  if (entries > 0) return fmt::format("certificate  {}\n", counted(entries, "entry", "entries"));
  return report.result.status == Status::Free
             ? "certificate  none: the proof of freedom did not fit in --max-checks, or is of "
               "collisions above --properness\n"
             : "certificate  none: only freedom has one\n";
}

int run(const ScrewArguments& arguments) {
  io::refuse_clashing_outputs(
      {arguments.a, arguments.b, arguments.poses},
      {arguments.json, arguments.html, arguments.output, arguments.certificate});
  std::optional<io::AtomicFile> json, output, certificate;
  if (!arguments.json.empty()) json.emplace(arguments.json);
  if (!arguments.output.empty()) output.emplace(arguments.output);
  if (!arguments.certificate.empty()) certificate.emplace(arguments.certificate);
  std::optional<HtmlPage> page;
  if (!arguments.html.empty()) page.emplace(arguments.html);

  const ScrewReport report = search(arguments);
  if (json) json->write(json_of(report, arguments.drawing));
  if (page) {
    page->add_text("report.json", json_of(report, true));
    page->finish();
  }
  if (output) output->write(csv_of(report));
  if (certificate && !report.result.certificate.entries.empty())
    certificate->write(
        proof::to_line(proof::motion_proof(report.a.polyhedron, report.a.motion,
                                           report.b.polyhedron, report.b.motion, report.result)));
  io::close_together({output ? &*output : nullptr, certificate ? &*certificate : nullptr,
                      json ? &*json : nullptr, page ? &page->file() : nullptr});
  print_fitted(summary_of(report));
  if (certificate) print_fitted(certificate_line(report));
  flush_standard_output();
  for (const ScrewBody* body : {&report.a, &report.b})
    if (!body->note.empty()) fmt::print(stderr, "firstcontact: {}: {}\n", body->path, body->note);
  return exit_code_of(report.result.status);
}

/// Throws CLI::ValidationError for what CLI11 cannot check by itself.
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
  if (arguments.drawing && arguments.json.empty())
    throw CLI::ValidationError("--drawing", "needs --json, the report to add it to");
  only_for(ScrewMode::Pixels, {"--resolution", "--robust"});
  only_for(ScrewMode::Certified, {"--tolerance", "--max-checks", "--certificates"});
  const ScrewOptions& options = arguments.options;
  if (options.resolution && !(*options.resolution > 0 && *options.resolution < kLargestCoordinate))
    throw CLI::ValidationError("--resolution", "must be a length above 0");
  require_length("--tolerance", options.tolerance);
  if (options.min_properness && !(*options.min_properness >= -1 && *options.min_properness <= 1))
    throw CLI::ValidationError("--properness", "must lie in [-1, 1]");
  require_max_checks(options.max_checks);
}

constexpr const char* kFooter =
    R"(Examples:
  firstcontact screw gear.obj shaft.obj --poses poses.json
  firstcontact screw a.ply b.ply --poses poses.json --first
  firstcontact screw plate.off bullet.off --b-from 0,0,5 --b-to 0,0,-5/0,0,1@90
  firstcontact screw a.obj b.obj --poses poses.json --mode pixels --resolution 0.01
  firstcontact screw a.obj b.obj --poses poses.json --certificates free.jsonl
  firstcontact verify free.jsonl
  firstcontact screw a.obj b.obj --poses poses.json --html motion.html

A POSE is a position x,y,z, and after a slash a rotation: a quaternion w,x,y,z, or an axis and an
angle x,y,z@DEGREES. A body without a pose starts where its file puts it, and stays where it starts.
A file of poses:
  {"a": {"from": {"position": [0, 0, 0], "quaternion": [1, 0, 0, 0]}, "to": {...}}, "b": {...}}
Seen from A, body B moves on a screw: it turns by up to 180 degrees about a fixed axis and travels
along that axis. Vertices and faces count from 0 in the order of the file. Poses, reports and
properness are described in docs/guide/screw.md.

Exit codes: 0 free, 1 collision, 2 bad usage or input, 4 undecided: --max-checks ran out.)";

}  // namespace

void add_screw_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<ScrewArguments>();
  ScrewOptions& options = arguments->options;
  CLI::App* command =
      app.add_subcommand("screw", "Find all collisions of two rigid bodies between two poses");
  command->add_option("A", arguments->a, "the first body, a mesh: OBJ, PLY, STL or OFF")
      ->required();
  command->add_option("B", arguments->b, "the second body")->required();
  command
      ->add_option("--poses", arguments->poses,
                   "where both bodies are at the start and at the end, JSON")
      ->option_text("FILE");
  add_pose_option(*command, "--a-from", arguments->a_from,
                  "where A starts (default: where its file puts it)");
  add_pose_option(*command, "--a-to", arguments->a_to, "where A ends (default: where it starts)");
  add_pose_option(*command, "--b-from", arguments->b_from,
                  "where B starts (default: where its file puts it)");
  add_pose_option(*command, "--b-to", arguments->b_to, "where B ends (default: where it starts)");
  command
      ->add_option(
          "--mode", arguments->mode,
          "certified (default) misses no collision; analytic computes curves, without a proof; "
          "pixels is the published method and approximate")
      ->check(CLI::IsMember({"pixels", "analytic", "certified"}))
      ->option_text("NAME");
  command->add_flag(
      "--first", options.first_only,
      "find only the first collision, or all of them at that instant; this is faster");
  command
      ->add_option("--properness", options.min_properness,
                   "leave out collisions of smaller properness, a number from -1 to 1 (default: "
                   "-0.1; --mode certified keeps all)")
      ->option_text("NUMBER");
  command
      ->add_option("--resolution", options.resolution,
                   "the size of a pixel, for --mode pixels (default: a twelfth of the mean edge "
                   "length)")
      ->option_text("LENGTH");
  command->add_flag("--robust", options.robust,
                    "also find features that pass within a pixel of each other, for --mode pixels");
  command
      ->add_option("--tolerance", options.tolerance,
                   "features that come this near may be reported as touching, for --mode certified "
                   "(default: 1e-9 of the scene's size)")
      ->option_text("LENGTH");
  command
      ->add_option("--max-checks", options.max_checks,
                   "budget of elementary checks, for --mode certified (default: 100000000)")
      ->option_text("N");
  add_json_option(*command, arguments->json);
  add_html_option(*command, arguments->html);
  add_drawing_option(*command, arguments->drawing);
  command
      ->add_option("--output", arguments->output,
                   "write one row per collision to this file, CSV (a name that ends in .gz is "
                   "compressed)")
      ->option_text("FILE");
  add_certificates_option(*command, arguments->certificate,
                          "write the proof that the motion is free to this file, for `verify` (a "
                          "name that ends in .gz is compressed; for --mode certified)");
  command->footer(kFooter);
  command->callback([=, &exit_code] {
    arguments->options.mode = kModes.at(arguments->mode);
    arguments->options.certificate = !arguments->certificate.empty();
    refuse_bad_usage(*arguments, *command);
    exit_code = run(*arguments);
  });
}

}  // namespace firstcontact::apps
