// SPDX-License-Identifier: MIT
//
// What a question asks about: which parts, which events, sorted by what, how many rows, in what
// groups. The resolve_* functions turn users' words into it and say what there is where they fail.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/analysis/events/computed.h"
#include "quern/analysis/events/event_sum.h"
#include "quern/analysis/events/fraction.h"
#include "quern/analysis/groups/grouping.h"
#include "quern/base/result.h"
#include "quern/model/completeness.h"
#include "quern/model/declared_costs.h"
#include "quern/model/profile.h"
#include "quern/query/group_rules.h"
#include "quern/query/query.h"
#include "quern/query/query_formulas.h"

namespace quern {

/// Columns that an answer has at most: with more, rows would be nearly all zeros.
inline constexpr size_t kMostColumns = 1024;

/// A column of an answer: a stored event or a derived one that is a sum.
struct Column {
  Event event;  ///< name, long name (built-in ones filled in), unit, scale, formula if derived
  EventSum sum;
};

/// Which rows are shown at all.
struct RowQuery {
  std::shared_ptr<const Query> query;  ///< null: all
  /// By event of the query, then what its formulas need: of the columns, then of `beside`. Of
  /// formulas, which have none, 0.
  std::vector<size_t> columns;
  QueryFormulas formulas = {};
};

/// What the rows of an answer are, for what a query may ask of them.
enum class RowKind : uint8_t {
  kFunctions,
  kCalls,
  kBranches,
  kHeld,         ///< what somebody holds: a size, and how many blocks for calls
  kHeldUnnamed,  ///< the same, without a name of the holder
};

/// A column whose numbers are no costs that add up: a ratio, or any other formula. Each row works
/// it out from its own costs.
struct ComputedColumn {
  Event event;  ///< name, long name, unit, formula
  Computed formula;
  /// By name of the formula; costs: of columns, then of `beside`; formulas: of `computed`.
  std::vector<FormulaOperand> operands = {};
};

enum class SortBy : uint8_t { kSelf, kInclusive };

/// The order of rows: the most expensive first, or by object, file, line and name, or by name.
enum class RowOrder : uint8_t { kCost, kPlace, kName };

/// What 100 % is: the total of all, or of each row what it is a part of (the branch above it, the
/// function that is looked at).
enum class PercentOf : uint8_t { kTotal, kParent };

/// What a comparison did to an event of the old side, so that both totals are equal.
struct EvenedEvent {
  std::string name;
  std::vector<int128> old_totals;  ///< of the runs, as recorded
  int128 new_total = 0;
  /// Of the runs, what their costs were multiplied by; nothing where they stay: a total is not
  /// above 0, one is a thousand million times the other, or the event holds highest costs.
  std::vector<std::optional<Fraction>> factors;
};

struct Selection {
  Completeness completeness;       ///< of the profile, or of all that are compared
  std::vector<Column> columns;     ///< never empty where the profile has an event
  bool has_asked_columns = false;  ///< whether `events` name some of them
  PartSet parts;
  bool is_all_parts = true;
  size_t sort_column = 0;
  SortBy sort_by = SortBy::kSelf;
  size_t limit = 20;  ///< rows; 0: all
  GroupBy group_by = GroupBy::kFunction;
  size_t dir_depth = 0;  ///< of kDir: so many folders of each path; 0: all
  RowOrder order = RowOrder::kCost;
  bool running = false;   ///< rows tell what they and those above cost
  std::string unit = {};  ///< one of kUnitWords, which people see what it measures in; empty: none
  bool unit_must_fit = true;
  PercentOf percent_of = PercentOf::kTotal;
  std::vector<Column> beside = {};  ///< computed like columns, not shown: what `where` asks for
  RowQuery where = {};
  /// What made `where`, for people: the query that was typed, and "--min 50".
  std::string asked_where = {}, asked_least = {};
  std::vector<ComputedColumn> computed = {};     ///< each behind those that it needs
  std::vector<size_t> ratios = {};               ///< of `computed` those shown, as asked for
  std::optional<size_t> sort_ratio = {};         ///< rows are sorted by this one of `computed`
  bool sorts_calls = false;                      ///< which is the number of calls
  std::shared_ptr<const GroupRules> rules = {};  ///< where group_by is kRules
  bool counts_paths = false;  ///< each row tells on how many distinct stacks it stands on top
  bool shows_runs = false;    ///< rows tell of the runs that were merged: see check_runs()
  bool is_selected = false;   ///< filters have left costs out (Profile::is_selected)
  // What filters have split by a guess, where they did (Profile::has_estimates).
  bool has_estimates = false;
  bool has_estimated_totals = false;     ///< of the chosen parts
  std::vector<int128> apportioned = {};  ///< by column: which part of the totals such pieces are
  /// By column: which part of the totals `summary:` declares without rows for it, the self cost of
  /// Profile::not_in_profile(); empty: there is no such part.
  std::vector<int128> not_in_profile = {};
  std::vector<EvenedEvent> evened = {};  ///< of the columns' events, where totals were made equal
  /// By node: whether it is a row of a list at all; null: each is. Others count as left out.
  std::shared_ptr<const std::vector<bool>> members = {};
  /// So many may work on an answer, which is the same for any number: see worker_threads().
  unsigned worker_threads = 1;

