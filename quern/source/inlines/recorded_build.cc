// SPDX-License-Identifier: MIT
#include "quern/source/inlines/recorded_build.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "quern/source/demangle.h"
#include "quern/source/function_ranges.h"
#include "quern/source/object_file.h"

namespace quern {

namespace {

/// In lower case. What producers write that do not know a build id, or know one of another kind, is
/// none.
std::string build_id_of(const RecordedObject& object) {
  constexpr size_t kShortest = 8;
  std::string id = object.build_id;
  std::ranges::transform(id, id.begin(), [](char c) {
    return c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  const bool is_one = id.size() >= kShortest && id.size() % 2 == 0 &&
                      id.find_first_not_of("0123456789abcdef") == std::string::npos;
  return is_one ? id : std::string();
}

std::vector<FunctionRange> functions_of(const ObjectFile& object) {
  std::vector<FunctionRange> all = object.file.functions();
  const auto add = [&all](const std::vector<FunctionRange>& more) {
    all.insert(all.end(), more.begin(), more.end());
  };
  add(object.file.dynamic_functions());
  if (object.debug_file) {
    add(object.debug_file->functions());
  }
  std::ranges::sort(all, {}, &FunctionRange::start);
  return all;
}

}  // namespace

struct RecordedBuild::Object {
  Object(ObjectFile opened, std::span<const RecordedObject* const> told)
      : file(std::move(opened)), base(file.file.base()), build_id(file.file.build_id()) {
    for (const RecordedObject* const each : told) {
      if (std::string id = build_id_of(*each); !id.empty()) {
        has_other_id = has_other_id || (!told_id.empty() && told_id != id);
        told_id = std::move(id);
      }
      has_file_offsets = has_file_offsets || each->has_file_offsets;
      has_loaded_addresses = has_loaded_addresses || !each->has_file_offsets;
    }
  }

  /// Reads the symbols, which only names are compared with.
  void read_symbols() {
    if (!has_symbols) {
      has_symbols = true;
      symbols = functions_of(file);
      ranges = FunctionRanges(symbols);
    }
  }

  /// Whether the function at this address is called so, by any of its names.
  [[nodiscard]] bool has(std::string_view name, std::optional<uint64_t> start,
                         uint64_t address) const {
    const FunctionRange* const range = ranges.find(address);
    if (range == nullptr || (start && *start != range->start)) {
      return false;
    }
    const auto [first, last] =
        std::ranges::equal_range(symbols, range->start, {}, &FunctionRange::start);
    return std::any_of(first, last, [name](const FunctionRange& each) {
      const std::string_view whole = name_of(each);
      const std::string_view own = whole.substr(0, whole.find('@'));
      return own == name || demangle(own).value_or(std::string()) == name;
    });
  }

  ObjectFile file;
  uint64_t base;
  std::string build_id;
  bool has_symbols = false;
  std::vector<FunctionRange> symbols;  ///< by start
  FunctionRanges ranges;
  std::string told_id;
  bool has_other_id = false;
  bool has_file_offsets = false;
  bool has_loaded_addresses = false;
  size_t compared = 0, agreed = 0;  ///< names of functions
};

std::expected<RecordedBuild, std::string> RecordedBuild::open(
    const std::string& path, std::span<const RecordedObject* const> told) {
  std::expected<ObjectFile, std::string> file = ObjectFile::open(path);
  if (!file) {
    return std::unexpected(std::move(file.error()));
  }
  return RecordedBuild(std::make_unique<Object>(*std::move(file), told));
}

RecordedBuild::RecordedBuild(std::unique_ptr<Object> object) : object_(std::move(object)) {}
RecordedBuild::RecordedBuild(RecordedBuild&&) noexcept = default;
RecordedBuild& RecordedBuild::operator=(RecordedBuild&&) noexcept = default;
RecordedBuild::~RecordedBuild() = default;

std::optional<uint64_t> RecordedBuild::address(uint64_t recorded) const {
  if (object_->has_file_offsets) {
    return object_->file.file.address_of(recorded);
  }
  const uint64_t base = object_->base;
  return recorded <= UINT64_MAX - base ? std::optional(recorded + base) : std::nullopt;
}

void RecordedBuild::compare(std::string_view name, std::optional<uint64_t> start,
                            uint64_t recorded) {
  if (!name.empty() && object_->told_id.empty()) {
    object_->read_symbols();
    const std::optional<uint64_t> at = address(recorded);
    ++object_->compared;
    start = start ? address(*start) : std::nullopt;
    object_->agreed += at && object_->has(name, start, *at) ? 1U : 0U;
  }
}

std::string RecordedBuild::problem() const {
  const Object& object = *object_;
  if (object.has_other_id) {
    return "several builds of it were profiled";
  }
  if (object.has_file_offsets && object.has_loaded_addresses) {
    return "profiles count its addresses differently";
  }
  if (object.told_id.empty() && object.compared == 0) {
    return "the profile has neither its build ID nor names of its functions to compare with";
  }
  const bool is_same = object.told_id.empty() ? object.agreed * 100 >= object.compared * 99
                                              : object.told_id == object.build_id;
  return is_same ? "" : "it is not the build that was profiled";
}

}  // namespace quern
