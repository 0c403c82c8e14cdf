#include "http_request.h"

#include <algorithm>
#include <utility>

namespace firstcontact::apps {
namespace {

constexpr std::string_view kLineEnd = "\r\n", kHeadEnd = "\r\n\r\n";

bool is_visible(char c) { return '!' <= c && c <= '~'; }

/// The characters of methods and of names of fields.
bool is_token_character(char c) {
  constexpr std::string_view kSigns = "!#$%&'*+-.^_`|~";
  return ('0' <= c && c <= '9') || ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') ||
         kSigns.find(c) != kSigns.npos;
}

bool is_token(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_token_character);
}

bool is_value(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return c == ' ' || c == '\t' || is_visible(c) || static_cast<unsigned char>(c) >= 0x80;
  });
}

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if ('A' <= c && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

std::string_view without_blanks(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

ReadRequest bad(int status, const char* why) {
  ReadRequest read;
  read.state = ReadRequest::State::Bad;
  read.status = status;
  read.why = why;
  return read;
}

/// The text up to the next line end, which is removed with it.
std::string_view take_line(std::string_view& head) {
  const std::size_t end = head.find(kLineEnd);
  const std::string_view line = head.substr(0, end);
  head.remove_prefix(std::min(head.size(), line.size() + kLineEnd.size()));
  return line;
}

/// Empty if the line is fine; otherwise what is wrong, as a Bad request.
std::optional<ReadRequest> read_request_line(std::string_view line, HttpRequest& request) {
  const std::size_t first = line.find(' '), last = line.rfind(' ');
  if (first == line.npos || first == last) return bad(400, "the request line has not three words");
  const std::string_view method = line.substr(0, first),
                         target = line.substr(first + 1, last - first - 1),
                         version = line.substr(last + 1);
  if (!is_token(method)) return bad(400, "the method is not a word");
  if (version != "HTTP/1.1" && version != "HTTP/1.0")
    return version.starts_with("HTTP/") ? bad(505, "only HTTP/1.0 and HTTP/1.1 are spoken here")
                                        : bad(400, "the request line has no version");
  if (target.size() > kMostTargetBytes) return bad(414, "the target is too long");
  if (!target.starts_with('/') || !std::all_of(target.begin(), target.end(), is_visible))
    return bad(400, "the target is not a path");
  request.method = method;
  request.target = target;
  return std::nullopt;
}

/// The fields that may occur at most once.
struct SeenFields {
  bool host = false, origin = false, fetch_site = false;
};

std::optional<ReadRequest> read_field(std::string_view line, HttpRequest& request,
                                      SeenFields& seen) {
  const std::size_t colon = line.find(':');
  if (colon == line.npos || !is_token(line.substr(0, colon)))
    return bad(400, "a header field has no name");
  const std::string_view value = without_blanks(line.substr(colon + 1));
  if (!is_value(value)) return bad(400, "a header field has a control character");
  const std::string name = in_lower_case(line.substr(0, colon));
  const auto once = [](bool& before) { return !std::exchange(before, true); };
  if (name == "host") {
    if (!once(seen.host)) return bad(400, "there are two fields Host");
    request.host = in_lower_case(value);
  } else if (name == "origin") {
    if (!once(seen.origin)) return bad(400, "there are two fields Origin");
    request.origin = in_lower_case(value);
  } else if (name == "sec-fetch-site") {
    if (!once(seen.fetch_site)) return bad(400, "there are two fields Sec-Fetch-Site");
    request.fetch_site = in_lower_case(value);
  } else if (name == "transfer-encoding" || (name == "content-length" && value != "0")) {
    request.has_body = true;
  }
  return std::nullopt;
}

}  // namespace

std::string_view HttpRequest::path() const {
  return std::string_view(target).substr(0, target.find('?'));
}

ReadRequest read_request(std::string_view bytes) {
  const std::size_t end = bytes.substr(0, kMostHeadBytes).find(kHeadEnd);
  if (end == bytes.npos)
    return bytes.size() < kMostHeadBytes ? ReadRequest{} : bad(431, "the head is too long");
  std::string_view head = bytes.substr(0, end);
  ReadRequest read;
  if (auto fault = read_request_line(take_line(head), read.request)) return *fault;
  SeenFields seen;
  for (std::size_t count = 0; !head.empty(); ++count) {
    if (count == kMostFields) return bad(431, "there are too many header fields");
    if (auto fault = read_field(take_line(head), read.request, seen)) return *fault;
  }
  if (!seen.host) return bad(400, "the field Host is missing");
  read.state = ReadRequest::State::Complete;
  return read;
}

}  // namespace firstcontact::apps
