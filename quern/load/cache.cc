// SPDX-License-Identifier: MIT
#include "quern/load/cache.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "quern/analysis/costs/call_costs.h"
#include "quern/bytes/files/regular_file.h"
#include "quern/bytes/reading/window.h"
#include "quern/bytes/writing/cache_folder.h"
#include "quern/bytes/writing/kept_files.h"
#include "quern/bytes/writing/output.h"
#include "quern/formats/registry.h"
#include "quern/formats/snapshot/snapshot.h"
#include "quern/load/names/fold_names.h"

namespace quern {

namespace {

/// Compressed text is so much longer.
constexpr uint64_t kUnpacked = 8;

}  // namespace

Result<void> write_snapshot(const Profile& profile, const WriteOptions& options, ByteSink& out) {
  const std::vector<FunctionName> folded = names_to_tell(profile);
  const std::optional<CallCosts> calls = call_costs(profile, folded_names(profile));
  return snapshot::kWriter.write({.profile = profile,
                                  .options = options,
                                  .out = out,
                                  .folded = folded,
                                  .call_costs = calls ? &*calls : nullptr});
}

CacheList list_cache(const CacheOptions& options) {
  return {options.path, options.most_bytes, file_clock_ns(), cached_entries(options.path)};
}

std::string SnapshotCache::file(const std::string& name, std::string_view suffix) const {
  return cached_path(options_.path, name, suffix);
}

/// No small file, no snapshot, nothing that cannot be read twice.
bool SnapshotCache::is_worth_it(const std::string& path) const {
  const std::optional<FileStamp> stamp = path == "-" ? std::nullopt : file_stamp(path);
  if (options_.path.empty() || !stamp || stamp->size < options_.least_bytes / kUnpacked) {
    return false;
  }
  Result<Input> input = open_input(path);
  if (!input ||
      (input->compression() == Compression::kNone && stamp->size < options_.least_bytes)) {
    return false;
  }
  Window window(*input);
  const Result<std::string_view> first_bytes = window.peek();
  const Format* const format = first_bytes ? recognise(*first_bytes) : nullptr;
  return format != &snapshot::kFormat;
}

/// What was told of a file is kept under this name.
std::string SnapshotCache::stamp_name(const FileStamp& stamp) const {
  return text_digest(fmt::format("{} {} {} {} {} {}", stamp.device, stamp.inode, stamp.size,
                                 stamp.modified_ns, stamp.changed_ns, how_));
}

std::optional<std::string> SnapshotCache::known(const std::string& path) const {
  if (!is_worth_it(path)) {
    return std::nullopt;
  }
  const std::optional<FileStamp> stamp = file_stamp(path);
  const std::string name = stamp ? small_cached_text(file(stamp_name(*stamp), kCachedStamp)) : "";
  return name.empty() ? std::nullopt : std::optional(file(name, kCachedSnapshot));
}

/// For what the file holds now.
std::optional<SnapshotCache::Entry> SnapshotCache::entry_of(const std::string& path) {
  const int64_t now = file_clock_ns();
  const std::optional<FileStamp> stamp = file_stamp(path);
  if (!stamp) {
    return std::nullopt;
  }
  const std::string told = stamp_name(*stamp);
  const std::string known = small_cached_text(file(told, kCachedStamp));
  if (!known.empty() && file_stamp(file(known, kCachedSnapshot))) {
    return Entry{known, *stamp};
  }
  const std::optional<std::string> content = content_digest(path);
  if (!content || file_stamp(path) != stamp) {
    return std::nullopt;  // it is being written
  }
  std::string name = text_digest(fmt::format("{} {} {}", *content, stamp->size, how_));
  const bool is_racy = may_change_unseen(*stamp, now);
  if (!is_racy) {
    (void)write_cached(file(told, kCachedStamp), name);
  }
  return Entry{std::move(name), *stamp, is_racy};
}

std::optional<Input> SnapshotCache::open(const std::string& path, const ReadAll& read) {
  if (!is_worth_it(path)) {
    return std::nullopt;
  }
  if (!make_private_folder(options_.path)) {
    notes_.push_back(
        fmt::format("the cache is not used: {} is not a writable folder", options_.path));
    return std::nullopt;
  }
  const std::optional<Entry> entry = entry_of(path);
  if (!entry) {
    return std::nullopt;
  }
  const std::string snapshot = file(entry->name, kCachedSnapshot);
  if (!mark_used(snapshot) && !(options_.makes && make(path, *entry, read))) {
    return std::nullopt;
  }
  Result<Input> input = open_input(snapshot);
  if (!input) {
    return std::nullopt;  // another process made room
  }
  input->rename(path);
  used_.push_back(entry->name);
  return std::move(*input);
}

/// Whether the entry is there now.
bool SnapshotCache::make(const std::string& path, const Entry& entry, const ReadAll& read) {
  const std::unique_ptr<const Profile> profile = read();
  if (!profile || file_stamp(path) != entry.stamp) {
    return false;
  }
  if (entry.may_change_unseen) {
    const std::optional<Entry> now = entry_of(path);
    if (!now || now->name != entry.name) {
      return false;  // what was read need not be what the entry is named after
    }
  }
  const std::string snapshot = file(entry.name, kCachedSnapshot);
  Result<Output> out = create_cached(snapshot);
  Result<void> done = out ? write_snapshot(*profile, {}, *out) : failure(out.error());
  if (done) {
    done = out->commit();
  }
  if (!done) {
    notes_.push_back(
        fmt::format("the cache is not used: {}: {}", options_.path, done.error().message));
    return false;
  }
  finish_entry(options_, entry.name, resolve_links(path).value_or(path));
  return file_stamp(snapshot).has_value();
}

void SnapshotCache::drop_used() {
  for (const std::string& name : used_) {
    remove_file(file(name, kCachedSnapshot));
    remove_file(file(name, kCachedSource));
  }
  used_.clear();
}

}  // namespace quern
