// SPDX-License-Identifier: MIT
//
// Files that quern keeps for itself, and what tells whether a file is still the one it was. Nothing
// here is an error of a command: what cannot be kept is not kept.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace quern {

/// What the system knows of a file: changes whenever the file does, but for changes within one tick
/// of its clock.
struct FileStamp {
  uint64_t device = 0, inode = 0, size = 0;
  int64_t modified_ns = 0;  ///< since the epoch
  int64_t changed_ns = 0;   ///< its inode, since the epoch
  bool operator==(const FileStamp&) const = default;
};

/// Of a regular file, after following links; nothing for all else.
[[nodiscard]] std::optional<FileStamp> file_stamp(const std::string& path);
/// Whether the file was changed so short a time before `now` that it may change again without
/// another stamp.
[[nodiscard]] bool may_change_unseen(const FileStamp& stamp, int64_t now);

/// Files that an answer depends on, as they were before they were opened; also those that were
/// looked for and were not there.
class SeenFiles {
 public:
  /// To be called before the file is opened.
  void see(const std::string& path) { files_.try_emplace(path, file_stamp(path)); }
  void add(std::string path, const std::optional<FileStamp>& stamp) {
    files_.try_emplace(std::move(path), stamp);
  }
  [[nodiscard]] const auto& files() const { return files_; }
  /// Whether none has changed since.
  [[nodiscard]] bool are_same() const;
  /// Whether are_same() will notice each change after `since`, when the first was opened.
  [[nodiscard]] bool are_settled(int64_t since) const;

 private:
  std::map<std::string, std::optional<FileStamp>> files_;  ///< by path
};

/// 128 bits of a hash over all bytes of a file, as 32 hexadecimal digits: at the speed of memory,
/// against chance and not against malice. Nothing where it cannot be read.
[[nodiscard]] std::optional<std::string> content_digest(const std::string& path);
/// The same digest of a text in memory.
[[nodiscard]] std::string text_digest(std::string_view text);

/// Now, in ns since the epoch, by the clock that stamps files.
[[nodiscard]] int64_t file_clock_ns();

/// Creates a folder that nobody else may look into, and those above it. False: there is none now.
bool make_private_folder(const std::string& path);
/// Sets the time of the last change to now; false where there is no such file.
bool mark_used(const std::string& path);
bool remove_file(const std::string& path);

}  // namespace quern
