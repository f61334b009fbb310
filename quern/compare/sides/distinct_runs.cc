// SPDX-License-Identifier: MIT
//
// With several runs a side, a file that is given twice would count as two measurements: it moves
// the median, and it widens the range that tells a change from noise.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "quern/base/text.h"
#include "quern/bytes/writing/kept_files.h"
#include "quern/bytes/writing/same_file.h"
#include "quern/compare/sides/sides.h"
#include "quern/query/codes.h"

namespace quern {
namespace {

struct FileOfSide {
  const std::string* path = nullptr;
  Version side = Version::kOld;
};

std::vector<FileOfSide> files_of_sides(const SideFiles& files) {
  std::vector<FileOfSide> all;
  for (const auto& [side, runs] :
       {std::pair(Version::kOld, &files.old_runs), std::pair(Version::kNew, &files.new_runs)}) {
    for (const RunFiles& run : *runs) {
      for (const std::string& path : run) {
        all.push_back({&path, side});
      }
    }
  }
  return all;
}

Diagnostic given_twice(const FileOfSide& first, const FileOfSide& again) {
  const std::string one = printable(*first.path);
  const std::string other = printable(*again.path);
  const std::string file = one == other
                               ? fmt::format("'{}'", one)
                               : fmt::format("'{}' and '{}' are one file, which", one, other);
  const bool is_one_side = first.side == again.side;
  return usage_error(
      kSameFile.name,
      fmt::format("{} is {}", file,
                  !is_one_side                  ? "a run of the old side and of the new side"
                  : first.side == Version::kOld ? "given twice as a run of the old side"
                                                : "given twice as a run of the new side"),
      is_one_side ? "name each run once; each run needs its own recording"
                  : "leave it out on one side; each run needs its own recording");
}

/// Deterministic programs leave equal profiles, so equal bytes are only worth a note.
std::string equal_bytes_note(const std::vector<FileOfSide>& all) {
  std::map<uint64_t, std::vector<const std::string*>> by_size;  // one of each content
  std::string first;
  size_t more = 0;
  for (const FileOfSide& file : all) {
    const std::optional<FileStamp> stamp = file_stamp(*file.path);
    if (!stamp) {
      continue;
    }
    std::vector<const std::string*>& contents = by_size[stamp->size];
    const auto equal = std::ranges::find_if(contents, [&file](const std::string* other) {
      return have_same_bytes(*other, *file.path);
    });
    if (equal == contents.end()) {
      contents.push_back(file.path);
    } else if (first.empty()) {
      first = fmt::format("'{}' and '{}' hold the same bytes", printable(**equal),
                          printable(*file.path));
    } else {
      ++more;
    }
  }
  if (first.empty() || more == 0) {
    return first;
  }
  return fmt::format("{}, and so {} {}", first, more == 1 ? "does" : "do",
                     counted(more, "more file"));
}

}  // namespace

Result<std::string> check_distinct_runs(const SideFiles& files) {
  if (files.is_one_file || files.old_runs.size() + files.new_runs.size() <= 2) {
    return std::string();
  }
  const std::vector<FileOfSide> all = files_of_sides(files);
  std::map<FileIdentity, FileOfSide> seen;
  for (const FileOfSide& file : all) {
    const std::optional<FileIdentity> identity = identity_of(*file.path);
    if (!identity) {
      continue;
    }
    const auto [at, is_first] = seen.emplace(*identity, file);
    if (!is_first) {
      return failure(given_twice(at->second, file));
    }
  }
  return equal_bytes_note(all);
}

}  // namespace quern
