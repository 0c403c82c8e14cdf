#pragma once
/// What goes wrong with files. Every message starts with the file it is about, so that it can be
/// shown as it is.
#include <firstcontact/export.h>

#include <cstddef>
#include <stdexcept>
#include <string>

namespace firstcontact::io {

/// Any trouble with a file: catch this to catch both kinds below.
class FIRSTCONTACT_API FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A file that cannot be found, opened, read or understood.
/// Message: "path: what", or "path:line: field: what" when it is about a place in the file (lines
/// count from 1).
class FIRSTCONTACT_API InputError : public FileError {
 public:
  InputError(const std::string& path, const std::string& what) : FileError(path + ": " + what) {}
  InputError(const std::string& path, std::size_t line, const std::string& field,
             const std::string& what)
      : FileError(path + ":" + std::to_string(line) + ": " + field + ": " + what) {}
};

/// A file that cannot be written. Message: "path: what".
class FIRSTCONTACT_API OutputError : public FileError {
 public:
  OutputError(const std::string& path, const std::string& what) : FileError(path + ": " + what) {}
};

}  // namespace firstcontact::io
