#pragma once
/// Numbers and texts one after the other as bytes, for results that go from one process to another
/// of the same program. The bytes are those of this machine.
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace firstcontact::apps {

class ByteWriter {
 public:
  template <class Value>
  void put(const Value& value) {
    static_assert(std::is_trivially_copyable_v<Value>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void put_text(std::string_view text) {
    put(static_cast<std::uint64_t>(text.size()));
    bytes_.append(text);
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Reads what ByteWriter wrote, in the same order. Throws std::runtime_error where bytes are missing.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  template <class Value>
  void get(Value& value) {
    static_assert(std::is_trivially_copyable_v<Value>);
    std::memcpy(static_cast<void*>(&value), next(sizeof value).data(), sizeof value);
  }
  template <class Value>
  Value get() {
    Value value;
    get(value);
    return value;
  }
  /// Valid as long as the bytes are.
  std::string_view get_text() { return next(get<std::uint64_t>()); }
  bool at_end() const { return bytes_.empty(); }

 private:
  std::string_view next(std::uint64_t size) {
    if (size > bytes_.size()) throw std::runtime_error("the result of a chunk is incomplete");
    const std::string_view out = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return out;
  }
  std::string_view bytes_;
};

}  // namespace firstcontact::apps
