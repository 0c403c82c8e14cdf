#pragma once
/// What the server of `firstcontact view` answers to a request.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "http_request.h"
#include "view_files.h"

namespace firstcontact::apps {

/// Everything that is served: the viewer, and the files by number.
struct Site {
  /// The text of the viewer, and its content security policy.
  std::string page, policy;
  std::vector<ViewFile> files;
  std::uint16_t port = 0;

  /// The address of the page: "http://127.0.0.1:8080/".
  std::string address() const;
  /// The list of files that the viewer asks for: [{"name": …, "url": "/files/0", "size": …}].
  std::string list() const;
};

/// An answer. Its body is `body`, or the file of this number.
struct HttpAnswer {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::string policy = "default-src 'none'; frame-ancestors 'none'; sandbox";
  std::string body;
  /// Index in Site::files; -1: `body`.
  int file = -1;
  /// The request was HEAD: no body is sent, but its length is told.
  bool head_only = false;
};

/// Decides what to answer. Only GET and HEAD of "/", "/files.json" and "/files/N" are served, and
/// only to requests with our own address in Host, and in Origin if they have one. Names are compared
/// as they are: nothing is decoded, and no part of a target ever becomes a path of the file system.
HttpAnswer answer_to(const HttpRequest& request, const Site& site);

/// An answer that says in words what is wrong.
HttpAnswer refusal(int status, std::string_view why);

/// The head of an answer with `length` bytes of body, up to the empty line.
std::string head_of(const HttpAnswer& answer, std::uint64_t length);

}  // namespace firstcontact::apps
