// SPDX-License-Identifier: MIT
//
// The formats that quern reads and writes, in plain sight.
#pragma once

#include <span>
#include <string_view>

#include "quern/formats/shared/format.h"
#include "quern/formats/shared/writer.h"

namespace quern {

[[nodiscard]] std::span<const Format* const> formats();

/// The format that is surest about `first_bytes`; null where all say no.
[[nodiscard]] const Format* recognise(std::string_view first_bytes);

/// The format of this name, or of this dialect's name; null where there is none.
[[nodiscard]] const Format* format_named(std::string_view name);

/// What a reader may find, by its code; null where there is none.
[[nodiscard]] const CodeInfo* code_named(std::string_view name);

/// The formats that quern writes.
[[nodiscard]] std::span<const FormatWriter* const> writers();

}  // namespace quern
