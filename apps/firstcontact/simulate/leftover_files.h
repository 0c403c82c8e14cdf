#pragma once
/// Files that a killed run left behind.
#include <filesystem>
#include <string>

namespace firstcontact::apps {

/// "frame_0003.ply" for "frame_0003.ply.tmp-123-0", the temporary name that io::AtomicFile gives;
/// any other name as it is.
std::string without_temporary_ending(const std::string& name);

/// Removes a file; throws io::OutputError if that fails.
void remove_leftover(const std::filesystem::path& file);

}  // namespace firstcontact::apps
