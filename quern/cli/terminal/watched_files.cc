// SPDX-License-Identifier: MIT
#include "quern/cli/terminal/watched_files.h"

#include <utility>

#include "quern/bytes/files/regular_file.h"

namespace quern::cli {

WatchedFiles::WatchedFiles(std::vector<std::string> paths)
    : paths_(std::move(paths)), read_(look()), looked_(read_) {}

void WatchedFiles::watch(std::vector<std::string> paths) {
  *this = WatchedFiles(std::move(paths));
}

WatchedFiles::Times WatchedFiles::look() const {
  Times times;
  for (const std::string& path : paths_) {
    times.push_back(path == "-" ? std::nullopt : modified_ns(path));
  }
  return times;
}

bool WatchedFiles::has_settled() {
  Times now = look();
  const bool is_settled = now == looked_;
  looked_ = now;
  changed_.clear();
  for (size_t at = 0; at < paths_.size(); ++at) {
    if (now[at] != read_[at]) {
      changed_.push_back(paths_[at]);
    }
  }
  if (!is_settled || changed_.empty()) {
    return false;
  }
  read_ = std::move(now);
  return true;
}

}  // namespace quern::cli
