// SPDX-License-Identifier: MIT
#include "quern/save/baselines.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "quern/analysis/match/stable_names.h"
#include "quern/base/text.h"
#include "quern/bytes/files/files.h"
#include "quern/bytes/writing/copy.h"
#include "quern/bytes/writing/new_folder.h"
#include "quern/load/find/codes.h"

namespace quern {

namespace {

bool is_plain_word(std::string_view name) {
  return !name.empty() && name.size() <= 128 && name.front() != '.' && name.front() != '-' &&
         std::ranges::all_of(name, [](char c) {
           return is_letter(c) || is_digit(c) || c == '.' || c == '-' || c == '_';
         });
}

Result<void> check_name(std::string_view name) {
  if (is_plain_word(name)) {
    return {};
  }
  return failure(usage_error(kBadBaseline.name,
                             fmt::format("'{}' is not a valid name of a baseline", printable(name)),
                             "use letters, digits, '.', '-' and '_', such as main or release-1.2"));
}

/// The file's own name; a second one of that name gets a number in front.
std::string name_among(std::set<std::string>& taken, const std::string& path) {
  const std::string own(base_name(path));
  std::string name = own;
  for (int number = 2; !taken.insert(name).second; ++number) {
    name = fmt::format("{}-{}", number, own);
  }
  return name;
}

std::string known_baselines(const std::string& folder) {
  std::string names;
  const Result<std::vector<FolderEntry>> entries = list_folder(folder);
  if (entries) {
    for (const FolderEntry& entry : *entries) {
      if (!entry.is_regular && is_plain_word(entry.name)) {
        names += (names.empty() ? "" : ", ") + entry.name;
      }
    }
  }
  return names.empty() ? "there are none; save one with --save-baseline NAME"
                       : fmt::format("there are {}", names);
}

RunFiles files_in(const std::string& folder) {
  RunFiles files;
  if (const Result<std::vector<FolderEntry>> entries = list_folder(folder)) {
    for (const FolderEntry& entry : *entries) {
      if (entry.is_regular) {
        files.push_back(folder + "/" + entry.name);
      }
    }
  }
  return files;
}

}  // namespace

Result<void> save_baseline(const std::string& folder, const std::string& name,
                           std::span<const RunFiles> runs, bool replace) {
  if (Result<void> sound = check_name(name); !sound) {
    return sound;
  }
  std::vector<FileCopy> copies;
  std::set<std::string> taken;
  size_t number = 0;
  for (const RunFiles& run : runs) {
    std::set<std::string> taken_in_run;
    const bool is_alone = run.size() == 1;
    const std::string own = is_alone ? "" : fmt::format("{}{:03}/", kSubfolderStart, ++number);
    for (const std::string& file : run) {
      if (file == "-") {
        return failure(usage_error(kBadBaseline.name,
                                   "standard input cannot be saved as a baseline",
                                   "write it to a file first"));
      }
      copies.emplace_back(file, own + name_among(is_alone ? taken : taken_in_run, file));
    }
  }
  return copy_into_folder(folder + "/" + name, copies, replace);
}

Result<std::vector<RunFiles>> baseline_runs(const std::string& folder, const std::string& name) {
  if (Result<void> sound = check_name(name); !sound) {
    return failure(sound.error());
  }
  const std::string own = folder + "/" + name;
  Result<std::vector<FolderEntry>> entries = list_folder(own);
  if (!entries) {  // a run that was killed may have left it under another name
    recover_folder(own);
    entries = list_folder(own);
  }
  std::vector<RunFiles> runs;
  if (entries) {
    for (const FolderEntry& entry : *entries) {
      const std::string path = own + "/" + entry.name;
      RunFiles run = entry.is_regular                          ? RunFiles{path}
                     : entry.name.starts_with(kSubfolderStart) ? files_in(path)
                                                               : RunFiles{};
      if (!run.empty()) {
        runs.push_back(std::move(run));
      }
    }
  }
  if (runs.empty()) {
    return failure(usage_error(kNoSuchBaseline.name,
                               fmt::format("no baseline '{}' in {}", name, printable(folder)),
                               known_baselines(folder)));
  }
  return runs;
}

}  // namespace quern
