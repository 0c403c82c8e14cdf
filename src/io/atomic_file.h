#pragma once
/// A file that appears whole or not at all.
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

#include "io/gzip.h"

namespace firstcontact::io {

/// Writes to a temporary file beside `path`, then `close()` renames it, so that nobody ever sees
/// half a file and what was there before stays until the new one is complete and on the disk.
///
/// Text, or gzip when the name ends in ".gz". Every failure (no such folder, no permission, disk
/// full) throws OutputError naming `path`; after one the temporary is removed and every further
/// call throws. Destroyed without `close()`: the temporary is removed; temporary_files.h says how a
/// program that a signal ends removes it. A link is followed and stays a link. An existing file
/// keeps its permission bits, and is only replaced if it may be written. What is not a regular file
/// (/dev/null, a pipe) cannot be replaced: it is written directly.
class AtomicFile {
 public:
  explicit AtomicFile(const std::string& path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view bytes);

  /// Everything that can fail for lack of space or a broken disk: what was written goes to the
  /// disk, under the temporary name. Nothing may be written after it; `close()` is still to come.
  void complete();

  /// Once only; nothing may be written after it. Completes the file first if that was not done.
  void close();

  const std::string& path() const { return path_; }

 private:
  void open_beside(unsigned mode, bool keep_mode);
  void flush_text(bool finish);
  void write_out(std::string_view bytes);
  void abandon() noexcept;
  [[noreturn]] void fail(const char* doing, int error);

  std::string path_;
  /// What `path_` stands for once links are followed.
  std::string target_;
  /// Empty when written directly.
  std::string temporary_;
  int descriptor_ = -1;
  bool completed_ = false;
  std::string buffer_;
  std::unique_ptr<GzipPacker> packer_;
};

/// Completes all before it closes the first: if one cannot be written, none appears. nullptr is
/// passed over.
void close_together(std::initializer_list<AtomicFile*> files);

}  // namespace firstcontact::io
