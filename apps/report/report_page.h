#pragma once
/// The report of `firstcontact bench` as a web page.
#include <string>

namespace firstcontact::apps {

/// One self-contained HTML page (UTF-8) that shows a report (the text of report.json, UTF-8) as
/// tables and figures. It loads nothing: style, scripts and data are inside. Whatever the report
/// says is shown as text, never taken for markup. Studies that the report does not have are left
/// out; text that is not JSON gives a page that says so.
std::string report_page(const std::string& report_json);

}  // namespace firstcontact::apps
