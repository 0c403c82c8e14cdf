#pragma once
/// Input files are regular files: nothing that waits for a writer, never ends, or is no file at
/// all.
#include <string>

namespace firstcontact::io {

/// Opens `path` for reading and returns the descriptor. Throws InputError where it cannot be
/// opened, and for a folder, a pipe, a device or a socket, saying which; links are followed. None
/// of these is opened, so that nobody waits for them or is woken up.
int open_regular_file(const std::string& path);

/// Throws InputError for what `open_regular_file` refuses of an open descriptor.
void require_regular_file(int descriptor, const std::string& path);

}  // namespace firstcontact::io
