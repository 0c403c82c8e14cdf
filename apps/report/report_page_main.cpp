/// Makes the page anew from a report.json, without running anything: firstcontact_report_page
/// report.json report.html
#include <cstdio>
#include <fstream>
#include <sstream>

#include "report/report_page.h"

int main(int count, char** arguments) {
  if (count != 3) {
    std::fputs("usage: firstcontact_report_page REPORT.json PAGE.html\n", stderr);
    return 2;
  }
  const std::ifstream input(arguments[1], std::ios::binary);
  std::ostringstream json;
  if (!input || !(json << input.rdbuf())) {
    std::fprintf(stderr, "cannot read %s\n", arguments[1]);
    return 2;
  }
  std::ofstream output(arguments[2], std::ios::binary);
  if (!(output << firstcontact::apps::report_page(json.str())).flush()) {
    std::fprintf(stderr, "cannot write %s\n", arguments[2]);
    return 2;
  }
  return 0;
}
