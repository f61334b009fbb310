// SPDX-License-Identifier: MIT
#include "quern/server/filtering.h"

#include <array>
#include <utility>
#include <vector>

#include "quern/server/routes.h"

namespace quern::server {
namespace {

constexpr size_t kMostExpressions = 32;

using Words = std::vector<std::string> FilterOptions::*;
constexpr auto kFilterWords = std::to_array<std::pair<std::string_view, Words>>({
    {"focus", &FilterOptions::focus},
    {"ignore", &FilterOptions::ignore},
    {"show-from", &FilterOptions::show_from},
    {"show", &FilterOptions::show},
    {"hide", &FilterOptions::hide},
});

}  // namespace

Asked<AskedFilters> asked_filters(const QueryParameters& parameters) {
  AskedFilters filters;
  FilterOptions options;
  size_t count = 0;
  for (const auto& [name, words] : kFilterWords) {
    options.*words = parameters.all(name);
    count += (options.*words).size();
    for (const std::string& word : options.*words) {
      if (word.empty() || count > kMostExpressions) {
        return std::unexpected(refusal(
            400, "bad-parameter",
            word.empty() ? "a filter needs an expression" : "more than 32 filter expressions", {},
            std::string(name)));
      }
      filters.key += name;
      add_key_text(filters.key, word);
    }
    if ((options.*words).empty()) {
      continue;
    }
    // After each parameter: the first plan that cannot be read shows which one is at fault.
    Result<FilterPlan> plan = FilterPlan::read(options);
    if (!plan) {
      return std::unexpected(Refusal{422, plan.error(), std::string(name)});
    }
    filters.plan = std::move(*plan);
  }
  return filters;
}

Asked<std::shared_ptr<const ProfilePair>> filtered_set(
    const std::shared_ptr<const ProfilePair>& set, const AskedFilters& filters, bool needs_base,
    const std::stop_token& stop) {
  if (!filters.plan.any()) {
    return set;
  }
  const bool has_base = needs_base && set->base != nullptr;
  Result<std::shared_ptr<const ProfilePair>> made = set->filtered.get(
      filters.key + (has_base ? "|both" : "|new"),
      [&](const std::stop_token& nobody_waits) -> SharedCache<ProfilePair>::Value {
        Result<std::shared_ptr<const ServedProfile>> now =
            set->now->filtered(filters.plan, filters.key, nobody_waits);
        if (!now) {
          return failure(now.error());
        }
        Result<std::shared_ptr<const ServedProfile>> base = std::shared_ptr<const ServedProfile>();
        if (has_base) {
          base = set->base->filtered(filters.plan, filters.key, nobody_waits);
        }
        if (!base) {
          return failure(base.error());
        }
        return std::make_shared<const ProfilePair>(set->hash, *std::move(now), *std::move(base));
      },
      stop);
  if (!made) {
    return std::unexpected(no_answer(made.error()));
  }
  return *std::move(made);
}

Answer answer_filters(Question& question) {
  const Profile& profile = question.served->profile();
  return json_answer([&](JsonWriter& json) {
    json.begin_object().key("schema").string("quern.filters/1").key("notes").begin_array();
    for (const std::string& note : question.served->notes()) {
      json.string(note);
    }
    json.end_array();
    json.key("some_stacks_only").boolean(profile.is_selected());
    json.key("estimates").boolean(profile.marks().estimates != Estimates::kNone);
  });
}

}  // namespace quern::server
