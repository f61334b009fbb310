// SPDX-License-Identifier: MIT
//
// What changed line by line of source, between two sides: of the files that changed most, of one
// function (with what was inlined into it), of one file, or around one line. Lines are paired by
// the texts of both sources, else by their numbers. All changes are accounted for: those listed and
// those that are not add up to the change of the total.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/result.h"
#include "quern/compare/match/matched_sides.h"
#include "quern/compare/source/diff_lines.h"
#include "quern/compare/source/line_pairing.h"
#include "quern/compare/source/paired_objects.h"
#include "quern/compare/source/paired_sources.h"
#include "quern/source/source_files.h"
#include "quern/views/source/annotation.h"

namespace quern {

struct DiffAnnotationRequest {
  std::string target = {};  ///< a function, a file, FILE:LINE; empty: what changed most
  PlacesOfSides places = {};
  std::optional<size_t> context = {};  ///< as AnnotationRequest has it
  bool whole = false;                  ///< all lines of the files
  bool unchanged = false;              ///< lines, calls and files without any change too
  bool names_file = false;             ///< the target is the recorded path of a file of either side
  uint32_t least_share = 0;  ///< of the larger total, in hundredths of a percent: larger changes
  size_t most_calls = 0;     ///< of each line; 0: all
};

/// What of a file may be shown at all: all of it, or what is around one line.
struct PlaceWindow {
  std::optional<LinePlace> around;
  uint64_t context = 0;

  [[nodiscard]] bool contains(const LinePlace& place) const {
    if (!around) {
      return true;
    }
    const uint64_t apart = place.at > around->at ? place.at - around->at : around->at - place.at;
    return place.kind == around->kind && apart <= context;
  }
};

/// Several rows of a file's lines, both included.
using RowRange = LineRange;

/// A line that is shown.
struct DiffSourceLine {
  PairedLine pair = {};
  const DiffLine* line = nullptr;  ///< null: nothing is known of it
  uint64_t left_out = 0;           ///< rows before it that are not shown
  uint64_t position = 0;           ///< of DiffAnnotatedFile::position()
};

/// One file, or what of it belongs to the function asked for, with its self costs, and the
/// outermost ones where these count.
struct DiffAnnotatedFile : ComparedSides, PairedSources {
  std::string_view name;                     ///< the new one, or the old one where it is gone
  std::optional<std::string_view> old_name;  ///< where it differs
  DiffStatus status = DiffStatus::kBoth;
  Match match = Match::kNone;
  bool is_inlined = false;       ///< not a file of the function asked for
  std::vector<DiffLine> lines;   ///< all that something is known of, the unknown one first
  std::vector<RowRange> ranges;  ///< of the pairing: what is shown
  bool shows_unknown = false;    ///< and the unknown line
  std::vector<uint32_t> beyond;  ///< and lines after all rows: indices into `lines`
  uint32_t lanes = 0;            ///< arrows of jumps side by side

  /// Chooses the lines and rows that are shown.
  void choose_lines(const PlaceWindow& window, const DiffAnnotationRequest& request);
  /// Gives lanes to the jumps that are shown, between lines of the file that are not one line:
  /// to those that changed and, where asked for, the `unchanged` ones.
  void draw_arrows(bool unchanged);
  /// Of a row: the new line, or the old one where there is no new one (or no new source).
  [[nodiscard]] std::string_view text(const PairedLine& pair) const;
  /// What a line was before, where it is known to have been another.
  [[nodiscard]] std::optional<std::string_view> old_text(const PairedLine& pair) const;

  /// Whether there is a text, which may be empty.
  [[nodiscard]] bool has_text(const PairedLine& pair, const DiffLine* line) const;
  /// Whether a source was found that has no such line.
  [[nodiscard]] bool is_beyond_end(const DiffLine* line) const;

