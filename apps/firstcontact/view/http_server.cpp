#include "http_server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <utility>
#include <vector>

#include "io/errors.h"
#include "io/regular_file.h"

namespace firstcontact::apps {
namespace {

/// How often `stop` and the deadlines are looked at.
constexpr int kTickMilliseconds = 100;
/// Bytes that are read or written at a time.
constexpr std::size_t kBlock = std::size_t{1} << 17;
/// After the answer the rest of what the other end sends is read for at most this time and so many
/// bytes: closing at once could destroy the answer on its way.
constexpr std::chrono::seconds kDrainTime{2};
constexpr std::size_t kMostDrainedBytes = std::size_t{1} << 20;

[[noreturn]] void fail_to_listen(std::uint16_t port, int error) {
  throw std::runtime_error(
      port == 0
          ? fmt::format("cannot listen on 127.0.0.1: {}", std::strerror(error))
          : fmt::format("--port {}: cannot listen on 127.0.0.1: {}", port, std::strerror(error)));
}

/// Calls that would wait return at once instead, and programs that we start do not get the socket.
void make_private(int socket) {
  ::fcntl(socket, F_SETFL, ::fcntl(socket, F_GETFL) | O_NONBLOCK);
  ::fcntl(socket, F_SETFD, FD_CLOEXEC);
}

/// The path without links; empty if it leads nowhere.
std::filesystem::path real_path(const std::string& path) {
  std::error_code error;
  return std::filesystem::canonical(path, error);
}

/// The time that a whole answer of so many bytes may take.
std::chrono::seconds time_for(std::uint64_t bytes) {
  return kLeastAnswerTime + std::chrono::seconds(bytes / kSlowestBytesPerSecond);
}

/// A refusal of a request of which `bytes` have arrived, which need not be complete.
HttpAnswer refusal_of(std::string_view bytes, int status, const char* why) {
  HttpAnswer answer = refusal(status, why);
  answer.head_only = bytes.starts_with("HEAD ");
  return answer;
}

bool would_wait() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

}  // namespace

/// A connection reads its request, writes its answer, and reads what is left until the other end
/// closes it.
struct HttpServer::Connection {
  enum class State { Reading, Writing, Draining, Done };

