// SPDX-License-Identifier: MIT
//
// Lines of source code by how much they changed, over all files: the costs and pairs that `diff
// --view annotate` shows next to each line. With costs without a file, the changes of self cost of
// all lines are the change of the total, for one run a side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/result.h"
#include "quern/compare/lines/line_pairs.h"
#include "quern/compare/lists/diff_list.h"

namespace quern {

/// Without calls and jumps.
struct LineChange : DiffLine {
  std::string name;                          ///< as LinePairs has it
  std::string_view file;                     ///< the new one, or the old one where it is gone
  std::optional<std::string_view> old_file;  ///< where it differs
};

class LineChanges : public DiffList {
 public:
  /// What lines are ranked by.
  enum class By : uint8_t {
    kRanked,  ///< the cost with inlined code where it is known on both sides, else the self cost
    kSelf,
  };
  /// The selections of `runs` group by line. Kinds and matches of the filter are not asked. Errors
  /// (Fault::kUsage): `no-lines`.
  [[nodiscard]] static Result<LineChanges> make(const DiffRuns& runs, const PlacesOfSides& places,
                                                const DiffFilter& filter, By by);
  LineChanges(LineChanges&&) noexcept;
  ~LineChanges();

  [[nodiscard]] const Selection& selection() const;
  /// All files of both sides, and what is known of inlined code.
  [[nodiscard]] const DiffFiles& files() const;
  /// Whether lines are ranked by their costs with inlined code.
  [[nodiscard]] bool ranks_inlined() const;
  /// Below shown(): descending by the size of the change in the sort column, then by file and line.
  [[nodiscard]] LineChange row(size_t rank) const;
  /// By column: the changes of self cost of all lines less those of the rows shown, and of costs
  /// without a file.
  [[nodiscard]] std::vector<Amount> not_shown() const;

 private:
  struct State;
  explicit LineChanges(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace quern
