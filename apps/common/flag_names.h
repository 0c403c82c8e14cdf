#pragma once
/// Messages of the library in the words of the command line.
#include <string>
#include <string_view>

namespace firstcontact::apps {

/// Puts the names of flags in place of the names of fields and enumerators in a message of the
/// library: "min_separation must be …" becomes "--separation must be …".
std::string in_flag_names(std::string_view fault);

}  // namespace firstcontact::apps