  explicit Connection(int open_socket)
      : socket(open_socket), deadline(Clock::now() + kRequestTime) {}
  ~Connection() {
    ::close(socket);
    if (file >= 0) ::close(file);
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// To be called when the other end has taken some bytes of its answer.
  void extend_deadline() { deadline = std::min(Clock::now() + kAnswerTime, answer_end); }

  int socket;
  State state = State::Reading;
  Clock::time_point deadline;
  /// When the whole answer must be written.
  Clock::time_point answer_end = {};
  std::string in;
  /// What is to be written next, and how much of it is written already.
  std::string out = {};
  std::size_t written = 0;
  /// The file whose bytes follow `out`; -1: none.
  int file = -1;
  std::uint64_t file_left = 0;
  std::size_t drained = 0;
};

HttpServer::HttpServer(Site site, std::uint16_t port) : site_(std::move(site)) {
  for (const ViewFile& file : site_.files) real_paths_.push_back(real_path(file.path));
  listener_ = ::socket(AF_INET, SOCK_STREAM, 0);
  if (listener_ < 0) fail_to_listen(port, errno);
  make_private(listener_);
  const int yes = 1;
  ::setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  socklen_t size = sizeof address;
  if (::bind(listener_, reinterpret_cast<const sockaddr*>(&address), size) != 0 ||
      ::listen(listener_, SOMAXCONN) != 0 ||
      ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    const int error = errno;
    ::close(listener_);
    fail_to_listen(port, error);
  }
  site_.port = ntohs(address.sin_port);
}

HttpServer::~HttpServer() { ::close(listener_); }

void HttpServer::serve(const std::atomic<int>& stop) {
  std::vector<pollfd> polled;
  while (stop == 0) {
    polled.clear();
    const bool listens = accepting_ && connections_.size() < kMostConnections;
    polled.push_back({listens ? listener_ : -1, POLLIN, 0});
    accepting_ = true;
    for (const Connection& connection : connections_)
      polled.push_back(
          {connection.socket,
           static_cast<short>(connection.state == Connection::State::Writing ? POLLOUT : POLLIN),
           0});
    ::poll(polled.data(), polled.size(), kTickMilliseconds);
    auto entry = polled.begin() + 1;
    for (Connection& connection : connections_) {
      const short events = (entry++)->revents;
      progress(connection, (events & (POLLIN | POLLHUP | POLLERR)) != 0,
               (events & (POLLOUT | POLLHUP | POLLERR)) != 0);
    }
    connections_.remove_if(
        [](const Connection& connection) { return connection.state == Connection::State::Done; });
    if ((polled.front().revents & POLLIN) != 0) accept_all();
  }
  connections_.clear();
}

void HttpServer::accept_all() {
  while (connections_.size() < kMostConnections) {
    const int socket = ::accept(listener_, nullptr, nullptr);
    if (socket < 0) {
      accepting_ = would_wait() || errno == ECONNABORTED;
      return;
    }
    make_private(socket);
    connections_.emplace_back(socket);
  }
}

void HttpServer::progress(Connection& connection, bool readable, bool writable) {
  using State = Connection::State;
  if (connection.state == State::Reading && readable) read(connection);
  if (connection.state == State::Writing && writable) write(connection);
  if (connection.state == State::Draining && readable) drain(connection);
  if (connection.state != State::Done && Clock::now() > connection.deadline) time_out(connection);
}

void HttpServer::read(Connection& connection) {
  std::array<char, kMostHeadBytes> buffer;
  const ssize_t got = ::recv(connection.socket, buffer.data(), buffer.size(), 0);
  if (got < 0 && would_wait()) return;
  if (got <= 0) {
    if (!connection.in.empty()) ++counts_.refused;
    connection.state = Connection::State::Done;
    return;
  }
  connection.in.append(buffer.data(), static_cast<std::size_t>(got));
  const ReadRequest read = read_request(connection.in);
  if (read.state == ReadRequest::State::Complete)
    begin_answer(connection, answer_to(read.request, site_));
  else if (read.state == ReadRequest::State::Bad)
    begin_answer(connection, refusal_of(connection.in, read.status, read.why));
}

void HttpServer::begin_answer(Connection& connection, const HttpAnswer& given) {
  HttpAnswer answer = given;
  std::uint64_t length = answer.body.size();
  if (answer.file >= 0) {
    const auto number = static_cast<std::size_t>(answer.file);
    const std::string& path = site_.files[number].path;
    struct stat status {};
    if (real_path(path) == real_paths_[number]) try {
        connection.file = io::open_regular_file(path);
      } catch (const io::InputError&) {
      }
    if (connection.file >= 0 && ::fstat(connection.file, &status) == 0) {
      length = connection.file_left = static_cast<std::uint64_t>(status.st_size);
    } else {
      answer = refusal(404, "this file is gone, or cannot be read any more");
      answer.head_only = given.head_only;
      length = answer.body.size();
    }
  }
  ++(answer.status == 200 ? counts_.served : counts_.refused);
  connection.out = head_of(answer, length);
  if (answer.head_only)
    connection.file_left = 0;
  else
    connection.out += answer.body;
  connection.in.clear();
  connection.state = Connection::State::Writing;
  connection.answer_end = Clock::now() + time_for(connection.out.size() + connection.file_left);
  connection.extend_deadline();
  write(connection);
}

void HttpServer::write(Connection& connection) {
  if (connection.written == connection.out.size() && connection.file_left > 0) {
    connection.out.resize(std::min<std::uint64_t>(kBlock, connection.file_left));
    connection.written = 0;
    const ssize_t got = ::read(connection.file, connection.out.data(), connection.out.size());
    if (got <= 0) {  // the file became shorter: the other end sees that bytes are missing
      connection.state = Connection::State::Done;
      return;
    }
    connection.out.resize(static_cast<std::size_t>(got));
    connection.file_left -= static_cast<std::uint64_t>(got);
  }
  const ssize_t sent =
      ::send(connection.socket, connection.out.data() + connection.written,
             std::min(kBlock, connection.out.size() - connection.written), MSG_NOSIGNAL);
  if (sent < 0 && would_wait()) return;
  if (sent < 0) {
    connection.state = Connection::State::Done;
    return;
  }
  connection.written += static_cast<std::size_t>(sent);
  connection.extend_deadline();
  if (connection.written < connection.out.size() || connection.file_left > 0) return;
  ::shutdown(connection.socket, SHUT_WR);
  connection.state = Connection::State::Draining;
  connection.deadline = Clock::now() + kDrainTime;
}

void HttpServer::drain(Connection& connection) {
  std::array<char, kMostHeadBytes> buffer;
  const ssize_t got = ::recv(connection.socket, buffer.data(), buffer.size(), 0);
  if (got < 0 && would_wait()) return;
  connection.drained += static_cast<std::size_t>(std::max<ssize_t>(got, 0));
  if (got <= 0 || connection.drained > kMostDrainedBytes)
    connection.state = Connection::State::Done;
}

void HttpServer::time_out(Connection& connection) {
  if (connection.state == Connection::State::Reading && !connection.in.empty()) {
    begin_answer(connection, refusal_of(connection.in, 408, "the request took too long"));
    return;
  }
  connection.state = Connection::State::Done;
}

}  // namespace firstcontact::apps
