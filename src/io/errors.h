#pragma once
/// What readers of files share: their errors, and how a format is told by a file's name.
#include <firstcontact/io_errors.h>

#include <string_view>

namespace firstcontact::io {

/// `name` ends in `suffix`.
inline bool has_suffix(std::string_view name, std::string_view suffix) {
  return name.size() >= suffix.size() && name.substr(name.size() - suffix.size()) == suffix;
}

}  // namespace firstcontact::io
