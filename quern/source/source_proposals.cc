// SPDX-License-Identifier: MIT
#include "quern/source/source_proposals.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include "quern/base/text.h"
#include "quern/bytes/files/file_walk.h"

namespace quern {
namespace {

/// How long the end is that both paths share, in whole names; it begins behind a slash or at the
/// start of a path.
size_t shared_end(std::string_view left, std::string_view right) {
  size_t shared = 0;
  size_t whole = 0;
  while (shared < left.size() && shared < right.size()) {
    ++shared;
    const char one = left[left.size() - shared];
    if (one != right[right.size() - shared]) {
      return whole;
    }
    if (one == '/') {
      whole = shared - 1;
    }
  }
  const auto begins = [shared](std::string_view path) {
    return shared == path.size() || path[path.size() - shared - 1] == '/';
  };
  return begins(left) && begins(right) ? shared : whole;
}

/// What stands before the shared end, without the slash between; "/" of what is in the root.
std::string_view before(std::string_view path, size_t shared) {
  path.remove_suffix(shared);
  return path.size() > 1 && path.ends_with('/') ? path.substr(0, path.size() - 1) : path;
}

/// The map from one to the other; nothing where no option can say it.
std::optional<PathMap> map_of(std::string_view recorded, std::string_view found, size_t shared) {
  std::string_view from = before(recorded, shared);
  std::string_view to = before(found, shared);
  if (from.empty()) {  // of a relative path all is shared: then the whole path is mapped
    from = recorded;
    to = found;
  } else if (to.empty()) {
    to = ".";
  }
  if (from.find('=') != std::string_view::npos) {
    return std::nullopt;
  }
  return PathMap{std::string(from), std::string(to)};
}

}  // namespace

std::vector<PathMap> SourceProposals::for_path(std::string_view recorded) {
  walk();
  const auto found = by_name_.find(base_name(recorded));
  if (found == by_name_.end() || found->second.size() > kMostCompared - compared_) {
    return {};
  }
  compared_ += found->second.size();
  struct Candidate {
    size_t shared;
    std::string_view path;
  };
  std::vector<Candidate> candidates;
  for (const size_t file : found->second) {
    candidates.push_back({shared_end(recorded, files_[file]), files_[file]});
  }
  std::ranges::sort(candidates, [](const Candidate& left, const Candidate& right) {
    return std::tuple(right.shared, left.path.size(), left.path) <
           std::tuple(left.shared, right.path.size(), right.path);
  });
  std::vector<PathMap> maps;
  for (const Candidate& candidate : candidates) {
    std::optional<PathMap> map = map_of(recorded, candidate.path, candidate.shared);
    if (map && maps.size() < kMostProposals && std::ranges::find(maps, *map) == maps.end()) {
      maps.push_back(std::move(*map));
    }
  }
  return maps;
}

void SourceProposals::walk() {
  if (is_walked_) {
    return;
  }
  is_walked_ = true;
  WalkBudget budget{.entries = kMostEntries};
  for (const std::string& folder : folders_) {
    std::vector<std::string> more = files_below(folder, budget);
    std::ranges::move(more, std::back_inserter(files_));
  }
  std::ranges::sort(files_);
  const auto twice = std::ranges::unique(files_);
  files_.erase(twice.begin(), twice.end());
  for (size_t file = 0; file < files_.size(); ++file) {
    by_name_[base_name(files_[file])].push_back(file);
  }
}

}  // namespace quern
