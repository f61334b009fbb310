// SPDX-License-Identifier: MIT
//
// The words of annotated sources, in text and in HTML.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/output/answers/source.h"
#include "quern/output/render.h"
#include "quern/views/source/annotation.h"

namespace quern {

/// A line of source code made printable, its tabs as blanks up to every eighth column.
[[nodiscard]] std::string source_text(std::string_view line);

/// "⤷ operator== (basic_string.h:3587)  600 Ir (97.56 %)": the functions that were inlined into a
/// line which are worth showing, each with those inlined into it below; at most six.
[[nodiscard]] std::vector<std::string> inlined_texts(const AnnotatedLine& line,
                                                     const Annotation& answer, const Style& style,
                                                     size_t room = 0);
/// How to know what was inlined where it is not known; empty: it is, or nobody could.
[[nodiscard]] std::string inlined_note(const InlinedCode& code);
/// "0x1139  3,000 Ir (3.88 %)  operator== at words.cc:8, find at words.cc:15": its functions, each
/// with the line that it was inlined into.
[[nodiscard]] std::string instruction_text(const AnnotatedInstruction& instruction,
                                           const Annotation& answer, const Style& style,
                                           size_t room = 0);
/// "→ work  3 calls, 600 Ir (97.56 %)": what a line calls. Into `room` columns (0: any number) it
/// fits by a name that is cut, and by fewer numbers: none is ever cut.
[[nodiscard]] std::string call_text(const AnnotatedCall& call, const Annotation& answer,
                                    const Style& style, size_t room = 0);
/// "→ 12 more functions  …": what else it calls; nothing where that is nothing.
[[nodiscard]] std::string more_calls_text(const AnnotatedLine& line, const Annotation& answer,
                                          size_t room = 0);
/// "12 more lines with 600 Ir (9.75 %): …": what the limit leaves out; nothing where that is
/// nothing.
[[nodiscard]] std::string further_lines_text(const AnnotatedFile& file, const Annotation& answer);
/// "jump to 22, 3 of 10 times", from line `number`.
[[nodiscard]] std::string jump_text(const AnnotatedJump& jump, uint64_t number, const Style& style);

/// "--map-path /build=src", as a shell takes it.
[[nodiscard]] std::string map_option(const PathMap& map);
/// How to get lines for a function that has none, in a line of its own; empty where it has some.
[[nodiscard]] std::string missing_lines_text(const Annotation& answer);

/// The first few paths that were tried, a line each, and the path maps that would help.
[[nodiscard]] std::string tried_text(const SourceFile& source);
/// "hint: add --source-path src …": how to allow refused sources below `folder` to be read; nothing
/// where it is empty.
[[nodiscard]] std::string refused_text(const std::string& folder);

/// What is annotated: a function, a file, FILE:LINE, or `all`.
[[nodiscard]] std::string target_text(TargetKind kind, const RowName& name, uint64_t line,
                                      std::string_view all, const Style& style);

/// "annotated lines of 2 files": a row of the accounting.
[[nodiscard]] std::string account_text(const AccountedCost& account, const Annotation& answer);

/// "615 Ir (92.20 %)": of the event that leads.
[[nodiscard]] std::string leading_cost_text(std::span<const Amount> costs,
                                            const Annotation& answer);
/// "615 Ir (92.20 %), 61 Dr (80.26 %)": all columns.
[[nodiscard]] std::string costs_text(std::span<const Amount> costs, const Annotation& answer);

/// Hundredths of a percent: "0.1", "12.34".
[[nodiscard]] std::string share_text(uint32_t share);

/// What stands in place of the text of a line that the source does not have.
inline constexpr std::string_view kBeyondEndText = "(after the end of the file)";
inline constexpr std::string_view kNewerText =
    "the source is newer than the profile; lines may have moved";
inline constexpr std::string_view kUnknownLineText =
    "(unknown line: code without line information, or costs that a filter moved)";

}  // namespace quern
