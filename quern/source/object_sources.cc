// SPDX-License-Identifier: MIT
#include "quern/source/object_sources.h"

#include <algorithm>

#include "quern/base/paths.h"
#include "quern/base/text.h"
#include "quern/bytes/files/regular_file.h"

namespace quern {

namespace {
// Objects beyond these are opened again: what is held may be held as long as the page is open.
constexpr uint64_t kMostHeld = uint64_t{1} << 26;
constexpr size_t kMostOpen = 16;
}  // namespace

std::vector<std::string> ObjectSources::paths(const std::string& object, std::string_view name) {
  constexpr size_t kEnough = 8;
  while (name.starts_with("./")) {
    name.remove_prefix(2);
  }
  std::vector<std::string> found;
  if (name.empty()) {
    return found;
  }
  const std::lock_guard lock(mutex_);
  for (const std::string& path :
       std::ranges::equal_range(of(object), base_name(name), {}, base_name)) {
    const bool ends_so = path.ends_with(name) &&
                         (path.size() == name.size() || path[path.size() - name.size() - 1] == '/');
    if (ends_so && found.size() < kEnough) {
      found.push_back(path);
    }
  }
  return found;
}

bool ObjectSources::names(const std::string& object, std::string_view path) {
  const std::string wanted = without_dots(path);
  const std::lock_guard lock(mutex_);
  return std::ranges::any_of(
      std::ranges::equal_range(of(object), base_name(path), {}, base_name),
      [&](const std::string& each) { return each == path || without_dots(each) == wanted; });
}

std::optional<bool> ObjectSources::has_any(const std::string& object) {
  if (!is_regular_file(object)) {
    return std::nullopt;
  }
  const std::lock_guard lock(mutex_);
  return !of(object).empty();
}

void ObjectSources::learn(const std::string& object, const UnreadSources& unread) {
  const std::lock_guard lock(mutex_);
  const uint64_t bytes = unread.held_bytes;
  if (!unread.read || sources_.contains(object)) {
    return;
  }
  if (bytes == 0) {
    sources_.emplace(object, unread.read());
  } else if (bytes <= kMostHeld - held_bytes_ && unread_.size() < kMostOpen &&
             unread_.try_emplace(object, unread).second) {
    held_bytes_ += bytes;
  }
}

const std::vector<std::string>& ObjectSources::of(const std::string& object) {
  const auto [kept, is_new] = sources_.try_emplace(object);
  if (is_new) {
    const auto unread = unread_.extract(object);
    held_bytes_ -= unread.empty() ? 0 : unread.mapped().held_bytes;
    kept->second = unread.empty() ? finder_.sources(object) : unread.mapped().read();
  }
  return kept->second;
}

}  // namespace quern
