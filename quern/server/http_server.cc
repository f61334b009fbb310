// SPDX-License-Identifier: MIT
#include "quern/server/http_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <optional>
#include <utility>

#include "quern/server/http_impl.h"

namespace quern::server {
namespace {

/// Of a connection: header lines and what libmicrohttpd needs around them.
constexpr size_t kConnectionMemory = size_t{32} << 10;
/// A head and a body have to arrive within this, from when the connection last was answered.
constexpr std::chrono::seconds kTimeToAsk{30};
/// Without a byte in either direction; answering may take long.
constexpr unsigned kIdleSeconds = 120;

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
  Diagnostic error;
  error.fault = Fault::kOutput;
  error.code = "cannot-listen";
  error.message = "127.0.0.1, port " + std::to_string(port) + ", cannot be listened on";
  error.hint = "without --port any free one is taken";
  return error;
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

void HttpServer::Impl::end_late_ones() const {
  const Clock::rep late = (Clock::now() - kTimeToAsk).time_since_epoch().count();
  for (const Connection& connection : connections) {
    if (!connection.is_at_work.load() && connection.quiet_since.load() < late) {
      ::shutdown(connection.descriptor, SHUT_RDWR);
    }
  }
}

/// libmicrohttpd does not look at a connection while its request is being answered.
void HttpServer::Impl::tell_of_gone_ones() {
  for (Connection& connection : connections) {
    if (connection.gone && has_gone(connection.descriptor)) {
      connection.gone->request_stop();
    }
  }
}

HttpServer::HttpServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

HttpServer::~HttpServer() {
  impl_->serving->events().publish(R"({"event":"bye"})");
  impl_->serving->events().close();
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->is_ending = true;
  }
  impl_->changed.notify_all();
  if (impl_->watch.joinable()) {
    impl_->watch.join();
  }
  if (impl_->daemon != nullptr) {
    impl_->http->stop_daemon(impl_->daemon);
  }
}

Result<std::unique_ptr<HttpServer>> HttpServer::start(const Serving& serving,
                                                      const HttpOptions& options) {
  const Result<const Microhttpd*> http = load_microhttpd();
  if (!http) {
    return failure(http.error());
  }
  Result<std::string> token = new_token();
  if (!token) {
    return failure(token.error());
  }
  const std::optional<Listening> listening = listen_locally(options.port);
  if (!listening) {
    return failure(cannot_listen(options.port));
  }
  auto impl = std::make_unique<Impl>(serving, **http);
  impl->port = listening->port;
  impl->token = std::move(*token);
  impl->guard.emplace(impl->port, impl->token);
  impl->daemon = (*http)->start_daemon(
      MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_ITC, 0, nullptr,
      nullptr, &Impl::access, impl.get(), MHD_OPTION_LISTEN_SOCKET, listening->descriptor,
      MHD_OPTION_CONNECTION_LIMIT, kMostConnections, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
      kConnectionMemory, MHD_OPTION_CONNECTION_TIMEOUT, kIdleSeconds, MHD_OPTION_NOTIFY_CONNECTION,
      &Impl::notify, impl.get(), MHD_OPTION_URI_LOG_CALLBACK, &Impl::log_target, impl.get(),
      MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
  if (impl->daemon == nullptr) {
    ::close(listening->descriptor);
    return failure(cannot_listen(options.port));
  }
  impl->watch = std::thread([server = impl.get()] { server->watch_connections(); });
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(impl)));
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
