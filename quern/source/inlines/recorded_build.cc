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

/// What producers write that do not know a build id, or know one of another kind, is none.
bool is_build_id(std::string_view text) {
  constexpr size_t kShortest = 8;
  return text.size() >= kShortest && text.size() % 2 == 0 &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
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

class RecordedBuild::Object {
 public:
  Object(ObjectFile file, std::span<const RecordedObject* const> told)
      : file_(std::move(file)),
        base_(file_.file.base()),
        build_id_(file_.file.build_id()),
        symbols_(functions_of(file_)),
        ranges_(symbols_) {
    for (const RecordedObject* const each : told) {
      if (is_build_id(each->build_id)) {
        has_other_id_ = has_other_id_ || (!told_id_.empty() && told_id_ != each->build_id);
        told_id_ = each->build_id;
      }
      has_file_offsets_ = has_file_offsets_ || each->has_file_offsets;
      has_loaded_addresses_ = has_loaded_addresses_ || !each->has_file_offsets;
    }
  }

  [[nodiscard]] std::optional<uint64_t> address(uint64_t recorded) const {
    if (has_file_offsets_) {
      return file_.file.address_of(recorded);
    }
    return recorded <= UINT64_MAX - base_ ? std::optional(recorded + base_) : std::nullopt;
  }

  [[nodiscard]] bool has_told_id() const { return !told_id_.empty(); }

  [[nodiscard]] std::string problem_of_id() const {
    if (has_other_id_) {
      return "several builds of it were profiled";
    }
    if (has_file_offsets_ && has_loaded_addresses_) {
      return "profiles count its addresses differently";
    }
    return told_id_.empty() || told_id_ == build_id_ ? "" : "it is not the build that was profiled";
  }

  /// Several names may stand for one function.
  [[nodiscard]] bool has(const StackFunction& function) const {
    const std::optional<uint64_t> at = address(function.address);
    const FunctionRange* const range = at ? ranges_.find(*at) : nullptr;
    const std::optional<uint64_t> start = function.start ? address(*function.start) : std::nullopt;
    if (range == nullptr || (start && *start != range->start)) {
      return false;
    }
    const auto [first, last] =
        std::ranges::equal_range(symbols_, range->start, {}, &FunctionRange::start);
    return std::any_of(first, last, [&function](const FunctionRange& each) {
      const std::string_view whole = name_of(each);
      const std::string_view name = whole.substr(0, whole.find('@'));
      return name == function.name || demangle(name).value_or(std::string()) == function.name;
    });
  }

 private:
  ObjectFile file_;
  uint64_t base_;
  std::string build_id_;
  std::vector<FunctionRange> symbols_;  ///< by start
  FunctionRanges ranges_;
  std::string told_id_;
  bool has_other_id_ = false;
  bool has_file_offsets_ = false;
  bool has_loaded_addresses_ = false;
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
  return object_->address(recorded);
}

void RecordedBuild::compare(const StackFunction& function) {
  if (!function.name.empty()) {
    ++compared_;
    agreed_ += object_->has(function) ? 1U : 0U;
  }
}

std::string RecordedBuild::problem() const {
  if (std::string problem = object_->problem_of_id(); object_->has_told_id() || !problem.empty()) {
    return problem;
  }
  if (compared_ == 0) {
    return "the profile has neither its build ID nor names of its functions to compare with";
  }
  return agreed_ * 100 >= compared_ * 99 ? "" : "it is not the build that was profiled";
}

}  // namespace quern
