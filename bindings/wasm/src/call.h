#pragma once
/// How a page calls the library: one text in JSON with the arguments, arrays of numbers beside it,
/// and the same back. (Single pairs have a faster way: pairs.cpp.)
#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace firstcontact::wasm {

using Json = nlohmann::ordered_json;

/// Numbers or bytes that are handed over as they are.
struct Array {
  std::vector<double> memory;  ///< aligned for every type
  std::size_t bytes = 0;
};

/// One call, its arguments and its answer.
class Call {
 public:
  Json in = Json::object();
  Json out = Json::object();
  std::vector<Array> arrays_in, arrays_out;

  /// Array number `field` of the arguments says which; an empty one if there is none.
  std::span<const double> doubles(const char* field) const;
  std::span<const float> floats(const char* field) const;
  std::span<const std::int32_t> integers(const char* field) const;
  std::string_view bytes(const char* field) const;
  /// The same for a field of `object`, which is a part of the arguments.
  std::string_view bytes_in(const Json& object, const char* field) const;

  /// Adds an array to the answer, under the name of a field.
  void give(const char* field, std::span<const double> values);
  void give(const char* field, std::span<const std::int32_t> values);
  void give(const char* field, std::span<const std::uint8_t> values);

 private:
  template <class T>
  std::span<const T> view(const Json& object, const char* field) const;
  void give_bytes(const char* field, const void* data, std::size_t bytes);
};

using Function = void (*)(Call&);
using FunctionTable = std::map<std::string, Function, std::less<>>;

/// Each of these adds the functions of one file.
void add_pair_functions(FunctionTable& table);
void add_proof_functions(FunctionTable& table);
void add_step_functions(FunctionTable& table);
void add_body_functions(FunctionTable& table);
void add_screen_functions(FunctionTable& table);
void add_robot_functions(FunctionTable& table);
void add_file_functions(FunctionTable& table);

/// Calls the function named in `in["call"]`. Throws what is wrong.
void run(Call& call);

/// Tells the page how far a long call is, in [0, 1]. False if the page asks to stop.
bool report_progress(double share);

}  // namespace firstcontact::wasm
