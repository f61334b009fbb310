// SPDX-License-Identifier: MIT
#include "quern/source/inlines/unit_code.h"

#include <dwarf.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "quern/source/dwarf_file.h"

namespace quern {

namespace {

/// The files of a unit, below the folder it was compiled in.
class UnitFiles {
 public:
  UnitFiles(Dwarf_Die unit, TextNumbers& numbers) : numbers_(numbers) {
    const char* const folder = text_attribute(unit, DW_AT_comp_dir);
    folder_ = folder != nullptr && *folder != '\0' ? std::string(folder) + '/' : std::string();
  }
  /// libdw puts the folder before some relative names, but not before all.
  uint32_t number(const char* name) {
    if (name == nullptr || *name == '\0' || std::string_view(name) == "???") {
      return 0;
    }
    const std::string_view text(name);
    return numbers_.of(text.starts_with('/') || text.starts_with(folder_) ? std::string(text)
                                                                          : folder_ + name);
  }

 private:
  TextNumbers& numbers_;
  std::string folder_;
};

using FrameRanges = std::vector<LayeredRange<uint32_t>>;

/// Walks over the functions of a unit that have code, and over what was inlined into them.
class FrameReader {
 public:
  FrameReader(Dwarf_Die unit, UnitFiles& names, std::span<const AddressRange> code,
              CodeTables& tables)
      : code_(code), tables_(&tables), names_(&names) {
    if (dwarf_getsrcfiles(&unit, &files_, &file_count_) != 0) {
      files_ = nullptr;
      file_count_ = 0;
    }
    file_numbers_.resize(file_count_, InlineFrame::kNone);
  }

  /// The problem that ended it; empty: none.
  std::string read(Dwarf_Die unit, FrameRanges& ranges) {
    std::string problem = walk_entries<Outside>(
        unit, tables_->budget,
        [&](Dwarf_Die entry, const Outside& outside) { return visit(entry, outside, ranges); });
    return is_too_deep_ ? "its debug information nests too deep" : problem;
  }

 private:
  /// What is around an entry.
  struct Outside {
    uint32_t frame = InlineFrame::kNone;
    uint32_t inlined = 0;  ///< how many functions were inlined within each other
  };

  std::optional<Outside> visit(Dwarf_Die entry, const Outside& outside, FrameRanges& ranges) {
    const int tag = dwarf_tag(&entry);
    if (tag == DW_TAG_subprogram) {
      return visit_function(entry, {}, InlineFrame{}, ranges);
    }
    if (tag == DW_TAG_inlined_subroutine) {
      is_too_deep_ = is_too_deep_ || outside.inlined + 1 >= kDeepestInlined;
      return is_too_deep_ ? std::nullopt
                          : visit_function(entry, {outside.frame, outside.inlined + 1},
                                           call_of(entry, outside.frame), ranges);
    }
    return may_have_functions(tag) ? std::optional(outside) : std::nullopt;
  }

  /// A function is known by its code. One that has none was inlined or optimized away; functions
  /// that it contains may have some.
  std::optional<Outside> visit_function(Dwarf_Die entry, Outside inside, InlineFrame frame,
                                        FrameRanges& ranges) {
    const auto number = static_cast<uint32_t>(tables_->frames.size());
    bool has_code = false;
    each_range(&entry, tables_->budget, [&](Dwarf_Addr start, Dwarf_Addr end) {
      if (is_linked(code_, start)) {
        ranges.push_back({start, end, number});
        has_code = true;
      }
    });
    if (!has_code) {
      return inside;
    }
    if (const char* const name = linkage_name(&entry)) {
      frame.function = tables_->functions.of(name);
    }
    tables_->frames.push_back(frame);
    inside.frame = number;
    return inside;
  }

