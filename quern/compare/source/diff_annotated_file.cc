// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <vector>

#include "quern/compare/source/diff_annotation.h"
#include "quern/compare/source/paired_sources.h"
#include "quern/views/source/annotated_lines.h"
#include "quern/views/source/jump_lanes.h"

namespace quern {

std::string_view to_string(LinesPaired paired) {
  return paired == LinesPaired::kByText    ? "text"
         : paired == LinesPaired::kOneSide ? "none"
                                           : "number";
}

void PairedSources::pair_lines(bool guesses) {
  const std::optional<SourceFile>& was = old_source;
  const std::optional<SourceFile>& is = new_source;
  const bool has_old = has_source(Version::kOld);
  const bool has_new = has_source(Version::kNew);
  if (!was || !is) {
    paired = LinesPaired::kOneSide;
    pairing = LinePairing::of_one_side(was ? Version::kOld : Version::kNew,
                                       (was ? was : is)->text.lines());
  } else if (has_old && has_new && was->path != is->path) {
    paired = LinesPaired::kByText;
    pairing = LinePairing::by_text(was->text, is->text, guesses);
  } else {
    paired = has_old && has_new   ? LinesPaired::kByNumberOfSame
             : has_old || has_new ? LinesPaired::kByNumberOfOne
                                  : LinesPaired::kByNumberOfNone;
    pairing = LinePairing::by_number((has_new ? is : was)->text.lines());
  }
}

PairedSources SourcesOfSides::find(const DiffFiles& files, uint32_t file) {
  PairedSources sources;
  const auto find_one = [&](SourceFiles& places, Version side) -> std::optional<SourceFile> {
    const std::optional<std::string_view> name = files.name(file, side);
    return name ? std::optional(places.find(*name, files.objects(file, side))) : std::nullopt;
  };
  sources.old_source = find_one(old_places_, Version::kOld);
  sources.new_source = find_one(new_places_, Version::kNew);
  sources.pair_lines(files.runs().layers.guess);
  return sources;
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

void DiffAnnotatedFile::choose_lines(const PlaceWindow& window,
                                     const DiffAnnotationRequest& request) {
  constexpr size_t kContext = 3;
  const uint64_t rows = pairing.rows();
  const uint64_t context = request.context.value_or(kContext);
  const auto around = [rows](uint64_t row, uint64_t many) {
    return RowRange{row > many ? row - many : 0, many < rows - 1 - row ? row + many : rows - 1};
  };
  if (request.whole && rows != 0) {
    ranges.push_back({0, rows - 1});
  } else if (window.around && window.around->kind == LinePlace::Kind::kRow) {
    ranges.push_back(around(window.around->at, window.context));
  }
  std::erase_if(lines, [&](const DiffLine& line) { return !window.contains(line.place); });
  for (size_t at = 0; at < lines.size(); ++at) {
    const DiffLine& line = lines[at];
    if (!line.is_changed() && !request.unchanged) {
      continue;
    }
    if (line.place.kind == LinePlace::Kind::kUnknown) {
      shows_unknown = true;
    } else if (line.place.kind == LinePlace::Kind::kBeyond) {
      beyond.push_back(static_cast<uint32_t>(at));
    } else if (!window.around) {
      add_range(ranges, around(line.place.at, context));
    }
  }
}

void DiffAnnotatedFile::draw_arrows(bool unchanged) {
  std::vector<DrawnJump> arrows;
  for (DiffLine& line : lines) {
    for (DiffJump& jump : line.jumps) {
      const uint64_t from = position(line.place);
      const uint64_t to = position(jump.target_place);
      const bool is_told = unchanged || jump.is_changed();
      if (is_told && jump.file.empty() && from != 0 && to != 0 && from != to) {
        arrows.push_back({{from, to}, &jump.lane});
      }
    }
  }
  lanes = assign_lanes(arrows);
}

}  // namespace quern
