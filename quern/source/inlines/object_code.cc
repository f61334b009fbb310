// SPDX-License-Identifier: MIT
#include "quern/source/inlines/object_code.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "quern/bytes/files/regular_file.h"
#include "quern/source/dwarf_file.h"
#include "quern/source/inlines/unit_code.h"
#include "quern/source/object_file.h"

namespace quern {

namespace {

namespace fs = std::filesystem;

/// The name of the file that has a unit's functions; empty: they are in the unit itself.
std::string split_name(Dwarf_Die& unit) {
  for (const unsigned kind : {unsigned{DW_AT_dwo_name}, unsigned{DW_AT_GNU_dwo_name}}) {
    if (const char* const name = text_attribute(unit, kind)) {
      return name;
    }
  }
  return {};
}

/// Whether libdw may look for that file: it opens whatever has its name, and would wait for a pipe.
bool is_safe_to_open(Dwarf_Die& unit, const std::string& name, const std::string& object) {
  const char* const folder = text_attribute(unit, DW_AT_comp_dir);
  const std::string place = resolve_links(object).value_or(object);
  const std::string beside = place.substr(0, place.rfind('/') + 1);
  bool is_safe = true;
  for (const std::string& candidate :
       {name, beside + name, fmt::format("{}/{}", folder != nullptr ? folder : "", name),
        fmt::format("{}{}/{}", beside, folder != nullptr ? folder : "", name)}) {
    std::error_code error;
    const fs::file_type type = fs::status(candidate, error).type();
    is_safe =
        is_safe && (error || type == fs::file_type::not_found || type == fs::file_type::regular);
  }
  return is_safe;
}

}  // namespace

class ObjectCode::Units {
 public:
  explicit Units(ObjectFile file)
      : file_(std::move(file)), dwarf_(file_.with_debug_info()), code_(file_.file.code()) {
    tables_.budget = ReadBudget::of(dwarf_.bytes());
    problem_ = dwarf_.problem();
    find_units();
    note_excess();
  }

  [[nodiscard]] bool empty() const { return units_.empty(); }

  InstructionPlace at(uint64_t address) {
    const uint32_t* const found = by_address_.find(address, unit_hint_);
    if (found == nullptr || *found == InlineFrame::kNone) {
      return {};
    }
    Unit& unit = units_[*found];
    if (!unit.is_read) {
      read(unit);
    }
    InstructionPlace place;
    if (const CodeRow* const row = unit.code.rows.find(address, unit.row_hint)) {
      place.file = row->file;
      place.line = row->line;
    }
    if (const uint32_t* const frame = unit.code.frames.find(address, unit.frame_hint)) {
      place.frame = *frame;
    }
    return place;
  }

  [[nodiscard]] const CodeTables& tables() const { return tables_; }
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  struct Unit {
    Dwarf_Die entry;
    bool is_read = false;
    UnitCode code = {};
    AddressMap<CodeRow>::Hint row_hint = {};
    AddressMap<uint32_t>::Hint frame_hint = {};
  };

  void find_units() {
    std::vector<LayeredRange<uint32_t>> ranges;
    Dwarf_CU* unit = nullptr;
    Dwarf_Die entry;
    while (dwarf_.get() != nullptr &&
           dwarf_get_units(dwarf_.get(), unit, &unit, nullptr, nullptr, &entry, nullptr) == 0) {
      const size_t before = ranges.size();
      ptrdiff_t next = 0;
      Dwarf_Addr base = 0;
      Dwarf_Addr start = 0;
      Dwarf_Addr end = 0;
      while ((next = dwarf_ranges(&entry, next, &base, &start, &end)) > 0 &&
             tables_.budget.take_work(1)) {
        if (start < end && is_linked(code_, start)) {
          ranges.push_back({start, end, static_cast<uint32_t>(units_.size())});
        }
      }
      if (ranges.size() != before) {
        units_.push_back({entry});
      }
    }
    by_address_ = AddressMap<uint32_t>(std::move(ranges), InlineFrame::kNone);
  }

  void read(Unit& unit) {
    unit.is_read = true;
    Dwarf_Die entry;
    Dwarf_Die split;
    bool has_split = false;
    if (const std::string name = split_name(unit.entry); !name.empty()) {
      has_split = is_safe_to_open(unit.entry, name, file_.with_debug_info().path()) &&
                  dwarf_cu_info(unit.entry.cu, nullptr, nullptr, &entry, &split, nullptr, nullptr,
                                nullptr) == 0 &&
                  dwarf_tag(&split) != DW_TAG_invalid &&
                  is_safe_to_read(dwarf_cu_getdwarf(split.cu));
      if (has_split) {
        tables_.budget.add_bytes(described_bytes(dwarf_getelf(dwarf_cu_getdwarf(split.cu))));
      }
      if (!has_split && problem_.empty()) {
        problem_ = fmt::format("its debug information needs {}, which is not here", name);
      }
    }
    unit.code = read_unit(unit.entry, has_split ? &split : nullptr, code_, tables_);
    if (problem_.empty()) {
      problem_ = unit.code.problem;
    }
    note_excess();
  }

  void note_excess() {
    if (problem_.empty() && tables_.budget.had_too_much) {
      problem_ = "its debug information names more than its size allows";
    }
  }

  ObjectFile file_;
  DwarfFile dwarf_;
  std::vector<AddressRange> code_;
  CodeTables tables_;
  std::vector<Unit> units_;
  AddressMap<uint32_t> by_address_;  ///< into units_
  AddressMap<uint32_t>::Hint unit_hint_;
  std::string problem_;
};

std::expected<ObjectCode, std::string> ObjectCode::open(const std::string& path) {
  std::expected<ObjectFile, std::string> file = ObjectFile::open(path);
  if (!file) {
    return std::unexpected(std::move(file.error()));
  }
  auto units = std::make_unique<Units>(std::move(*file));
  if (units->empty()) {
    return std::unexpected(units->problem().empty() ? "it has no debug information"
                                                    : units->problem());
  }
  return ObjectCode(std::move(units));
}

ObjectCode::ObjectCode(std::unique_ptr<Units> units) : units_(std::move(units)) {}
ObjectCode::ObjectCode(ObjectCode&&) noexcept = default;
ObjectCode& ObjectCode::operator=(ObjectCode&&) noexcept = default;
ObjectCode::~ObjectCode() = default;

InstructionPlace ObjectCode::at(uint64_t address) {
  return units_->at(address);
}

const InlineFrame& ObjectCode::frame(uint32_t number) const {
  return units_->tables().frames[number];
}

std::string_view ObjectCode::file(uint32_t number) const {
  return units_->tables().files[number];
}

std::string_view ObjectCode::function(uint32_t number) const {
  return units_->tables().functions[number];
}

const std::string& ObjectCode::problem() const {
  return units_->problem();
}

}  // namespace quern
