// SPDX-License-Identifier: MIT
//
// In place of the server where libmicrohttpd was not there when quern was built.
#include "quern/server/http/http_server.h"

namespace quern::server {

std::string http_library() {
  return {};
}

struct HttpServer::Impl {};

HttpServer::HttpServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
HttpServer::~HttpServer() = default;

Result<std::unique_ptr<HttpServer>> HttpServer::start(const LiveProfiles& /*live*/,
                                                      const HttpOptions& /*options*/) {
  return failure(output_error("not-built-in", "this quern was built without its web server",
                              "install libmicrohttpd-dev and build quern again"));
}

std::string HttpServer::address() const {
  return {};
}

std::chrono::milliseconds HttpServer::idle() const {
  return {};
}

}  // namespace quern::server
