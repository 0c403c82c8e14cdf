#include "common/flag_names.h"

#include <array>
#include <utility>

namespace firstcontact::apps {

std::string in_flag_names(std::string_view fault) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kNames = {
      {{"min_separation", "--separation"},
       {"max_checks", "--max-checks"},
       {"t_max", "--t-max"},
       {"tolerance must", "--tolerance must"},
       {"Method::Certified", "--method certified"},
       {"Method::Exact", "--method exact"},
       {"a certificate", "--certificates"},
       {"in Linf only", "with --norm linf only"}}};
  std::string text(fault);
  for (const auto& [name, flag] : kNames)
    if (const std::size_t at = text.find(name); at != text.npos)
      text.replace(at, name.size(), flag);
  return text;
}

}  // namespace firstcontact::apps
