#pragma once
/// Messages of the library in the words of the command line.
#include <string>
#include <string_view>

namespace firstcontact::apps {

/// What the library finds wrong with its options, with names of fields and enumerators put as
/// flags: "min_separation must be …" becomes "--separation must be …".
std::string in_flag_names(std::string_view fault);

}  // namespace firstcontact::apps
