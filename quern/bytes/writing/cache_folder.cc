// SPDX-License-Identifier: MIT
#include "quern/bytes/writing/cache_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "quern/bytes/files/files.h"
#include "quern/bytes/files/regular_file.h"
#include "quern/bytes/writing/kept_files.h"
#include "quern/bytes/writing/leftovers.h"

namespace quern {

namespace {

constexpr std::array kSuffixes = {kCachedSnapshot, kCachedCode, kCachedSource, kCachedStamp};
/// What an ended process may have left behind is no older than this while one is at work.
constexpr int64_t kAbandoned = int64_t{3600} * 1'000'000'000;
constexpr uint64_t kLongestPath = uint64_t{1} << 16;

std::vector<FolderEntry> files_of(const std::string& folder) {
  Result<std::vector<FolderEntry>> listed = list_folder(folder);
  if (!listed) {
    return {};
  }
  std::erase_if(*listed, [](const FolderEntry& entry) { return !entry.is_regular; });
  return std::move(*listed);
}

bool is_cache_file(std::string_view name) {
  return std::ranges::any_of(kSuffixes,
                             [&](std::string_view suffix) { return name.ends_with(suffix); });
}

std::string without(std::string_view name, std::string_view suffix) {
  return std::string(name.substr(0, name.size() - suffix.size()));
}

}  // namespace

std::string cached_path(const std::string& folder, const std::string& name,
                        std::string_view suffix) {
  return fmt::format("{}/{}{}", folder, name, suffix);
}

std::vector<CacheEntry> cached_entries(const std::string& folder) {
  std::vector<CacheEntry> entries;
  for (const FolderEntry& file : files_of(folder)) {
    for (const std::string_view suffix : {kCachedSnapshot, kCachedCode}) {
      if (file.name.ends_with(suffix)) {
        const std::string name = without(file.name, suffix);
        entries.push_back({name, small_cached_text(cached_path(folder, name, kCachedSource)),
                           file.size, file.modified_ns, suffix});
      }
    }
  }
  std::ranges::sort(entries, [](const CacheEntry& one, const CacheEntry& other) {
    return std::tie(other.used_ns, one.name) < std::tie(one.used_ns, other.name);
  });
  return entries;
}

void clear_cache(const std::string& folder) {
  for (const FolderEntry& file : files_of(folder)) {
    if (is_cache_file(file.name)) {
      remove_file(cached_path(folder, file.name, ""));
    }
  }
  remove_leftovers(cached_path(folder, "", ""));
}

std::string small_cached_text(const std::string& path) {
  auto file = read_regular_file(path, kLongestPath);
  return file ? std::move(file->bytes) : "";
}

Result<Output> create_cached(const std::string& path) {
  std::error_code problem;
  const std::filesystem::file_type type = std::filesystem::symlink_status(path, problem).type();
  if (type != std::filesystem::file_type::regular &&
      type != std::filesystem::file_type::not_found) {
    return failure(write_error(path, EEXIST));
  }
  return create_output(path, true);
}

bool write_cached(const std::string& path, std::string_view bytes) {
  Result<Output> out = create_cached(path);
  if (!out) {
    return false;
  }
  out->write(bytes);
  return out->commit().has_value();
}

void finish_entry(const CacheFolder& folder, const std::string& name, const std::string& source) {
  (void)write_cached(cached_path(folder.path, name, kCachedSource), source);
  std::vector<CacheEntry> entries = cached_entries(folder.path);
  // Clocks of file systems are coarse: what was made now is the newest in any case.
  const auto made_now = std::ranges::find(entries, name, &CacheEntry::name);
  if (made_now != entries.end()) {
    std::rotate(entries.begin(), made_now, made_now + 1);
  }
  std::set<std::string> kept;
  uint64_t sum = 0;
  for (const CacheEntry& entry : entries) {
    sum += entry.bytes;
    if (sum <= folder.most_bytes) {
      kept.insert(entry.name);
    } else {
      remove_file(cached_path(folder.path, entry.name, entry.suffix));
    }
  }
  const int64_t now = file_clock_ns();
  for (const FolderEntry& each : files_of(folder.path)) {
    const bool is_source =
        each.name.ends_with(kCachedSource) && !kept.contains(without(each.name, kCachedSource));
    const bool is_stamp =
        each.name.ends_with(kCachedStamp) &&
        !kept.contains(small_cached_text(cached_path(folder.path, each.name, "")));
    const bool is_left = !is_cache_file(each.name);
    if (is_stamp || ((is_source || is_left) && each.modified_ns < now - kAbandoned)) {
      remove_file(cached_path(folder.path, each.name, ""));
    }
  }
}

}  // namespace quern
