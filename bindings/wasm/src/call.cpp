#include "call.h"

#include <cstring>
#include <stdexcept>

namespace firstcontact::wasm {

template <class T>
std::span<const T> Call::view(const Json& object, const char* field) const {
  const auto found = object.find(field);
  if (found == object.end() || found->is_null()) return {};
  const std::size_t index =
      found->is_number_unsigned() ? found->get<std::size_t>() : arrays_in.size();
  if (index >= arrays_in.size())
    throw std::invalid_argument(std::string(field) + ": there is no such array");
  const Array& array = arrays_in[index];
  return {reinterpret_cast<const T*>(array.memory.data()), array.bytes / sizeof(T)};
}

std::span<const double> Call::doubles(const char* field) const { return view<double>(in, field); }
std::span<const float> Call::floats(const char* field) const { return view<float>(in, field); }
std::span<const std::int32_t> Call::integers(const char* field) const {
  return view<std::int32_t>(in, field);
}
std::string_view Call::bytes(const char* field) const { return bytes_in(in, field); }
std::string_view Call::bytes_in(const Json& object, const char* field) const {
  const std::span<const char> all = view<char>(object, field);
  return {all.data(), all.size()};
}

void Call::give_bytes(const char* field, const void* data, std::size_t bytes) {
  Array array;
  array.memory.resize((bytes + sizeof(double) - 1) / sizeof(double));
  array.bytes = bytes;
  if (bytes > 0) std::memcpy(array.memory.data(), data, bytes);
  out[field] = arrays_out.size();
  arrays_out.push_back(std::move(array));
}

void Call::give(const char* field, std::span<const double> values) {
  give_bytes(field, values.data(), values.size_bytes());
}
void Call::give(const char* field, std::span<const std::int32_t> values) {
  give_bytes(field, values.data(), values.size_bytes());
}
void Call::give(const char* field, std::span<const std::uint8_t> values) {
  give_bytes(field, values.data(), values.size_bytes());
}

void run(Call& call) {
  static const FunctionTable table = [] {
    FunctionTable all;
    add_pair_functions(all);
    add_proof_functions(all);
    add_step_functions(all);
    add_body_functions(all);
    add_screen_functions(all);
    add_robot_functions(all);
    add_file_functions(all);
    return all;
  }();
  const auto named = call.in.find("call");
  const std::string name = named != call.in.end() && named->is_string() ? *named : Json("");
  const auto found = table.find(name);
  if (found == table.end()) throw std::invalid_argument("there is no function '" + name + "'");
  found->second(call);
}

}  // namespace firstcontact::wasm
