// SPDX-License-Identifier: MIT
#include "quern/source/inlines/object_code.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "quern/bytes/files/regular_file.h"
#include "quern/bytes/writing/kept_files.h"
#include "quern/source/debug_info.h"
#include "quern/source/dwarf_file.h"
#include "quern/source/inlines/kept_code.h"
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

/// Where libdw may look for that file.
std::vector<std::string> split_places(Dwarf_Die& unit, const std::string& name,
                                      const std::string& object) {
  const char* const folder = text_attribute(unit, DW_AT_comp_dir);
  const std::string place = resolve_links(object).value_or(object);
  const std::string beside = place.substr(0, place.rfind('/') + 1);
  const std::string in_folder = fmt::format("{}/{}", folder != nullptr ? folder : "", name);
  return {name, beside + name, in_folder, beside + in_folder, place + ".dwp"};
}

/// libdw opens whatever has that name, and would wait for a pipe.
bool is_safe_to_open(const std::string& path) {
  std::error_code error;
  const fs::file_type type = fs::status(path, error).type();
  return error || type == fs::file_type::not_found || type == fs::file_type::regular;
}

/// The debug information itself.
struct OpenObject {
  explicit OpenObject(ObjectFile object)
      : file(std::move(object)), dwarf(file.with_debug_info()), code(file.file.code()) {}

  ObjectFile file;
  DwarfFile dwarf;
  std::vector<AddressRange> code;
  std::vector<Dwarf_Die> units = {};  ///< those that have code
};

}  // namespace

class ObjectCode::Units {
 public:
  using Opened = std::expected<void, std::string>;  ///< an error is a phrase

  Units(const std::string& path, CacheFolder cache) : path_(path) {
    // Without links; what is found through PATH is not kept.
    if (std::expected<std::string, std::string> place = resolve_links(path)) {
      path_ = std::move(*place);
      cache_ = std::move(cache);
    }
  }

  /// From the cache, else from the file.
  Opened open() {
    if (!take_kept()) {
      tables_ = {};
      if (const Opened opened = open_object(); !opened) {
        return opened;
      }
    }
    if (units_.empty()) {
      return std::unexpected(problem_.empty() ? "it has no debug information" : problem_);
    }
    return {};
  }

