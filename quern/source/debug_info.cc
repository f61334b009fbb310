// SPDX-License-Identifier: MIT
#include "quern/source/debug_info.h"

#include <dwarf.h>
#include <elfutils/libdw.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "quern/base/text.h"
#include "quern/source/demangle.h"
#include "quern/source/dwarf/entry_walk.h"

namespace quern {

namespace {

/// Adds the code of a function.
void add_function(Dwarf_Die* function, ReadBudget& budget, std::vector<FunctionRange>& ranges) {
  const char* const name = linkage_name(function);
  if (name == nullptr || *name == '\0') {
    return;
  }
  each_range(function, budget, [&](Dwarf_Addr start, Dwarf_Addr end) {
    ranges.push_back({start, end, end, Binding::kGlobal, name});
  });
}

/// Calls `visit(unit)` for each unit until it says false; `dwarf` may be null.
template <class Visit>
void for_each_unit(Dwarf* dwarf, const Visit& visit) {
  Dwarf_CU* unit = nullptr;
  Dwarf_Die die;
  while (dwarf != nullptr &&
         dwarf_get_units(dwarf, unit, &unit, nullptr, nullptr, &die, nullptr) == 0) {
    if (!visit(die)) {
      return;
    }
  }
}

/// Calls `visit(function, budget)` for each function of all units.
template <class Visit>
void for_each_function(const DwarfFile& dwarf, const Visit& visit) {
  struct Nothing {};
  ReadBudget budget = ReadBudget::of(dwarf.bytes());
  for_each_unit(dwarf.get(), [&](Dwarf_Die& unit) {
    // What is read until something is wrong counts.
    (void)walk_entries<Nothing>(unit, budget, [&](Dwarf_Die entry, Nothing) {
      const int tag = dwarf_tag(&entry);
      if (tag == DW_TAG_subprogram) {
        visit(&entry, budget);
      }
      return tag == DW_TAG_subprogram || may_have_functions(tag) ? std::optional(Nothing())
                                                                 : std::nullopt;
    });
    return !budget.had_too_much;
  });
}

/// The unit that holds the address; where the index of addresses lacks it (clang writes none), by
/// trying each.
std::optional<Dwarf_Die> unit_of(Dwarf* dwarf, uint64_t address) {
  Dwarf_Die found;
  if (dwarf_addrdie(dwarf, address, &found) != nullptr) {
    return found;
  }
  bool has_found = false;
  for_each_unit(dwarf, [&](Dwarf_Die& unit) {
    has_found = dwarf_haspc(&unit, address) == 1;
    found = unit;
    return !has_found;
  });
  return has_found ? std::optional(found) : std::nullopt;
}

/// Adds the files of one unit's line table.
void add_sources(Dwarf_Die& unit, std::set<std::string>& sources) {
  constexpr size_t kMost = size_t{1} << 20;  // of all units: a hostile table may name any number
  const char* const folder = text_attribute(unit, DW_AT_comp_dir);
  Dwarf_Files* files = nullptr;
  size_t count = 0;
  if (dwarf_getsrcfiles(&unit, &files, &count) != 0) {
    return;
  }
  for (size_t at = 0; at < count && sources.size() < kMost; ++at) {
    const char* const name = dwarf_filesrc(files, at, nullptr, nullptr);
    if (name == nullptr || *name == '\0' || std::string_view(name) == "???") {
      continue;
    }
    const bool is_relative = *name != '/' && folder != nullptr;
    sources.insert(is_relative ? std::string(folder) + '/' + name : std::string(name));
  }
}

/// The words of a name: "a", "b" and "int" of "a::b(int)".
void add_words(std::string_view name, std::set<std::string_view>& words) {
  constexpr std::string_view kWord =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
  size_t start = name.find_first_of(kWord);
  while (start != std::string_view::npos) {
    const size_t end = std::min(name.find_first_not_of(kWord, start), name.size());
    words.insert(name.substr(start, end - start));
    start = name.find_first_of(kWord, end);
  }
}

/// Looks for functions by their names.
class DeclaredLines {
 public:
  explicit DeclaredLines(std::span<const NamedFunction> wanted)
      : wanted_(wanted), lines_(wanted.size()) {
    for (size_t at = 0; at < wanted.size(); ++at) {
      by_name_.emplace(wanted[at].name, at);
      add_words(wanted[at].name, words_);
    }
  }

