#pragma once
/// Files of the page in the memory of WebAssembly, so that the readers of the library, which open
/// files by their names, read exactly what the command line reads.
#include <string>
#include <string_view>
#include <vector>

namespace firstcontact::wasm {

/// A folder of files that disappears with this object. Names keep their folders ("scene/edge-edge/
/// data.csv"); ".." and absolute paths stay inside.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  /// Writes a file and returns its path. Throws std::runtime_error if there is no memory for it.
  std::string add(std::string_view name, std::string_view bytes);

  /// The folder itself, with a slash at its end.
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::vector<std::string> files_, folders_;
};

/// A message with the names that the page gave, instead of those in the scratch folder.
std::string without_scratch_folder(std::string message);

}  // namespace firstcontact::wasm