  /// Ascends as lines are shown; 0: the line is not known.
  [[nodiscard]] uint64_t position(const LinePlace& place) const;
  /// Calls use(DiffSourceLine) for every line shown, in order: the unknown one, rows, those behind
  /// all rows. Stops where that gives false, and gives false then.
  template <class Use>
  bool each_line(Use use) const;
  /// Rows left out behind the last that is shown.
  [[nodiscard]] uint64_t left_out_behind() const;
};

/// Where changes are; all of them are the change of the total.
enum class DiffAccounted : uint8_t {
  kPaired,            ///< of files shown: lines that both sources have
  kByNumber,          ///< lines of one source, paired by number
  kRemoved,           ///< lines only the old source has
  kAdded,             ///< lines only the new source has
  kUnknownLine,       ///< the unknown line
  kBeyondEnd,         ///< after the end of the source that was found
  kWithoutSource,     ///< no source was found
  kOtherLines,        ///< of the file, but not around the line asked for
  kUnchanged,         ///< of files without a line that changed
  kInlinedElsewhere,  ///< none: of files whose costs all count for lines of other files
  kBelowShare,        ///< of files that changed less than the least share
  kBeyondLimit,       ///< of files beyond the limit
  kNotAsked,          ///< of other functions or files than asked for
  kUnknownFile,       ///< without a file
  kDeclaredOnly,      ///< that `summary:` declares without rows for it
  kMedians,           ///< medians of lines do not add up to those of the totals
};
inline constexpr size_t kDiffAccounted = 16;
[[nodiscard]] std::string_view to_string(DiffAccounted what);

struct DiffAccountedCost {
  DiffAccounted what = DiffAccounted::kPaired;
  std::optional<size_t> files;             ///< how many, where that means something
  std::vector<Amount> old_self, new_self;  ///< by column
  [[nodiscard]] std::vector<Amount> change() const;
};

class DiffAnnotation {
 public:
  /// Keeps references to the profiles. Errors (Fault::kUsage): `no-lines` where no side records
  /// any, those of find_names(), `ambiguous-name`.
  [[nodiscard]] static Result<DiffAnnotation> make(const DiffRuns& runs,
                                                   DiffAnnotationRequest request);
  DiffAnnotation(DiffAnnotation&&) noexcept;
  ~DiffAnnotation();

  [[nodiscard]] const Selection& selection() const;
  [[nodiscard]] const DiffAnnotationRequest& request() const;
  /// By column, medians over the runs of a side.
  [[nodiscard]] const std::vector<Amount>& totals(Version side) const;
  [[nodiscard]] size_t run_count(Version side) const;
  [[nodiscard]] TargetKind kind() const;
  /// The function or file asked for.
  [[nodiscard]] const RowName& target() const;
  /// The line asked for, of the new side where it has the file; 0: none.
  [[nodiscard]] uint64_t target_line() const;
  /// Files that are not known to be unchanged, and those shown: by the size of the change in the
  /// sort column, then by name.
  [[nodiscard]] size_t row_count() const;
  [[nodiscard]] size_t shown() const;
  /// Whether anything changed of what is asked.
  [[nodiscard]] bool differs() const;
  /// As of Annotation.
  [[nodiscard]] bool counts_outermost() const;
  /// All files of both sides, and what is known of inlined code.
  [[nodiscard]] const DiffFiles& files() const;
  /// Whether a run records jumps of files that may be shown.
  [[nodiscard]] bool has_jumps() const;
  /// The file of this rank, below shown(). Its sources are read anew each time.
  [[nodiscard]] DiffAnnotatedFile file(size_t rank) const;
  /// As Annotation::folder_to_propose(), of both sides.
  [[nodiscard]] std::string folder_to_propose() const;
  /// What is not 0 on both sides, and where there are files.
  [[nodiscard]] const std::vector<DiffAccountedCost>& accounting() const;

 private:
  struct State;
  explicit DiffAnnotation(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

template <class Use>
bool DiffAnnotatedFile::each_line(Use use) const {
  if (shows_unknown && !use(DiffSourceLine{.line = &lines.front()})) {
    return false;
  }
  auto line = lines.begin();
  uint64_t next = 0;  // the first row that is not told of yet
  for (const RowRange& range : ranges) {
    uint64_t left_out = range.first - next;
    for (uint64_t row = range.first; row <= range.last; ++row) {
      const LinePlace place{LinePlace::Kind::kRow, row};
      line = std::find_if(line, lines.end(), [&](const DiffLine& l) { return l.place >= place; });
      const bool is_known = line != lines.end() && line->place == place;
      if (!use(DiffSourceLine{.pair = pairing.row(row),
                              .line = is_known ? &*line : nullptr,
                              .left_out = left_out,
                              .position = position(place)})) {
        return false;
      }
      left_out = 0;
    }
    next = range.last + 1;
  }
  uint64_t left_out = beyond.empty() ? 0 : pairing.rows() - next;
  for (const uint32_t index : beyond) {
    if (!use(DiffSourceLine{.pair = lines[index].pair,
                            .line = &lines[index],
                            .left_out = left_out,
                            .position = position(lines[index].place)})) {
      return false;
    }
    left_out = 0;
  }
  return true;
}

}  // namespace quern
