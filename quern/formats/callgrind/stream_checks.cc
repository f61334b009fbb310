// SPDX-License-Identifier: MIT
//
// What a caller of the streaming writer may pass. Everything is checked before a byte is written,
// so that a file is never half of a row; the last check of a definition is to parse it with the
// reader.
#include "quern/formats/callgrind/stream_checks.h"

#include <fmt/format.h>

#include <utility>

#include "quern/base/text.h"
#include "quern/formats/callgrind/grammar/dialects.h"
#include "quern/formats/callgrind/header.h"
#include "quern/formats/callgrind/rows/written_names.h"
#include "quern/formats/shared/writer.h"

namespace quern::callgrind {

std::unexpected<Diagnostic> wrong_use(std::string message) {
  return failure(usage_error(kWrongUse, std::move(message)));
}

std::unexpected<Diagnostic> cannot_say(std::string message, std::string hint) {
  return failure(usage_error(kCannotHold.name, std::move(message), std::move(hint)));
}

/// Text that stands in a row as it is, up to the row's end.
Result<void> check_text(std::string_view what, std::string_view text) {
  if (is_one_row(text)) [[likely]] {
    return {};
  }
  return cannot_say(fmt::format("{} {} starts with a space, or contains a line feed or NUL", what,
                                quoted_start(text)),
                    "replace these characters");
}

namespace {

/// A word of a list, or what stands before a `:` or `=`.
Result<void> check_event_name(std::string_view name, std::string_view separators) {
  if (!name.empty() && name.find_first_of(separators) == std::string_view::npos) {
    return {};
  }
  return cannot_say(fmt::format("{} cannot be the name of an event", quoted_start(name)),
                    "names of events contain no spaces, and no `:` or `=` if the event has a long "
                    "name or formula");
}

constexpr std::string_view kEndsWord{" \t\n\r\0", 5};
constexpr std::string_view kEndsDefined{" \t\n\r\0:=", 7};

}  // namespace

std::string definition_row(const EventDefinition& event) {
  std::string row = event.name;
  if (event.formula) {
    row.append(" = ").append(*event.formula);
  }
  if (event.long_name) {
    row.append(" : ").append(*event.long_name);
  }
  return row;
}

Result<void> check_definition(const EventDefinition& event) {
  if (Result<void> name = check_event_name(event.name, kEndsDefined); !name) {
    return name;
  }
  if (Result<void> formula = check_text("the formula", event.formula.value_or("")); !formula) {
    return formula;
  }
  if (Result<void> name = check_text("the long name", event.long_name.value_or("")); !name) {
    return name;
  }
  const std::string row = definition_row(event);
  EventDefinition read;
  if (parse_event_row(row.data(), row.data() + row.size(), read)) {
    return cannot_say(fmt::format("readers reject the definition {}", quoted_start(row)),
                      "write a formula as a sum of terms such as `Ir`, `10 Bm` or `10*Bm`");
  }
  return {};
}

/// A creator such as `callgrind-3.19` would make readers apply the base rule of that program, and
/// read other positions than were written.
bool claims_other_rules(const std::string& creator) {
  HeaderSigns signs;
  signs.creator = creator;
  signs.has_creator = true;
  const Dialect& dialect = dialect_of(signs);
  return dialect.base_rule != BaseRule::kCost || dialect.family != Family::kOther;
}

Result<void> check_head(const PartHead& head) {
  if (Result<void> command = check_text("the command", head.command.value_or("")); !command) {
    return command;
  }
  for (const std::string& description : head.descriptions) {
    if (Result<void> text = check_text("the description", description); !text) {
      return text;
    }
  }
  for (const std::string& event : head.events) {
    if (Result<void> name = check_event_name(event, kEndsWord); !name) {
      return name;
    }
  }
  return {};
}

}  // namespace quern::callgrind
