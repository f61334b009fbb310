// SPDX-License-Identifier: MIT
#include "quern/query/event_choice.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "quern/analysis/events/event_names.h"
#include "quern/base/text.h"
#include "quern/query/codes.h"
#include "quern/query/computed_values.h"

namespace quern {

namespace {

constexpr size_t kNamesTold = 20;
/// Formulas that a formula may need; what each needs is looked for in turn.
constexpr size_t kMostDefinitions = 256;

/// Models of costs whose weights are below 0: numbers of a row, but no sums with sound bounds.
constexpr std::array<std::string_view, 4> kModels = {
    "LLhits = L1m - RAMhits : Last-level Hits",
    "L1hits = TotalRW - L1m : L1 Hits",
    "L1HitRate = L1hits / TotalRW : L1 Hit Rate",
    "RAMHitRate = RAMhits / TotalRW : RAM Hit Rate",
};

/// Names in a row, the first of them.
std::string listed(std::span<const std::string_view> names) {
  std::vector<std::string> safe;
  std::ranges::transform(names.first(std::min(names.size(), kNamesTold)), std::back_inserter(safe),
                         printable);
  return fmt::format("{}{}", fmt::join(safe, ", "), names.size() > kNamesTold ? " …" : "");
}

bool equal_in_any_case(std::string_view one, std::string_view other) {
  return std::ranges::equal(one, other, [](char a, char b) { return lower(a) == lower(b); });
}

bool has_stored(const Profile& profile, std::string_view name) {
  return profile.event(name).has_value();
}

Result<std::vector<Definition>> definitions_in(const Profile& profile,
                                               const SelectionWords& words) {
  std::vector<Definition> own;
  const auto is_defined = [&own](std::string_view name) {
    return std::ranges::find(own, name, &Definition::name) != own.end();
  };
  for (const std::string& text : words.defines) {
    Result<Definition> definition = parse_definition(text);
    if (!definition) {
      return failure(definition.error());
    }
    const bool is_stored = has_stored(profile, definition->name);
    if (is_stored || is_defined(definition->name)) {
      return failure(formula_error(
          text, 0,
          fmt::format("'{}' {}", printable(definition->name),
                      is_stored ? "is an event of the profile" : "is already defined"),
          "choose another name"));
    }
    own.push_back(std::move(*definition));
    if (own.size() > kMostDefinitions) {
      return failure(formula_error(text, 0, "more than 256 definitions"));
    }
  }
  std::vector<std::string_view> asked(words.events.begin(), words.events.end());
  asked.push_back(split_sort(words.sort, SortBy::kSelf).event);
  asked.emplace_back(words.sort);
  for (const std::string_view name : asked) {
    // "incl:Ir/calls" whole would be a formula of an event "incl:Ir".
    const bool is_prefixed = name == words.sort && split_sort(name, SortBy::kSelf).event != name;
    const bool is_stored = std::ranges::any_of(profile.events(), [name](const Event& event) {
      return equal_in_any_case(event.name, name);
    });
    if (is_prefixed || is_stored || is_defined(name)) {
      continue;
    }
    Result<Definition> formula = parse_unnamed(name);
    if (!looks_like_formula(name)) {
      // "Ir-Dr" and "2 Ir" are formulas where these are events, else names that nobody has.
      const bool is_of_events =
          formula && !formula->computed.names().empty() &&
          formula->computed.names().front().name != name &&
          std::ranges::all_of(formula->computed.names(), [&](const Computed::Name& each) {
            return has_stored(profile, each.name) || is_defined(each.name);
          });
      if (!is_of_events) {
        continue;
      }
    } else if (!formula) {
      return failure(formula.error());
    }
    own.push_back(std::move(*formula));
  }
  return own;
}

bool begins_in_any_case(std::string_view name, std::string_view start) {
  return name.size() >= start.size() && equal_in_any_case(name.substr(0, start.size()), start);
}

/// Removes "X:calls" and "X:peak", which count the same as X, if X is there too.
void drop_companions(std::vector<std::string_view>& names) {
  const auto is_companion = [](std::string_view name, std::string_view of) {
    return name.size() > of.size() && name.starts_with(of) && name[of.size()] == ':';
  };
  const std::vector<std::string_view> all = names;
  std::erase_if(names, [&](std::string_view name) {
    return std::ranges::any_of(all, [&](std::string_view of) { return is_companion(name, of); });
  });
}

std::vector<EventDefinition> sums_in(const std::vector<Definition>& own) {
  std::vector<EventDefinition> sums;
  for (const Definition& definition : own) {
    if (std::string sum = definition.computed.as_sum(); !sum.empty()) {
      EventDefinition& row = sums.emplace_back();
      row.name = definition.name;
      row.formula = std::move(sum);
      row.long_name = definition.long_name;
    }
  }
  return sums;
}

/// Formulas may abbreviate events, but not their own names.
void name_fully(std::vector<Definition>& own, const EventChoice& events) {
  for (Definition& definition : own) {
    for (size_t at = 0; at < definition.computed.names().size(); ++at) {
      const std::string& name = definition.computed.names()[at].name;
      if (name != "calls" && std::ranges::find(own, name, &Definition::name) == own.end()) {
        definition.computed.rename(at, events.full_name(name));
      }
    }
  }
}

}  // namespace

size_t index_of(const std::vector<Column>& columns, std::string_view name) {
  const auto found = std::ranges::find(
      columns, name, [](const Column& column) -> std::string_view { return column.event.name; });
  return static_cast<size_t>(found - columns.begin());
}

SortWords split_sort(std::string_view text, SortBy otherwise) {
  static constexpr std::pair<std::string_view, SortBy> kPrefixes[] = {
      {"self", SortBy::kSelf}, {"incl", SortBy::kInclusive}, {"inclusive", SortBy::kInclusive}};
  for (const auto& [prefix, by] : kPrefixes) {
    if (text == prefix) {
      return {{}, by};
    }
    if (text.starts_with(prefix) && text.substr(prefix.size()).starts_with(':')) {
      return {text.substr(prefix.size() + 1), by};
    }
  }
  return {text, otherwise};
}

EventChoice::EventChoice(const Profile& profile, std::vector<Definition> own)
    : events_(profile_events(profile, sums_in(own))), own_(std::move(own)) {
  for (const Event& event : events_.stored) {
    stored_names_.push_back(event.name);
  }
  for (const DerivedEvent& event : events_.derived.events()) {
    if (!event.is_ratio) {
      derived_names_.push_back(event.name);
    }
  }
  add_built_in();
  for (const Definition& definition : own_) {
    const bool is_sum =
        !definition.computed.as_sum().empty() && events_.derived.find(definition.name);
    if (!is_sum) {
      formulas_.push_back(definition);
    }
  }
}

/// The user's formulas win: a built-in one of the same name is left out.
void EventChoice::add_built_in() {
  const auto add = [this](Result<Definition> formula) {
    const bool is_sound =
        formula && std::ranges::find(own_, formula->name, &Definition::name) == own_.end() &&
        std::ranges::all_of(formula->computed.names(),
                            [this](const Computed::Name& name) { return has(name.name); });
    if (is_sound) {
      formulas_.push_back(std::move(*formula));
    }
  };
  for (const DerivedEvent& event : events_.derived.events()) {
    if (event.is_ratio) {
      add(parse_definition(
          fmt::format("{} = {} : {}", event.name, event.formula, event.long_name)));
    }
  }
  for (const std::string_view text : kModels) {
    Result<Definition> model = parse_definition(text);
    if (model && !has(model->name)) {
      add(std::move(model));
    }
  }
  built_in_formulas_ = formulas_.size();
}

Result<EventChoice> EventChoice::make(const Profile& profile, const SelectionWords& words) {
  Result<std::vector<Definition>> own = definitions_in(profile, words);
  if (!own) {
    return failure(own.error());
  }
  if (!own->empty()) {
    name_fully(*own, EventChoice(profile));
  }
  return EventChoice(profile, std::move(*own));
}

std::vector<Column> EventChoice::stored() const {
  std::vector<Column> columns;
  for (size_t at = 0; at < events_.stored.size(); ++at) {
    columns.push_back({events_.stored[at], event_sum(EventId(at))});
  }
  return columns;
}

/// The last of this name.
const Definition* EventChoice::find_formula(std::string_view name) const {
  const auto found =
      std::find_if(formulas_.rbegin(), formulas_.rend(),
                   [name](const Definition& formula) { return formula.name == name; });
  return found == formulas_.rend() ? nullptr : &*found;
}

bool EventChoice::has(std::string_view name) const {
  return std::ranges::find(stored_names_, name) != stored_names_.end() ||
         events_.derived.find(name).has_value() || find_formula(name) != nullptr;
}

std::vector<std::string_view> EventChoice::matches(std::string_view name, Part part) const {
  std::vector<std::string_view> names = stored_names_;
  names.insert(names.end(), derived_names_.begin(), derived_names_.end());
  std::ranges::transform(formulas_, std::back_inserter(names), &Definition::name);
  using Matches = bool (*)(std::string_view event, std::string_view asked);
  constexpr std::array<Matches, 3> kWays = {equal_in_any_case,
                                            [](std::string_view event, std::string_view asked) {
                                              return equal_in_any_case(name_without_unit(event),
                                                                       asked);
                                            },
                                            begins_in_any_case};
  for (const Matches way : std::span(kWays).first(part == Part::kWhole ? 2 : 3)) {
    std::vector<std::string_view> found;
    std::ranges::copy_if(names, std::back_inserter(found),
                         [&](std::string_view event) { return way(event, name); });
    if (!found.empty()) {
      drop_companions(found);
      return found;
    }
  }
  return {};
}

std::string_view EventChoice::only_match(std::string_view name, Part part) const {
  if (name.empty() || has(name)) {
    return name;
  }
  const std::vector<std::string_view> found = matches(name, part);
  return found.size() == 1 ? found.front() : name;
}

std::string_view EventChoice::full_name(std::string_view name) const {
  return only_match(name, Part::kWhole);
}

std::string_view EventChoice::unabbreviated(std::string_view name) const {
  return only_match(name, Part::kBeginning);
}

bool EventChoice::is_computed(std::string_view asked) const {
  const std::string_view name = full_name(asked);
  return std::ranges::find(stored_names_, name) == stored_names_.end() &&
         find_formula(name) != nullptr;
}

std::vector<const Definition*> EventChoice::built_in() const {
  std::vector<const Definition*> models;
  for (size_t at = 0; at < built_in_formulas_; ++at) {
    if (!events_.derived.find(formulas_[at].name)) {
      models.push_back(&formulas_[at]);
    }
  }
  return models;
}

Result<Column> EventChoice::find(std::string_view asked) const {
  const std::string_view name = full_name(asked);
  if (is_computed(name)) {
    return failure(no_cost(*find_formula(name)));
  }
  return find_cost(name);
}

/// A stored event or a sum, even where a formula has its name.
Result<Column> EventChoice::find_cost(std::string_view asked) const {
  const std::string_view name = full_name(asked);
  const auto stored = std::ranges::find(events_.stored, name, &Event::name);
  if (stored != events_.stored.end()) {
    const auto at = static_cast<size_t>(stored - events_.stored.begin());
    return Column{*stored, event_sum(EventId(at))};
  }
  const std::optional<size_t> derived = events_.derived.find(name);
  if (!derived || events_.derived.events()[*derived].is_ratio) {
    return failure(unknown(name));
  }
  std::optional<EventSum> sum = events_.derived.sum(*derived);
  if (!sum) {
    return failure(usage_error(
        kUnknownEvent.name,
        fmt::format("event '{}' ({}) cannot be computed exactly: its factors are too large",
                    printable(name), printable(events_.derived.events()[*derived].formula))));
  }
  Column column{derived_event(events_, *derived), std::move(*sum)};
  const auto own = std::ranges::find(own_, name, &Definition::name);
  if (own != own_.end() && !own->unit.empty()) {
    column.event.unit = own->unit;
    column.event.scale = 1;
  }
  return column;
}

Result<size_t> EventChoice::add_beside(std::string_view name, Selection& selection) const {
  return put_beside(find(name), selection);
}

Result<size_t> EventChoice::put_beside(Result<Column> column, Selection& selection) {
  if (!column) {
    return failure(column.error());
  }
  const size_t shown = index_of(selection.columns, column->event.name);
  if (shown != selection.columns.size()) {
    return shown;
  }
  const size_t beside = index_of(selection.beside, column->event.name);
  if (beside == selection.beside.size()) {
    selection.beside.push_back(std::move(*column));
  }
  return selection.columns.size() + beside;
}

Result<FormulaOperand> EventChoice::operand(const Definition& of, const Computed::Name& name,
                                            Selection& selection) const {
  using Kind = FormulaOperand::Kind;
  if (name.name == "calls" && !has(name.name)) {
    return FormulaOperand{Kind::kCalls, 0};
  }
  // A formula needs such as stand before it, so that none needs itself.
  const Definition* const formula = is_computed(name.name) ? find_formula(name.name) : nullptr;
  const bool is_before = formula != nullptr && formula < &of;
  const Result<size_t> at =
      is_before ? add_computed(name.name, selection) : put_beside(find_cost(name.name), selection);
  if (!at) {
    Diagnostic error = at.error();
    if (!error.excerpt) {
      error.place = {1, of.formula_at + name.at + 1};
      error.excerpt = of.text;
    }
    return failure(std::move(error));
  }
  return FormulaOperand{is_before ? Kind::kFormula : Kind::kCost, *at};
}

Result<size_t> EventChoice::add_computed(std::string_view asked, Selection& selection) const {
  const std::string_view name = full_name(asked);
  if (const std::optional<size_t> known = computed_named(selection, name)) {
    return *known;
  }
  const Definition* const formula = find_formula(name);
  if (formula == nullptr) {
    return failure(unknown(name));
  }
  ComputedColumn column;
  column.event.name = formula->name;
  column.event.long_name = formula->long_name;
  column.event.unit = formula->unit;
  column.event.formula = formula->formula;
  column.formula = formula->computed;
  for (const Computed::Name& needed : formula->computed.names()) {
    const Result<FormulaOperand> operand = this->operand(*formula, needed, selection);
    if (!operand) {
      return failure(operand.error());
    }
    column.operands.push_back(*operand);
  }
  selection.computed.push_back(std::move(column));
  return selection.computed.size() - 1;
}

Diagnostic EventChoice::no_cost(const Definition& formula) {
  return usage_error(
      kRatioEvent.name,
      fmt::format("'{}' is a ratio ({}) and cannot be a column here: ratios do not add up",
                  printable(formula.name), printable(formula.formula)),
      "show it in a table (`top`, `peek`), or use the events in its formula");
}

Diagnostic EventChoice::unknown(std::string_view name) const {
  const std::vector<UnavailableEvent>& unavailable = events_.derived.unavailable();
  const auto defined = std::ranges::find(unavailable, name, &UnavailableEvent::name);
  if (defined != unavailable.end()) {
    const std::vector<std::string_view> missing(defined->missing.begin(), defined->missing.end());
    return usage_error(
        kUnknownEvent.name,
        fmt::format("event '{}' cannot be computed from '{}': {}", printable(name),
                    printable(defined->formula),
                    missing.empty() ? printable(defined->problem)
                                    : fmt::format("there is no {}", listed(missing))),
        there_are());
  }
  const std::vector<std::string_view> meant =
      name.empty() ? std::vector<std::string_view>() : matches(name, Part::kBeginning);
  if (meant.size() > 1) {
    return usage_error(kUnknownEvent.name, fmt::format("no event '{}'", printable(name)),
                       fmt::format("several events begin with it: {}", listed(meant)));
  }
  if (meant.size() == 1) {  // where abbreviations are not taken
    return usage_error(kUnknownEvent.name, fmt::format("no event '{}'", printable(name)),
                       fmt::format("did you mean {}? ", printable(meant.front())) + there_are());
  }
  std::vector<std::string_view> names = stored_names_;
  names.insert(names.end(), derived_names_.begin(), derived_names_.end());
  std::ranges::transform(formulas_, std::back_inserter(names), &Definition::name);
  std::string hint;
  const std::optional<std::string_view> near = nearest(name, names);
  if (near && *near != name && names.size() > 1) {
    hint = fmt::format("did you mean {}? ", printable(*near));
  }
  return usage_error(kUnknownEvent.name, fmt::format("no event '{}'", printable(name)),
                     hint + there_are());
}

std::string EventChoice::there_are() const {
  std::string text = stored_names_.empty() ? "the profile has no events"
                     : stored_names_.size() == 1
                         ? fmt::format("the profile has only {}", printable(stored_names_.front()))
                         : fmt::format("there are {}", listed(stored_names_));
  if (!derived_names_.empty()) {
    text += fmt::format("; derived: {}", listed(derived_names_));
  }
  return text;
}

}  // namespace quern