  void visit(Dwarf_Die* function) {
    const char* const name = dwarf_diename(function);
    const char* const linked = linkage_name(function);
    int line = 0;
    if (name == nullptr || linked == nullptr || dwarf_hasattr(function, DW_AT_declaration) != 0 ||
        dwarf_decl_line(function, &line) != 0 || line <= 0) {
      return;
    }
    store(name, function, line);
    store(linked, function, line);
    if (may_be_wanted(name) && std::string_view(linked) != name) {
      store(demangle(linked).value_or(std::string()), function, line);
    }
  }

  [[nodiscard]] std::vector<uint64_t> take() { return std::move(lines_); }

 private:
  /// Demangling each function of a large program would take long. A function can be wanted only if
  /// each word of its plain name is in some wanted name.
  [[nodiscard]] bool may_be_wanted(std::string_view name) const {
    std::set<std::string_view> words;
    add_words(name, words);
    return std::ranges::includes(words_, words);
  }

  /// Stores the line for all that have this name and file. The first declaration counts.
  void store(std::string_view name, Dwarf_Die* function, int line) {
    const auto [first, last] = by_name_.equal_range(name);
    const char* const file = first != last ? dwarf_decl_file(function) : nullptr;
    for (auto at = first; file != nullptr && at != last; ++at) {
      if (base_name(file) == base_name(wanted_[at->second].file) && lines_[at->second] == 0) {
        lines_[at->second] = static_cast<uint64_t>(line);
      }
    }
  }

  std::span<const NamedFunction> wanted_;
  std::multimap<std::string_view, size_t> by_name_;
  std::set<std::string_view> words_;
  std::vector<uint64_t> lines_;
};

}  // namespace

DebugInfo::DebugInfo(const ElfFile& file) : dwarf_(file) {}

const FunctionRanges& DebugInfo::functions() {
  if (!functions_) {
    std::vector<FunctionRange> found;
    for_each_function(dwarf_, [&found](Dwarf_Die* function, ReadBudget& budget) {
      add_function(function, budget, found);
    });
    functions_.emplace(std::move(found));
  }
  return *functions_;
}

std::vector<uint64_t> DebugInfo::declared_lines(std::span<const NamedFunction> wanted) {
  DeclaredLines lines(wanted);
  for_each_function(dwarf_, [&lines](Dwarf_Die* function, ReadBudget&) { lines.visit(function); });
  return lines.take();
}

std::vector<std::string> source_files(Dwarf* dwarf) {
  std::set<std::string> found;
  for_each_unit(dwarf, [&found](Dwarf_Die& unit) {
    add_sources(unit, found);
    return true;
  });
  std::vector<std::string> sources(found.begin(), found.end());
  std::ranges::sort(sources, {}, [](const std::string& path) {
    return std::pair<std::string_view, std::string_view>(base_name(path), path);
  });
  return sources;
}

std::optional<SourceLine> DebugInfo::line(uint64_t address) {
  std::optional<Dwarf_Die> unit =
      dwarf_.get() != nullptr ? unit_of(dwarf_.get(), address) : std::nullopt;
  Dwarf_Line* const row = unit ? dwarf_getsrc_die(&*unit, address) : nullptr;
  int number = 0;
  const char* const file = row != nullptr ? dwarf_linesrc(row, nullptr, nullptr) : nullptr;
  if (file == nullptr || dwarf_lineno(row, &number) != 0 || number <= 0) {
    return std::nullopt;
  }
  return SourceLine{file, static_cast<uint64_t>(number)};
}

}  // namespace quern
