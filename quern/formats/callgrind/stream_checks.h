// SPDX-License-Identifier: MIT
//
// What a StreamingWriter refuses before anything of it is written: texts that would read as another
// thing. For this folder.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "quern/base/result.h"
#include "quern/formats/callgrind/streaming_writer.h"

namespace quern::callgrind {

/// Error `wrong-use`.
[[nodiscard]] std::unexpected<Diagnostic> wrong_use(std::string message);
/// Error `cannot-hold`.
[[nodiscard]] std::unexpected<Diagnostic> cannot_say(std::string message, std::string hint);

/// Text that stands in a row as it is, up to the row's end.
[[nodiscard]] Result<void> check_text(std::string_view what, std::string_view text);
[[nodiscard]] Result<void> check_definition(const EventDefinition& event);
[[nodiscard]] Result<void> check_head(const PartHead& head);
/// Whether readers would take the file for another program's, and read it by other rules.
[[nodiscard]] bool claims_other_rules(const std::string& creator);

/// What stands behind `event: `.
[[nodiscard]] std::string definition_row(const EventDefinition& event);

}  // namespace quern::callgrind
