#pragma once
/// What somebody may have meant who mistyped a name.
#include <span>
#include <string>
#include <string_view>

namespace firstcontact::apps {

/// How many letters must be changed, added, left out or swapped with the next one to make `a` from
/// `b`.
std::size_t edits(std::string_view a, std::string_view b);

/// The name that takes the fewest edits, the first of equals. Precondition: there is one.
const std::string& nearest_name(std::string_view given, std::span<const std::string> names);

}  // namespace firstcontact::apps
