// SPDX-License-Identifier: MIT
//
// One row of a raw Parrot profile: its kind, and the fields behind it in any order.
//
//   CS:{x{ns:parrot;main}x}{x{file:x.pir}x}{x{sub:0xa}x}{x{ctx:0x10}x}
//   OP:{x{line:2}x}{x{time:100}x}{x{op:set_args}x}
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "quern/base/int128.h"

namespace quern::parrot {

enum class RowKind : uint8_t {
  kBlank,
  kCommand,
  kVersion,
  kContext,
  kOp,
  kAnnotation,
  kEnd,
  kOther
};

/// The kind of a row, by how it begins; `value` is what follows its `KEY:`.
[[nodiscard]] RowKind kind_of(std::string_view row, std::string_view& value);

/// Why fields cannot be read.
struct FieldFault {
  enum class What : uint8_t { kMalformed, kMissing } what;
  const char* at;          ///< where it goes wrong, or the row's end
  std::string_view key{};  ///< of a missing field
};

/// Finds the value of each of `keys` among the fields {x{key:value}x} that `text` consists of; a
/// value ends at the first }x}. Of two fields of one key the first counts.
[[nodiscard]] std::optional<FieldFault> read_fields(std::string_view text,
                                                    std::span<const std::string_view> keys,
                                                    std::span<std::string_view> values);

/// Decimal digits, perhaps behind a minus; -2^63 .. 2^64-1.
[[nodiscard]] std::optional<int128> read_integer(std::string_view text);

}  // namespace quern::parrot
