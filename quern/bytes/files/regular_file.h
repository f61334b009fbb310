// SPDX-License-Identifier: MIT
//
// A small file that an input merely names, such as source code: read whole and bounded. Whoever
// wrote the name is not trusted: nothing but a regular file is read, so that no pipe blocks and no
// device answers.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>

namespace quern {

struct RegularFile {
  std::string bytes;
  int64_t modified_ns = 0;  ///< since the epoch
};

/// The bytes of `path`. An error is a phrase: "no such file", "larger than 64.0 MB".
[[nodiscard]] std::expected<RegularFile, std::string> read_regular_file(const std::string& path,
                                                                        uint64_t most_bytes);

/// The absolute path without links and dots, or why there is none: "no such file".
[[nodiscard]] std::expected<std::string, std::string> resolve_links(const std::string& path);

/// As read_regular_file, of a path from resolve_links(). No part of it may be a link: whoever puts
/// one there after the path was resolved and judged gets an error.
[[nodiscard]] std::expected<RegularFile, std::string> read_resolved_file(const std::string& path,
                                                                         uint64_t most_bytes);

/// Whether `path` is a regular file, after following links.
[[nodiscard]] bool is_regular_file(const std::string& path);

/// The size of a regular file as stored; nothing where that cannot be told.
[[nodiscard]] std::optional<uint64_t> stored_bytes(const std::string& path);

/// When a file was last changed, in ns since the epoch; nothing where that cannot be told.
[[nodiscard]] std::optional<int64_t> modified_ns(const std::string& path);

}  // namespace quern
