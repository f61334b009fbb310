// SPDX-License-Identifier: MIT
#include "quern/workspace/load/cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "quern/bytes/files/files.h"
#include "quern/bytes/files/regular_file.h"
#include "quern/bytes/reading/window.h"
#include "quern/bytes/writing/kept_files.h"
#include "quern/bytes/writing/leftovers.h"
#include "quern/bytes/writing/output.h"
#include "quern/formats/registry.h"
#include "quern/workspace/save/convert.h"

namespace quern {

namespace {

constexpr std::string_view kSnapshot = ".quern";
constexpr std::string_view kSource = ".source";
constexpr std::string_view kStamp = ".stamp";
constexpr int64_t kSecond = 1'000'000'000;
/// A file that was changed so short a time ago may change again without a new time of change.
constexpr int64_t kRacy = 2 * kSecond;
/// What an ended process may have left behind is no older than this while one is at work.
constexpr int64_t kAbandoned = 3600 * kSecond;
/// Compressed text is so much longer.
constexpr uint64_t kUnpacked = 8;
constexpr uint64_t kLongestPath = uint64_t{1} << 16;

std::string path_in(const std::string& folder, const std::string& name, std::string_view suffix) {
  return fmt::format("{}/{}{}", folder, name, suffix);
}

std::vector<FolderEntry> files_of(const std::string& folder) {
  Result<std::vector<FolderEntry>> listed = list_folder(folder);
  if (!listed) {
    return {};
  }
  std::erase_if(*listed, [](const FolderEntry& entry) { return !entry.is_regular; });
  return std::move(*listed);
}

std::string small_text(const std::string& path) {
  auto file = read_regular_file(path, kLongestPath);
  return file ? std::move(file->bytes) : "";
}

/// Whether it is there whole now.
bool write_small(const std::string& path, std::string_view text) {
  Result<Output> out = create_output(path, true);
  if (!out) {
    return false;
  }
  out->write(text);
  return out->commit().has_value();
}

bool is_cache_file(std::string_view name) {
  return name.ends_with(kSnapshot) || name.ends_with(kSource) || name.ends_with(kStamp);
}

std::string without(std::string_view name, std::string_view suffix) {
  return std::string(name.substr(0, name.size() - suffix.size()));
}

std::vector<CacheEntry> entries_of(const std::string& folder) {
  std::vector<CacheEntry> entries;
  for (const FolderEntry& file : files_of(folder)) {
    if (file.name.ends_with(kSnapshot)) {
      const std::string name = without(file.name, kSnapshot);
      entries.push_back(
          {name, small_text(path_in(folder, name, kSource)), file.size, file.modified_ns});
    }
  }
  std::ranges::sort(entries, [](const CacheEntry& one, const CacheEntry& other) {
    return std::tie(other.used_ns, one.name) < std::tie(one.used_ns, other.name);
  });
  return entries;
}

}  // namespace

CacheList list_cache(const CacheOptions& options) {
  return {options.folder, options.most_bytes, file_clock_ns(), entries_of(options.folder)};
}

void clear_cache(const std::string& folder) {
  for (const FolderEntry& file : files_of(folder)) {
    if (is_cache_file(file.name)) {
      remove_file(path_in(folder, file.name, ""));
    }
  }
  remove_leftovers(path_in(folder, "", ""));
}

std::string SnapshotCache::file(const std::string& name, std::string_view suffix) const {
  return path_in(options_.folder, name, suffix);
}

/// No small file, no snapshot, nothing that cannot be read twice.
bool SnapshotCache::is_worth_it(const std::string& path) const {
  const std::optional<FileStamp> stamp = path == "-" ? std::nullopt : file_stamp(path);
  if (options_.folder.empty() || !stamp || stamp->size < options_.least_bytes / kUnpacked) {
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
  return format == nullptr || format->name != "snapshot";
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
  const std::string name = stamp ? small_text(file(stamp_name(*stamp), kStamp)) : "";
  return name.empty() ? std::nullopt : std::optional(file(name, kSnapshot));
}

/// For what the file holds now.
std::optional<SnapshotCache::Entry> SnapshotCache::entry_of(const std::string& path) {
  const int64_t now = file_clock_ns();
  const std::optional<FileStamp> stamp = file_stamp(path);
  if (!stamp) {
    return std::nullopt;
  }
  const std::string told = stamp_name(*stamp);
  const std::string known = small_text(file(told, kStamp));
  if (!known.empty() && file_stamp(file(known, kSnapshot))) {
    return Entry{known, *stamp};
  }
  const std::optional<std::string> content = content_digest(path);
  if (!content || file_stamp(path) != stamp) {
    return std::nullopt;  // it is being written
  }
  std::string name = text_digest(fmt::format("{} {} {}", *content, stamp->size, how_));
  const bool is_racy = std::max(stamp->modified_ns, stamp->changed_ns) >= now - kRacy;
  if (!is_racy) {
    (void)write_small(file(told, kStamp), name);
  }
  return Entry{std::move(name), *stamp, is_racy};
}

std::optional<Input> SnapshotCache::open(const std::string& path, const ReadAll& read) {
  if (!is_worth_it(path)) {
    return std::nullopt;
  }
  if (!make_private_folder(options_.folder)) {
    notes_.push_back(
        fmt::format("the cache is not used: {} is not a writable folder", options_.folder));
    return std::nullopt;
  }
  const std::optional<Entry> entry = entry_of(path);
  if (!entry) {
    return std::nullopt;
  }
  const std::string snapshot = file(entry->name, kSnapshot);
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
  const std::string snapshot = file(entry.name, kSnapshot);
  Result<Output> out = create_output(snapshot, true);
  Result<void> done = out ? convert(*profile, "snapshot", std::nullopt, {}, *out)
                          : Result<void>(failure(out.error()));
  if (done) {
    done = out->commit();
  }
  if (!done) {
    notes_.push_back(
        fmt::format("the cache is not used: {}: {}", options_.folder, done.error().message));
    return false;
  }
  (void)write_small(file(entry.name, kSource), resolve_links(path).value_or(path));
  keep_within_bounds(entry.name);
  return file_stamp(snapshot).has_value();
}

/// The least recently used entries go first, a single one that is too large too.
void SnapshotCache::keep_within_bounds(const std::string& newest) {
  std::vector<CacheEntry> entries = entries_of(options_.folder);
  // Clocks of file systems are coarse: what was made now is the newest in any case.
  const auto made_now = std::ranges::find(entries, newest, &CacheEntry::name);
  if (made_now != entries.end()) {
    std::rotate(entries.begin(), made_now, made_now + 1);
  }
  std::set<std::string> kept;
  uint64_t sum = 0;
  for (const CacheEntry& entry : entries) {
    sum += entry.bytes;
    if (sum <= options_.most_bytes) {
      kept.insert(entry.name);
    } else {
      remove_file(file(entry.name, kSnapshot));
    }
  }
  const int64_t now = file_clock_ns();
  for (const FolderEntry& each : files_of(options_.folder)) {
    const bool is_source =
        each.name.ends_with(kSource) && !kept.contains(without(each.name, kSource));
    const bool is_stamp = each.name.ends_with(kStamp) &&
                          !kept.contains(small_text(path_in(options_.folder, each.name, "")));
    const bool is_left = !is_cache_file(each.name);
    if (is_stamp || ((is_source || is_left) && each.modified_ns < now - kAbandoned)) {
      remove_file(path_in(options_.folder, each.name, ""));
    }
  }
}

void SnapshotCache::drop_used() {
  for (const std::string& name : used_) {
    remove_file(file(name, kSnapshot));
    remove_file(file(name, kSource));
  }
  used_.clear();
}

}  // namespace quern
