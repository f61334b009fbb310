// SPDX-License-Identifier: MIT
//
// How readers report errors. With keep_going an error is one more finding; without it, it ends the
// reading. Readers leave the difference to told(), so that both modes have the same text, place and
// excerpt.
#include "quern/formats/shared/reading_error.h"

#include <utility>

namespace quern {

namespace {

constexpr size_t kLongestExcerpt = size_t{64} << 10;

}  // namespace

Diagnostic reading_error(const Reading& reading, const CodeInfo& code, std::string message,
                         std::string hint) {
  Diagnostic error;
  error.code = code.name;
  error.message = std::move(message);
  error.hint = std::move(hint);
  error.input = reading.info.name;
  return error;
}

std::optional<Diagnostic> told(Reading& reading, RowError error, Place place,
                               std::string_view row) {
  if (reading.options.keep_going) {
    reading.info.findings.add(*error.code, place, error.message, std::move(error.hint));
    return std::nullopt;
  }
  Diagnostic diagnostic =
      reading_error(reading, *error.code, std::move(error.message), std::move(error.hint));
  diagnostic.place = place;
  if (!row.empty()) {
    diagnostic.excerpt = row.substr(0, kLongestExcerpt);
  }
  return diagnostic;
}

}  // namespace quern
