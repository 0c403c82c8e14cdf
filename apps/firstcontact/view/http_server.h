#pragma once
/// A small web server for one user on this machine: it listens on 127.0.0.1 only, answers one
/// request for each connection, and serves several connections at the same time on one thread.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <list>
#include <string>

#include "http_answer.h"

namespace firstcontact::apps {

/// Most connections that are served at the same time; others wait.
inline constexpr std::size_t kMostConnections = 64;
/// A request that has not arrived after this time is refused.
inline constexpr std::chrono::seconds kRequestTime{10};
/// A connection whose other end takes no byte of its answer for this time is closed.
inline constexpr std::chrono::seconds kAnswerTime{30};
/// So is one that has not taken its whole answer after kLeastAnswerTime and one second more for
/// every kSlowestBytesPerSecond, however often it takes some bytes.
inline constexpr std::chrono::seconds kLeastAnswerTime{10};
inline constexpr std::uint64_t kSlowestBytesPerSecond = 100'000;

class HttpServer {
 public:
  struct Counts {
    std::int64_t served = 0;
    /// Answers with a status other than 200, and requests that were never finished. A connection
    /// that is closed without a byte is no request: browsers open some ahead of time.
    std::int64_t refused = 0;
  };

  /// Begins to listen on `port`; 0: on one that the system chooses. Throws std::runtime_error if
  /// that is not possible, for example because another program listens there. `site.port` is set.
  HttpServer(Site site, std::uint16_t port);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  const Site& site() const { return site_; }
  const Counts& counts() const { return counts_; }

  /// Serves until `stop` is not 0.
  void serve(const std::atomic<int>& stop);

 private:
  using Clock = std::chrono::steady_clock;
  struct Connection;

  void accept_all();
  void progress(Connection& connection, bool readable, bool writable);
  void read(Connection& connection);
  void begin_answer(Connection& connection, const HttpAnswer& answer);
  void write(Connection& connection);
  void drain(Connection& connection);
  void time_out(Connection& connection);

  Site site_;
  /// Where each file really was at the start. A link that is put in its place later is not followed.
  std::vector<std::filesystem::path> real_paths_;
  Counts counts_;
  int listener_ = -1;
  /// False for a moment after the system had no more descriptors for us.
  bool accepting_ = true;
  std::list<Connection> connections_;
};

}  // namespace firstcontact::apps
