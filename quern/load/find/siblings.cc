// SPDX-License-Identifier: MIT
#include "quern/load/find/siblings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "quern/base/text.h"
#include "quern/bytes/files/files.h"
#include "quern/bytes/reading/source.h"
#include "quern/bytes/reading/window.h"
#include "quern/load/find/codes.h"

namespace quern {

namespace {

constexpr std::array<std::string_view, 4> kSuffixes = {".gz", ".bz2", ".zst", ".xz"};
constexpr size_t kThreadDigits = 2;  // Callgrind writes at least two

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

std::string joined(const std::string& path, const std::string& name) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? name : path.substr(0, slash + 1) + name;
}

/// What a file's header says of its run; nothing of a file without bytes (or without a header).
struct Header {
  std::optional<std::string> pid, command;
  std::optional<uint64_t> part, thread;
};

std::optional<std::string> value_of(std::string_view rows, std::string_view key) {
  const std::string in_between = fmt::format("\n{}:", key);
  const size_t at = rows.starts_with(in_between.substr(1)) ? 0 : rows.find(in_between);
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view rest = rows.substr(rows.find(':', at) + 1);
  return std::string(trim(rest.substr(0, rest.find_first_of("\r\n"))));
}

std::optional<uint64_t> number_of(const std::optional<std::string>& value) {
  std::string marked = "." + value.value_or("");
  std::string_view text = marked;
  return cut_number(text, '.', 1);
}

Header header_of(const std::string& path) {
  Result<Input> input = open_input(path);
  if (!input) {
    return {};
  }
  Window window(*input);
  const std::string_view rows = window.peek().value_or(std::string_view());
  return {value_of(rows, "pid"), value_of(rows, "cmd"), number_of(value_of(rows, "part")),
          number_of(value_of(rows, "thread"))};
}

bool ends_with_number(std::string_view name) {
  return cut_number(name, '.', 1).has_value();
}

/// BASE[.PART][-THREAD] and the suffix of a compression.
std::optional<RunFile> file_of_base(std::string_view base, std::string_view name) {
  RunFile file = parse_run_file(name);
  name.remove_suffix(file.compression.size());
  file.base = base;
  file.part = RunFile{}.part;
  file.thread = 0;
  if (name == base) {
    return file;
  }
  file.thread = cut_number(name, '-', kThreadDigits).value_or(0);
  if (name == base) {
    return file;
  }
  const std::optional<uint64_t> part = cut_number(name, '.', 1);
  file.part = part.value_or(0);
  return part && name == base ? std::optional(file) : std::nullopt;
}

/// Finds the files of one file's run in its folder.
class Run {
 public:
  Run(const std::string& path, std::vector<FolderEntry> entries)
      : path_(path), entries_(std::move(entries)), own_(header_of(path)) {
    if (!own_.pid) {
      take_header_of_threads();
    }
    choose_base();
  }

  std::vector<std::string> files(std::vector<std::string>& notes) const {
    std::vector<std::pair<RunFile, std::string>> run;
    for (const FolderEntry& entry : entries_) {
      std::optional<RunFile> file = file_of_base(base_, entry.name);
      if (entry.is_regular && file && belongs(entry, *file, notes)) {
        run.emplace_back(std::move(*file), joined(path_, entry.name));
      }
    }
    std::ranges::sort(run);
    std::vector<std::string> paths;
    for (auto& [file, sibling] : run) {
      paths.push_back(std::move(sibling));
    }
    return paths;
  }

 private:
  /// The file that a run with --separate-threads=yes leaves empty is described by its threads'.
  void take_header_of_threads() {
    const RunFile own = parse_run_file(base_name(path_));
    for (const FolderEntry& entry : entries_) {
      const RunFile file = parse_run_file(entry.name);
      if (!own_.pid && file.thread != 0 && file.base == own.base && file.part == own.part) {
        own_ = header_of(joined(path_, entry.name));
        own_.thread = own.thread;
      }
    }
  }

  /// A number at the end of a name may be the process, a part, or no more than a name.
  void choose_base() {
    const std::string name(base_name(path_));
    const RunFile own = parse_run_file(name);
    base_ = own.base;
    if (own.thread != 0 && own_.part && !own_.thread) {
      base_ = name.substr(0, name.size() - own.compression.size());  // no run of threads
    }
    std::string_view before = base_;
    const std::optional<uint64_t> number = cut_number(before, '.', 1);
    if (number && number == own_.part && number != number_of(own_.pid)) {
      base_ = before;
    }
  }

