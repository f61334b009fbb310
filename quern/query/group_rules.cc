// SPDX-License-Identifier: MIT
#include "quern/query/group_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "quern/base/text.h"
#include "quern/model/declared_costs.h"
#include "quern/query/codes.h"

namespace quern {

namespace {

constexpr size_t kMostRules = 10'000;
constexpr std::string_view kHow = "write a rule such as 'parser: name ~ /^parse_/'";
constexpr std::string_view kHowMore =
    "write a rule such as 'parser: name ~ /^parse_/ or file ~ /parser/'; see `quern help queries`";

/// A function as rules see it.
class FunctionRow final : public QueryRow {
 public:
  explicit FunctionRow(const Symbols& symbols) : symbols_(&symbols) {}
  void set(FunctionId function) { function_ = function; }
  [[nodiscard]] std::string_view text(QueryText which) const override {
    return which == QueryText::kFile     ? symbols_->file(function_)
           : which == QueryText::kObject ? symbols_->object(function_)
                                         : symbols_->name(function_);
  }
  [[nodiscard]] std::optional<int128> self(size_t) const override { return std::nullopt; }
  [[nodiscard]] std::optional<int128> inclusive(size_t) const override { return std::nullopt; }
  [[nodiscard]] std::optional<int128> calls() const override { return std::nullopt; }
  [[nodiscard]] int128 total(size_t) const override { return 0; }

 private:
  const Symbols* symbols_;
  FunctionId function_;
};

/// One row of the text.
struct RuleText {
  std::string_view row;
  uint64_t line;
};

/// Gives an error its place: `at` bytes into the row, more than it knows itself.
Diagnostic placed(Diagnostic error, const RuleText& rule, size_t at, const std::string& input) {
  error.fault = Fault::kInput;
  error.input = input;
  error.place = {rule.line, std::max<uint64_t>(error.place.column, 1) + at};
  error.excerpt = std::string(rule.row);
  return error;
}

/// Hints of queries speak of costs too, which rules do not have.
Diagnostic with_hint_of_rules(Diagnostic error) {
  const bool speaks_of_costs = error.hint.contains("self(") || error.hint.contains("calls");
  if (error.hint.empty() || speaks_of_costs) {
    error.hint = kHowMore;
  }
  return error;
}

Result<Query> read_query(std::string_view text) {
  constexpr QueryScope kScope = {.rows = "a rule's function",
                                 .self = false,
                                 .inclusive = false,
                                 .calls = false,
                                 .group = false,
                                 .neighbours = false};
  Result<Query> query = Query::read(text);
  if (!query) {
    return failure(with_hint_of_rules(query.error()));
  }
  if (Result<void> answered = query->check(kScope); !answered) {
    Diagnostic error = answered.error();
    error.hint = "rules select functions by name, file and object: 'parser: file ~ /parser/'";
    return failure(std::move(error));
  }
  return query;
}

/// Where the colon stands behind the name: the first with a blank behind it.
size_t find_rule_colon(std::string_view row) {
  for (size_t at = 0; at + 1 < row.size(); ++at) {
    if (row[at] == ':' && is_blank(row[at + 1])) {
      return at;
    }
  }
  return row.size();
}

}  // namespace

Result<GroupRules> GroupRules::read(std::string_view text, const std::string& input) {
  GroupRules rules;
  const auto refuse = [&input](const RuleText& rule, size_t at, std::string message,
                               std::string_view hint = kHow) {
    return failure(placed(usage_error(kBadGroupRule.name, std::move(message), std::string(hint)),
                          rule, at, input));
  };
  for (uint64_t line = 1; !text.empty(); ++line) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view row = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    row.remove_suffix(row.ends_with('\r') ? 1 : 0);
    const RuleText rule{row, line};
    if (trim(row).empty() || trim(row).starts_with('#')) {
      continue;
    }
    const size_t colon = find_rule_colon(row);
    const std::string name(trim(row.substr(0, colon)));
    if (const size_t tight = row.find(':'); colon == row.size() && tight < row.size()) {
      return refuse(
          rule, tight + 1, "expected a space and a query after ':'",
          "a group name may contain ':', so ': ' with a space ends it: 'parser: name = main'");
    }
    if (colon == row.size()) {
      return refuse(rule, row.size(), "expected ': ' and a query after the group's name");
    }
    if (name.empty()) {
      return refuse(rule, 0, "expected the name of a group before ':'");
    }
    Result<Query> query = read_query(row.substr(colon + 1));
    if (!query) {
      return failure(placed(query.error(), rule, colon + 1, input));
    }
    if (rules.rules_.size() == kMostRules) {
      return refuse(rule, 0, "more than 10,000 rules",
                    "combine rules with a regular expression: name ~ /^(parse|scan)_/");
    }
    const auto known = std::ranges::find(rules.names_, name);
    const auto group = static_cast<uint32_t>(known - rules.names_.begin());
    if (known == rules.names_.end()) {
      rules.names_.push_back(name);
    }
    rules.rules_.push_back({group, std::move(*query)});
  }
  return rules;
}

void GroupRules::match(const MatchedNames& names) {
  for (Rule& rule : rules_) {
    rule.query.match(names);
  }
}

Grouping GroupRules::group(const Symbols& symbols) const {
  Grouping grouping;
  grouping.texts = names_;
  const auto named = std::ranges::find(names_, kOther);
  const auto other = static_cast<uint32_t>(named - names_.begin());
  if (named == names_.end()) {
    grouping.texts.emplace_back(kOther);
  }
  grouping.group_of.reserve(symbols.functions.size());
  std::optional<uint32_t> not_in_profile;
  FunctionRow row(symbols);
  for (size_t at = 0; at < symbols.functions.size(); ++at) {
    if (symbols.name(FunctionId(at)) == kNotInProfile) {  // no rule is about it
      if (!not_in_profile) {
        not_in_profile = static_cast<uint32_t>(grouping.texts.size());
        grouping.texts.emplace_back(kNotInProfile);
      }
      grouping.group_of.push_back(*not_in_profile);
      continue;
    }
    row.set(FunctionId(at));
    const auto fitting =
        std::ranges::find_if(rules_, [&row](const Rule& rule) { return rule.query.fits(row); });
    grouping.group_of.push_back(fitting == rules_.end() ? other : fitting->group);
  }
  return grouping;
}

}  // namespace quern
