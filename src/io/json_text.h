#pragma once
/// Parses JSON text in one pass and says what is wrong with it, and where.
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace firstcontact::io {

/// Why text is refused.
struct JsonFault {
  enum class Kind {
    NulByte,   ///< the parser would take it as the end of the text
    Syntax,    ///< not JSON
    Range,     ///< a number that no double holds
    TooDeep,   ///< too many arrays and objects within each other
    Repeated,  ///< a name that comes twice in one object, which readers understand differently
  };
  Kind kind = Kind::Syntax;
  std::size_t byte = 0;  ///< number, from 1, of the last byte that was read; 0 if unknown
  std::string field;     ///< where the parser was: "b.to.quaternion[2]"
  std::string name;      ///< Repeated: the name
};

/// Default limit of arrays and objects within each other. No file of ours has as many, and nothing
/// that walks through such a value can run out of stack.
inline constexpr int kMaxNesting = 64;

/// Parses `text` into `value`. Returns what is wrong with it, or nothing.
std::optional<JsonFault> parse_json(std::string_view text, nlohmann::json& value,
                                    int max_nesting = kMaxNesting);

/// "not JSON: a NUL byte", "not JSON from byte 7 on" and so on: for a text that is one line.
std::string text_of(const JsonFault& fault);

/// Number, from 1, of the line that holds the byte with this index, which counts from 0.
std::size_t line_of(std::string_view text, std::size_t index);

}  // namespace firstcontact::io
