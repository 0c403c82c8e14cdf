#include "recording/query_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "generate/random.h"

namespace firstcontact::apps {
namespace {

// Odd constants without meaning (fractions of the golden ratio and of the root of 3).
constexpr std::uint64_t kKeyA = 0x9e3779b97f4a7c15u, kKeyB = 0xbb67ae8584caa73bu;
constexpr std::size_t kFirstSlots = 1'024;

}  // namespace

void Hash128::add(std::uint64_t word) {
  a = generate::mix((a ^ word) + kKeyA);
  b = generate::mix((std::rotl(b, 23) ^ word) * kKeyB + a);
}

void Hash128::add(double value) { add(std::bit_cast<std::uint64_t>(value)); }

void Hash128::add(std::span<const double> values) {
  for (const double value : values) add(value);
}

void Hash128::add(std::string_view bytes) {
  add(static_cast<std::uint64_t>(bytes.size()));
  for (std::size_t i = 0; i < bytes.size(); i += 8) {
    std::uint64_t word = 0;
    for (std::size_t k = i; k < std::min(i + 8, bytes.size()); ++k)
      word |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[k])) << (8 * (k - i));
    add(word);
  }
}

std::string Hash128::text() const { return fmt::format("{:016x}{:016x}", a, b); }

Hash128 hash_of(const Query& query) {
  Hash128 hash;
  hash.add(static_cast<std::uint64_t>(query.kind));
  for (const auto* instant : {&query.t0, &query.t1})
    for (const Vec3& point : *instant) hash.add(std::span<const double>(point.data(), 3));
  return hash;
}

bool QuerySet::insert(Hash128 hash) {
  if (hash == Hash128{}) hash.b = 1;  // zeros stand for an empty slot
  if (4 * (size_ + 1) > 3 * slots_.size()) grow();
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash.a & mask;
  for (; slots_[at] != Hash128{}; at = (at + 1) & mask)
    if (slots_[at] == hash) return false;
  slots_[at] = hash;
  ++size_;
  return true;
}

void QuerySet::grow() {
  std::vector<Hash128> old(slots_.empty() ? kFirstSlots : 2 * slots_.size());
  old.swap(slots_);
  size_ = 0;
  for (const Hash128& hash : old)
    if (hash != Hash128{}) insert(hash);
}

}  // namespace firstcontact::apps
