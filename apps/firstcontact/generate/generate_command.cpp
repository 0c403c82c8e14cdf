// firstcontact generate: makes query files with exact truth, converts query files, or makes the
// meshes of a step like those of simulations.
#include <firstcontact/query_files.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "common/described_report.h"
#include "common/fitted_text.h"
#include "common/progress.h"
#include "common/table.h"
#include "convert_queries.h"
#include "generate/cloth_step.h"
#include "generate/generate.h"
#include "generate/handcrafted.h"
#include "inputs/shared_options.h"
#include "io/atomic_file.h"
#include "io/mesh_file.h"
#include "io/output_paths.h"
#include "parallel/parallel.h"
#include "query_output.h"

namespace firstcontact::apps {
namespace {

constexpr std::size_t kGenerateBlock = 4'096;
constexpr std::size_t kGenerateGrain = 32;

struct GenerateArguments {
  std::string directory;
  std::vector<std::string> classes;
  std::int64_t count = 1'000;
  std::uint64_t seed = 1;
  int threads = 0;
  int cloth_side = 0;
  std::string json;
  std::vector<std::string> from;
  bool list = false, handcrafted = false, packed = false;

  QueryForm form() const { return packed ? QueryForm::Packed : QueryForm::Csv; }
};

std::vector<const generate::QueryClass*> chosen_classes(const std::vector<std::string>& names) {
  std::vector<const generate::QueryClass*> chosen;
  for (const generate::QueryClass& c : generate::query_classes())
    if (names.empty() || std::find(names.begin(), names.end(), c.name) != names.end())
      chosen.push_back(&c);
  for (const std::string& name : names) {
    const bool known =
        std::any_of(chosen.begin(), chosen.end(), [&](const auto* c) { return c->name == name; });
    if (!known)
      throw CLI::ValidationError("--classes",
                                 fmt::format("there is no class '{}'; see generate --list", name));
  }
  return chosen;
}

/// Refuses numbers that are too large; CLI11 would take the largest possible number instead.
std::string seed_fault(const std::string& text) {
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (error == std::errc() && fmt::format("{}", seed) == text) return "";
  return fmt::format("'{}' is not a whole number from 0 to {}", text,
                     std::numeric_limits<std::uint64_t>::max());
}

/// What was made of one class and kind.
struct Made {
  std::string name;
  Kind kind;
  std::int64_t count = 0, positives = 0;
};

/// Makes query number `index`.
using MakeQuery = std::function<Query(std::uint64_t index)>;

/// DIR/name/kind/queries, without the ending.
std::string stem_of(const GenerateArguments& arguments, std::string_view name, Kind kind) {
  return (std::filesystem::path(arguments.directory) / name / io::kind_name(kind) / "queries")
      .string();
}

/// Writes `count` queries to DIR/name/kind/queries.csv and their exact first times beside it; or
/// both to one packed file.
Made make_file(const GenerateArguments& arguments, std::string_view name, Kind kind,
               std::int64_t count, const MakeQuery& make, Progress& progress, std::int64_t& done) {
  Made made{std::string(name), kind};
  QueryOutput output(stem_of(arguments, name, kind), arguments.form(),
                     {kind, true, static_cast<std::uint64_t>(count)});
  std::vector<generate::GeneratedQuery> block;
  for (std::int64_t first = 0; first < count; first += kGenerateBlock) {
    block.resize(std::min<std::int64_t>(kGenerateBlock, count - first));
    parallel::parallel_for(
        block.size(), kGenerateGrain, arguments.threads, [&](std::size_t begin, std::size_t end) {
          for (std::size_t i = begin; i < end; ++i)
            block[i] = generate::with_truth(make(static_cast<std::uint64_t>(first) + i));
        });
    for (const generate::GeneratedQuery& item : block) {
      output.write({item.query, item.truth, item.toi, item.toi_upper});
      ++made.count;
      made.positives += item.truth;
    }
    done += static_cast<std::int64_t>(block.size());
    progress.update(done, made.name);
  }
  output.close();
  return made;
}

std::vector<Made> make_classes(const GenerateArguments& arguments) {
  const auto classes = chosen_classes(arguments.classes);
  const auto has = [](const generate::QueryClass& c, Kind kind) {
    return kind == Kind::VertexFace ? c.vertex_face : c.edge_edge;
  };
  std::vector<std::string> stems;
  for (const auto* c : classes)
    for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge})
      if (has(*c, kind)) stems.push_back(stem_of(arguments, c->name, kind));
  refuse_bad_query_outputs(stems, arguments.form(), {}, arguments.json);
  std::int64_t done = 0;
  std::vector<Made> all;
  Progress progress("queries", static_cast<std::int64_t>(stems.size()) * arguments.count);
  for (const auto* c : classes)
    for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge})
      if (has(*c, kind))
        all.push_back(make_file(
            arguments, c->name, kind, arguments.count,
            [&](std::uint64_t index) {
              return generate::make_query(*c, kind, arguments.seed, index);
            },
            progress, done));
  return all;
}

