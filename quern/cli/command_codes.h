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
    {"bad-value", Severity::kError, "an option's value is not one it takes"},
    {"cannot-listen", Severity::kError, "the page cannot be served on this port"},
    {"incomplete-profile", Severity::kError, "a profile whose end is missing cannot be judged by"},
    {"missing-argument", Severity::kError, "a command lacks a name, file or option it needs"},
    {"missing-value", Severity::kError, "an option that needs a value has none"},
    {"no-cache-folder", Severity::kError, "nothing says where the cache of the user is"},
    {"no-editor", Severity::kError, "the editor cannot be started, or failed"},
    {"no-http-library", Severity::kError, "the library that serves the page is missing"},
    {"no-profiler", Severity::kError, "the profiler cannot be started"},
    {"not-recorded", Severity::kError, "a program was run under a profiler, and left no profile"},
    {"no-program", Severity::kError, "the program to record is not found or cannot be executed"},
    {"no-randomness", Severity::kError, "the system gives no random bytes for the page's token"},
    {"no-source", Severity::kError, "there is no source line to open"},
    {"no-such-branch", Severity::kError, "the page asks for a stack of calls that there is not"},
    {"out-of-memory", Severity::kError, "the machine's memory did not suffice"},
    {"output-exists", Severity::kError, "the output exists, and --force was not given"},
    {"output-failed", Severity::kError, "the output cannot be created"},
    {"unexpected-argument", Severity::kError, "more arguments than the command takes"},
    {"needs-option", Severity::kError, "an option that means nothing without another"},
    {"stopped", Severity::kError, "an answer that nobody waits for any more"},
    {"unexpected-value", Severity::kError, "a switch was given a value"},
    {"unknown-command", Severity::kError, "the first word is no command and no file"},
    {"unknown-filter", Severity::kError, "no configuration file has a set of filters of this name"},
    {"unknown-key", Severity::kError, "a configuration file sets what there is not"},
    {"unknown-option", Severity::kError, "the command takes no such option"},
    {"unknown-topic", Severity::kError, "help knows no such command or topic"},
    {kUnmatchedRule, Severity::kError,
     "a rule of a gate matches nothing, and --require-match is set"},
    {"write-failed", Severity::kError, "the answer could not be written, as on a full disk"},
}};

}  // namespace quern::cli
