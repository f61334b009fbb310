// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>

#include "quern/compare/source/diff_annotation.h"
#include "quern/compare/source/paired_sources.h"

namespace quern {

std::string_view to_string(LinesPaired paired) {
  return paired == LinesPaired::kByText    ? "text"
         : paired == LinesPaired::kOneSide ? "none"
                                           : "number";
}

void pair_lines(PairedSources& sources, bool guesses) {
  const std::optional<SourceFile>& was = sources.old_source;
  const std::optional<SourceFile>& is = sources.new_source;
  if (!was || !is) {
    const SourceText& text = (was ? was : is)->text;
    sources.paired = LinesPaired::kOneSide;
    sources.pairing = LinePairing::of_one_side(was ? Version::kOld : Version::kNew, text.lines());
  } else if (is_found_source(was) && is_found_source(is) && was->path != is->path) {
    sources.paired = LinesPaired::kByText;
    sources.pairing = LinePairing::by_text(was->text, is->text, guesses);
  } else {
    sources.paired = is_found_source(was) && is_found_source(is)   ? LinesPaired::kByNumberOfSame
                     : is_found_source(was) || is_found_source(is) ? LinesPaired::kByNumberOfOne
                                                                   : LinesPaired::kByNumberOfNone;
    sources.pairing = LinePairing::by_number((is_found_source(is) ? is : was)->text.lines());
  }
}

std::string_view DiffAnnotatedFile::text(const PairedLine& pair) const {
  return pair.new_line != 0 && has_source(Version::kNew)   ? new_source->text.line(pair.new_line)
         : pair.old_line != 0 && has_source(Version::kOld) ? old_source->text.line(pair.old_line)
                                                           : std::string_view();
}

std::optional<std::string_view> DiffAnnotatedFile::old_text(const PairedLine& pair) const {
  return pair.match == LineMatch::kSimilar ? std::optional(old_source->text.line(pair.old_line))
                                           : std::nullopt;
}

bool DiffAnnotatedFile::has_text(const PairedLine& pair, const DiffLine* line) const {
  const bool is_in_source = line == nullptr || line->place.kind == LinePlace::Kind::kRow;
  return is_in_source && ((pair.new_line != 0 && has_source(Version::kNew)) ||
                          (pair.old_line != 0 && has_source(Version::kOld)));
}

bool DiffAnnotatedFile::is_beyond_end(const DiffLine* line) const {
  return line != nullptr && line->place.kind == LinePlace::Kind::kBeyond &&
         (has_source(Version::kOld) || has_source(Version::kNew));
}

uint64_t DiffAnnotatedFile::left_out_behind() const {
  return !beyond.empty()  ? 0
         : ranges.empty() ? pairing.rows()
                          : pairing.rows() - 1 - ranges.back().last;
}

uint64_t DiffAnnotatedFile::position(const LinePlace& place) const {
  switch (place.kind) {
    case LinePlace::Kind::kUnknown:
      return 0;
    case LinePlace::Kind::kRow:
      return place.at + 1;
    default:
      return pairing.rows() + std::min(place.at, UINT64_MAX - pairing.rows());
  }
}

}  // namespace quern