std::vector<Made> make_handcrafted(const GenerateArguments& arguments) {
  std::int64_t total = 0, done = 0;
  std::vector<std::string> stems;
  for (const auto& group : generate::handcrafted_groups()) {
    total += static_cast<std::int64_t>(group.vertex_face + group.edge_edge);
    for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge})
      stems.push_back(stem_of(arguments, group.name, kind));
  }
  refuse_bad_query_outputs(stems, arguments.form(), {}, arguments.json);
  std::vector<Made> all;
  Progress progress("queries", total);
  for (const auto& group : generate::handcrafted_groups())
    for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge}) {
      const std::vector<Query> queries = generate::make_handcrafted(group, kind, arguments.seed);
      all.push_back(make_file(
          arguments, group.name, kind, static_cast<std::int64_t>(queries.size()),
          [&](std::uint64_t index) { return queries[index]; }, progress, done));
    }
  return all;
}

void list_classes() {
  Table table(
      {{"class", Table::Align::Left}, {"kinds", Table::Align::Left}, {"what", Table::Align::Left}});
  for (const generate::QueryClass& c : generate::query_classes())
    table.add_row({std::string(c.name),
                   c.vertex_face && c.edge_edge ? "both"
                   : c.vertex_face              ? "vertex-face"
                                                : "edge-edge",
                   std::string(c.description)});
  print_fitted(table.to_string());
}

std::string json_of(const GenerateArguments& arguments, const std::vector<Made>& all) {
  nlohmann::ordered_json report = {{"seed", arguments.seed}};
  if (!arguments.handcrafted) report["count"] = arguments.count;
  report["form"] = arguments.packed ? "packed" : "csv";
  report["groups"] = nlohmann::ordered_json::array();
  for (const Made& made : all)
    report["groups"].push_back({{"class", made.name},
                                {"kind", io::kind_name(made.kind)},
                                {"queries", made.count},
                                {"positives", made.positives}});
  return report_text(report);
}

void write_json(const std::string& path, const std::string& text) {
  if (path.empty()) return;
  io::AtomicFile json(path);
  json.write(text);
  json.close();
}

/// Makes two mesh files: a step of a folded sheet.
int make_cloth(const GenerateArguments& arguments) {
  generate::ClothOptions options;
  options.side = arguments.cloth_side;
  options.seed = arguments.seed;
  const generate::Step step = generate::make_cloth_step(options);
  const std::filesystem::path folder = arguments.directory;
  io::make_folder(folder.string());
  nlohmann::ordered_json report = {{"seed", arguments.seed},
                                   {"side", arguments.cloth_side},
                                   {"files", nlohmann::ordered_json::array()}};
  for (const bool last : {false, true}) {
    const std::string path = (folder / (last ? "cloth_1.ply" : "cloth_0.ply")).string();
    io::write_mesh(path, {last ? step.vertices_t1 : step.vertices_t0, step.faces, {}});
    report["files"].push_back(path);
    print_fitted(fmt::format("{}: {} vertices, {} faces\n", path, grouped(step.vertices_t0.size()),
                             grouped(step.faces.size())));
  }
  write_json(arguments.json, report_text(report));
  return kFine;
}

/// Converts existing files into the other form.
int convert(const GenerateArguments& arguments) {
  const std::vector<Converted> all =
      convert_queries(arguments.from, arguments.directory, arguments.form(), arguments.json);
  nlohmann::ordered_json report = {{"form", arguments.packed ? "packed" : "csv"},
                                   {"files", nlohmann::ordered_json::array()}};
  Table table({{"file", Table::Align::Left},
               {"kind", Table::Align::Left},
               {"queries"},
               {"touching"},
               {"times", Table::Align::Left}});
  for (const Converted& c : all) {
    report["files"].push_back({{"from", c.from},
                               {"to", c.to},
                               {"kind", io::kind_name(c.kind)},
                               {"queries", c.count},
                               {"positives", c.positives},
                               {"times", c.times}});
    table.add_row({c.to, io::kind_name(c.kind), grouped(c.count), grouped(c.positives),
                   c.times ? "yes" : "no"});
  }
  write_json(arguments.json, report_text(report));
  print_fitted(table.to_string());
  return kFine;
}

