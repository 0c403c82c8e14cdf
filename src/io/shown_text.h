#pragma once
#include <string>
#include <string_view>

namespace firstcontact::io {

/// Text of a file as it can be shown in a message: in quotes, shortened, whatever is not printable
/// ASCII as \xNN.
std::string shown_text(std::string_view text);

/// A name in quotes as it is written, shortened if it is very long: labels are repeated in many
/// messages.
std::string in_quotes(const std::string& name);

/// 1234567 as "1,234,567".
std::string grouped_digits(long long value);

}  // namespace firstcontact::io
