// SPDX-License-Identifier: MIT
//
// Source lines with what was spent there, the calls made from them and the jumps between them: of
// the hottest files, of one function (its own file and those inlined into it), of one file, or
// around one line. What is not shown is accounted for to the last unit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "quern/analysis/events/fraction.h"
#include "quern/base/result.h"
#include "quern/model/profile.h"
#include "quern/query/rows.h"
#include "quern/query/selection.h"
#include "quern/source/inlines/inlined_code.h"
#include "quern/source/source_files.h"
#include "quern/views/source/inlined_tree.h"
#include "quern/views/source/instructions.h"

namespace quern {

struct CodeWithFiles;

struct AnnotationRequest {
  std::string target = {};   ///< a function, a file, FILE:LINE; empty: the hottest files
  SourcePlaces places = {};  ///< where sources are looked for
  /// Cold lines shown on either side of others; nothing: 3, around one line 8.
  std::optional<size_t> context = {};
  bool whole = false;        ///< all lines of the files
  uint32_t least_share = 0;  ///< only files above it, in 1/100 % of the total
  size_t most_calls = 0;     ///< of each line; 0: all
  /// Of each file, the hottest with the lines around them; 0: all. Not where `whole` lines or those
  /// around one are asked for.
  size_t most_lines = 0;
  bool lists_without_source = true;  ///< lines of files whose source is not found
  bool names_file = false;           ///< the target is the recorded path of a file, whole
  bool instructions = false;         ///< of each line, too
};

/// Calls from one line to one function, or what is left of them.
struct AnnotatedCall {
  RowName callee;
  Amount count;
  std::vector<Amount> inclusive;  ///< by column
  bool is_recursive = false;      ///< within one cycle, so that inclusive costs overlap
  bool is_inlined = false;        ///< made by code that was inlined into the line
  /// By Selection::ratios; nothing where there is no value.
  std::vector<std::optional<Fraction>> inclusive_ratios = {};
};

/// All jumps of a line to one target, of one kind.
struct AnnotatedJump {
  bool is_conditional = false;
  uint64_t line = 0;             ///< where it leads; 0: not known
  std::string_view file;         ///< empty: within the file
  std::string_view function;     ///< that it leads into
  bool is_into_several = false;  ///< instances of code, say: `function` is empty
  int128 executed = 0;
  int128 followed = 0;           ///< of conditional ones; else as often as executed
  std::optional<uint32_t> lane;  ///< of its arrow beside the lines, 0 next to them
};

/// A line that the profile knows something of.
struct AnnotatedLine {
  uint64_t number = 0;            ///< 0: costs of the file without a line
  bool is_beyond_end = false;     ///< the source has no such line
  bool has_self = false;          ///< a record gives it costs, which may be 0
  std::vector<Amount> self = {};  ///< by column
  /// By Selection::ratios, where `has_self`; a line is not called, so that none needs calls.
  std::vector<std::optional<Fraction>> self_ratios = {};
  /// By column: self costs and all code that was inlined into the line, at any depth. Empty where
  /// that is not known.
  std::vector<Amount> with_inlined = {};
  /// By column: these (self costs where they are not known) and all calls from here and from code
  /// inlined here; empty where the line has neither. Bounded where calls are recursive, or where
  /// functions that share the line may call each other: calls are added up as recorded, which
  /// counts what they have in common more than once.
  std::vector<Amount> with_calls = {};
  std::vector<InlinedNode> inlined = {};  ///< into the line, the most expensive first
  bool has_own_calls = false;
  AnnotatedCall called = {};              ///< the line's own calls added up, without a name
  std::vector<AnnotatedCall> calls = {};  ///< descending by inclusive cost in the sort column
  size_t more_callees = 0;                ///< functions that are called but not in `calls`
  AnnotatedCall more = {};                ///< what they were called for, added up
  std::vector<AnnotatedJump> jumps = {};
  std::vector<AnnotatedInstruction> instructions = {};  ///< if they are asked for
};

/// Lines first … last, both included.
struct LineRange {
  uint64_t first = 0;
  uint64_t last = 0;
};

/// One file, or what of it belongs to the function asked for.
struct AnnotatedFile {
  std::string_view name;
  bool is_inlined = false;  ///< not the file of the function asked for
  SourceFile source;
  uint64_t source_lines = 0;    ///< that the source has; 0 where it is not found
  std::vector<Amount> self;     ///< by column
  std::vector<Amount> inlined;  ///< of it: spent in functions of other files
  /// By column: self costs and those of code inlined here, if no line of another file is known
  /// further outward; files add up to the total. Empty where that is not known.
  std::vector<Amount> outermost;
  bool lists_lines = true;           ///< false: `lines` and `ranges` are empty
  std::vector<AnnotatedLine> lines;  ///< ascending; the unknown one first
  std::vector<LineRange> ranges;     ///< what is shown: these lines and those around them
  uint32_t lanes = 0;                ///< arrows side by side
  size_t more_lines = 0;             ///< beyond AnnotationRequest::most_lines,
  std::vector<Amount> more_self;     ///< and what they cost themselves, by column

