// SPDX-License-Identifier: MIT
//
// The page itself, which the build puts into the program: compressed files with their types. It
// holds no data of any profile.
#pragma once

#include <span>
#include <string_view>

#include "quern/server/request.h"

namespace quern::server {

struct PageFile {
  std::string_view path;    ///< "/assets/page.js"
  std::string_view type;    ///< "text/javascript; charset=utf-8"
  std::string_view gzip;    ///< its bytes, compressed
  std::string_view etag;    ///< quoted
  std::string_view sha256;  ///< of its plain bytes, base64: as policies name scripts and styles
};

/// Empty where the program was built without the page.
[[nodiscard]] std::span<const PageFile> page_files();

/// Why the page is not in this program and how to get it; empty where it is.
[[nodiscard]] std::string_view page_missing();

/// A file of the page, compressed (Content-Encoding: gzip). Paths without an
/// ending, such as /fn/ID, are the page's own: they get its index.html. 404 for files that it does
/// not have, 501 without the page.
[[nodiscard]] Response page_response(const Request& request);

}  // namespace quern::server
