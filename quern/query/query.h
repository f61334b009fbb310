// SPDX-License-Identifier: MIT
//
// The language for choosing rows (--where, rules of gates and groups, the page's search):
//   self(Ir) > 1% and file ~ /net/ and calls > 1e6
// Comparisons are exact. One with a quantity that a row does not have, or with x / 0, does not
// hold; so `not (calls > 5)` holds where calls are not counted. A query is read without a profile:
// who asks it looks up its events() and answers through QueryRow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "quern/base/int128.h"
#include "quern/base/result.h"
#include "quern/query/query_formulas.h"
#include "quern/source/readable_names.h"

namespace quern {

/// What a query can ask of a row in words.
enum class QueryText : uint8_t { kName, kFile, kObject, kGroup, kCaller, kCallee };

/// What a query asks of one row. Each kind of row implements it (query/row_query.h helps). Events
/// are indices into Query::events().
class QueryRow {
 public:
  QueryRow() = default;
  QueryRow(const QueryRow&) = delete;
  QueryRow& operator=(const QueryRow&) = delete;
  virtual ~QueryRow() = default;
  /// Empty where it is unknown.
  [[nodiscard]] virtual std::string_view text(QueryText which) const = 0;
  [[nodiscard]] virtual std::optional<int128> self(size_t event) const = 0;
  /// The exact value, or the lower bound: a row passes `> N` only if it certainly does. (By the
  /// same rule `< N` may let a row pass that costs more.)
  [[nodiscard]] virtual std::optional<int128> inclusive(size_t event) const = 0;
  [[nodiscard]] virtual std::optional<int128> calls() const = 0;
  /// What percentages are of.
  [[nodiscard]] virtual int128 total(size_t event) const = 0;
  // What formulas use: nothing if only bounds or an estimate are known, since a formula of these
  // could be far from the truth.
  [[nodiscard]] virtual std::optional<int128> exact_self(size_t event) const { return self(event); }
  [[nodiscard]] virtual std::optional<int128> exact_inclusive(size_t event) const {
    return inclusive(event);
  }
  [[nodiscard]] virtual std::optional<int128> exact_calls() const { return calls(); }
  /// How many runs its costs are medians of. Ratios and formulas are computed from each run's own
  /// costs, and their median counts, as answers show it: a ratio of medians would be another
  /// number.
  [[nodiscard]] virtual size_t runs() const { return 1; }
  /// The row in one of the runs; only costs and formulas are asked of it.
  [[nodiscard]] virtual const QueryRow& run(size_t) const { return *this; }
  /// Which events are formulas; null: none.
  [[nodiscard]] virtual const QueryFormulas* formulas() const { return nullptr; }
};

/// What a kind of rows can be asked for. check() refuses other questions, which would never hold.
struct QueryScope {
  std::string_view rows;  ///< "a function", for messages
  bool self = true, inclusive = true, calls = true;
  bool group = true;
  bool neighbours = false;  ///< caller and callee
  bool names = true;        ///< name, file and object
  bool objects = true;      ///< object
};

/// Conditions are joined by and, or, not (&&, &, ||, |, !) and brackets; not binds tightest, then
/// and. A condition compares (< <= > >= = == !=) a quantity with a number, or a text with an
/// expression (~ !~) or another text (= !=):
///   quantity   self(E), incl(E) or inclusive(E), calls; E alone is self(E); self and incl alone
///              are of the event that sorts the rows, else of the first one; a quantity / another
///   number     12, -0.5, 1e6, 20k (M, G; powers of 1000), 1% (of the event's total)
///   text       name (fn, function), file, object (ob), group, caller, callee
///   expression /RE/, or /RE/i for any case; \/ is a slash
///   other text "in quotes", with \" and \\ in them, or one word
/// Names of events that have odd characters, or are words of the language, stand in quotes too.
class Query {
 public:
  /// Errors (Fault::kUsage), with the place in `text`: `bad-query`, `bad-regexp`.
  [[nodiscard]] static Result<Query> read(std::string_view text);
  Query(Query&&) noexcept;
  Query& operator=(Query&&) noexcept;
  ~Query();

  /// The names that it asks for, each once; "" stands for the event that sorts.
  [[nodiscard]] std::span<const std::string> events() const;
  [[nodiscard]] bool fits(const QueryRow& row) const;
  /// As it was written.
  [[nodiscard]] std::string_view text() const;
  /// From now on, matches names as these have them: readable, even if the answer shows mangled
  /// ones.
  void match(MatchedNames names) { names_ = std::move(names); }
  /// Error `bad-query` where it asks for what such rows do not have.
  [[nodiscard]] Result<void> check(const QueryScope& scope) const;
  /// The same for events that are formulas: error `bad-query` for a percentage of a ratio, which
  /// has no total, and for a formula of calls where rows have none.
  [[nodiscard]] Result<void> check(const QueryScope& scope, const QueryFormulas& formulas) const;

 private:
  friend class QueryReader;
  struct Program;
  explicit Query(std::unique_ptr<const Program> program);
  std::unique_ptr<const Program> program_;
  MatchedNames names_;
};

}  // namespace quern
