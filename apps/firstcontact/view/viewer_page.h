#pragma once
/// The viewer, a page of HTML with everything inside: where it is found, and pages made of it that
/// have files inside.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/atomic_file.h"

namespace firstcontact::apps {

/// The line of the viewer that is replaced by a page's files.
inline constexpr std::string_view kFilesMarker =
    R"(<script type="application/json" id="firstcontact-files">[]</script>)";

/// Most bytes of files that a page can have: browsers cannot hold much more in one string.
inline constexpr std::uint64_t kMostPageBytes = std::uint64_t{256} << 20;

/// The text of the viewer.
struct ViewerPage {
  std::string text;
  /// Where kFilesMarker begins.
  std::size_t marker = 0;
  /// The content security policy that the page has in its head.
  std::string policy;
};

/// Path of viewer.html: the environment variable FIRSTCONTACT_VIEWER if it is set; otherwise
/// beside the program, or in ../share/firstcontact. Unset if it is in neither.
std::optional<std::string> find_viewer();

/// Reads the viewer. Throws std::runtime_error that says how to build it if there is none, and
/// io::InputError if the file is not a viewer: if it does not have the marker exactly once, or no
/// policy, or one that allows inline scripts or scripts from elsewhere.
ViewerPage read_viewer();
/// The same for a file's text. `path` is for messages.
ViewerPage parse_viewer(std::string text, const std::string& path);

/// Writes one page with files inside, for the option --html.
class HtmlPage {
 public:
  /// Reads the viewer and makes the file, so that what cannot work fails before anything else is
  /// done. Throws as `read_viewer`, and io::OutputError.
  explicit HtmlPage(const std::string& path);

  /// Adds text in UTF-8, such as a report. Throws io::OutputError if all files together are larger
  /// than kMostPageBytes.
  void add_text(const std::string& name, std::string_view text);
  /// Adds any bytes.
  void add_bytes(const std::string& name, std::string_view bytes);
  /// Adds a regular file. Throws io::InputError.
  void add_file(const std::string& name, const std::string& path);
  /// Writes what follows the files. To be called once, after all of them; then the file can be
  /// closed.
  void finish();

  io::AtomicFile& file() { return file_; }

 private:
  void begin_entry(const std::string& name, const char* form, std::uint64_t bytes);
  void write_base64(std::string_view bytes);

  ViewerPage viewer_;
  io::AtomicFile file_;
  std::uint64_t bytes_ = 0;
  bool any_ = false;
};

/// Throws io::OutputError, naming the page `path`, if `bytes` of files are too many for a page.
void require_page_size(const std::string& path, std::uint64_t bytes);

}  // namespace firstcontact::apps
