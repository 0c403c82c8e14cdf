#pragma once
/// gzip in both directions, over our own byte sources: constant memory, no trust in what is read.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "io/byte_source.h"

namespace firstcontact::io {

/// Unpacks gzip data (one member or several in a row). Data that is not gzip, is damaged, ends
/// early or is followed by anything else throws InputError naming `name`.
///
/// Where all of it is kept in memory (`kept`), data that unpacks to more than kMostUnpacked and to
/// more than kMostRatio times its size is refused: meshes and texts shrink to a tenth at the best,
/// and a small file must not fill the memory.
class GzipSource : public ByteSource {
 public:
  static constexpr std::uint64_t kMostUnpacked = 16 << 20, kMostRatio = 100;

  GzipSource(std::unique_ptr<ByteSource> packed, std::string name, bool kept = false);
  ~GzipSource() override;

  std::size_t read(char* buffer, std::size_t size) override;
  /// Of the packed bytes.
  double share() const override { return packed_->share(); }

 private:
  struct State;
  bool refill();
  [[noreturn]] void fail(const std::string& what) const;

  std::unique_ptr<ByteSource> packed_;
  std::string name_;
  bool kept_;
  std::unique_ptr<State> state_;
};

/// Packs bytes. The same bytes give the same file: no time, no name in the header.
class GzipPacker {
 public:
  GzipPacker();
  ~GzipPacker();

  /// Appends to `packed` what can be written so far; the last call says `finish`.
  void pack(std::string_view bytes, bool finish, std::string& packed);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace firstcontact::io
