// SPDX-License-Identifier: MIT
//
// Which files the positions of records are in: gathered while records are written, so that nobody
// has to walk them all for it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "quern/model/records/ids.h"

namespace quern {

class FileMarks {
 public:
  FileMarks() { recent_.fill(NameId(~uint32_t{0})); }

  void mark(NameId file) {
    NameId& recent = recent_[file.index() % recent_.size()];
    if (recent != file) {
      recent = file;
      add(file);
    }
  }
  void mark(const FileMarks& others) {
    for (const NameId file : others.files_) {
      mark(file);
    }
  }
  /// Each file that was marked, in any order, perhaps several times. Memory stays linear in how
  /// many there are, not in how high their ids go: pieces of a profile may be very many, and small.
  [[nodiscard]] const std::vector<NameId>& files() const { return files_; }

 private:
  void add(NameId file) {
    constexpr size_t kFew = 1024;
    files_.push_back(file);
    if (files_.size() >= 2 * distinct_ + kFew) {
      std::ranges::sort(files_);
      const auto rest = std::ranges::unique(files_);
      files_.erase(rest.begin(), rest.end());
      distinct_ = files_.size();
    }
  }

  std::array<NameId, 256> recent_;  ///< marked not long ago, by the low bits of their ids
  std::vector<NameId> files_;
  size_t distinct_ = 0;  ///< of files_, when they were looked through last
};

}  // namespace quern
