// SPDX-License-Identifier: MIT
//
// Which column an event's name means: a cost (a stored event, or a sum of some) or a formula that
// each row works out for itself. Says what there is where it means none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/result.h"
#include "quern/query/definition.h"
#include "quern/query/events.h"
#include "quern/query/selection.h"

namespace quern {

class EventChoice {
 public:
  explicit EventChoice(const Profile& profile) : EventChoice(profile, {}) {}
  /// With what the words define, and formulas that they name as events. Errors: `bad-formula`.
  [[nodiscard]] static Result<EventChoice> make(const Profile& profile,
                                                const SelectionWords& words);
  EventChoice(EventChoice&&) = default;
  EventChoice(const EventChoice&) = delete;  // it points into itself
  EventChoice& operator=(EventChoice&&) = delete;
  EventChoice& operator=(const EventChoice&) = delete;
  ~EventChoice() = default;

  [[nodiscard]] std::vector<Column> stored() const;
  [[nodiscard]] bool has(std::string_view name) const;
  /// Whether the name means a formula that gives no costs.
  [[nodiscard]] bool is_computed(std::string_view name) const;
  /// The event that `name` means: itself if there is one, else the only one that has this name in
  /// another case or without its unit (Memory for Memory_(bytes)). `name` where no event or several
  /// match.
  [[nodiscard]] std::string_view full_name(std::string_view name) const;
  /// The same for a name that may be abbreviated: else the only event that begins with it.
  /// Formulas, queries and rules take no abbreviations: a new event could change what they mean.
  [[nodiscard]] std::string_view unabbreviated(std::string_view name) const;
  /// Like all that take a name, by what full_name() makes of it. Errors: `unknown-event`,
  /// `ratio-event`.
  [[nodiscard]] Result<Column> find(std::string_view name) const;
  /// Adds the formula of this name to `selection.computed` behind all that it needs, and the costs
  /// it needs to `beside`; where it then stands. Errors: `unknown-event`, with the place.
  [[nodiscard]] Result<size_t> add_computed(std::string_view name, Selection& selection) const;
  /// Adds a cost to `beside` where it is no column yet; its place among columns, then `beside`.
  /// Errors: those of find().
  [[nodiscard]] Result<size_t> add_beside(std::string_view name, Selection& selection) const;
  /// The built-in formulas that give no costs but numbers, as far as their inputs exist.
  [[nodiscard]] std::vector<const Definition*> built_in() const;

 private:
  EventChoice(const Profile& profile, std::vector<Definition> own);
  void add_built_in();
  [[nodiscard]] Result<Column> find_cost(std::string_view name) const;
  [[nodiscard]] static Result<size_t> put_beside(Result<Column> column, Selection& selection);
  [[nodiscard]] const Definition* find_formula(std::string_view name) const;
  [[nodiscard]] Result<FormulaOperand> operand(const Definition& of, const Computed::Name& name,
                                               Selection& selection) const;
  [[nodiscard]] static Diagnostic no_cost(const Definition& formula);
  [[nodiscard]] Diagnostic unknown(std::string_view name) const;
  enum class Part : uint8_t { kWhole, kBeginning };
  /// `name` if it is an event, or if no event or several match.
  [[nodiscard]] std::string_view only_match(std::string_view name, Part part) const;
  /// The events, of all kinds, that `name` may mean by the first way that finds any.
  [[nodiscard]] std::vector<std::string_view> matches(std::string_view name, Part part) const;
  [[nodiscard]] std::string there_are() const;

  ProfileEvents events_;
  std::vector<Definition> own_;  ///< the user's, in order
  /// Those that give no costs: built-in ones, then the user's. Each needs only such before it.
  std::vector<Definition> formulas_;
  size_t built_in_formulas_ = 0;
  std::vector<std::string_view> stored_names_;
  std::vector<std::string_view> derived_names_;
};

/// Where `name` stands among the columns; their number if it does not.
[[nodiscard]] size_t index_of(const std::vector<Column>& columns, std::string_view name);

/// An event as `--sort` gives it: "self:Ir" is the self cost of Ir.
struct SortWords {
  std::string_view event;  ///< empty: the first column
  SortBy by;
};
[[nodiscard]] SortWords split_sort(std::string_view text, SortBy otherwise);

}  // namespace quern
