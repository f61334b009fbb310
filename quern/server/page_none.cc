// SPDX-License-Identifier: MIT
//
// In place of the page where the build has none.
#include "quern/server/page_files.h"

namespace quern::server {

std::span<const PageFile> page_files() {
  return {};
}

std::string_view page_missing() {
  return QUERN_PAGE_MISSING;
}

}  // namespace quern::server