  /// What events in `where` and in a gate's rules are called, where these spell them otherwise.
  std::vector<std::pair<std::string, std::string>> full_names = {};

  /// Whether a formula of costs sorts the rows: calls, which sort as one, are a number of their
  /// own.
  [[nodiscard]] bool sorts_by_ratio() const { return sort_ratio && !sorts_calls; }
};

/// How many threads work on answers about a profile, where `asked` were asked for (0: as many as
/// help). One, where starting others takes longer than walking its calls.
[[nodiscard]] unsigned worker_threads(const Profile& profile, unsigned asked);

/// How many runs `profile` adds up: its inputs, but for parts and threads of one process.
[[nodiscard]] size_t count_runs(const Profile& profile);

/// The event that `name` means in a query: see EventChoice::full_name().
[[nodiscard]] std::string_view full_name(const Selection& selection, std::string_view name);

/// What the command line (or the page) says, as words.
struct SelectionWords {
  std::vector<std::string> events;  ///< empty: see `all_events`
  bool takes_abbreviations = true;  ///< of events in `events` and `sort`
  std::string sort;     ///< "", "EVENT", "self", "inclusive", "self:EVENT", "incl:EVENT"
  std::string parts;    ///< "", "3", "1,4-6"
  std::string threads;  ///< "", "3", "1,4-6"
  GroupBy group_by = GroupBy::kFunction;
  size_t dir_depth = 0;  ///< of kDir: so many folders of each path; 0: all
  size_t limit = 20;
  bool all_events = false;  ///< no events named: all stored ones (JSON), else the first
  bool sums_only = false;   ///< no events named: none that combines by maximum, if there are others
  SortBy default_sort = SortBy::kSelf;
  std::string where = {};  ///< a query; empty: none
  /// A further query that an option stands for, and that option: "self >= 50%" and "--min 50".
  std::string least = {}, least_option = {};
  RowKind rows = RowKind::kFunctions;
  std::vector<std::string> defines = {};  ///< "NAME [UNIT] = FORMULA : LONG NAME"
  bool takes_ratios = false;              ///< whether the answer has room for computed columns
  bool shows_ratios = true;               ///< or works them out alone
  bool takes_order = false;               ///< whether "place" and "name" may sort
  /// Instead of the cost that `sort` means, which counts in queries still; kCost: that.
  RowOrder order = RowOrder::kCost;
  bool sorts_calls = false;      ///< the same for the number of calls
  bool running = false;          ///< a column that adds up the rows above
  bool running_must_fit = true;  ///< or it is a wish, for rows that add up
  PercentOf percent_of = PercentOf::kTotal;
  std::string unit = {};      ///< one of kUnitWords, for what it measures; empty: none
  bool unit_must_fit = true;  ///< or it is a wish, which may find nothing to fit
  std::shared_ptr<const GroupRules> groups = {};  ///< instead of group_by
  MatchedNames names = {};                        ///< which `where` is held against
};

/// Errors (Fault::kUsage): `unknown-event`, `unknown-part`, `unknown-thread`, `ratio-event` (a
/// ratio is no cost: only `check --head` shows it); each says what there is and suggests the
/// nearest. `too-many-events` where there would be more than kMostColumns columns. A sort event
/// that is not among the columns is added as the last column. Of a query: its own errors,
/// `unknown-event` too. Of formulas, which may be named like events: `bad-formula`. Where ratios
/// have room, "calls" sorts too, if no event is called so; `needs-calls` where none are counted.
[[nodiscard]] Result<Selection> select(const Profile& profile, const SelectionWords& words);

/// `unfit-unit`, with what is shown.
[[nodiscard]] Diagnostic unfit_unit(std::string_view unit, std::span<const Event* const> shown);

/// All stored events of the profile as columns, with built-in long names and units.
[[nodiscard]] std::vector<Column> stored_columns(const Profile& profile);

/// What a name means among `names` (functions or groups): equal first, else containing it, else,
/// written /…/, matching the RE2 expression. Indices into `names`, all of the first kind that has
/// any. Errors (Fault::kUsage): `bad-regexp` (with where and why), `no-such-function`.
[[nodiscard]] Result<std::vector<uint32_t>> find_names(std::string_view wanted,
                                                       std::span<const std::string_view> names);
/// Items with their names; one may have several.
struct NamedItems {
  std::vector<std::string_view> names;
  std::vector<uint32_t> items;

  void add(std::string_view name, uint32_t item) {
    names.push_back(name);
    items.push_back(item);
  }
};
/// What a name means among them, each once, ascending.
[[nodiscard]] Result<std::vector<uint32_t>> find_named(std::string_view wanted,
                                                       const NamedItems& among);
/// Items that have exactly this name ("???": none). There need not be any.
[[nodiscard]] std::vector<uint32_t> find_exactly(std::string_view wanted, const NamedItems& among);

}  // namespace quern
