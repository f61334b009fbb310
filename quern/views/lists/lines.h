// SPDX-License-Identifier: MIT
//
// Lines of source code by what was spent at them, over all files: the costs that `annotate` shows
// beside each; or files, by all their lines. Lines have no inclusive costs: `annotate` shows
// what they call, and calls of one line may run within those of another, so that they would not
// add up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "quern/base/result.h"
#include "quern/model/profile.h"
#include "quern/query/rows.h"
#include "quern/query/selection.h"
#include "quern/source/inlines/inlined_code.h"
#include "quern/source/source_places.h"
#include "quern/views/lists/row_list.h"
#include "quern/views/lists/top.h"

namespace quern {

class Lines : public RowList {
 public:
  /// What a row is.
  enum class Of : uint8_t {
    kLine,
    kFile,  ///< whether its lines are known or not: code that was inlined from it is its own
  };
  /// Where objects are whose debug information says what was inlined; nobody is asked: nowhere.
  struct Inlined {
    SourcePlaces places = {.asks_objects = false};
    bool ranks = true;  ///< rows are ranked by their costs with it, where it is known
  };
  /// One pass over the records, which the profile has to have; memory is that of distinct lines.
  /// Errors (Fault::kUsage): `no-lines` where none is known, or where rows are to be sorted by what
  /// lines do not have.
  [[nodiscard]] static Result<Lines> make(const Profile& profile, const Selection& selection,
                                          Of of = Of::kLine,
                                          const Inlined& inlined = nothing_inlined());
  Lines(Lines&&) noexcept;
  ~Lines();

  // As of Top.
  [[nodiscard]] std::vector<Amount> not_shown() const;
  [[nodiscard]] std::vector<Amount> covered() const;
  /// The row of this rank, below shown(): in Selection::order, equal ones by file and line. Its
  /// name is that of a file or "FILE:LINE", "FILE:?" where the line is not known, empty without a
  /// file; it has a file and a line (0: not known), self costs and their ratios, costs with what
  /// was inlined where that is known, and nothing else.
  [[nodiscard]] TopRow row(size_t rank) const;
  /// Whether rows are ranked by their costs with what was inlined there.
  [[nodiscard]] bool ranks_inlined() const;
  /// What is known of inlined code.
  [[nodiscard]] const InlinedCode& inlined() const;
  /// The function that its costs belong to; nothing where several have some there.
  [[nodiscard]] std::optional<RowName> function(size_t rank) const;

 private:
  [[nodiscard]] static Inlined nothing_inlined() { return {}; }
  struct State;
  explicit Lines(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace quern