  /// How many lines of the source stand between line `before` and `number`, unshown.
  [[nodiscard]] uint64_t folded(uint64_t before, uint64_t number) const {
    const uint64_t end = number - 1 < source_lines ? number - 1 : source_lines;
    return number != 0 && before < end ? end - before : 0;
  }

  /// Calls use(number, line or null, text) for every line shown, in order; the unknown one, which
  /// has no text, first.
  template <class Use>
  void each_line(Use use) const {
    auto line = lines.begin();
    if (line != lines.end() && line->number == 0) {
      use(uint64_t{0}, &*line, std::string_view());
      ++line;
    }
    for (const LineRange& range : ranges) {
      for (uint64_t number = range.first;; ++number) {
        const bool is_known = line != lines.end() && line->number == number;
        use(number, is_known ? &*line : nullptr, source.text.line(number));
        line += is_known ? 1 : 0;
        if (number == range.last) {
          break;
        }
      }
    }
  }
};

/// Where costs went; all of them are the total.
enum class Accounted : uint8_t {
  kAnnotated,      ///< shown beside source text
  kUnknownLine,    ///< shown: in these files, the line not known
  kBeyondEnd,      ///< shown: beyond the end of the source that was found
  kWithoutSource,  ///< of files whose source was not found, by line where lines are listed
  kOtherLines,     ///< of the file, but not around the line asked for
  kFurtherLines,   ///< of these files, beyond the limit of lines
  kBelowShare,     ///< of files below the least share
  kBeyondLimit,    ///< of files beyond the limit
  kNotAsked,       ///< of other functions or files than asked for
  kUnknownFile,    ///< without a file
  kDeclaredOnly,   ///< that `summary:` declares without rows for it
};
[[nodiscard]] std::string_view to_string(Accounted what);

struct AccountedCost {
  Accounted what = Accounted::kAnnotated;
  std::optional<size_t> files;  ///< how many, where that means something
  std::vector<Amount> self;     ///< by column
};

enum class TargetKind : uint8_t { kAll, kFunction, kFile, kLine };
[[nodiscard]] std::string_view to_string(TargetKind kind);

/// Why a function that is asked for has no lines.
enum class MissingLines : uint8_t {
  kNone,           ///< it has some, or no function is asked for
  kObjectUnknown,  ///< its object file is not here, or not looked at
  kNoDebugInfo,    ///< its object file has no debug information
  kNotRecorded,    ///< its object file has some, which the profile does not show
};

class Annotation {
 public:
  /// Errors (Fault::kUsage): `no-lines` where no line is recorded at all, those of find_names,
  /// `ambiguous-name`.
  [[nodiscard]] static Result<Annotation> make(const Profile& profile, const Selection& selection,
                                               AnnotationRequest request);
  /// The same from costs that several answers share: with the request's places and instructions.
  [[nodiscard]] static Result<Annotation> make(const std::shared_ptr<const CodeWithFiles>& from,
                                               const Selection& selection,
                                               AnnotationRequest request);
  Annotation(Annotation&&) noexcept;
  ~Annotation();

  [[nodiscard]] const Selection& selection() const;
  [[nodiscard]] const AnnotationRequest& request() const;
  /// By column, over the chosen parts.
  [[nodiscard]] const std::vector<Amount>& totals() const;
  [[nodiscard]] TargetKind kind() const;
  /// The function or file asked for.
  [[nodiscard]] const RowName& target() const;
  /// The line asked for; 0: none.
  [[nodiscard]] uint64_t target_line() const;
  /// Files in all that the question is about, and those shown, the hottest first.
  [[nodiscard]] size_t row_count() const;
  [[nodiscard]] size_t shown() const;
  /// What is known of inlined code.
  [[nodiscard]] const InlinedCode& inlined() const;
  /// Whether a cost counts for its outermost line in the ranking of files and in the accounting.
  [[nodiscard]] bool counts_outermost() const;
  /// Whether lines have costs with what was inlined there.
  [[nodiscard]] bool knows_inlined() const;
  /// Whether the profile records calls; without any, inclusive costs are self costs.
  [[nodiscard]] bool has_calls() const;
  /// Whether any jump of the files shown is recorded.
  [[nodiscard]] bool has_jumps() const;
  /// The file of this rank, below shown(). Its source is read again each time.
  [[nodiscard]] AnnotatedFile file(size_t rank) const;
  /// The source folder to propose because sources were refused (SourceFile::refused_folder); empty:
  /// none was, or no folder can be proposed.
  [[nodiscard]] std::string folder_to_propose() const;
  /// Reads the debug information of the function's object if it has no lines.
  [[nodiscard]] MissingLines missing_lines() const;
  /// What is not 0, and what is annotated in any case.
  [[nodiscard]] const std::vector<AccountedCost>& accounting() const;

 private:
  struct State;
  explicit Annotation(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace quern
