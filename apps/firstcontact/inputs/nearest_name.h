#pragma once
/// Finds the name that was probably meant when one was mistyped.
#include <span>
#include <string>
#include <string_view>

namespace firstcontact::apps {

/// Number of edits that make `a` from `b`: a letter is changed, added, left out or swapped with the
/// next one.
std::size_t edits(std::string_view a, std::string_view b);

/// The name that takes the fewest edits, the first of equals. Precondition: there is one.
const std::string& nearest_name(std::string_view given, std::span<const std::string> names);

}  // namespace firstcontact::apps
