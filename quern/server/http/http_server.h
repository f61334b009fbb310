// SPDX-License-Identifier: MIT
//
// The sockets: HTTP on a loopback address around handle(). Connections, headers, bodies and the
// time that a request may take to arrive are bounded; what guard.h refuses never reaches handle().
// Clients without the token cannot keep out those that have it, however many and slow they are.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "quern/base/result.h"
#include "quern/server/live_profiles.h"

namespace quern::server {

/// What speaks HTTP: "libmicrohttpd 0.9.75"; empty where quern was built without it.
[[nodiscard]] std::string http_library();

struct HttpOptions {
  uint16_t port = 0;  ///< 0: any that is free
};

class HttpServer {
 public:
  static constexpr unsigned kMostConnections = 64;
  /// Of these, connections that have not shown the token: the page itself needs none.
  static constexpr unsigned kMostStrangers = 24;
  static constexpr unsigned kMostStreams = 16;

  /// Listens on 127.0.0.1. `live` has to outlive it. Errors (Fault::kOutput): `no-randomness`,
  /// `cannot-listen`.
  [[nodiscard]] static Result<std::unique_ptr<HttpServer>> start(const LiveProfiles& live,
                                                                 const HttpOptions& options);
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;
  /// Ends streams and connections.
  ~HttpServer();

  /// http://127.0.0.1:PORT/#t=TOKEN
  [[nodiscard]] std::string address() const;
  /// Since when nobody has asked anything and no page has been open; 0 while one is.
  [[nodiscard]] std::chrono::milliseconds idle() const;

  struct Impl;

 private:
  explicit HttpServer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace quern::server
