#include "http_answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>

namespace firstcontact::apps {
namespace {

constexpr std::uint16_t kHttpPort = 80;  // browsers leave it out of Host and Origin

const char* reason_of(int status) {
  switch (status) {
    case 200: return "OK";
    case 400: return "Bad Request";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 408: return "Request Timeout";
    case 413: return "Content Too Large";
    case 414: return "URI Too Long";
    case 431: return "Request Header Fields Too Large";
    case 505: return "HTTP Version Not Supported";
    default: return "Internal Server Error";
  }
}

/// Whether `host` is this server. A page of another site can have the browser ask us under a name
/// that leads here (DNS rebinding), but not under these names.
bool is_own_host(std::string_view host, std::uint16_t port) {
  for (const char* const name : {"127.0.0.1", "localhost"})
    if (host == fmt::format("{}:{}", name, port) || (port == kHttpPort && host == name))
      return true;
  return false;
}

bool is_own_origin(std::string_view origin, std::uint16_t port) {
  constexpr std::string_view kScheme = "http://";
  return origin.starts_with(kScheme) && is_own_host(origin.substr(kScheme.size()), port);
}

/// The number of "/files/N", without leading zeros.
std::optional<int> file_number(std::string_view path) {
  constexpr std::string_view kFolder = "/files/";
  if (!path.starts_with(kFolder)) return std::nullopt;
  path.remove_prefix(kFolder.size());
  int number = -1;
  const auto [end, error] = std::from_chars(path.data(), path.data() + path.size(), number);
  if (error != std::errc() || end != path.data() + path.size()) return std::nullopt;
  if (fmt::format("{}", number) != path || number < 0) return std::nullopt;
  return number;
}

}  // namespace

std::string Site::address() const { return fmt::format("http://127.0.0.1:{}/", port); }

std::string Site::list() const {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < files.size(); ++i)
    list.push_back(
        {{"name", files[i].name}, {"url", fmt::format("/files/{}", i)}, {"size", files[i].size}});
  return list.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

HttpAnswer refusal(int status, std::string_view why) {
  HttpAnswer answer;
  answer.status = status;
  answer.body = fmt::format("{} {}: {}\n", status, reason_of(status), why);
  return answer;
}

namespace {

/// The answer to GET.
HttpAnswer whole_answer_to(const HttpRequest& request, const Site& site) {
  if (!is_own_host(request.host, site.port))
    return refusal(403, "the field Host does not name this server");
  if (request.origin && !is_own_origin(*request.origin, site.port))
    return refusal(403, "the request comes from another page");
  if (request.fetch_site && *request.fetch_site != "same-origin" && *request.fetch_site != "none")
    return refusal(403, "the request comes from another site");
  if (request.method != "GET" && request.method != "HEAD")
    return refusal(405, "only GET and HEAD are answered here");
  if (request.has_body) return refusal(413, "the request has a body");

  HttpAnswer answer;
  if (request.path() == "/") {
    answer.type = "text/html; charset=utf-8";
    answer.policy = site.policy + "; frame-ancestors 'none'";
    answer.body = site.page;
    return answer;
  }
  if (request.path() == "/files.json") {
    answer.type = "application/json";
    answer.body = site.list();
    return answer;
  }
  const std::optional<int> number = file_number(request.path());
  if (!number || static_cast<std::size_t>(*number) >= site.files.size()) {
    answer = refusal(404, "there is no such file");
    return answer;
  }
  answer.type = media_type_of(site.files[*number].name);
  answer.file = *number;
  return answer;
}

}  // namespace

HttpAnswer answer_to(const HttpRequest& request, const Site& site) {
  HttpAnswer answer = whole_answer_to(request, site);
  answer.head_only = request.method == "HEAD";
  return answer;
}

std::string head_of(const HttpAnswer& answer, std::uint64_t length) {
  return fmt::format(
      "HTTP/1.1 {} {}\r\n"
      "Content-Type: {}\r\n"
      "Content-Length: {}\r\n"
      "Connection: close\r\n"
      "Cache-Control: no-store\r\n"
      "Content-Security-Policy: {}\r\n"
      "X-Content-Type-Options: nosniff\r\n"
      "X-Frame-Options: DENY\r\n"
      "Referrer-Policy: no-referrer\r\n"
      "Cross-Origin-Resource-Policy: same-origin\r\n"
      "Cross-Origin-Opener-Policy: same-origin\r\n"
      "{}\r\n",
      answer.status, reason_of(answer.status), answer.type, length, answer.policy,
      answer.status == 405 ? "Allow: GET, HEAD\r\n" : "");
}

}  // namespace firstcontact::apps
