#pragma once
/// Standard output as a file like any other: what cannot be written is an error.
#include <exception>

namespace firstcontact::apps {

/// To be called first in `main`. Streams that whoever started us had closed are opened on what
/// refuses to be written or read, so that no file that is opened later gets their numbers; writing
/// to a pipe that nobody reads any more, or beyond the size that files may have (ulimit -f),
/// becomes an error.
void prepare_standard_streams();

/// The exit code of a program that ends with `exit_code`, after all of standard output is written.
/// If it cannot be written: a message on standard error, and `failure`. If whoever read our pipe
/// has gone (`| head`): the end by SIGPIPE, silently, as is usual. `error`: what was thrown, if
/// writing failed before.
int finish_standard_output(int exit_code, int failure, const std::exception* error = nullptr);

/// Writes what is buffered, before something is said on standard error. If that fails,
/// `finish_standard_output` says so.
void flush_standard_output();

/// Something could not be written to standard output.
bool standard_output_failed();

}  // namespace firstcontact::apps
