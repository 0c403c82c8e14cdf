// Any bytes as a request to the server of `view`: the reader may only wait for more of a head that
// is not too long, refuse, or give a request whose parts cannot lead astray; and whatever is asked,
// the answer is one of the files that are served, or a refusal without any of them.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "view/http_answer.h"
#include "view/http_request.h"

namespace {

using namespace firstcontact::apps;

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "http_request_fuzzer: %s\n", what);
  std::abort();
}

const Site& served_site() {
  static const Site site = {"the page", "default-src 'none'", {{"a.csv", "/a.csv", 1}}, 8080};
  return site;
}

bool is_own(std::string_view host) { return host == "127.0.0.1:8080" || host == "localhost:8080"; }

void check_answer(const HttpRequest& request) {
  const Site& site = served_site();
  const HttpAnswer answer = answer_to(request, site);
  const std::string head = head_of(answer, answer.body.size());
  require(head.find("\r\n\r\n") == head.size() - 4, "the head ends before its end");
  if (answer.status != 200) {
    require(answer.file < 0 && answer.body != site.page && answer.body != site.list(),
            "a refusal has a file");
    return;
  }
  require(is_own(request.host), "another host was served");
  require(!request.origin || (request.origin->starts_with("http://") &&
                              is_own(std::string_view(*request.origin).substr(7))),
          "another origin was served");
  require(request.method == "GET" || request.method == "HEAD", "another method was served");
  require(!request.has_body, "a request with a body was served");
  const std::string_view path = request.path();
  require(path == "/" || path == "/files.json" || path == "/files/0", "another path was served");
  require((answer.file == 0) == (path == "/files/0"), "another file was served");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const ReadRequest read = read_request(bytes);
  switch (read.state) {
    case ReadRequest::State::Incomplete:
      require(size < kMostHeadBytes, "a head of any length is waited for");
      require(bytes.find("\r\n\r\n") == bytes.npos, "a head that has ended is waited for");
      break;
    case ReadRequest::State::Bad:
      require(400 <= read.status && read.status < 600, "a refusal has no status");
      require(*read.why != '\0', "a refusal has no reason");
      break;
    case ReadRequest::State::Complete: {
      const HttpRequest& request = read.request;
      require(request.target.starts_with('/'), "the target is not a path");
      require(std::all_of(request.target.begin(), request.target.end(),
                          [](char c) { return '!' <= c && c <= '~'; }),
              "the target has a control character");
      // What follows the head changes nothing.
      const std::size_t end = bytes.find("\r\n\r\n") + 4;
      const ReadRequest again = read_request(bytes.substr(0, end));
      require(again.state == read.state && again.request.target == request.target,
              "what follows the head changes the request");
      check_answer(request);
      break;
    }
  }
  return 0;
}
