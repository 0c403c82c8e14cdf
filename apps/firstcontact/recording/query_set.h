#pragma once
/// Remembers which queries were seen, by a hash of 128 bits, so that a recording has each only
/// once.
#include <firstcontact/query.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace firstcontact::apps {

/// Two hashes of 64 bits each, of the same words with different keys. Two different inputs among n
/// have the same hash with a probability of about n^2 / 2^129. Not meant against people who choose
/// inputs that collide.
struct Hash128 {
  std::uint64_t a = 0, b = 0;

  void add(std::uint64_t word);
  /// By its bits: 0 and -0 differ.
  void add(double value);
  void add(std::span<const double> values);
  /// The length first, then the bytes.
  void add(std::string_view bytes);
  /// 32 hexadecimal digits.
  std::string text() const;

  friend bool operator==(const Hash128&, const Hash128&) = default;
};

/// Of the kind and all coordinates, by their bits.
Hash128 hash_of(const Query& query);

/// A set of hashes: 16 to 32 bytes each.
class QuerySet {
 public:
  /// False if it was there before.
  bool insert(Hash128 hash);
  std::size_t size() const { return size_; }

 private:
  void grow();

  /// Open addressing, linear probing; a slot of zeros is empty. At most three quarters are used.
  std::vector<Hash128> slots_;
  std::size_t size_ = 0;
};

}  // namespace firstcontact::apps
