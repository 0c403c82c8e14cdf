#include "report/report_page.h"

#include <stdexcept>
#include <string_view>

#include "report/page_sources.h"

namespace firstcontact::apps {
namespace {

/// In JSON these characters occur only inside strings, where an escape means the same. Without `<`
/// the data cannot end its script element or open a comment; U+2028 and U+2029 are ends of lines to
/// scripts.
std::string escape_json(std::string_view json) {
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

/// The text of the template up to the place, which is then behind us.
std::string_view take_until(std::string_view& page, std::string_view place) {
  const std::size_t at = page.find(place);
  if (at == std::string_view::npos)
    throw std::logic_error("the page of the report has no place " + std::string(place));
  const std::string_view before = page.substr(0, at);
  page.remove_prefix(at + place.size());
  return before;
}

}  // namespace

std::string report_page(const std::string& report_json) {
  std::string_view rest = page_sources::page;
  std::string result;
  result.append(take_until(rest, "@STYLE@")).append(page_sources::style);
  result.append(take_until(rest, "@DATA@")).append(escape_json(report_json));
  result.append(take_until(rest, "@SCRIPT@"));
  for (const char* script :
       {page_sources::base_script, page_sources::plot_script, page_sources::table_script,
        page_sources::figures_script, page_sources::report_script}) {
    result.append(script);
  }
  return result.append(rest);
}

}  // namespace firstcontact::apps
