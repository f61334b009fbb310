// SPDX-License-Identifier: MIT
#include "quern/server/http_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <list>
#include <mutex>
#include <optional>
#include <semaphore>
#include <thread>
#include <utility>

#include "quern/server/guard.h"
#include "quern/server/handle.h"
#include "quern/server/microhttpd.h"

namespace quern::server {
namespace {

using Clock = std::chrono::steady_clock;

/// Of a connection: header lines and what libmicrohttpd needs around them.
constexpr size_t kConnectionMemory = size_t{32} << 10;
/// A head and a body have to arrive within this, from when the connection last was answered.
constexpr std::chrono::seconds kTimeToAsk{30};
/// Without a byte in either direction; answering may take long.
constexpr unsigned kIdleSeconds = 120;
constexpr std::chrono::seconds kAliveEvery{15};
/// How long a stream waits before it looks whether its client is still there.
constexpr std::chrono::milliseconds kStreamTick{1000};
/// Answers worked out at the same time; others wait, so that memory stays bounded.
constexpr std::ptrdiff_t kMostAtWork = 4;

/// One connection, from accept to close; requests of it come one after another.
struct Connection {
  int descriptor = -1;
  std::atomic<Clock::rep> quiet_since = 0;  ///< last answered or accepted
  std::atomic<bool> is_at_work = false;     ///< a request is whole and being answered
  std::string target = {};                  ///< of the request that is arriving
  std::string body = {};
  bool is_begun = false;
  bool is_too_large = false;
};

std::string_view text_of(const char* text) {
  return text != nullptr ? std::string_view(text) : std::string_view();
}

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

Diagnostic cannot_listen(uint16_t port) {
  Diagnostic error;
  error.fault = Fault::kOutput;
  error.code = "cannot-listen";
  error.message = "127.0.0.1, port " + std::to_string(port) + ", cannot be listened on";
  error.hint = "without --port any free one is taken";
  return error;
}

/// A stream of events.
struct Stream {
  HttpServer::Impl* server;
  Connection* connection;
  uint64_t next = 0;
  Clock::time_point told = {};
  std::string pending = {};
};

}  // namespace

struct HttpServer::Impl {
  Impl(const Serving& what, const Microhttpd& library) : serving(&what), http(&library) {}

  const Serving* serving;
  const Microhttpd* http;
  MHD_Daemon* daemon = nullptr;
  uint16_t port = 0;
  std::string token;
  std::optional<Guard> guard;
  std::counting_semaphore<> at_work{kMostAtWork};
  std::atomic<unsigned> streams = 0;
  std::atomic<Clock::rep> last_asked = Clock::now().time_since_epoch().count();

  mutable std::mutex mutex;
  std::condition_variable ended;
  bool is_ending = false;
  std::list<Connection> connections;
  std::thread watch;

  void touch() { last_asked.store(Clock::now().time_since_epoch().count()); }

  // What libmicrohttpd calls, on threads of its own.
  static void notify(void* self, MHD_Connection* connection, void** context,
                     MHD_ConnectionNotificationCode code);
  static void* log_target(void* self, const char* target, MHD_Connection* connection);
  static MHD_Result access(void* self, MHD_Connection* connection, const char* url,
                           const char* method, const char* version, const char* upload,
                           size_t* upload_size, void** context);
  static ssize_t read_stream(void* stream, uint64_t position, char* room, size_t size);
  static void end_stream(void* stream);

