// SPDX-License-Identifier: MIT
#include "quern/server/query_parameters.h"

#include <algorithm>
#include <array>
#include <utility>

#include "quern/analysis/costs/context_walk.h"
#include "quern/analysis/groups/grouping.h"
#include "quern/base/text.h"
#include "quern/filters/rules/codes.h"

namespace quern::server {
namespace {

bool is_allowed(std::span<const std::string_view> allowed, std::string_view name, bool again) {
  return std::ranges::any_of(allowed, [&](std::string_view known) {
    const bool may_repeat = known.ends_with('*');
    return (may_repeat ? known.substr(0, known.size() - 1) : known) == name &&
           (may_repeat || !again);
  });
}

/// Which parameter makes an error of select().
struct FieldOfCode {
  std::string_view code, field;
};
constexpr auto kFields = std::to_array<FieldOfCode>({{"bad-query", "q"},
                                                     {"bad-regexp", "q"},
                                                     {"bad-formula", "define"},
                                                     {"unknown-event", "e"},
                                                     {"ratio-event", "e"},
                                                     {"one-event", "e"},
                                                     {"too-many-events", "e"},
                                                     {"unknown-part", "parts"},
                                                     {"unknown-thread", "threads"},
                                                     {"no-such-branch", "path"},
                                                     {"no-running-total", "running"},
                                                     {"bad-rule", "rules"}});

}  // namespace

QueryParameters::QueryParameters(const Request& request, std::span<const std::string_view> allowed,
                                 std::span<const std::string_view> more)
    : request_(&request) {
  for (size_t at = 0; at < request.query.size(); ++at) {
    const std::string& name = request.query[at].name;
    const auto before = std::span(request.query).first(at);
    const bool again = std::ranges::find(before, name, &Parameter::name) != before.end();
    if (!is_allowed(allowed, name, again) && !is_allowed(more, name, again)) {
      refuse(bad_parameter(name, again ? "'" + printable(name) + "' occurs twice"
                                       : "unknown parameter '" + printable(name) + "'"));
    }
  }
}

void QueryParameters::refuse_any_of(std::span<const std::string_view> names, std::string_view why) {
  for (const std::string_view name : names) {
    if (has(name)) {
      refuse(bad_parameter(name,
                           "'" + std::string(name) + "' cannot be used here: " + std::string(why)));
    }
  }
}

const Parameter* QueryParameters::find(std::string_view name) const {
  const auto found = std::ranges::find(request_->query, name, &Parameter::name);
  return found != request_->query.end() ? &*found : nullptr;
}

std::string QueryParameters::text(std::string_view name) const {
  const Parameter* const found = find(name);
  return found != nullptr ? found->value : std::string();
}

std::vector<std::string> QueryParameters::all(std::string_view name) const {
  std::vector<std::string> values;
  for (const Parameter& parameter : request_->query) {
    if (parameter.name == name) {
      values.push_back(parameter.value);
    }
  }
  return values;
}

uint64_t QueryParameters::number(std::string_view name, uint64_t least, uint64_t most,
                                 uint64_t otherwise) {
  const Parameter* const found = find(name);
  if (found == nullptr) {
    return otherwise;
  }
  const std::optional<uint64_t> number = whole_number(found->value);
  if (!number || *number < least || *number > most) {
    refuse(bad_parameter(name, "'" + std::string(name) + "' must be a number from " +
                                   std::to_string(least) + " to " + std::to_string(most)));
    return otherwise;
  }
  return *number;
}

bool QueryParameters::flag(std::string_view name) {
  return number(name, 0, 1, 0) == 1;
}

std::string_view QueryParameters::word(std::string_view name,
                                       std::span<const std::string_view> words) {
  const Parameter* const found = find(name);
  if (found == nullptr) {
    return words.front();
  }
  const auto known = std::ranges::find(words, found->value);
  if (known == words.end()) {
    std::string list;
    for (const std::string_view word : words) {
      list += (list.empty() ? "" : ", ") + std::string(word);
    }
    refuse(bad_parameter(name, "'" + std::string(name) + "' must be one of " + list));
    return words.front();
  }
  return *known;
}

Window window_of(QueryParameters& parameters) {
  constexpr size_t kUsualRows = 100;
  return {.offset = parameters.number("offset", 0, UINT32_MAX, 0),
          .limit = parameters.number("limit", 1, kMostRowsAsked, kUsualRows)};
}

Refusal no_answer(Diagnostic error) {
  const auto found = std::ranges::find(kFields, error.code, &FieldOfCode::code);
  std::string field = found != kFields.end() ? std::string(found->field) : std::string();
  const bool is_unknown = error.code == "no-such-branch" || error.code == "no-such-function";
  return {is_unknown ? 404 : 422, std::move(error), std::move(field)};
}

namespace {

/// What rows are sorted by, and the event that counts whatever sorts them.
void ask_order(QueryParameters& parameters, const SelectionKind& kind, SelectionWords& words) {
  constexpr auto kSorts = std::to_array<std::string_view>(
      {"", "self", "incl", "-self", "-incl", "place", "name", "calls"});
  constexpr size_t kByCost = 5;
  const std::string_view sort =
      parameters.word("sort", std::span(kSorts).first(kind.takes_order ? kSorts.size() : kByCost));
  words.order = sort == "place"  ? RowOrder::kPlace
                : sort == "name" ? RowOrder::kName
                                 : RowOrder::kCost;
  words.sorts_calls = sort == "calls";
  words.default_sort = sort.ends_with("self")   ? SortBy::kSelf
                       : sort.ends_with("incl") ? SortBy::kInclusive
                                                : kind.default_sort;
  if (const std::string event = parameters.text("e"); !event.empty()) {
    words.sort = (words.default_sort == SortBy::kSelf ? "self:" : "incl:") + event;
  }
  words.running = kind.takes_running && parameters.flag("running");
}

}  // namespace

SelectionWords selection_words(const Profile& profile, QueryParameters& parameters,
                               const SelectionKind& kind) {
  SelectionWords words;
  const std::string event = parameters.text("e");
  const std::string second = parameters.text("e2");
  if (kind.is_of_one_event) {
    if (!event.empty()) {
      words.events = {event};
    }
  } else {
    words.all_events = true;
    words.sums_only = kind.has_sums;
    if (!second.empty()) {
      for (const Event& stored : profile.events()) {
        words.events.push_back(stored.name);
      }
      words.events.push_back(second);
    }
  }
  ask_order(parameters, kind, words);
  words.parts = parameters.text("parts");
  words.threads = parameters.text("threads");
  words.where = parameters.text("q");
  words.defines = parameters.all("define");
  words.rows = kind.rows;
  words.takes_ratios = kind.takes_ratios;
  words.limit = kind.has_all_rows ? 0 : kMostRowsAsked;
  if (kind.group_by) {
    words.group_by = *kind.group_by;
  } else if (kind.is_grouped) {
    words.group_by =
        parse_group_by(parameters.word("group", group_by_words())).value_or(GroupBy::kFunction);
  }
  return words;
}

Asked<Selection> selection_of(const Profile& profile, QueryParameters& parameters,
                              const SelectionKind& kind) {
  constexpr size_t kMostQuery = 1000;
  if (parameters.text("q").size() > kMostQuery) {
    return std::unexpected(bad_parameter("q", "the query is too long"));
  }
  Result<Selection> selection = select(profile, selection_words(profile, parameters, kind));
  if (parameters.refused()) {
    return std::unexpected(*parameters.refused());
  }
  if (!selection) {
    return std::unexpected(no_answer(selection.error()));
  }
  selection->counts_paths = kind.takes_paths && parameters.flag("paths");
  if (selection->counts_paths && lacks_contexts(profile, selection->parts)) {
    return std::unexpected(refusal(
        422, kNeedsStacks.name, "paths need exact stacks, and this is a call graph", {}, "paths"));
  }
  selection->shows_runs = kind.takes_paths && parameters.flag("stats");
  if (selection->shows_runs) {
    if (const Result<void> known = check_runs(profile, *selection); !known) {
      return std::unexpected(no_answer(known.error()));
    }
  }
  return *std::move(selection);
}

}  // namespace quern::server
