// SPDX-License-Identifier: MIT
//
// The parameters of a request, checked: those a path does not know, wrong numbers and wrong words
// are refused with the name of the parameter. The first refusal is kept; values read after it do
// not matter.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/query/selection.h"
#include "quern/server/request.h"
#include "quern/server/served_profile.h"

namespace quern::server {

class QueryParameters {
 public:
  /// Keeps a reference to `request`. `allowed` and `more`: names; those that may stand several
  /// times end in "*".
  QueryParameters(const Request& request, std::span<const std::string_view> allowed,
                  std::span<const std::string_view> more = {});

  [[nodiscard]] const std::optional<Refusal>& refused() const { return refused_; }
  void refuse(Refusal why) {
    if (!refused_) {
      refused_ = std::move(why);
    }
  }

  /// Refuses the first of these that is asked: it would mean nothing, `why`.
  void refuse_any_of(std::span<const std::string_view> names, std::string_view why);
  void refuse_any_of(std::initializer_list<std::string_view> names, std::string_view why) {
    refuse_any_of(std::span(names.begin(), names.size()), why);
  }

  [[nodiscard]] bool has(std::string_view name) const { return find(name) != nullptr; }
  [[nodiscard]] std::string text(std::string_view name) const;
  [[nodiscard]] std::vector<std::string> all(std::string_view name) const;
  [[nodiscard]] uint64_t number(std::string_view name, uint64_t least, uint64_t most,
                                uint64_t otherwise);
  /// "1" or "0".
  [[nodiscard]] bool flag(std::string_view name);
  /// One of `words`, the first where it is not asked.
  [[nodiscard]] std::string_view word(std::string_view name,
                                      std::span<const std::string_view> words);

 private:
  [[nodiscard]] const Parameter* find(std::string_view name) const;

  const Request* request_;
  std::optional<Refusal> refused_;
};

/// How a path makes a selection of the parameters that most take.
struct SelectionKind {
  RowKind rows = RowKind::kFunctions;
  SortBy default_sort = SortBy::kSelf;
  bool takes_ratios = true;
  bool is_of_one_event = false;
  bool has_sums = false;  ///< no event that combines by maximum, unless it is asked for
  bool is_grouped = true;
  bool takes_order = false;              ///< `sort` may be `place`, `name` or `calls`
  bool takes_running = false;            ///< `running` may add up the rows above
  bool takes_paths = false;              ///< `paths` may count stacks
  std::optional<GroupBy> group_by = {};  ///< what rows are, whatever is asked
  bool has_all_rows = false;             ///< the limit is none
};

struct Window {
  size_t offset = 0;
  size_t limit = 0;
  /// Where it ends in a list of so many rows; before its offset where that is behind them.
  [[nodiscard]] size_t end(size_t rows) const { return std::min(rows, offset + limit); }
  /// What it shows of so many rows.
  [[nodiscard]] auto ranks(size_t rows) const {
    return std::views::iota(std::min(offset, rows), end(rows));
  }
};
inline constexpr size_t kMostRowsAsked = 500;
[[nodiscard]] Window window_of(QueryParameters& parameters);

/// Its limit is kMostRowsAsked, or none. Errors: those of select() with the parameter at fault,
/// 422.
[[nodiscard]] Asked<Selection> selection_of(const Profile& profile, QueryParameters& parameters,
                                            const SelectionKind& kind);
/// Words that select() takes, for either side of a comparison.
[[nodiscard]] SelectionWords selection_words(const Profile& profile, QueryParameters& parameters,
                                             const SelectionKind& kind);
/// Why some parameters mean nothing without `base`.
inline constexpr std::string_view kNeedsBase = "it needs a comparison: add base=base";
/// An error of an answer, with the parameter that it is about.
[[nodiscard]] Refusal no_answer(Diagnostic error);

}  // namespace quern::server