  InlineFrame call_of(Dwarf_Die& entry, uint32_t outer) {
    InlineFrame frame;
    frame.outer = outer;
    frame.line =
        static_cast<uint32_t>(std::min<uint64_t>(number(entry, DW_AT_call_line), UINT32_MAX));
    frame.file = file(number(entry, DW_AT_call_file));
    return frame;
  }

  static uint64_t number(Dwarf_Die& entry, unsigned kind) {
    Dwarf_Attribute attribute;
    Dwarf_Word value = 0;
    const bool is_there =
        dwarf_attr(&entry, kind, &attribute) != nullptr && dwarf_formudata(&attribute, &value) == 0;
    return is_there ? value : 0;
  }

  uint32_t file(uint64_t index) {
    if (index >= file_count_) {
      return 0;
    }
    uint32_t& number = file_numbers_[index];
    if (number == InlineFrame::kNone) {
      number = names_->number(dwarf_filesrc(files_, index, nullptr, nullptr));
    }
    return number;
  }

  std::span<const AddressRange> code_;
  CodeTables* tables_;
  UnitFiles* names_;
  Dwarf_Files* files_ = nullptr;
  size_t file_count_ = 0;
  std::vector<uint32_t> file_numbers_;  ///< by index; kNone: not asked for yet
  bool is_too_deep_ = false;
};

/// The rows of a unit's line table as ranges: each up to the next, of equal addresses the last one.
std::vector<LayeredRange<CodeRow>> row_ranges(Dwarf_Die unit, UnitFiles& names,
                                              CodeTables& tables) {
  std::vector<LayeredRange<CodeRow>> ranges;
  Dwarf_Lines* lines = nullptr;
  size_t count = 0;
  // Hostile units may share one table.
  if (dwarf_getsrclines(&unit, &lines, &count) != 0 || !tables.budget.take_work(count)) {
    return ranges;
  }
  const char* last_name = nullptr;
  uint32_t last_file = 0;
  bool is_open = false;
  for (size_t at = 0; at < count; ++at) {
    Dwarf_Line* const row = dwarf_onesrcline(lines, at);
    Dwarf_Addr address = 0;
    bool ends = false;
    int line = 0;
    if (dwarf_lineaddr(row, &address) != 0 || dwarf_lineendsequence(row, &ends) != 0 ||
        dwarf_lineno(row, &line) != 0) {
      continue;
    }
    if (is_open) {
      ranges.back().end = address;
    }
    is_open = !ends;
    if (ends) {
      continue;
    }
    const char* const name = dwarf_linesrc(row, nullptr, nullptr);
    if (name != last_name) {
      last_name = name;
      last_file = names.number(name);
    }
    ranges.push_back({address, address, {last_file, static_cast<uint32_t>(std::max(line, 0))}});
  }
  return ranges;
}

}  // namespace

uint32_t TextNumbers::of(std::string_view text) {
  if (const auto known = numbers_.find(text); known != numbers_.end()) {
    return known->second;
  }
  const auto number = static_cast<uint32_t>(texts_.size());
  texts_.emplace_back(text);
  numbers_.emplace(texts_[number], number);
  return number;
}

bool is_linked(std::span<const AddressRange> code, uint64_t start) {
  if (code.empty()) {
    return true;
  }
  const auto behind = std::ranges::upper_bound(code, start, {}, &AddressRange::first);
  return behind != code.begin() && (behind - 1)->contains(start);
}

UnitCode read_unit(Dwarf_Die unit, Dwarf_Die* split, std::span<const AddressRange> code,
                   CodeTables& tables) {
  UnitCode result;
  const Dwarf_Die functions = split != nullptr ? *split : unit;
  UnitFiles names(unit, tables.files);
  FrameRanges ranges;
  result.problem = FrameReader(functions, names, code, tables).read(functions, ranges);
  result.frames = AddressMap<uint32_t>(std::move(ranges), InlineFrame::kNone);
  result.rows = AddressMap<CodeRow>(row_ranges(unit, names, tables), CodeRow());
  return result;
}

}  // namespace quern
