// SPDX-License-Identifier: MIT
//
// What went wrong or looks odd, as a value. Readers and analyses return it, and only `cli` prints
// it. A Diagnostic ends the work at hand. What a reader can go on after is a Finding instead
// (model/records/findings.h), which points to its CodeInfo. Codes are stable; docs/errors.md has an
// example of each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace quern {

enum class Severity : uint8_t { kNote, kWarning, kError };

/// Who has to act. `cli` maps it to an exit code and the C library to a status, of the same number:
/// 2 usage, 3 input, 4 output.
enum class Fault : uint8_t { kUsage, kInput, kOutput };

/// One kind of finding or error. All of them are constants with static storage: pointers to them
/// are compared, and a thousand findings of one kind store no text of it.
struct CodeInfo {
  std::string_view name;  ///< stable, kebab-case: what users see in brackets
  Severity severity = Severity::kWarning;
  std::string_view summary;  ///< one lower-case phrase for `check --list-codes`
  /// For warnings: the row that it is about is missing from the profile, so that `check --repair`
  /// lists it as dropped. (For errors this is always so.)
  bool drops = false;
  /// The input lacks some of what its producer meant to write: see Completeness.
  bool is_incomplete = false;
};

/// A place in a text input. Zero: not known, or not a text.
struct Place {
  uint64_t line = 0;    ///< from 1
  uint64_t column = 0;  ///< in bytes, from 1
  bool operator==(const Place&) const = default;
};

struct Diagnostic {
  Severity severity = Severity::kError;
  Fault fault = Fault::kInput;
  std::string code;     ///< CodeInfo::name; a text, since many usage errors have no CodeInfo
  std::string message;  ///< what was found and what was expected; lower case, no full stop
  std::string hint;     ///< what to do, or empty
  std::string input;    ///< the file as the user named it, or empty
  Place place;
  std::optional<uint64_t> offset;      ///< bytes from the start, in compressed or binary inputs
  std::optional<std::string> excerpt;  ///< the row at `place`, whole, without its line end
  bool is_cut = false;  ///< a compressed stream ends early: all before `offset` was sound
};

/// "error", "warning", "note".
[[nodiscard]] std::string_view to_string(Severity severity);

/// An error that the way of calling quern caused (exit code 2).
[[nodiscard]] Diagnostic usage_error(std::string_view code, std::string message,
                                     std::string hint = {});

/// An error of an output, or of something that the machine lacks; without an input.
[[nodiscard]] Diagnostic output_error(std::string_view code, std::string message,
                                      std::string hint = {});

/// An error of an input as a whole; without a row.
[[nodiscard]] Diagnostic input_error(std::string_view code, std::string input, std::string message,
                                     std::string hint = {});

}  // namespace quern
