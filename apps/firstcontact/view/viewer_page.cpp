#include "viewer_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "io/byte_source.h"
#include "io/errors.h"
#include "io/output_paths.h"

namespace firstcontact::apps {
namespace {

namespace fs = std::filesystem;

constexpr const char *kVariable = "FIRSTCONTACT_VIEWER", *kName = "viewer.html";
/// The viewer has about 4 MB.
constexpr std::size_t kMostViewerBytes = std::size_t{64} << 20;
/// Bytes of a file that are read at a time: a multiple of 3, so that no padding is needed before
/// the end.
constexpr std::size_t kFileBlock = std::size_t{3} << 18;

/// The folder of this program; empty if the system does not tell.
fs::path program_folder() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path() : program.parent_path();
}

/// The policy in the page's head: the content of its meta element.
std::string policy_of(std::string_view text, const std::string& path) {
  constexpr std::string_view kMeta = "<meta http-equiv=\"Content-Security-Policy\" content=\"";
  const std::size_t begin = text.find(kMeta);
  const std::size_t end = begin == text.npos ? begin : text.find('"', begin + kMeta.size());
  if (end == text.npos) throw io::InputError(path, "is not a viewer: it has no security policy");
  std::string policy(text.substr(begin + kMeta.size(), end - begin - kMeta.size()));
  const bool plain = std::all_of(policy.begin(), policy.end(),
                                 [](char c) { return ' ' <= c && c <= '~' && c != '&'; });
  if (!plain) throw io::InputError(path, "is not a viewer: its security policy is not plain text");
  return policy;
}

/// The words of a directive of a policy, without its name; unset if it has none.
std::optional<std::vector<std::string>> directive(std::string_view policy, std::string_view name) {
  while (!policy.empty()) {
    const std::size_t end = std::min(policy.find(';'), policy.size());
    std::string_view part = policy.substr(0, end);
    policy.remove_prefix(std::min(policy.size(), end + 1));
    std::vector<std::string> words;
    while (!part.empty()) {
      const std::size_t space = std::min(part.find(' '), part.size());
      if (space > 0) words.emplace_back(part.substr(0, space));
      part.remove_prefix(std::min(part.size(), space + 1));
    }
    if (words.empty() || words.front() != name) continue;
    words.erase(words.begin());
    return words;
  }
  return std::nullopt;
}

void refuse_weak_policy(const std::string& policy, const std::string& path) {
  const auto fallback = directive(policy, "default-src"), scripts = directive(policy, "script-src");
  if (!fallback || *fallback != std::vector<std::string>{"'none'"} || !scripts)
    throw io::InputError(
        path,
        "is not a viewer: its security policy has no script-src, or another default-src than "
        "'none'");
  for (const std::string& word : *scripts)
    if (!word.starts_with("'sha256-") && word != "'wasm-unsafe-eval'" && word != "blob:" &&
        word != "'none'")
      throw io::InputError(
          path, fmt::format("is not a viewer: its security policy allows scripts by {}", word));
}

/// A text as JSON that can be put into a page: `<` and the two line separators of Unicode are escaped.
/// In JSON these characters occur only inside strings, where an escape means the same.
std::string page_string(std::string_view text) {
  const std::string quoted = nlohmann::json(std::string(text))
                                 .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  const std::string_view json = quoted;
  std::string escaped;
  escaped.reserve(json.size() + json.size() / 16);
  for (std::size_t i = 0; i < json.size(); ++i) {
    const std::string_view rest = json.substr(i, 3);
    if (json[i] == '<') {
      escaped += "\\u003c";
    } else if (rest == "\xE2\x80\xA8" || rest == "\xE2\x80\xA9") {
      escaped += rest.back() == '\xA8' ? "\\u2028" : "\\u2029";
      i += 2;
    } else {
      escaped += json[i];
    }
  }
  return escaped;
}

}  // namespace

