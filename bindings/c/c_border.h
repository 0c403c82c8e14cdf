#pragma once
// What every function of firstcontact/c.h needs at the border between C and C++: errors instead of
// exceptions, and structs that may be shorter or longer than the ones that the library knows.
#include <firstcontact/answer.h>
#include <firstcontact/c.h>
#include <firstcontact/io_errors.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace firstcontact::c {

/// An argument that cannot be used; the message names it.
class BadArgument : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Sets what fc_error_message returns to this thread. Longer texts are cut. Never throws.
void set_message(const char* text) noexcept;

/// Runs the body of a function and turns what it throws into an error with a message.
template <class Body>
fc_error guarded(Body&& body) noexcept {
  set_message("");
  try {
    body();
    return FC_OK;
  } catch (const BadArgument& error) {
    set_message(error.what());
    return FC_ERROR_INVALID_INPUT;
  } catch (const io::FileError& error) {
    set_message(error.what());
    return FC_ERROR_FILE;
  } catch (const std::bad_alloc&) {
    set_message("out of memory");
    return FC_ERROR_OUT_OF_MEMORY;
  } catch (const std::length_error&) {  // of a container: more than memory can hold
    set_message("out of memory");
    return FC_ERROR_OUT_OF_MEMORY;
  } catch (const std::exception& error) {
    set_message(error.what());
    return FC_ERROR_INTERNAL;
  } catch (...) {
    set_message("an unknown exception");
    return FC_ERROR_INTERNAL;
  }
}

/// Refuses NULL.
template <class T>
T& required(T* pointer, const char* name) {
  if (!pointer) throw BadArgument(std::string(name) + " is NULL");
  return *pointer;
}

/// No struct of ours is larger, so that a `size` that was never set is noticed.
inline constexpr std::size_t kLargestStruct = 4096;

/// Refuses a size that no version of the struct can have had. `smallest` is the end of the last
/// field that every version must have.
inline void check_size(std::size_t size, std::size_t smallest, const std::string& name) {
  if (size >= smallest && size <= kLargestStruct && size % 8 == 0) return;
  throw BadArgument(name + " is " + std::to_string(size) + ": it must be sizeof the struct");
}

/// Copies a struct that may be shorter or longer than ours onto one that has the defaults.
/// Precondition: the size was checked.
template <class Struct>
void take_known(const Struct& given, Struct& known, const char* name) {
  std::memcpy(&known, &given, std::min(given.size, sizeof(Struct)));
  const char* const bytes = reinterpret_cast<const char*>(&given);
  if (given.size > sizeof(Struct) &&
      !std::all_of(bytes + sizeof(Struct), bytes + given.size, [](char c) { return c == 0; }))
    throw BadArgument(std::string(name) + " has fields that this library does not know: it is " +
                      "older than the program's header");
}

/// The caller's options; the defaults if they are NULL, or where the struct is too short.
template <class Struct>
Struct options_from(const Struct* given, const Struct& defaults, const char* name = "options") {
  Struct known = defaults;
  if (!given) return known;
  check_size(given->size, 2 * sizeof(std::size_t), std::string(name) + "->size");
  take_known(*given, known, name);
  if (known.reserved != 0) throw BadArgument(std::string(name) + "->reserved must be 0");
  return known;
}

/// Writes what fits into `size` bytes, and zeros beyond what is known; `size` itself too.
template <class Struct>
void write_known(Struct known, Struct& out, std::size_t size) {
  known.size = size;
  std::memcpy(&out, &known, std::min(size, sizeof(Struct)));
  if (size > sizeof(Struct))
    std::memset(reinterpret_cast<char*>(&out) + sizeof(Struct), 0, size - sizeof(Struct));
}

/// The body of every fc_…_init.
template <class Struct>
fc_error init(Struct* out, std::size_t size, const Struct& defaults, const char* name) {
  return guarded([&] {
    required(out, name);
    check_size(size, 2 * sizeof(std::size_t), "size");
    write_known(defaults, *out, size);
  });
}

/// A result of the caller. It is `invalid` from the start, so that it is not free if anything fails
/// later.
template <class Struct>
class ResultWriter {
 public:
  ResultWriter(Struct* result, const Struct& invalid) : result_(required(result, "result")) {
    check_size(result_.size, offsetof(Struct, starts_in_contact) + 4, "result->size");
    write_known(invalid, result_, result_.size);
  }

  /// Writes the answer; fails if it is InvalidInput, with its message.
  void write(const Struct& known, const std::string& message) {
    write_known(known, result_, result_.size);
    if (known.status == FC_STATUS_INVALID_INPUT) throw BadArgument(message);
    set_message(message.c_str());
  }

 private:
  Struct& result_;
};

/// Element i of a caller's array of structs of `size` bytes each, without a size field.
template <class Struct>
void write_element(const Struct& known, Struct* array, std::size_t i, std::size_t size) {
  char* const out = reinterpret_cast<char*>(array) + i * size;
  std::memcpy(out, &known, std::min(size, sizeof(Struct)));
  if (size > sizeof(Struct)) std::memset(out + sizeof(Struct), 0, size - sizeof(Struct));
}

fc_status status_of(Status status);

/// The fields that all answers have.
template <class Struct>
void set_outcome(Struct& out, const Outcome& from) {
  out.toi = from.toi;
  out.toi_upper = from.toi_upper;
  out.checks = from.checks;
  out.status = status_of(from.status);
  out.starts_in_contact = from.starts_in_contact;
}
template <class Struct>
void set_contact_points(Struct& out, const ContactPoints& from) {
  std::copy_n(from.point_a.data(), 3, out.point_a);
  std::copy_n(from.point_b.data(), 3, out.point_b);
  std::copy_n(from.normal.data(), 3, out.normal);
  out.distance = from.distance;
}

/// FC_TOLERANCE_UNSET is unset; what is wrong with other values, the library itself says.
inline std::optional<double> tolerance_from(double tolerance) {
  if (tolerance == FC_TOLERANCE_UNSET) return std::nullopt;
  return tolerance;
}

/// An enumerator of C++ from its number.
template <class Enum>
Enum enumerator(std::int32_t value, Enum last, const char* name) {
  if (value < 0 || value > static_cast<std::int32_t>(last))
    throw BadArgument(std::string(name) + " is " + std::to_string(value) +
                      ": there is no such value");
  return static_cast<Enum>(value);
}

/// A caller's array. NULL only if it is empty. `name` and `count_name` are for the message.
template <class T>
std::span<const T> array(const T* first, std::size_t count, std::size_t per_element,
                         const std::string& name, const std::string& count_name) {
  if (count == 0) return {};
  if (!first) throw BadArgument(name + " is NULL");
  if (count > std::size_t{0x7fffffff})
    throw BadArgument(count_name + " is " + std::to_string(count) + ": there can be 2147483647");
  return {first, count * per_element};
}

/// A caller's array of triangles or edges as the library's list.
template <std::size_t kCorners>
std::vector<std::array<int, kCorners>> index_list(const std::int32_t* first, std::size_t count,
                                                  const std::string& name,
                                                  const std::string& count_name) {
  const std::span<const std::int32_t> indices = array(first, count, kCorners, name, count_name);
  std::vector<std::array<int, kCorners>> list(count);
  for (std::size_t i = 0; i < indices.size(); ++i) list[i / kCorners][i % kCorners] = indices[i];
  return list;
}

}  // namespace firstcontact::c
