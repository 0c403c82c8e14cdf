// firstcontact view: shows files in the viewer, served on this machine only, or as one page.
#include <fmt/format.h>

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commands.h"
#include "common/described_report.h"
#include "common/end_on_signal.h"
#include "common/fitted_text.h"
#include "common/report_parts.h"
#include "common/standard_streams.h"
#include "http_server.h"
#include "inputs/shared_options.h"
#include "io/output_paths.h"
#include "open_browser.h"
#include "view_files.h"
#include "viewer_page.h"

namespace firstcontact::apps {
namespace {

using Json = nlohmann::ordered_json;

struct ViewArguments {
  std::vector<std::string> files;
  std::string html, json;
  int port = 0;
  bool no_browser = false;
};

/// The report: where and what was served, or written to a page.
std::string view_report(const ViewArguments& arguments, const std::vector<ViewFile>& files,
                        const HttpServer* server) {
  Json report = {{"address", server ? Json(server->site().address()) : Json()},
                 {"html", arguments.html.empty() ? Json() : Json(arguments.html)},
                 {"files", Json::array()},
                 {"requests_served", server ? Json(server->counts().served) : Json()},
                 {"requests_refused", server ? Json(server->counts().refused) : Json()}};
  for (const ViewFile& file : files)
    report["files"].push_back({{"name", file.name},
                               {"file", file.path},
                               {"bytes", file.size},
                               {"type", media_type_of(file.name)}});
  return report_text(report);
}

void write_page(const ViewArguments& arguments, const std::vector<ViewFile>& files,
                std::optional<io::AtomicFile>& json) {
  require_page_size(arguments.html, total_size(files));
  HtmlPage page(arguments.html);
  for (const ViewFile& file : files) page.add_file(file.name, file.path);
  page.finish();
  if (json) json->write(view_report(arguments, files, nullptr));
  io::close_together({&page.file(), json ? &*json : nullptr});
  print_fitted(fmt::format("Written: {}, with {}; any browser opens it\n", arguments.html,
                           counted(std::ssize(files), "file", "files")));
}

void serve(const ViewArguments& arguments, std::vector<ViewFile> files,
           std::optional<io::AtomicFile>& json) {
  std::atomic<int> stop = 0;
  const StopOnSignal guard(stop);
  ViewerPage viewer = read_viewer();
  HttpServer server({std::move(viewer.text), std::move(viewer.policy), std::move(files), 0},
                    static_cast<std::uint16_t>(arguments.port));
  print_fitted(fmt::format("Serving {} at {} (Ctrl-C ends)\n",
                           counted(std::ssize(server.site().files), "file", "files"),
                           server.site().address()));
  flush_standard_output();
  if (!arguments.no_browser && !open_browser(server.site().address())) {
    fmt::print("No browser was found to open it with\n");
    flush_standard_output();
  }
  server.serve(stop);
  if (json) {
    json->write(view_report(arguments, server.site().files, &server));
    json->close();
  }
  print_fitted(fmt::format(
      "Stopped after {}\n",
      counted(server.counts().served + server.counts().refused, "request", "requests")));
}

int run_view(const ViewArguments& arguments) {
  std::vector<ViewFile> files = find_view_files(arguments.files);
  std::vector<std::string> inputs;
  for (const ViewFile& file : files) inputs.push_back(file.path);
  io::refuse_clashing_outputs(inputs, {arguments.html, arguments.json});
  std::optional<io::AtomicFile> json;
  if (!arguments.json.empty()) json.emplace(arguments.json);
  if (arguments.html.empty())
    serve(arguments, std::move(files), json);
  else
    write_page(arguments, files, json);
  return kFine;
}

constexpr const char* kFooter =
    R"(Examples:
  firstcontact view
  firstcontact view queries/
  firstcontact view cloth0.ply cloth1.ply
  firstcontact simulate cloth-on-ball --output drape && firstcontact view drape
  firstcontact screw a.obj b.obj --poses poses.json --json report.json --drawing
  firstcontact view report.json
  firstcontact view bench-results --html bench.html

FILE is a query file, a mesh, a trace, a proof, or a JSON report of another verb. A folder stands
for the trace and the reports of a simulation, the report of a benchmark, query files, or meshes.
Without a file the viewer shows examples; drop files onto the page.
The server listens on 127.0.0.1 only, serves nothing but the viewer and these files, and ends with
Ctrl-C. Nothing leaves this machine. docs/guide/viewer.md has its views and keys.

The viewer is the file viewer.html beside this program or in ../share/firstcontact, or the one that
the environment variable FIRSTCONTACT_VIEWER names. `./site` in the source builds it.

Exit codes: 0 fine (also when Ctrl-C ended it), 2 bad usage or input, or no viewer.)";

}  // namespace

void add_view_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<ViewArguments>();
  CLI::App* command =
      app.add_subcommand("view", "Look at queries, meshes, traces and reports in a browser");
  command->add_option("FILE", arguments->files, "files and folders to show");
  CLI::Option* port = command
                          ->add_option("--port", arguments->port,
                                       "listen on this port (default: one that the system chooses)")
                          ->check(CLI::Range(0, 65535))
                          ->option_text("N");
  CLI::Option* no_browser = command->add_flag("--no-browser", arguments->no_browser,
                                              "only print the address, open no browser");
  CLI::Option* html = add_html_option(*command, arguments->html);
  html->excludes(port)->excludes(no_browser);
  add_json_option(*command, arguments->json);
  command->footer(kFooter);
  command->callback([=, &exit_code] { exit_code = run_view(*arguments); });
}

}  // namespace firstcontact::apps