int run(const GenerateArguments& arguments) {
  if (arguments.list) {
    list_classes();
    return kFine;
  }
  if (arguments.directory.empty()) throw CLI::RequiredError("DIR");
  if (arguments.cloth_side > 0) return make_cloth(arguments);
  if (!arguments.from.empty()) return convert(arguments);
  const std::vector<Made> all =
      arguments.handcrafted ? make_handcrafted(arguments) : make_classes(arguments);
  write_json(arguments.json, json_of(arguments, all));
  Table table(
      {{"class", Table::Align::Left}, {"kind", Table::Align::Left}, {"queries"}, {"touching"}});
  Made total{"total", Kind::VertexFace};
  for (const Made& made : all) {
    table.add_row(
        {made.name, io::kind_name(made.kind), grouped(made.count), grouped(made.positives)});
    total.count += made.count;
    total.positives += made.positives;
  }
  table.add_rule();
  table.add_row({"total", "", grouped(total.count), grouped(total.positives)});
  print_fitted(table.to_string());
  return kFine;
}

}  // namespace

void add_generate_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<GenerateArguments>();
  CLI::App* command = app.add_subcommand(
      "generate",
      "Make adversarial queries with exact truth, or the meshes of a step; convert query files");
  command->add_option(
      "DIR", arguments->directory,
      "the folder for CLASS/KIND/queries.csv, and queries.toi with the exact first times");
  command
      ->add_option("--classes", arguments->classes,
                   "classes of queries, separated by commas (default: all; see --list)")
      ->delimiter(',')
      ->option_text("NAMES");
  command
      ->add_option("--count", arguments->count,
                   "number of queries for each class and kind (default: 1000)")
      ->check(CLI::Range(1, 1'000'000'000))
      ->option_text("N");
  command
      ->add_option("--seed", arguments->seed,
                   "the same seed makes the same queries on every machine (default: 1)")
      ->check(seed_fault)
      ->option_text("N");
  add_threads_option(*command, arguments->threads);
  command->add_option("--json", arguments->json, "write a report of what was made to this file")
      ->option_text("FILE");
  command
      ->add_option(
          "--cloth", arguments->cloth_side,
          "instead of queries, make DIR/cloth_0.ply and DIR/cloth_1.ply for `check`: one step of "
          "a folded sheet of SIDE x SIDE vertices")
      ->option_text("SIDE")
      ->check(CLI::Range(2, 10'000))
      ->excludes("--classes")
      ->excludes("--count");
  command
      ->add_flag("--handcrafted", arguments->handcrafted,
                 "make a set like the published handcrafted one instead: 12,000 vertex-face and "
                 "15,000 edge-edge queries")
      ->excludes("--classes")
      ->excludes("--count")
      ->excludes("--cloth");
  command
      ->add_flag("--packed", arguments->packed,
                 "write binary files queries.fcq, which hold the times too, instead of CSV")
      ->excludes("--cloth");
  command
      ->add_option(
          "--from", arguments->from,
          "instead of making queries, convert these files and folders exactly, to CSV or with "
          "--packed to binary files")
      ->option_text("PATH ...")
      ->excludes("--classes")
      ->excludes("--count")
      ->excludes("--seed")
      ->excludes("--cloth")
      ->excludes("--handcrafted");
  command->add_flag("--list", arguments->list, "list the classes and stop");
  command->footer(
      "Examples:\n"
      "  firstcontact generate --list\n"
      "  firstcontact generate queries --count 10000 --seed 7\n"
      "  firstcontact generate queries --classes hourglass,three-roots\n"
      "  firstcontact generate handcrafted --handcrafted --packed\n"
      "  firstcontact generate packed --from queries --packed\n"
      "  firstcontact generate csv --from packed\n"
      "  firstcontact generate sheet --cloth 215\n"
      "The sheet of the last example has 92,000 triangles and about 7 million candidate pairs.\n"
      "A run that is interrupted leaves complete files only.\n\n"
      "Exit codes: 0 fine, 2 bad usage or input.");
  command->callback([=, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace firstcontact::apps
