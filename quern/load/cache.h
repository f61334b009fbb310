// SPDX-License-Identifier: MIT
//
// Snapshots of inputs that take long to read, in the folder of the cache (cache_folder.h). An entry
// is named after the bytes of its input and all that changes how they are read, so that a changed
// file never gets the answer of an old one. Nothing that goes wrong here is an error of a command:
// it then reads the input itself.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "quern/base/byte_sink.h"
#include "quern/base/result.h"
#include "quern/bytes/reading/source.h"
#include "quern/bytes/writing/kept_files.h"
#include "quern/load/open_options.h"
#include "quern/model/profile.h"
#include "quern/views/input/cache_list.h"

namespace quern {

struct WriteOptions;

/// Writes a fully loaded profile, and what its names are once they are folded and what its calls
/// come to by function: whoever reads the snapshot need not work this out again.
[[nodiscard]] Result<void> write_snapshot(const Profile& profile, const WriteOptions& options,
                                          ByteSink& out);

/// What is there now; no entries where there is no such folder.
[[nodiscard]] CacheList list_cache(const CacheOptions& options);

class SnapshotCache {
 public:
  /// Reads an input whole; null: it cannot be read without errors.
  using ReadAll = std::function<std::unique_ptr<const Profile>()>;

  /// `how`: all that changes what a reader makes of the same bytes.
  SnapshotCache(CacheOptions options, std::string how)
      : options_(std::move(options)), how_(std::move(how)) {}

  /// The snapshot of a file, made if there is none, as an input of the file's name; nothing where
  /// the file itself is to be read.
  [[nodiscard]] std::optional<Input> open(const std::string& path, const ReadAll& read);
  /// Where the snapshot of a file is, as far as this is known without reading the file.
  [[nodiscard]] std::optional<std::string> known(const std::string& path) const;
  /// Whether open() has given a snapshot.
  [[nodiscard]] bool was_used() const { return !used_.empty(); }
  /// Removes the entries that open() has given: they are damaged.
  void drop_used();
  /// What the user should know: that nothing could be kept, and why.
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

 private:
  [[nodiscard]] bool is_worth_it(const std::string& path) const;
  /// The name of the entry for what a file holds, and what the system told of the file then.
  struct Entry {
    std::string name;
    FileStamp stamp;
    bool may_change_unseen = false;  ///< it was changed just before
  };
  [[nodiscard]] std::string stamp_name(const FileStamp& stamp) const;
  [[nodiscard]] std::optional<Entry> entry_of(const std::string& path);
  [[nodiscard]] bool make(const std::string& path, const Entry& entry, const ReadAll& read);
  [[nodiscard]] std::string file(const std::string& name, std::string_view suffix) const;

  CacheOptions options_;
  std::string how_;
  std::vector<std::string> used_;
  std::vector<std::string> notes_;
};

}  // namespace quern
