// SPDX-License-Identifier: MIT
#include "quern/source/function_ranges.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace quern {

namespace {

constexpr size_t kLongestName = size_t{64} << 10;
/// What is compared of two names: many symbols may share one endless text.
constexpr size_t kCompared = 256;

size_t underscores(const char* name) {
  return std::min(std::strspn(name, "_"), kCompared);
}

/// Whether `left` is the better name of the two for one address: `malloc` rather than
/// `__libc_malloc`.
bool is_preferred(const FunctionRange& left, const FunctionRange& right) {
  if (left.binding != right.binding) {
    return left.binding < right.binding;
  }
  const size_t left_marks = underscores(left.name);
  const size_t right_marks = underscores(right.name);
  if (left_marks != right_marks) {
    return left_marks < right_marks;
  }
  const size_t left_length = strnlen(left.name, kCompared);
  const size_t right_length = strnlen(right.name, kCompared);
  if (left_length != right_length) {
    return left_length < right_length;
  }
  return std::strncmp(left.name, right.name, kCompared) < 0;
}

bool is_before(const FunctionRange& left, const FunctionRange& right) {
  if (left.start != right.start) {
    return left.start < right.start;
  }
  const bool left_is_sized = left.end != left.start;
  const bool right_is_sized = right.end != right.start;
  if (left_is_sized != right_is_sized) {
    return right_is_sized;
  }
  return is_preferred(right, left);
}

}  // namespace

FunctionRanges::FunctionRanges(std::vector<FunctionRange> ranges) : ranges_(std::move(ranges)) {
  std::ranges::sort(ranges_, is_before);
}

const FunctionRange* FunctionRanges::find(uint64_t address) const {
  constexpr int kMostSteps = 64;  // nested functions looked through
  auto at = std::ranges::upper_bound(ranges_, address, {}, &FunctionRange::start);
  if (at == ranges_.begin()) {
    return nullptr;
  }
  const FunctionRange* const nearest = &*(at - 1);
  for (int steps = 0; at != ranges_.begin() && steps < kMostSteps; ++steps) {
    --at;
    if (address < at->end) {
      return &*at;
    }
  }
  const bool has_no_size = nearest->end == nearest->start;
  return has_no_size && address < nearest->limit ? nearest : nullptr;
}

std::string_view name_of(const FunctionRange& range) {
  return {range.name, strnlen(range.name, kLongestName)};
}

}  // namespace quern
