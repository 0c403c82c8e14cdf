#pragma once
/// Treats standard output as any other file: a failed write is an error.
#include <exception>

namespace firstcontact::apps {

/// Must be called first in `main`. If standard input, output or error is closed, opens it on
/// something that cannot be read or written, so that no file that is opened later gets its number.
/// Writing to a pipe without a reader, or beyond the largest size of files (ulimit -f), becomes an
/// error instead of a signal.
void prepare_standard_streams();

/// Writes what is left of standard output and returns `exit_code`. If it cannot be written, prints
/// a message on standard error and returns `failure`. If the reader of our pipe has gone (`|
/// head`), ends the program silently by SIGPIPE, as is usual. `error` is the exception that an
/// earlier failed write threw, if there was one.
int finish_standard_output(int exit_code, int failure, const std::exception* error = nullptr);

/// Writes what is buffered; to be called before a message on standard error. If it fails,
/// `finish_standard_output` says so.
void flush_standard_output();

/// True if something could not be written to standard output.
bool standard_output_failed();

}  // namespace firstcontact::apps
