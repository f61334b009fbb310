// SPDX-License-Identifier: MIT
#include "quern/server/http/http_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "quern/server/http/http_impl.h"

namespace quern::server {
namespace {

/// Of a connection: header lines and what libmicrohttpd needs around them.
constexpr size_t kConnectionMemory = size_t{32} << 10;
/// The next head and a body have to arrive within this, from when the last answer was read; of a
/// file the next mebibyte.
constexpr std::chrono::seconds kTimeToAsk{30};
/// Of clients that have not shown the token. To read an answer they have as long as others to ask.
constexpr std::chrono::seconds kTimeOfStrangers{5};
/// Without a byte in either direction; answering may take long.
constexpr unsigned kIdleSeconds = 120;
/// A client that has the token keeps its connection for this long after an answer, even when all
/// are taken: most close it at once, and the next request may be on its way.
constexpr std::chrono::milliseconds kLeastRest{100};
/// The library starts a connection at once, unless the machine has no memory or thread for it.
constexpr std::chrono::seconds kTimeToStart{5};

/// How often connections are looked at, while no request is answered and while one is.
constexpr std::chrono::milliseconds kRestTick{1000};
constexpr std::chrono::milliseconds kAnswerTick{100};

struct Listening {
  int descriptor;
  uint16_t port;
};

/// On 127.0.0.1 alone.
std::optional<Listening> listen_locally(uint16_t port) {
  const int descriptor = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) {
    return std::nullopt;
  }
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const any = reinterpret_cast<sockaddr*>(&address);  // NOLINT: what sockets take
  const int on = 1;
  ::setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (::bind(descriptor, any, size) != 0 || ::listen(descriptor, SOMAXCONN) != 0 ||
      ::getsockname(descriptor, any, &size) != 0) {
    ::close(descriptor);
    return std::nullopt;
  }
  return Listening{descriptor, ntohs(address.sin_port)};
}

/// Whether the other side has closed the connection: it does not wait for an answer any more.
bool has_gone(int descriptor) {
  pollfd asked{descriptor, POLLRDHUP, 0};
  return ::poll(&asked, 1, 0) == 1 && (asked.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
}

Diagnostic cannot_listen(uint16_t port) {
  return output_error("cannot-listen",
                      "127.0.0.1, port " + std::to_string(port) + ", is not available",
                      "choose another port with --port, or leave out --port to use a free one");
}

}  // namespace

/// Ends connections whose requests take too long to arrive, and tells whoever answers when the
/// client has gone.
void HttpServer::Impl::watch_connections() {
  std::unique_lock lock(mutex);
  while (!is_ending) {
    if (answering == 0) {
      changed.wait_for(lock, kRestTick, [this] { return is_ending || answering != 0; });
    } else {
      changed.wait_for(lock, kAnswerTick, [this] { return is_ending; });
    }
    end_late_ones();
    tell_of_gone_ones();
  }
}

void HttpServer::Impl::end_late_ones() {
  const Clock::time_point now = Clock::now();
  connections.remove_if([&](const Connection& each) {
    return !each.is_started && each.handed_over < now - kTimeToStart;
  });
  for (Connection& connection : connections) {
    const bool is_known = connection.is_known.load();
    const Phase phase = connection.phase.load();
    const bool is_hurried = phase == Phase::kAsking && !is_known;
    const auto late = now - (is_hurried ? kTimeOfStrangers : kTimeToAsk);
    const bool has_deadline = phase == Phase::kAsking || phase == Phase::kReceiving ||
                              (phase == Phase::kSending && !is_known);
    if (connection.is_started && has_deadline &&
        connection.quiet_since.load() < late.time_since_epoch().count()) {
      connection.is_ended = true;
      ::shutdown(connection.descriptor, SHUT_RDWR);
    }
  }
}

void HttpServer::Impl::enter(Connection& connection, Phase phase) {
  connection.quiet_since.store(Clock::now().time_since_epoch().count());
  connection.phase.store(phase);
}

void HttpServer::Impl::end_oldest(bool only_strangers) {
  const Clock::rep rested = (Clock::now() - kLeastRest).time_since_epoch().count();
  Connection* chosen = nullptr;
  for (Connection& each : connections) {
    const Clock::rep since = each.quiet_since.load();
    const Phase phase = each.phase.load();
    const bool can_be_spared = each.is_started && phase != Phase::kAnswering &&
                               phase != Phase::kReceiving &&
                               (!each.is_known.load() || (!only_strangers && since < rested));
    if (!can_be_spared) {
      continue;
    }
    if (chosen == nullptr || since < chosen->quiet_since.load()) {
      chosen = &each;
    }
    if (has_gone(each.descriptor)) {
      chosen = &each;  // the library has not got round to closing it
      break;
    }
  }
  if (chosen != nullptr) {
    chosen->is_ended = true;
    ::shutdown(chosen->descriptor, SHUT_RDWR);
  }
}

bool HttpServer::Impl::make_room(bool for_token) {
  const auto strangers = static_cast<size_t>(std::ranges::count_if(
      connections, [](const Connection& each) { return !each.is_known.load(); }));
  const bool is_full = connections.size() >= kMostConnections;
  if (!is_full && (for_token || strangers < kMostStrangers)) {
    return true;
  }
  // Whoever is being closed already makes the room, unless it got a last request in.
  if (std::ranges::none_of(connections, [](const Connection& each) {
        return each.is_ended && each.phase.load() != Phase::kAnswering;
      })) {
    end_oldest(!for_token || strangers != 0);
  }
  return false;
}

bool HttpServer::Impl::take(const Arrival& arrival) {
  Connection* state = nullptr;
  {
    const std::lock_guard lock(mutex);
    if (!make_room(arrival.shows_token)) {
      return false;
    }
    state = &connections.emplace_back();
    state->descriptor = arrival.descriptor;
    state->handed_over = Clock::now();
    state->is_known.store(arrival.shows_token);
    // All of the head is there. It is not worth closing before it is read.
    enter(*state, arrival.shows_token ? Phase::kAnswering : Phase::kAsking);
  }
  sockaddr_in peer{};
  socklen_t size = sizeof peer;
  auto* const any = reinterpret_cast<sockaddr*>(&peer);  // NOLINT: what sockets take
  ::getpeername(arrival.descriptor, any, &size);
  if (MHD_add_connection(daemon, arrival.descriptor, any, size) != MHD_YES) {  // it is closed
    const std::lock_guard lock(mutex);
    connections.remove_if([state](const Connection& each) { return &each == state; });
  }
  return true;
}

/// libmicrohttpd does not look at a connection while its request is being answered.
void HttpServer::Impl::tell_of_gone_ones() {
  for (Connection& connection : connections) {
    if (connection.gone && has_gone(connection.descriptor)) {
      connection.gone->request_stop();
    }
  }
}

std::string http_library() {
  return std::string("libmicrohttpd ") + MHD_get_version();
}

HttpServer::HttpServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

HttpServer::~HttpServer() {
  if (impl_->door) {
    impl_->door->close();
  }
  impl_->live->events().publish(R"({"event":"bye"})");
  impl_->live->events().close();
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->is_ending = true;
  }
  impl_->changed.notify_all();
  if (impl_->watch.joinable()) {
    impl_->watch.join();
  }
  if (impl_->daemon != nullptr) {
    MHD_stop_daemon(impl_->daemon);
  }
}

