#pragma once
/// Reads the head of an HTTP/1.1 request, strictly: what a browser would never send is refused.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace firstcontact::apps {

/// Largest head in bytes, largest target, and most header fields of a request.
inline constexpr std::size_t kMostHeadBytes = std::size_t{16} << 10;
inline constexpr std::size_t kMostTargetBytes = std::size_t{4} << 10;
inline constexpr std::size_t kMostFields = 100;

/// What the server looks at. A field that the request does not have is unset.
struct HttpRequest {
  std::string method, target;
  std::string host;
  std::optional<std::string> origin;
  /// The field Sec-Fetch-Site: where the request comes from, as the browser says.
  std::optional<std::string> fetch_site;
  /// The request announces a body.
  bool has_body = false;

  /// The target up to its query ("?…").
  std::string_view path() const;
};

/// What became of the bytes that have arrived so far.
struct ReadRequest {
  enum class State { Incomplete, Complete, Bad };
  State state = State::Incomplete;
  /// Complete.
  HttpRequest request = {};
  /// Bad: the status of the answer, for example 400, and why.
  int status = 0;
  const char* why = "";
};

/// Reads a request from its beginning. Bytes after the head are ignored. Lines end with CR LF; the
/// target begins with '/' and consists of visible ASCII; names of fields are tokens; there is
/// exactly one Host, and at most one each of Origin and Sec-Fetch-Site. More than kMostHeadBytes
/// without an end are Bad, so no request stays Incomplete for more bytes than that. How long it may
/// take to send them is for the caller to limit.
ReadRequest read_request(std::string_view bytes);

}  // namespace firstcontact::apps
