#pragma once
/// Where a reader's bytes come from: a file, a gzip file, or memory.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace firstcontact::io {

/// UTF-8's byte order mark, which text files may begin with.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

class ByteSource {
 public:
  virtual ~ByteSource() = default;

  /// Puts up to `size` (at least 1) next bytes into `buffer` and returns how many; 0 means the end.
  /// Throws InputError.
  virtual std::size_t read(char* buffer, std::size_t size) = 0;

  /// How much of it is read, in [0, 1]; negative where that is unknown.
  virtual double share() const { return -1; }
};

/// The bytes of a regular file. Throws InputError when it cannot be opened, or is a folder, a pipe,
/// a device or a socket.
class FileSource : public ByteSource {
 public:
  /// Starts at byte `begin`.
  explicit FileSource(const std::string& path, std::uint64_t begin = 0);
  ~FileSource() override;
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;

  std::size_t read(char* buffer, std::size_t size) override;
  double share() const override;

 private:
  std::string path_;
  int descriptor_ = -1;
  std::uint64_t bytes_read_ = 0, size_ = 0;
};

/// Bytes in memory, which must outlive the source. At most `chunk` bytes a call, so that a test can
/// place the seams of a buffer.
class MemorySource : public ByteSource {
 public:
  explicit MemorySource(std::string_view bytes, std::size_t chunk = static_cast<std::size_t>(-1))
      : bytes_(bytes), chunk_(chunk) {}

  std::size_t read(char* buffer, std::size_t size) override;

 private:
  std::string_view bytes_;
  std::size_t chunk_;
};

/// A file's text: unpacked when its name ends in ".gz".
std::unique_ptr<ByteSource> open_source(const std::string& path);
/// The same for what is kept in memory as a whole: a small gzip file that unpacks to very much is
/// refused.
std::unique_ptr<ByteSource> open_kept_source(const std::string& path);

inline constexpr std::size_t kMaxTextBytes = std::size_t{64} << 20;
/// The whole of a file, unpacked if its name ends in ".gz". Throws InputError if it is longer than
/// `max_bytes`; the message ends with `hint`.
std::string read_text(const std::string& path, std::size_t max_bytes = kMaxTextBytes,
                      const char* hint = "");

}  // namespace firstcontact::io