Result<std::unique_ptr<HttpServer>> HttpServer::start(const LiveProfiles& live,
                                                      const HttpOptions& options) {
  Result<std::string> token = new_token();
  if (!token) {
    return failure(token.error());
  }
  const std::optional<Listening> listening = listen_locally(options.port);
  if (!listening) {
    return failure(cannot_listen(options.port));
  }
  std::unique_ptr<HttpServer> server(new HttpServer(std::make_unique<Impl>(live)));
  Impl* const impl = server->impl_.get();
  impl->port = listening->port;
  impl->token = std::move(*token);
  impl->guard.emplace(impl->port, impl->token);
  // Its own limit on connections is for none but those that are being closed.
  impl->daemon = MHD_start_daemon(
      MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_ITC |
          MHD_USE_NO_LISTEN_SOCKET,
      0, nullptr, nullptr, &Impl::access, impl, MHD_OPTION_CONNECTION_LIMIT, 2 * kMostConnections,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, kConnectionMemory, MHD_OPTION_CONNECTION_TIMEOUT,
      kIdleSeconds, MHD_OPTION_NOTIFY_CONNECTION, &Impl::notify, impl, MHD_OPTION_NOTIFY_COMPLETED,
      &Impl::completed, impl, MHD_OPTION_URI_LOG_CALLBACK, &Impl::log_target, impl,
      MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
  impl->door.emplace(
      listening->descriptor,
      Door::Host{
          .shows_token = [impl](std::string_view head) { return impl->guard->shows_token(head); },
          .take = [impl](const Arrival& arrival) { return impl->take(arrival); }});
  if (impl->daemon == nullptr || !impl->door->open()) {
    return failure(cannot_listen(options.port));
  }
  impl->watch = std::thread([impl] { impl->watch_connections(); });
  return server;
}

std::string HttpServer::address() const {
  return "http://127.0.0.1:" + std::to_string(impl_->port) + "/#t=" + impl_->token;
}

std::chrono::milliseconds HttpServer::idle() const {
  if (impl_->streams.load() != 0) {
    return std::chrono::milliseconds(0);
  }
  const Clock::time_point asked{Clock::duration(impl_->last_asked.load())};
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - asked);
}

}  // namespace quern::server
