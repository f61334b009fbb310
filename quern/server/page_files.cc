// SPDX-License-Identifier: MIT
#include "quern/server/page_files.h"

#include <algorithm>
#include <array>

namespace quern::server {
namespace {

/// Paths of views: the page tells them apart itself.
bool is_view(std::string_view path) {
  constexpr auto kViews = std::to_array<std::string_view>(
      {"/", "/functions", "/tree", "/flame", "/graph", "/map", "/compare", "/gate", "/settings",
       "/help", "/calls", "/files", "/check"});
  constexpr auto kViewsOfIds = std::to_array<std::string_view>({"/fn/", "/source/", "/asm/"});
  return std::ranges::find(kViews, path) != kViews.end() ||
         std::ranges::any_of(kViewsOfIds, [path](std::string_view view) {
           return path.starts_with(view) && path.size() > view.size();
         });
}

}  // namespace

Response page_response(const Request& request) {
  if (page_files().empty()) {
    return error_response(refusal(501, "no-page", std::string(page_missing())));
  }
  const std::string_view wanted = is_view(request.path) ? "/index.html" : request.path;
  const auto found = std::ranges::find(page_files(), wanted, &PageFile::path);
  if (found == page_files().end()) {
    return error_response(refusal(404, "no-such-path", "nothing is served under this path"));
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
