// SPDX-License-Identifier: MIT
#include "quern/server/page_files.h"

#include <algorithm>

namespace quern::server {
namespace {

/// The page itself distinguishes views, such as /fn/ID; its files have an ending.
bool is_view(std::string_view path) {
  return !path.substr(path.rfind('/') + 1).contains('.') && !path.starts_with("/assets/");
}

}  // namespace

Response page_response(const Request& request) {
  if (page_files().empty()) {
    return error_response(refusal(501, "no-page", std::string(page_missing())));
  }
  const std::string_view wanted =
      is_view(request.path) ? std::string_view("/index.html") : std::string_view(request.path);
  const auto found = std::ranges::find(page_files(), wanted, &PageFile::path);
  if (found == page_files().end()) {
    return error_response(refusal(404, "no-such-path", "no page or answer has this path"));
  }
  Response response{.status = 200, .type = std::string(found->type)};
  response.etag = found->etag;
  if (request.if_none_match.contains(found->etag)) {
    response.status = 304;
    return response;
  }
  response.body = found->gzip;
  response.headers.emplace_back("Content-Encoding", "gzip");
  return response;
}

}  // namespace quern::server