std::optional<std::string> find_viewer() {
  if (const char* named = std::getenv(kVariable); named && *named) return named;
  const fs::path folder = program_folder();
  if (folder.empty()) return std::nullopt;
  for (const fs::path& path :
       {folder / kName, folder.parent_path() / "share" / "firstcontact" / kName}) {
    std::error_code error;
    if (fs::exists(path, error)) return path.string();
  }
  return std::nullopt;
}

ViewerPage parse_viewer(std::string text, const std::string& path) {
  ViewerPage page;
  page.text = std::move(text);
  page.marker = page.text.find(kFilesMarker);
  if (page.marker == page.text.npos ||
      page.text.find(kFilesMarker, page.marker + 1) != page.text.npos)
    throw io::InputError(path, "is not a viewer: the place for files is missing or there twice");
  page.policy = policy_of(page.text, path);
  refuse_weak_policy(page.policy, path);
  return page;
}

ViewerPage read_viewer() {
  const std::optional<std::string> path = find_viewer();
  if (!path)
    throw std::runtime_error(
        "viewer.html is not beside the program and not in ../share/firstcontact: `./site` in the "
        "source builds it and puts it beside build/release/firstcontact (for an installed program "
        "run `cmake --install` again), or FIRSTCONTACT_VIEWER names it");
  return parse_viewer(io::read_text(*path, kMostViewerBytes), *path);
}

void require_page_size(const std::string& path, std::uint64_t bytes) {
  if (bytes > kMostPageBytes)
    throw io::OutputError(
        path, fmt::format("{} MB of files are too many for one page, which can have {} MB: "
                          "`firstcontact view` shows them without one",
                          bytes >> 20, kMostPageBytes >> 20));
}

HtmlPage::HtmlPage(const std::string& path) : viewer_(read_viewer()), file_(path) {
  io::refuse_clashing_outputs({find_viewer().value_or("")}, {path});
  const std::size_t opened = kFilesMarker.find('[') + 1;
  file_.write(std::string_view(viewer_.text).substr(0, viewer_.marker + opened));
}

void HtmlPage::begin_entry(const std::string& name, const char* form, std::uint64_t bytes) {
  require_page_size(file_.path(), bytes_ += bytes);
  file_.write(fmt::format("{}\n{{\"name\": {}, \"{}\": ", std::exchange(any_, true) ? "," : "",
                          page_string(name), form));
}

void HtmlPage::add_text(const std::string& name, std::string_view text) {
  begin_entry(name, "text", text.size());
  file_.write(page_string(text));
  file_.write("}");
}

void HtmlPage::write_base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    unsigned bits = 0;
    for (std::size_t k = 0; k < 3; ++k)
      bits = bits << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k)
      text += k <= count ? kDigits[bits >> (18 - 6 * k) & 63U] : '=';
  }
  file_.write(text);
}

void HtmlPage::add_bytes(const std::string& name, std::string_view bytes) {
  begin_entry(name, "base64", bytes.size());
  file_.write("\"");
  write_base64(bytes);
  file_.write("\"}");
}

void HtmlPage::add_file(const std::string& name, const std::string& path) {
  io::FileSource source(path);
  begin_entry(name, "base64", 0);
  file_.write("\"");
  std::string block(kFileBlock, '\0');
  for (bool end = false; !end;) {
    std::size_t filled = 0;
    while (filled < block.size() && !end) {
      const std::size_t got = source.read(block.data() + filled, block.size() - filled);
      filled += got;
      end = got == 0;
    }
    require_page_size(file_.path(), bytes_ += filled);
    write_base64(std::string_view(block).substr(0, filled));
  }
  file_.write("\"}");
}

void HtmlPage::finish() {
  const std::size_t opened = kFilesMarker.find('[') + 1;
  file_.write("\n");
  file_.write(std::string_view(viewer_.text).substr(viewer_.marker + opened));
}

}  // namespace firstcontact::apps