  InstructionPlace at(uint64_t address) {
    const uint32_t* const found = by_address_.find(address, unit_hint_);
    if (found == nullptr || *found == InlineFrame::kNone) {
      return {};
    }
    Unit& unit = units_[*found];
    if (!unit.is_read) {
      read(*found);
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

  UnreadSources sources() {
    if (!sources_ && !cache_.path.empty() && (object_ != nullptr || open_object())) {
      sources_ = source_files(object_->dwarf.get());
      has_more_ = true;
    }
    if (sources_) {
      return {.read = [known = *sources_] { return known; }};
    }
    if (object_ == nullptr) {
      return {};
    }
    const uint64_t bytes = object_->dwarf.loaded_bytes();
    const std::shared_ptr<const OpenObject> object = std::move(object_);
    return {.read = [object] { return source_files(object->dwarf.get()); }, .held_bytes = bytes};
  }

  /// Nothing is kept if a file may have changed while it was read, or of hostile objects: what is
  /// read of those depends on the order.
  void keep() {
    if (!has_more_ || tables_.budget.had_too_much || !seen_.are_settled(started_) ||
        !seen_.are_same() || !make_private_folder(cache_.path)) {
      return;
    }
    KeptCode kept{seen_, tables_.budget, sources_, by_address_, {}};
    for (const Unit& unit : units_) {
      kept.code.push_back(unit.kept);
    }
    const std::string name = kept_code_name(path_);
    if (write_cached(cached_path(cache_.path, name, kCachedCode), encode_code(kept, tables_))) {
      finish_entry(cache_, name, path_);
    }
    has_more_ = false;
  }

  [[nodiscard]] const CodeTables& tables() const { return tables_; }
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  struct Unit {
    bool is_read = false;
    UnitCode code = {};
    AddressMap<CodeRow>::Hint row_hint = {};
    AddressMap<uint32_t>::Hint frame_hint = {};
    std::string kept = {};  ///< as in the cache; empty: it is not there
  };

  bool take_kept() {
    const std::string entry = cached_path(cache_.path, kept_code_name(path_), kCachedCode);
    const auto file = cache_.path.empty() ? std::unexpected(std::string())
                                          : read_regular_file(entry, cache_.most_bytes);
    std::optional<KeptCode> kept = file ? decode_code(file->bytes, tables_) : std::nullopt;
    if (!kept || !kept->seen.files().contains(path_) || !kept->seen.are_same()) {
      return false;
    }
    (void)mark_used(entry);
    seen_ = std::move(kept->seen);
    tables_.budget = kept->budget;
    sources_ = std::move(kept->sources);
    by_address_ = std::move(kept->units);
    for (const std::string_view code : kept->code) {
      units_.emplace_back().kept = code;
    }
    return true;
  }

  Opened open_object() {
    std::expected<ObjectFile, std::string> file = ObjectFile::open(path_);
    if (!file) {
      return std::unexpected(std::move(file.error()));
    }
    object_ = std::make_unique<OpenObject>(std::move(*file));
    see(object_->file.seen);
    see(object_->dwarf.seen());
    ReadBudget budget = ReadBudget::of(object_->dwarf.bytes());
    AddressMap<uint32_t> by_address = find_units(budget);
    // An entry of another number of units is not of this file.
    if (units_.size() != object_->units.size()) {
      units_.clear();
      units_.resize(object_->units.size());
      by_address_ = std::move(by_address);
      tables_.budget = budget;
      note(object_->dwarf.problem());
    }
    return {};
  }

  AddressMap<uint32_t> find_units(ReadBudget& budget) {
    std::vector<LayeredRange<uint32_t>> ranges;
    Dwarf* const dwarf = object_->dwarf.get();
    Dwarf_CU* unit = nullptr;
    Dwarf_Die entry;
    while (dwarf != nullptr &&
           dwarf_get_units(dwarf, unit, &unit, nullptr, nullptr, &entry, nullptr) == 0) {
      const size_t before = ranges.size();
      each_range(&entry, budget, [&](Dwarf_Addr start, Dwarf_Addr end) {
        if (is_linked(object_->code, start)) {
          ranges.push_back({start, end, static_cast<uint32_t>(object_->units.size())});
        }
      });
      if (ranges.size() != before) {
        object_->units.push_back(entry);
      }
    }
    return AddressMap<uint32_t>(std::move(ranges), InlineFrame::kNone);
  }

  void read(uint32_t number) {
    Unit& unit = units_[number];
    unit.is_read = true;
    std::optional<UnitCode> kept = decode_unit(unit.kept, tables_);
    if (kept) {
      unit.code = std::move(*kept);
    } else if (const auto opened = object_ == nullptr ? open_object() : Opened(); !opened) {
      unit.code.problem = opened.error();
    } else if (Dwarf_Die entry = object_->units[number]; entry.cu != nullptr) {
      const size_t first_frame = tables_.frames.size();
      unit.code = read_entry(entry);
      if (!cache_.path.empty()) {
        unit.kept = encode_unit(unit.code, first_frame, tables_);
        has_more_ = true;
      }
    }
    note(unit.code.problem);
  }

  UnitCode read_entry(Dwarf_Die entry) {
    const std::string name = split_name(entry);
    Dwarf_Die unit;
    Dwarf_Die split;
    bool has_split = !name.empty();
    if (has_split) {
      for (const std::string& place :
           split_places(entry, name, object_->file.with_debug_info().path())) {
        has_split = has_split && is_safe_to_open(place);
        seen_.see(place);
      }
      has_split = has_split &&
                  dwarf_cu_info(entry.cu, nullptr, nullptr, &unit, &split, nullptr, nullptr,
                                nullptr) == 0 &&
                  dwarf_tag(&split) != DW_TAG_invalid &&
                  is_safe_to_read(dwarf_cu_getdwarf(split.cu));
      if (has_split) {
        tables_.budget.add_bytes(described_bytes(dwarf_getelf(dwarf_cu_getdwarf(split.cu))));
      }
    }
    UnitCode code = read_unit(entry, has_split ? &split : nullptr, object_->code, tables_);
    if (!name.empty() && !has_split) {
      code.problem = fmt::format("its debug information needs {}, which is not here", name);
    }
    return code;
  }

  void see(const SeenFiles& files) {
    for (const auto& [path, stamp] : files.files()) {
      seen_.add(path, stamp);
    }
  }

  /// Of several problems the first.
  void note(const std::string& problem) {
    if (problem_.empty()) {
      problem_ = problem;
    }
    if (problem_.empty() && tables_.budget.had_too_much) {
      problem_ = "its debug information names more than its size allows";
    }
  }

  std::string path_;
  CacheFolder cache_;
  int64_t started_ = file_clock_ns();
  SeenFiles seen_;
  std::unique_ptr<OpenObject> object_;  ///< null: nothing was needed of it yet
  CodeTables tables_;
  std::vector<Unit> units_;
  std::optional<std::vector<std::string>> sources_;  ///< nothing: nobody has asked
  AddressMap<uint32_t> by_address_;                  ///< into units_
  AddressMap<uint32_t>::Hint unit_hint_;
  bool has_more_ = false;  ///< than the cache
  std::string problem_;
};

std::expected<ObjectCode, std::string> ObjectCode::open(const std::string& path,
                                                        const CacheFolder& cache) {
  auto units = std::make_unique<Units>(path, cache);
  if (Units::Opened opened = units->open(); !opened) {
    return std::unexpected(std::move(opened.error()));
  }
  return ObjectCode(std::move(units));
}

UnreadSources ObjectCode::sources() {
  return units_->sources();
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

void ObjectCode::keep() {
  units_->keep();
}

}  // namespace quern
