// SPDX-License-Identifier: MIT
//
// Rows and their fields `{x{KEY:VALUE}x}`. Values are not escaped; a value ends at the first `}x}`,
// and unknown keys are skipped. The first of two fields with the same key counts.
#include "quern/formats/parrot/row.h"

#include <algorithm>
#include <utility>

#include "quern/base/text.h"

namespace quern::parrot {

namespace {

constexpr std::string_view kOpen = "{x{";
constexpr std::string_view kClose = "}x}";

constexpr std::pair<std::string_view, RowKind> kKinds[] = {
    {"OP:", RowKind::kOp},           {"CS:", RowKind::kContext},
    {"AN:", RowKind::kAnnotation},   {"END_OF_RUNLOOP:", RowKind::kEnd},
    {"VERSION:", RowKind::kVersion}, {"CLI:", RowKind::kCommand},
};

}  // namespace

RowKind kind_of(std::string_view row, std::string_view& value) {
  for (const auto& [key, kind] : kKinds) {
    if (row.starts_with(key)) {
      value = row.substr(key.size());
      return kind;
    }
  }
  return row.starts_with('#') || trim(row).empty() ? RowKind::kBlank : RowKind::kOther;
}

/// Fields are found by key, in any order.
std::optional<FieldFault> read_fields(std::string_view text, std::span<const std::string_view> keys,
                                      std::span<std::string_view> values) {
  std::ranges::fill(values, std::string_view());
  const char* const end = text.data() + text.size();
  while (!trim(text).empty()) {
    if (!text.starts_with(kOpen)) {
      return FieldFault{FieldFault::What::kMalformed, text.data()};
    }
    const size_t close = text.find(kClose, kOpen.size());
    if (close == std::string_view::npos) {
      return FieldFault{FieldFault::What::kMalformed, end};
    }
    const std::string_view field = text.substr(kOpen.size(), close - kOpen.size());
    const size_t colon = field.find(':');
    if (colon == std::string_view::npos) {
      return FieldFault{FieldFault::What::kMalformed, field.data()};
    }
    const auto found = std::ranges::find(keys, field.substr(0, colon));
    if (found != keys.end() &&
        values[static_cast<size_t>(found - keys.begin())].data() == nullptr) {
      values[static_cast<size_t>(found - keys.begin())] = field.substr(colon + 1);
    }
    text.remove_prefix(close + kClose.size());
  }
  for (size_t at = 0; at < keys.size(); ++at) {
    if (values[at].data() == nullptr) {
      return FieldFault{FieldFault::What::kMissing, end, keys[at]};
    }
  }
  return std::nullopt;
}

std::optional<int128> read_integer(std::string_view text) {
  const std::optional<int128> number = parse_decimal(text);
  return number && (*number < kInt64Min || *number > kUint64Max) ? std::nullopt : number;
}

}  // namespace quern::parrot
