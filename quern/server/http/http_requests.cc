// SPDX-License-Identifier: MIT
//
// What libmicrohttpd calls, on threads of its own: connections come and go, requests arrive and are
// answered, events are streamed.
#include <sys/socket.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "quern/base/text.h"
#include "quern/server/handle.h"
#include "quern/server/http/http_impl.h"

namespace quern::server {
namespace {

constexpr std::chrono::seconds kAliveEvery{15};
/// How long a stream waits before it looks whether its client is still there.
constexpr std::chrono::milliseconds kStreamTick{1000};
/// The same for a request that waits until others are answered.
constexpr std::chrono::milliseconds kQueueTick{50};

std::string_view text_of(const char* text) {
  return text != nullptr ? std::string_view(text) : std::string_view();
}

/// A header's value without its parameters.
std::string_view media_type(std::string_view header) {
  return header.substr(0, header.find(';'));
}

Refusal not_kept(const Diagnostic& error) {
  return {.status = 507, .error = error};
}

Refusal too_large_a_file() {
  return refusal(413, "too-large", "the file is too large to be sent to quern",
                 "open it with `quern view FILE`");
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

Connection* HttpServer::Impl::find(MHD_Connection* connection) const {
  const MHD_ConnectionInfo* const info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info != nullptr ? static_cast<Connection*>(info->socket_context) : nullptr;
}

std::string_view HttpServer::Impl::header(MHD_Connection* connection, const char* name) const {
  return text_of(MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name));
}

void HttpServer::Impl::notify(void* self, MHD_Connection* connection, void** context,
                              MHD_ConnectionNotificationCode code) {
  auto& server = *static_cast<Impl*>(self);
  const std::lock_guard lock(server.mutex);
  if (code == MHD_CONNECTION_NOTIFY_STARTED) {
    const MHD_ConnectionInfo* const info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    const auto state = std::ranges::find_if(server.connections, [info](const Connection& each) {
      return info != nullptr && !each.is_started && each.descriptor == info->connect_fd;
    });
    if (state != server.connections.end()) {
      state->is_started = true;
      *context = &*state;
    }
    return;
  }
  const void* const gone = *context;
  server.connections.remove_if([gone](const Connection& each) { return &each == gone; });
  *context = nullptr;
  server.door->wake();
}

/// An answer has been read, or its client has gone, perhaps in the middle of a file.
void HttpServer::Impl::completed(void* self, MHD_Connection* connection, void** /*context*/,
                                 MHD_RequestTerminationCode /*code*/) {
  if (Connection* const state = static_cast<Impl*>(self)->find(connection); state != nullptr) {
    state->upload.reset();
    enter(*state, Phase::kAsking);
  }
}

/// The target as it was sent: libmicrohttpd decodes it, and more generously than handle() does.
void* HttpServer::Impl::log_target(void* self, const char* target, MHD_Connection* connection) {
  if (Connection* const state = static_cast<Impl*>(self)->find(connection); state != nullptr) {
    state->target = target;
    state->body.clear();
    state->is_begun = false;
    state->upload.reset();
    state->refused.reset();
  }
  return nullptr;
}

std::optional<Refusal> HttpServer::Impl::refuse(MHD_Connection* connection,
                                                std::string_view path) const {
  const char* const origin = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Origin");
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
        MHD_add_response_header(response, name.c_str(), value.c_str());
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
  if (Connection* const state = find(connection); state != nullptr) {
    enter(*state, Phase::kSending);
  }
  const MHD_Result queued = MHD_queue_response(connection, status, response);
  MHD_destroy_response(response);
  return queued;
}

MHD_Result HttpServer::Impl::respond(MHD_Connection* connection, const Response& response) const {
  // The library copies, so it will not write into what it is given.
  void* const bytes = const_cast<char*>(response.body.data());  // NOLINT
  return send(connection, static_cast<unsigned>(response.status),
              MHD_create_response_from_buffer(response.body.size(), bytes, MHD_RESPMEM_MUST_COPY),
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
    server.receive(*state, {upload, *upload_size});
    *upload_size = 0;
    return MHD_YES;
  }
  return server.finish(connection, *state, method);
}

/// The head is there. What may not be asked is refused before any body is read.
MHD_Result HttpServer::Impl::begin(MHD_Connection* connection, Connection& state,
                                   std::string_view method) {
  // By the path as handle() will see it: one that is spelled differently must not get past the
  // guard.
  const std::expected<Request, Refusal> request = read_target(state.target);
  if (!request) {
    return respond(connection, error_response(request.error()));
  }
  if (const auto refused = refuse(connection, request->path)) {
    return respond(connection, error_response(*refused));
  }
  if (request->path.starts_with("/api/")) {
    state.is_known.store(true);
  }
  if (method != "GET" && method != "POST") {
    Response response =
        error_response(refusal(405, "bad-method", "only GET and POST are answered"));
    response.headers.emplace_back("Allow", "GET, POST");
    return respond(connection, response);
  }
  if (method == "POST") {  // the body is still to come
    const bool is_file =
        request->path == kFilePath && media_type(header(connection, "Content-Type")) == kFileType;
    if (is_file) {
      state.refused = begin_upload(connection, state, *request);
    }
    enter(state, state.upload ? Phase::kReceiving : Phase::kAsking);
  }
  return MHD_YES;
}

/// A browser reads a refusal only when it has sent all, so that the rest of the body is taken.
std::optional<Refusal> HttpServer::Impl::begin_upload(MHD_Connection* connection, Connection& state,
                                                      const Request& request) {
  if (is_receiving.exchange(true)) {
    return refusal(503, "busy", "another file is being sent", "wait until it is there");
  }
  state.upload.emplace(is_receiving);
  // Without a length, each write finds out whether there is room.
  const uint64_t expected = whole_number(header(connection, "Content-Length")).value_or(0);
  if (expected > kMostFile) {
    state.upload.reset();
    return too_large_a_file();
  }
  const auto name = std::ranges::find(request.query, "name", &Parameter::name);
  Result<std::unique_ptr<ReceivedFile>> file = ReceivedFile::create(
      live->facts().temporary_folder,
      name != request.query.end() ? std::string_view(name->value) : "", expected);
  if (!file) {
    state.upload.reset();
    return not_kept(file.error());
  }
  state.upload->file = *std::move(file);
  return std::nullopt;
}

void HttpServer::Impl::receive(Connection& state, std::string_view bytes) {
  /// So much has to arrive within kTimeToAsk.
  constexpr size_t kNoted = size_t{1} << 20;
  if (state.refused) {
    return;
  }
  if (!state.upload) {
    if (state.body.size() + bytes.size() > kMostBody) {
      state.refused = refusal(413, "too-large", "the body is too long");
    } else {
      state.body.append(bytes);
    }
    return;
  }
  Upload& upload = *state.upload;
  if (bytes.size() > upload.left) {
    state.refused = too_large_a_file();
    state.upload.reset();
    return;
  }
  upload.left -= bytes.size();
  if (const Result<void> written = upload.file->write(bytes); !written) {
    state.refused = not_kept(written.error());
    state.upload.reset();
    return;
  }
  upload.since_noted += bytes.size();
  if (upload.since_noted >= kNoted) {
    upload.since_noted = 0;
    enter(state, Phase::kReceiving);
    touch();
  }
}

/// All of it is there.
MHD_Result HttpServer::Impl::finish(MHD_Connection* connection, Connection& state,
                                    std::string_view method) {
  enter(state, Phase::kAnswering);
  touch();
  std::expected<Request, Refusal> request = read_target(state.target);
  if (!request) {
    return respond(connection, error_response(request.error()));
  }
  if (state.upload && !state.refused) {
    if (const Result<void> closed = state.upload->file->close(); !closed) {
      state.refused = not_kept(closed.error());
    }
  }
  if (state.refused) {
    state.upload.reset();
    return respond(connection, error_response(*state.refused));
  }
  if (state.upload) {
    request->file = std::move(state.upload->file);
    state.upload.reset();
  }
  request->method = method;
  request->body = std::move(state.body);
  request->content_type = media_type(header(connection, "Content-Type"));
  request->if_none_match = header(connection, "If-None-Match");
  if (request->path == "/api/events" && method == "GET") {
    return begin_stream(connection, state);
  }
  const std::optional<Response> response = answer(*request, begin_answer(state));
  end_answer(state);
  touch();
  if (!response) {
    return MHD_NO;
  }
  return respond(connection, *response);
}

/// Nothing where the client went before its turn came.
std::optional<Response> HttpServer::Impl::answer(const Request& request,
                                                 const std::stop_token& gone) {
  while (!at_work.try_acquire_for(kQueueTick)) {
    if (gone.stop_requested()) {
      return std::nullopt;
    }
  }
  std::optional<Response> response;
  try {
    response = handle(request, *live, gone);
    if (request.path.starts_with("/api/") && request.path != "/api/meta") {
      live->tell_asked();
    }
  } catch (const std::bad_alloc&) {
    response = error_response(refusal(503, "out-of-memory", "not enough memory"));
  }
  at_work.release();
  return response;
}

/// From now on the client is watched: what it no longer waits for is not worked out to its end.
std::stop_token HttpServer::Impl::begin_answer(Connection& state) {
  const std::lock_guard lock(mutex);
  ++answering;
  changed.notify_all();
  return state.gone.emplace().get_token();
}

void HttpServer::Impl::end_answer(Connection& state) {
  const std::lock_guard lock(mutex);
  --answering;
  state.gone.reset();
}

MHD_Result HttpServer::Impl::begin_stream(MHD_Connection* connection, Connection& state) {
  if (streams.fetch_add(1) >= kMostStreams) {
    streams.fetch_sub(1);
    return respond(connection, error_response(refusal(503, "busy", "too many pages are open")));
  }
  constexpr size_t kBlock = 4096;
  auto stream = std::make_unique<Stream>(Stream{.server = this,
                                                .connection = &state,
                                                .next = live->events().end(),
                                                .told = Clock::now(),
                                                .pending = live->state_line() + '\n'});
  MHD_Response* const response = MHD_create_response_from_callback(
      MHD_SIZE_UNKNOWN, kBlock, &read_stream, stream.get(), &end_stream);
  if (response == nullptr) {
    streams.fetch_sub(1);
    return MHD_NO;
  }
  [[maybe_unused]] const Stream* const owned_by_response = stream.release();
  const MHD_Result sent =
      send(connection, 200, response, {.status = 200, .type = "application/x-ndjson"});
  enter(state, Phase::kAnswering);  // until the page is closed
  return sent;
}

/// Waits until there is something to tell, now and then looking whether anybody still listens.
ssize_t HttpServer::Impl::read_stream(void* context, uint64_t /*position*/, char* room,
                                      size_t size) {
  auto& stream = *static_cast<Stream*>(context);
  while (stream.pending.empty()) {
    const std::optional<std::string> lines =
        stream.server->live->events().wait(stream.next, kStreamTick);
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
  stream->server->streams.fetch_sub(1);
  stream->server->touch();
}

}  // namespace quern::server