  [[nodiscard]] Connection* find(MHD_Connection* connection) const;
  [[nodiscard]] std::string_view header(MHD_Connection* connection, const char* name) const;
  [[nodiscard]] std::optional<Refusal> refuse(MHD_Connection* connection,
                                              std::string_view path) const;
  MHD_Result respond(MHD_Connection* connection, const Response& response) const;
  MHD_Result send(MHD_Connection* connection, unsigned status, MHD_Response* response,
                  const Response& with) const;
  MHD_Result begin(MHD_Connection* connection, Connection& state, std::string_view method);
  MHD_Result finish(MHD_Connection* connection, Connection& state, std::string_view method);
  MHD_Result begin_stream(MHD_Connection* connection, Connection& state);
  void watch_connections();
};

Connection* HttpServer::Impl::find(MHD_Connection* connection) const {
  const MHD_ConnectionInfo* const info =
      http->connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info != nullptr ? static_cast<Connection*>(info->socket_context) : nullptr;
}

std::string_view HttpServer::Impl::header(MHD_Connection* connection, const char* name) const {
  return text_of(http->header(connection, MHD_HEADER_KIND, name));
}

void HttpServer::Impl::notify(void* self, MHD_Connection* connection, void** context,
                              MHD_ConnectionNotificationCode code) {
  auto& server = *static_cast<Impl*>(self);
  const std::lock_guard lock(server.mutex);
  if (code == MHD_CONNECTION_NOTIFY_STARTED) {
    Connection& state = server.connections.emplace_back();
    const MHD_ConnectionInfo* const info =
        server.http->connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    state.descriptor = info != nullptr ? info->connect_fd : -1;
    state.quiet_since.store(Clock::now().time_since_epoch().count());
    *context = &state;
    return;
  }
  const void* const gone = *context;
  server.connections.remove_if([gone](const Connection& each) { return &each == gone; });
  *context = nullptr;
}

/// The target as it was sent: libmicrohttpd decodes it, and more generously than handle() does.
void* HttpServer::Impl::log_target(void* self, const char* target, MHD_Connection* connection) {
  if (Connection* const state = static_cast<Impl*>(self)->find(connection); state != nullptr) {
    state->target = target;
    state->body.clear();
    state->is_begun = false;
    state->is_too_large = false;
  }
  return nullptr;
}

std::optional<Refusal> HttpServer::Impl::refuse(MHD_Connection* connection,
                                                std::string_view path) const {
  const char* const origin = http->header(connection, MHD_HEADER_KIND, "Origin");
  return guard->refuse({.path = path,
                        .host = header(connection, "Host"),
                        .origin = text_of(origin),
                        .fetch_site = header(connection, "Sec-Fetch-Site"),
                        .authorization = header(connection, "Authorization"),
                        .has_origin = origin != nullptr});
}

MHD_Result HttpServer::Impl::send(MHD_Connection* connection, unsigned status,
                                  MHD_Response* response, const Response& with) const {
  if (response == nullptr) {
    return MHD_NO;
  }
  const auto add = [&](const std::string& name, const std::string& value) {
    [[maybe_unused]] const MHD_Result added =
        http->add_header(response, name.c_str(), value.c_str());
  };
  for (const auto& [name, value] : standing_headers()) {
    add(std::string(name), std::string(value));
  }
  if (!with.type.empty()) {
    add("Content-Type", with.type);
  }
  if (!with.etag.empty()) {
    add("ETag", with.etag);
  }
  for (const auto& [name, value] : with.headers) {
    add(name, value);
  }
  const MHD_Result queued = http->queue_response(connection, status, response);
  http->destroy_response(response);
  return queued;
}

MHD_Result HttpServer::Impl::respond(MHD_Connection* connection, const Response& response) const {
  // The library copies, so it will not write into what it is given.
  void* const bytes = const_cast<char*>(response.body.data());  // NOLINT
  return send(connection, static_cast<unsigned>(response.status),
              http->response_of_buffer(response.body.size(), bytes, MHD_RESPMEM_MUST_COPY),
              response);
}

MHD_Result HttpServer::Impl::access(void* self, MHD_Connection* connection, const char* /*url*/,
                                    const char* method, const char* /*version*/, const char* upload,
                                    size_t* upload_size, void** /*context*/) {
  auto& server = *static_cast<Impl*>(self);
  Connection* const state = server.find(connection);
  if (state == nullptr) {
    return MHD_NO;
  }
  if (!state->is_begun) {
    state->is_begun = true;
    return server.begin(connection, *state, method);
  }
  if (*upload_size != 0) {
    state->is_too_large = state->is_too_large || state->body.size() + *upload_size > kMostBody;
    if (!state->is_too_large) {
      state->body.append(upload, *upload_size);
    }
    *upload_size = 0;
    return MHD_YES;
  }
  return server.finish(connection, *state, method);
}

/// The head is there. What may not be asked is refused before any body is read.
MHD_Result HttpServer::Impl::begin(MHD_Connection* connection, Connection& state,
                                   std::string_view method) {
  // By the path as handle() will see it: one that is spelt otherwise must not get past the guard.
  const std::expected<Request, Refusal> request = read_target(state.target);
  if (!request) {
    return respond(connection, error_response(request.error()));
  }
  if (const auto refused = refuse(connection, request->path)) {
    return respond(connection, error_response(*refused));
  }
  if (method != "GET" && method != "POST") {
    Response response =
        error_response(refusal(405, "bad-method", "only GET and POST are answered"));
    response.headers.emplace_back("Allow", "GET, POST");
    return respond(connection, response);
  }
  return MHD_YES;
}

/// All of it is there.
MHD_Result HttpServer::Impl::finish(MHD_Connection* connection, Connection& state,
                                    std::string_view method) {
  state.is_at_work.store(true);
  touch();
  const auto answered = [&](const Response& response) {
    const MHD_Result result = respond(connection, response);
    state.quiet_since.store(Clock::now().time_since_epoch().count());
    state.is_at_work.store(false);
    return result;
  };
  std::expected<Request, Refusal> request = read_target(state.target);
  if (!request) {
    return answered(error_response(request.error()));
  }
  if (state.is_too_large) {
    return answered(error_response(refusal(413, "too-large", "the body is too long")));
  }
  request->method = method;
  request->body = std::move(state.body);
  const std::string_view type = header(connection, "Content-Type");
  request->content_type = type.substr(0, type.find(';'));
  request->if_none_match = header(connection, "If-None-Match");
  if (request->path == "/api/events" && method == "GET") {
    return begin_stream(connection, state);
  }
  at_work.acquire();
  std::optional<Response> response;
  try {
    response = handle(*request, *serving);
  } catch (const std::bad_alloc&) {
    response =
        error_response(refusal(503, "out-of-memory", "this machine's memory does not suffice"));
  }
  at_work.release();
  touch();
  return answered(*response);
}

MHD_Result HttpServer::Impl::begin_stream(MHD_Connection* connection, Connection& state) {
  if (streams.fetch_add(1) >= kMostStreams) {
    streams.fetch_sub(1);
    state.is_at_work.store(false);
    return respond(connection,
                   error_response(refusal(503, "busy", "too many pages are open already")));
  }
  constexpr size_t kBlock = 4096;
  auto stream = std::make_unique<Stream>(Stream{.server = this,
                                                .connection = &state,
                                                .next = serving->events().end(),
                                                .told = Clock::now(),
                                                .pending = serving->state_line() + '\n'});
  MHD_Response* const response =
      http->response_of_callback(MHD_SIZE_UNKNOWN, kBlock, &read_stream, stream.get(), &end_stream);
  if (response == nullptr) {
    streams.fetch_sub(1);
    return MHD_NO;
  }
  [[maybe_unused]] const Stream* const owned_by_response = stream.release();
  return send(connection, 200, response, {.status = 200, .type = "application/x-ndjson"});
}

/// Waits until there is something to tell, now and then looking whether anybody still listens.
ssize_t HttpServer::Impl::read_stream(void* context, uint64_t /*position*/, char* room,
                                      size_t size) {
  auto& stream = *static_cast<Stream*>(context);
  while (stream.pending.empty()) {
    const std::optional<std::string> lines =
        stream.server->serving->events().wait(stream.next, kStreamTick);
    if (!lines) {
      return MHD_CONTENT_READER_END_OF_STREAM;
    }
    stream.pending = *lines;
    char byte = 0;
    if (::recv(stream.connection->descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0) {
      return MHD_CONTENT_READER_END_OF_STREAM;
    }
    if (stream.pending.empty() && Clock::now() - stream.told >= kAliveEvery) {
      stream.pending = "{\"event\":\"alive\"}\n";
    }
  }
  stream.told = Clock::now();
  const size_t count = stream.pending.copy(room, size);
  stream.pending.erase(0, count);
  return static_cast<ssize_t>(count);
}

void HttpServer::Impl::end_stream(void* context) {
  const std::unique_ptr<Stream> stream(static_cast<Stream*>(context));
  stream->connection->quiet_since.store(Clock::now().time_since_epoch().count());
  stream->connection->is_at_work.store(false);
  stream->server->streams.fetch_sub(1);
  stream->server->touch();
}

/// Ends connections whose requests take too long to arrive.
void HttpServer::Impl::watch_connections() {
  std::unique_lock lock(mutex);
  while (!ended.wait_for(lock, std::chrono::seconds(1), [this] { return is_ending; })) {
    const Clock::rep late = (Clock::now() - kTimeToAsk).time_since_epoch().count();
    for (const Connection& connection : connections) {
      if (!connection.is_at_work.load() && connection.quiet_since.load() < late) {
        ::shutdown(connection.descriptor, SHUT_RDWR);
      }
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
  impl_->ended.notify_all();
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
