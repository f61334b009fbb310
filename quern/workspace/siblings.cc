// SPDX-License-Identifier: MIT
#include "quern/workspace/siblings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "quern/base/text.h"
#include "quern/bytes/files.h"
#include "quern/bytes/source.h"
#include "quern/bytes/window.h"
#include "quern/workspace/codes.h"
#include "quern/workspace/workspace.h"

namespace quern {

namespace {

constexpr std::array<std::string_view, 4> kSuffixes = {".gz", ".bz2", ".zst", ".xz"};

/// Digits at the end of `text` behind `mark`: cuts both off and returns the number.
std::optional<uint64_t> cut_number(std::string_view& text, char mark, size_t least_digits) {
  size_t start = text.size();
  while (start != 0 && is_digit(text[start - 1])) {
    --start;
  }
  const size_t digits = text.size() - start;
  if (digits < least_digits || digits > 18 || start == 0 || text[start - 1] != mark) {
    return std::nullopt;
  }
  uint64_t number = 0;
  for (const char c : text.substr(start)) {
    number = number * 10 + static_cast<uint64_t>(c - '0');
  }
  text.remove_suffix(digits + 1);
  return number;
}

std::string folder_of(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, std::max<size_t>(slash, 1));
}

std::string name_of(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

std::string joined(const std::string& path, const std::string& name) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? name : path.substr(0, slash + 1) + name;
}

/// The value of `pid:` in a file's header; nothing where there is none (or no such file).
std::optional<std::string> pid_of(const std::string& path) {
  Result<Input> input = open_input(path);
  if (!input) {
    return std::nullopt;
  }
  Window window(*input);
  const Result<std::string_view> first = window.peek();
  if (!first) {
    return std::nullopt;
  }
  const size_t at = first->starts_with("pid:") ? 0 : first->find("\npid:");
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view rest = first->substr(first->find(':', at) + 1);
  return std::string(trim(rest.substr(0, rest.find_first_of("\r\n"))));
}

/// The files of the run that `path` belongs to.
Result<std::vector<std::string>> run_of(const std::string& path, std::vector<std::string>& notes) {
  const RunFile own = parse_run_file(name_of(path));
  const Result<std::vector<FolderEntry>> entries = list_folder(folder_of(path));
  if (!entries) {
    return failure(entries.error());
  }
  const std::optional<std::string> own_pid = pid_of(path);
  std::vector<std::pair<RunFile, std::string>> run;
  for (const FolderEntry& entry : *entries) {
    RunFile file = parse_run_file(entry.name);
    const std::string sibling = joined(path, entry.name);
    if (!entry.is_regular || file.base != own.base) {
      continue;
    }
    const std::optional<std::string> pid = pid_of(sibling);
    if (own_pid && pid && *pid != *own_pid) {
      notes.push_back(fmt::format("{} is left out: it is of process {}, not {}", sibling,
                                  printable(*pid), printable(*own_pid)));
      continue;
    }
    run.emplace_back(std::move(file), sibling);
  }
  std::ranges::sort(run);
  std::vector<std::string> paths;
  for (auto& [file, sibling] : run) {
    paths.push_back(std::move(sibling));
  }
  return paths;
}

}  // namespace

RunFile parse_run_file(std::string_view name) {
  RunFile file;
  for (const std::string_view suffix : kSuffixes) {
    if (name.ends_with(suffix)) {
      file.compression = suffix;
      name.remove_suffix(suffix.size());
      break;
    }
  }
  constexpr size_t kThreadDigits = 2;  // Callgrind writes at least two
  file.thread = cut_number(name, '-', kThreadDigits).value_or(0);
  // NAME.out.PID.PART: the first number is the process, never a part.
  std::string_view base = name;
  const std::optional<uint64_t> part = cut_number(base, '.', 1);
  std::string_view before = base;
  if (part && cut_number(before, '.', 1)) {
    file.part = *part;
    name = base;
  }
  file.base = name;
  return file;
}

Result<std::vector<std::string>> with_siblings(const std::vector<std::string>& paths,
                                               std::vector<std::string>& notes) {
  std::vector<std::string> all;
  for (const std::string& path : paths) {
    if (path == "-") {
      all.push_back(path);
      continue;
    }
    Result<std::vector<std::string>> run = run_of(path, notes);
    if (!run) {
      return failure(run.error());
    }
    if (std::ranges::find(*run, path) == run->end()) {
      run->push_back(path);  // a missing file: opening it will tell
    }
    for (std::string& sibling : *run) {
      if (std::ranges::find(all, sibling) == all.end()) {
        all.push_back(std::move(sibling));
      }
    }
  }
  if (all.size() > paths.size()) {
    notes.push_back(
        fmt::format("{} of the same run are read together", counted(all.size(), "file")));
  }
  return all;
}

void drop_empty_thread_bases(std::vector<std::string>& paths, std::vector<std::string>& notes) {
  const auto has_threads = [&paths](const std::string& path) {
    const RunFile own = parse_run_file(name_of(path));
    return own.thread == 0 && std::ranges::any_of(paths, [&](const std::string& other) {
             const RunFile file = parse_run_file(name_of(other));
             return file.thread != 0 && file.base == own.base &&
                    folder_of(other) == folder_of(path);
           });
  };
  std::vector<std::string> empty;
  for (const std::string& path : paths) {
    if (path == "-" || !has_threads(path)) {
      continue;
    }
    const Result<Input> input = open_input(path);
    if (input && input->stored_size() == 0) {
      empty.push_back(path);
      notes.push_back(
          fmt::format("{} is empty, as Callgrind leaves it with "
                      "--separate-threads=yes, and is skipped",
                      path));
    }
  }
  std::erase_if(paths, [&empty](const std::string& path) {
    return std::ranges::find(empty, path) != empty.end();
  });
}

Result<std::vector<std::string>> sibling_files(const std::string& path) {
  std::vector<std::string> notes;
  return with_siblings({path}, notes);
}

Result<std::string> newest_profile(const std::string& folder) {
  const Result<std::vector<FolderEntry>> entries = list_folder(folder);
  if (!entries) {
    return failure(entries.error());
  }
  constexpr std::array<std::string_view, 5> kNames = {"callgrind.out", "cachegrind.out",
                                                      "xtmemory.kcg", "xtleak.kcg", "parrot.out"};
  constexpr std::array<std::string_view, 4> kEnds = {".callgrind", ".cachegrind", ".kcg", ".cgout"};
  const FolderEntry* newest = nullptr;
  for (const FolderEntry& entry : *entries) {
    std::string_view stem = entry.name;
    stem.remove_suffix(parse_run_file(stem).compression.size());
    const bool is_named_so =
        std::ranges::any_of(kNames, [stem](auto name) { return stem.starts_with(name); }) ||
        std::ranges::any_of(kEnds, [stem](auto end) { return stem.ends_with(end); });
    if (is_named_so && entry.is_regular && entry.size != 0 &&
        (newest == nullptr || entry.modified_ns >= newest->modified_ns)) {
      newest = &entry;
    }
  }
  if (newest == nullptr) {
    Diagnostic error;
    error.code = kNoProfileHere.name;
    error.message = "no file here is named like a profile (callgrind.out.*, cachegrind.out.* …)";
    error.hint = "name a profile, or make one: valgrind --tool=callgrind PROGRAM";
    error.input = folder;
    return failure(std::move(error));
  }
  return folder == "." ? newest->name : folder + "/" + newest->name;
}

}  // namespace quern
