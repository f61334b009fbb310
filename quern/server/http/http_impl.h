// SPDX-License-Identifier: MIT
//
// What the HTTP shell is made of: for http_server.cc, which starts and ends it, and for
// http_requests.cc, which libmicrohttpd calls.
#pragma once

#include <microhttpd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <semaphore>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

#include "quern/server/guard.h"
#include "quern/server/http/door.h"
#include "quern/server/http/http_server.h"
#include "quern/server/live_profiles.h"
#include "quern/server/request.h"

namespace quern::server {

using Clock = std::chrono::steady_clock;

/// Answers worked out at the same time; others wait, so that memory stays bounded.
inline constexpr std::ptrdiff_t kMostAtWork = 4;

/// What a connection waits for: the rest of a request, more bytes of a file, its answer (or a
/// stream of events), or that the client reads the answer.
enum class Phase : uint8_t { kAsking, kReceiving, kAnswering, kSending };

/// A file that is being sent. There is one at a time, so that the disk is not filled.
struct Upload {
  explicit Upload(std::atomic<bool>& taken) : is_taken(taken) {}
  Upload(const Upload&) = delete;
  Upload& operator=(const Upload&) = delete;
  ~Upload() { is_taken.store(false); }

  std::atomic<bool>& is_taken;  ///< true as long as this exists
  std::unique_ptr<ReceivedFile> file = {};
  uint64_t left = kMostFile;  ///< bytes
  size_t since_noted = 0;     ///< bytes
};

/// One connection, from the door to its end; requests of it come one after another.
struct Connection {
  int descriptor = -1;
  Clock::time_point handed_over = {};
  std::atomic<Clock::rep> quiet_since = 0;  ///< the current phase began
  std::atomic<Phase> phase = Phase::kAsking;
  std::atomic<bool> is_known = false;  ///< it has shown the token
  bool is_started = false;             ///< the library has it. While Impl::mutex is held,
  bool is_ended = false;               ///< and so: it is being closed
  std::string target = {};             ///< of the request that is arriving
  std::string body = {};
  bool is_begun = false;
  std::optional<Upload> upload = {};
  std::optional<Refusal> refused = {};  ///< once the body has arrived, all of which is dropped
  /// Of the request that is being answered; nothing else. While Impl::mutex is held.
  std::optional<std::stop_source> gone = {};
};

struct HttpServer::Impl {
  explicit Impl(const LiveProfiles& what) : live(&what) {}

  const LiveProfiles* live;
  MHD_Daemon* daemon = nullptr;
  uint16_t port = 0;
  std::string token;
  std::optional<Guard> guard;
  std::counting_semaphore<> at_work{kMostAtWork};
  std::atomic<unsigned> streams = 0;
  std::atomic<bool> is_receiving = false;
  std::atomic<Clock::rep> last_asked = Clock::now().time_since_epoch().count();

  mutable std::mutex mutex;
  std::condition_variable changed;
  bool is_ending = false;
  size_t answering = 0;  ///< connections with a request that is being answered
  std::list<Connection> connections;
  std::thread watch;

  std::optional<Door> door;

  void touch() { last_asked.store(Clock::now().time_since_epoch().count()); }

  /// Of the door: gives the connection to the library, if there is a slot for it.
  [[nodiscard]] bool take(const Arrival& arrival);
  /// Whether there is a slot; where there is none, one that can be spared is closed for the next
  /// attempt. While `mutex` is held, as the next two.
  [[nodiscard]] bool make_room(bool for_token);
  void end_oldest(bool only_strangers);
  static void enter(Connection& connection, Phase phase);

  // What libmicrohttpd calls, on threads of its own.
  static void notify(void* self, MHD_Connection* connection, void** context,
                     MHD_ConnectionNotificationCode code);
  static void completed(void* self, MHD_Connection* connection, void** context,
                        MHD_RequestTerminationCode code);
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
  [[nodiscard]] std::optional<Refusal> begin_upload(MHD_Connection* connection, Connection& state,
                                                    const Request& request);
  void receive(Connection& state, std::string_view bytes);
  MHD_Result finish(MHD_Connection* connection, Connection& state, std::string_view method);
  [[nodiscard]] std::optional<Response> answer(const Request& request, const std::stop_token& gone);
  [[nodiscard]] std::stop_token begin_answer(Connection& state);
  void end_answer(Connection& state);
  MHD_Result begin_stream(MHD_Connection* connection, Connection& state);
  void watch_connections();
  void end_late_ones();
  void tell_of_gone_ones();
};

}  // namespace quern::server
