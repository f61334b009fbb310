// SPDX-License-Identifier: MIT
//
// Whether two paths name one file, and whether two files hold the same bytes. For commands that
// must not count one measurement twice. Only regular files have an identity: a pipe, a device or
// standard input gives other bytes each time it is read.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>

namespace quern {

/// What a file keeps under all of its names, through links too.
struct FileIdentity {
  uint64_t device = 0;
  uint64_t inode = 0;
  auto operator<=>(const FileIdentity&) const = default;
};

/// Nothing for "-", for a missing file, and for what is not a regular file.
[[nodiscard]] std::optional<FileIdentity> identity_of(const std::string& path);

/// Whether two regular files hold the same bytes as stored. Sizes are compared first; then both are
/// read in pieces up to the first difference. False where one of them cannot be read.
[[nodiscard]] bool have_same_bytes(const std::string& left, const std::string& right);

}  // namespace quern
