// SPDX-License-Identifier: MIT
//
// Codes of errors that only the command meets: in the way it was called, and in writing its answer
// (which `bytes` reports). Each has a row in docs/errors.md.
#pragma once

#include <array>
#include <string_view>

#include "quern/base/diagnostic.h"

namespace quern::cli {

inline constexpr std::string_view kUnmatchedRule = "unmatched-rule";

inline constexpr std::array<CodeInfo, 29> kCommandCodes = {{
    {"bad-config", Severity::kError, "a configuration file, or a setting in it, cannot be read"},
    {"bad-value", Severity::kError, "an option does not accept this value"},
    {"cannot-listen", Severity::kError, "the page cannot be served on this port"},
    {"conflicting-options", Severity::kError,
     "an option contradicts the suffix of the output file"},
    {"incomplete-profile", Severity::kError,
     "an incomplete profile cannot pass or fail a comparison"},
    {"missing-argument", Severity::kError, "a command lacks a name, file or option it needs"},
    {"missing-value", Severity::kError, "an option that needs a value has none"},
    {"no-cache-folder", Severity::kError, "the folder of the user's cache is unknown"},
    {"no-editor", Severity::kError, "the editor cannot be started, or failed"},
    {"no-profiler", Severity::kError, "the profiler cannot be started"},
    {"not-recorded", Severity::kError, "a program ran under a profiler but wrote no profile"},
    {"no-program", Severity::kError, "the program to record is not found or cannot be executed"},
    {"no-randomness", Severity::kError, "the system provides no random bytes for the page's token"},
    {"no-source", Severity::kError, "there is no source line to open"},
    {"no-such-branch", Severity::kError, "the page asks for a call stack that does not exist"},
    {"out-of-memory", Severity::kError, "the machine ran out of memory"},
    {"output-exists", Severity::kError, "the output exists, and --force was not given"},
    {"output-failed", Severity::kError, "the output cannot be created"},
    {"unexpected-argument", Severity::kError, "a command has more arguments than it accepts"},
    {"needs-option", Severity::kError, "an option needs another option, or conflicts with one"},
    {"stopped", Severity::kError, "the answer was canceled"},
    {"unexpected-value", Severity::kError, "a switch was given a value"},
    {"unknown-command", Severity::kError, "the first word is neither a command nor a file"},
    {"unknown-filter", Severity::kError, "no configuration file defines this set of filters"},
    {"unknown-key", Severity::kError, "a configuration file has an unknown key"},
    {"unknown-option", Severity::kError, "the command does not have this option"},
    {"unknown-topic", Severity::kError, "help has no such command or topic"},
    {kUnmatchedRule, Severity::kError,
     "a rule of a gate matches nothing, and --require-match is set"},
    {"write-failed", Severity::kError, "the answer could not be written, e.g. on a full disk"},
}};

}  // namespace quern::cli
