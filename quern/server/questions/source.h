// SPDX-License-Identifier: MIT
//
// The lines of one file, as pages and exports show them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "quern/compare/source/diff_annotation.h"
#include "quern/server/routes.h"
#include "quern/views/source/annotation.h"

namespace quern::server {

/// All lines of the file of this id, with their costs. Refused: 404 `no-such-file`, and what
/// Annotation::make() refuses.
[[nodiscard]] Asked<std::shared_ptr<const Annotation>> annotation_of(const Question& question,
                                                                     const Selection& selection,
                                                                     std::string_view id);

/// The lines of both sides in one list, of the file that has this id on either side.
[[nodiscard]] Asked<std::shared_ptr<const DiffAnnotation>> diff_annotation_of(
    const Question& question, std::string_view id);
/// The places with the folder of each input of the profile.
[[nodiscard]] SourcePlaces places_beside(const Profile& profile, SourcePlaces places);

/// Lines that are asked for, of a file or of the list of both sides'.
struct AskedLines {
  uint64_t first = 0;  ///< 0: with the line that is not known
  uint64_t last = 0;
  bool with_path = false;  ///< and where the file is on this machine
  [[nodiscard]] bool contains(uint64_t line) const { return line >= first && line <= last; }
};
[[nodiscard]] AskedLines asked_lines(QueryParameters& parameters);

/// The id of the function whose line is asked for with the file.
using WantedFunction = std::optional<std::string>;
[[nodiscard]] WantedFunction wanted_function(QueryParameters& parameters);
/// "function_line" and "hottest_line" if a function is asked for: those of function_lines() and
/// hottest_lines(); null if they are not known, or if the function is of another file.
void write_function_line(JsonWriter& json, const ServedProfile& served, const Selection& selection,
                         std::string_view file, const WantedFunction& asked);
/// "full_path" of a source that was found, where it is asked for: editors open it.
void write_full_path(JsonWriter& json, const AskedLines& asked, const SourceFile& source);

}  // namespace quern::server
