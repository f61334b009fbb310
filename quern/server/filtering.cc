// SPDX-License-Identifier: MIT
#include "quern/server/filtering.h"

#include <optional>
#include <utility>
#include <vector>

#include "quern/server/routes.h"
#include "quern/workspace/filters/choose.h"
#include "quern/workspace/filters/hide.h"

namespace quern::server {
namespace {

constexpr size_t kMostExpressions = 32;

struct Filter {
  std::string_view name;
  std::vector<std::string>& words;
};

/// What is wrong with one expression of a filter.
std::optional<Diagnostic> fault_of(std::string_view name, const std::string& word) {
  if (name == "hide") {
    const Result<HideRules> read = HideRules::read({&word, 1});
    return read ? std::nullopt : std::optional(read.error());
  }
  const Result<FunctionRules> read = FunctionRules::read({&word, 1});
  return read ? std::nullopt : std::optional(read.error());
}

}  // namespace

Asked<AskedFilters> asked_filters(const QueryParameters& parameters) {
  AskedFilters filters;
  StackChoice& choice = filters.how.choice;
  size_t count = 0;
  for (const Filter& filter : {Filter{"focus", choice.focus}, Filter{"ignore", choice.ignore},
                               Filter{"show-from", choice.show_from}, Filter{"show", choice.show},
                               Filter{"hide", filters.how.hide}}) {
    filter.words = parameters.all(filter.name);
    count += filter.words.size();
    for (const std::string& word : filter.words) {
      if (word.empty() || count > kMostExpressions) {
        return std::unexpected(refusal(
            400, "bad-parameter",
            word.empty() ? "a filter needs an expression" : "more than 32 filter expressions", {},
            std::string(filter.name)));
      }
      if (std::optional<Diagnostic> fault = fault_of(filter.name, word)) {
        return std::unexpected(Refusal{422, *std::move(fault), std::string(filter.name)});
      }
      filters.key += filter.name;
      add_key_text(filters.key, word);
    }
  }
  return filters;
}

Asked<std::shared_ptr<const ProfilePair>> filtered_set(
    const std::shared_ptr<const ProfilePair>& set, const AskedFilters& filters, bool needs_base) {
  if (!filters.how.any()) {
    return set;
  }
  const bool has_base = needs_base && set->base != nullptr;
  Result<std::shared_ptr<const ProfilePair>> made = set->filtered.get(
      filters.key + (has_base ? "|both" : "|new"),
      [&](const std::stop_token& nobody_waits) -> SharedCache<ProfilePair>::Value {
        Transform how = filters.how;
        how.stop = nobody_waits;
        Result<std::shared_ptr<const ServedProfile>> now = set->now->filtered(how, filters.key);
        if (!now) {
          return failure(now.error());
        }
        Result<std::shared_ptr<const ServedProfile>> base = std::shared_ptr<const ServedProfile>();
        if (has_base) {
          base = set->base->filtered(how, filters.key);
        }
        if (!base) {
          return failure(base.error());
        }
        return std::make_shared<const ProfilePair>(set->hash, *std::move(now), *std::move(base));
      },
      filters.how.stop);
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
    json.key("estimates").boolean(profile.has_estimates() || profile.has_split_records());
  });
}

}  // namespace quern::server
