#pragma once
/// The temporary files of this process, so that it can remove them when a signal ends it.
#include <mutex>
#include <string>

namespace firstcontact::io {

/// While a thread holds this, a signal cannot end the process between two of its steps: a file that
/// is made and noted, or several files that appear together. Never hold it for long. One thread may
/// hold it several times.
[[nodiscard]] std::unique_lock<std::recursive_mutex> hold_temporaries();

/// `path`, a file or a folder, is to be removed if a signal ends the process. It need not exist
/// yet.
void note_temporary(const std::string& path);
/// `path` need not be removed any more: it has its final name, or is gone.
void forget_temporary(const std::string& path);

/// Removes all that are noted, the last noted first; a folder only if nothing else is in it. It is
/// the last thing before the process ends: any thread that wants to make, rename or forget one
/// afterwards waits forever.
void remove_temporaries_and_hold();

}  // namespace firstcontact::io
