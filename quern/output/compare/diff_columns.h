// SPDX-License-Identifier: MIT
//
// What the text answers that compare have in common: the cells of a row, its words, and the line on
// top.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/compare/lists/diff.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/text/table.h"
#include "quern/query/selection.h"

namespace quern {

/// The cells of a comparison: the change that rows are sorted by leads, with both sides behind it.
class ChangeColumns {
 public:
  /// Keeps a reference to the selection.
  ChangeColumns(const Selection& selection, bool has_self, bool has_inclusive, bool has_calls)
      : selection_(selection),
        has_self_(has_self),
        leads_self_(has_self && (selection.sort_by == SortBy::kSelf || !has_inclusive)),
        has_inclusive_(has_inclusive),
        has_calls_(has_calls) {}

  [[nodiscard]] std::vector<TableColumn> heads(std::string_view name_head) const;

  /// Of a row with `old_side`, `new_side` and `change`.
  template <class Row>
  [[nodiscard]] std::vector<std::string> cells(const Row& row) const {
    return cells(row.old_side, row.new_side, row.change);
  }
  [[nodiscard]] std::vector<std::string> cells(const std::optional<DiffSide>& old_side,
                                               const std::optional<DiffSide>& new_side,
                                               const DiffChange& change) const;

  /// The columns that were asked for and have no room: other events and ratios.
  [[nodiscard]] std::vector<std::string> without_room(const Table& table,
                                                      std::string_view name_head) const;

 private:
  [[nodiscard]] bool has_other() const { return has_self_ && has_inclusive_; }
  [[nodiscard]] std::string event_name(size_t column) const;
  [[nodiscard]] static const Amount& change_of(const DiffChange& change, size_t column,
                                               bool of_self) {
    return of_self ? change.self[column] : change.inclusive[column];
  }
  void add_ratio_heads(std::vector<TableColumn>& heads) const;
  void add_ratios(std::vector<std::string>& cells, const std::optional<DiffSide>& old_side,
                  const std::optional<DiffSide>& new_side, const DiffChange& change) const;
  [[nodiscard]] std::optional<Amount> side_of(const std::optional<DiffSide>& side,
                                              size_t column) const;

  const Selection& selection_;
  bool has_self_;
  bool leads_self_;
  bool has_inclusive_;
  bool has_calls_;
};

/// " <new>", " <gone>", or nothing.
[[nodiscard]] std::string_view status_word(DiffStatus status);

/// "OLD scaled: Ir × 1.25, Dr × 0.5 to 0.75; Dw of OLD not scaled", where totals were made equal;
/// else empty. Of several runs the lowest factor and the highest.
[[nodiscard]] std::string evened_phrase(const Selection& selection);

/// "1,234 → 1,300 Ir: +66 (+5.35 %)"
[[nodiscard]] std::string total_change(const Event& event, const Amount& was, const Amount& is);

/// The line on top: what is compared, the totals and their change, what rows are sorted by.
[[nodiscard]] std::vector<std::string> change_pieces(std::string_view what, bool has_self,
                                                     const Selection& selection,
                                                     const std::vector<Amount>& was,
                                                     const std::vector<Amount>& is);

/// "+12 by more calls, +88 by dearer calls".
[[nodiscard]] std::string split_words(const Event& event, const DiffSplit& split, size_t column);

}  // namespace quern
