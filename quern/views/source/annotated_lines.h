// SPDX-License-Identifier: MIT
//
// From the costs of lines to the lines of an annotated file: which are shown, and what stands
// below each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "quern/model/profile.h"
#include "quern/views/code/line_costs.h"
#include "quern/views/source/annotation.h"

namespace quern {

/// A fold has at least so many lines: a shorter one takes as much room as what it hides.
inline constexpr uint64_t kLeastFold = 2;
/// Adds a range behind the others, with which it may become one.
void add_range(std::vector<LineRange>& ranges, LineRange range, uint64_t gap = kLeastFold);

/// Lines that may be shown.
struct LineWindow {
  uint64_t first = 0;
  uint64_t last = UINT64_MAX;
  [[nodiscard]] bool contains(uint64_t line) const { return first <= line && line <= last; }
  [[nodiscard]] bool is_all() const { return first == 0 && last == UINT64_MAX; }
  /// Never the unknown line.
  [[nodiscard]] static LineWindow around(uint64_t line, uint64_t context) {
    return {line > context ? line - context : 1,
            line < UINT64_MAX - context ? line + context : UINT64_MAX};
  }
};

struct LineChoice {
  LineWindow window = {};
  std::optional<size_t> context = {};
  bool whole = false;
  size_t most_calls = 0;
  size_t most_lines = 0;
  bool knows_inlined = false;           ///< whether lines have costs with what was inlined there
  std::span<const Amount> totals = {};  ///< by column: no line cost more
};

/// Which lines of a file are listed.
struct ListedLines {
  std::vector<uint64_t> numbers;  ///< that the profile knows something of, ascending
  std::vector<LineRange> ranges;  ///< these and those around them
  size_t more = 0;                ///< numbers beyond the limit
};

class LinesOf {
 public:
  /// Keeps references to all.
  LinesOf(const CodeCosts& code, const Selection& selection, const LineCosts& costs, uint32_t slot,
          NameId file)
      : code_(&code),
        profile_(&code.profile()),
        selection_(&selection),
        costs_(&costs),
        slot_(slot),
        file_(file) {}

  /// Of a source with so many lines; 0: it is not found.
  [[nodiscard]] ListedLines listed(uint64_t source_lines, const LineChoice& choice) const;
  /// Puts lines, ranges and lanes into `file`, whose source is known.
  void fill(AnnotatedFile& file, const LineChoice& choice) const;

 private:
  [[nodiscard]] std::vector<uint64_t> numbers(const LineWindow& window) const;
  [[nodiscard]] std::vector<uint64_t> hottest(const std::vector<uint64_t>& numbers,
                                              size_t most) const;
  [[nodiscard]] Amount count_of(std::span<const uint32_t> rows) const;
  [[nodiscard]] Amount inclusive_of(std::span<const uint32_t> rows, size_t column) const;
  [[nodiscard]] std::vector<Amount> self(uint32_t row) const;
  [[nodiscard]] std::vector<std::optional<Fraction>> self_ratios(uint32_t row) const;
  [[nodiscard]] std::vector<Amount> with_inlined(uint32_t row) const;
  [[nodiscard]] std::vector<Amount> with_calls(std::optional<uint32_t> own,
                                               std::span<const uint32_t> calls,
                                               std::span<const Amount> totals) const;
  [[nodiscard]] Amount with_calls(std::optional<uint32_t> own, std::span<const uint32_t> calls,
                                  size_t column, int128 total) const;
  void add_calls(AnnotatedLine& line, std::vector<uint32_t> rows, size_t most) const;
  void add_jumps(AnnotatedLine& line, std::vector<uint32_t> rows) const;
  [[nodiscard]] AnnotatedCall call(uint32_t row) const;
  [[nodiscard]] AnnotatedCall sum(std::span<const uint32_t> rows) const;
  [[nodiscard]] std::vector<std::optional<Fraction>> call_ratios(
      std::span<const uint32_t> rows) const;
  [[nodiscard]] AnnotatedJump jump(uint32_t row) const;

  const CodeCosts* code_;
  const Profile* profile_;
  const Selection* selection_;
  const LineCosts* costs_;
  uint32_t slot_;
  NameId file_;
};

}  // namespace quern