  [[nodiscard]] bool belongs(const FolderEntry& entry, const RunFile& file,
                             std::vector<std::string>& notes) const {
    const std::string sibling = joined(path_, entry.name);
    if (sibling == path_) {
      return true;
    }
    if (entry.size == 0) {
      return has_threads(file);
    }
    const Header header = header_of(sibling);
    if (own_.pid && header.pid && own_.pid != header.pid) {
      if (file.part != number_of(header.pid)) {  // else its name tells that it is another run
        notes.push_back(fmt::format("{} is left out: it belongs to process {}, not {}", sibling,
                                    printable(*header.pid), printable(*own_.pid)));
      }
      return false;
    }
    if (own_.command && header.command && own_.command != header.command) {
      notes.push_back(fmt::format("{} is left out: it belongs to another command: {}", sibling,
                                  printable(*header.command)));
      return false;
    }
    if ((own_.pid && header.pid) || ends_with_number(base_)) {
      return true;
    }
    // With a name of one's own and no process, the header has to tell the same as the name.
    return !own_.pid && !header.pid && header.part &&
           (file.part == RunFile{}.part || file.part == header.part) &&
           (file.thread == 0 || file.thread == header.thread);
  }

  [[nodiscard]] bool has_threads(const RunFile& empty) const {
    return empty.thread == 0 && std::ranges::any_of(entries_, [&](const FolderEntry& entry) {
             const std::optional<RunFile> file = file_of_base(base_, entry.name);
             return file && file->thread != 0 && file->part == empty.part;
           });
  }

  const std::string& path_;
  std::vector<FolderEntry> entries_;
  Header own_;
  std::string base_;
};

/// The files of the run that `path` belongs to.
Result<std::vector<std::string>> run_of(const std::string& path, std::vector<std::string>& notes) {
  Result<std::vector<FolderEntry>> entries = list_folder(folder_of(path));
  if (!entries) {
    return failure(entries.error());
  }
  return Run(path, std::move(*entries)).files(notes);
}

std::string_view without_compression(std::string_view path) {
  path.remove_suffix(parse_run_file(path).compression.size());
  return path;
}

/// Of a dump and its compressed copies, as `gzip -k` leaves them, only one is read: one that is
/// named, else the plain one, which stands first. Named ones are all read.
void drop_copies(const std::vector<std::string>& named, std::vector<std::string>& run,
                 std::vector<std::string>& notes) {
  std::map<std::string, std::string> read;  // by name without compression
  for (const auto* paths : {&named, &std::as_const(run)}) {
    for (const std::string& path : *paths) {
      if (paths == &run || std::ranges::find(run, path) != run.end()) {
        read.try_emplace(std::string(without_compression(path)), path);
      }
    }
  }
  std::erase_if(run, [&](const std::string& path) {
    const std::string& instead = read.at(std::string(without_compression(path)));
    if (path == instead || std::ranges::find(named, path) != named.end()) {
      return false;
    }
    std::string note = fmt::format("{} is left out: {} is the same dump", path, instead);
    if (std::ranges::find(notes, note) == notes.end()) {
      notes.push_back(std::move(note));
    }
    return true;
  });
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
    drop_copies(paths, *run, notes);
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
  using Run = std::tuple<std::string, std::string, uint64_t>;  // folder, base, part
  std::set<Run> with_threads;
  for (const std::string& path : paths) {
    if (const RunFile file = parse_run_file(base_name(path)); file.thread != 0) {
      with_threads.emplace(folder_of(path), file.base, file.part);
    }
  }
  const auto has_threads = [&with_threads](const std::string& path) {
    const RunFile own = parse_run_file(base_name(path));
    return own.thread == 0 && with_threads.contains({folder_of(path), own.base, own.part});
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
  // Of files of the same time the last name; but a run's parts and threads stand behind its base.
  const FolderEntry* newest = nullptr;
  const auto is_newer = [&newest](const FolderEntry& entry) {
    if (newest == nullptr || entry.modified_ns != newest->modified_ns) {
      return newest == nullptr || entry.modified_ns > newest->modified_ns;
    }
    return !file_of_base(without_compression(newest->name), entry.name);
  };
  for (const FolderEntry& entry : *entries) {
    const std::string_view stem = without_compression(entry.name);
    const bool is_named_so =
        std::ranges::any_of(kNames, [stem](auto name) { return stem.starts_with(name); }) ||
        std::ranges::any_of(kEnds, [stem](auto end) { return stem.ends_with(end); });
    if (is_named_so && entry.is_regular && entry.size != 0 && is_newer(entry)) {
      newest = &entry;
    }
  }
  if (newest == nullptr) {
    return failure(
        input_error(kNoProfileHere.name, folder,
                    "no file here has the name of a profile (callgrind.out.*, cachegrind.out.*, …)",
                    fmt::format("name a profile, or {}", kRecordOne)));
  }
  return folder == "." ? newest->name : folder + "/" + newest->name;
}

}  // namespace quern
