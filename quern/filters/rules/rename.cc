// SPDX-License-Identifier: MIT
#include "quern/filters/rules/rename.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "quern/base/text.h"
#include "quern/filters/rules/codes.h"

namespace quern {

namespace {

constexpr std::string_view kHint =
    "write s/RE/TEXT/, with any character for the slash, such as 's/^std::__cxx11::/std::/'; see "
    "`quern help filters`";

Diagnostic bad_rename(std::string_view word, std::string_view what) {
  return usage_error(kBadFilter.name, fmt::format("--rename '{}' {}", printable(word), what),
                     std::string(kHint));
}

bool can_delimit(char c) {
  return !is_letter(c) && !is_digit(c) && !is_blank(c) && c != '\\' && c != ';';
}

/// The text up to the next `delimiter`, which is taken too; nothing if it is missing. An escaped
/// delimiter is the character itself. In an expression it keeps its backslash, because it may have
/// a meaning in RE2's syntax (`|`); in a replacement it loses it.
std::optional<std::string> take_field(std::string_view& left, char delimiter, bool is_expression) {
  std::string field;
  for (size_t at = 0; at < left.size(); ++at) {
    if (left[at] == delimiter) {
      left.remove_prefix(at + 1);
      return field;
    }
    if (left[at] == '\\' && at + 1 < left.size()) {
      if (left[at + 1] != delimiter || is_expression) {
        field.push_back('\\');
      }
      ++at;
    }
    field.push_back(left[at]);
  }
  return std::nullopt;
}

}  // namespace

/// Reads the rule that `left` begins with, up to and with the `;` behind it.
Result<Renaming::Rule> Renaming::read_rule(std::string_view word, std::string_view& left) {
  if (left.size() < 2 || left[0] != 's' || !can_delimit(left[1])) {
    return failure(bad_rename(word, "is not of the form s/RE/TEXT/"));
  }
  const char delimiter = left[1];
  left.remove_prefix(2);
  const std::optional<std::string> text = take_field(left, delimiter, true);
  std::optional<std::string> replacement = text ? take_field(left, delimiter, false) : std::nullopt;
  if (!replacement) {
    return failure(
        bad_rename(word, fmt::format("has no {} '{}'", text ? "third" : "second", delimiter)));
  }
  bool ignore_case = false;
  bool everywhere = false;
  bool tries_paths = false;
  bool keeps_apart = false;
  const size_t end = std::min(left.find(';'), left.size());
  for (const char flag : left.substr(0, end)) {
    bool* const meant = flag == 'i'   ? &ignore_case
                        : flag == 'g' ? &everywhere
                        : flag == 'o' ? &tries_paths
                        : flag == 'k' ? &keeps_apart
                                      : nullptr;
    if (meant == nullptr && !is_blank(flag)) {
      return failure(
          bad_rename(word, fmt::format("has an unknown flag '{}'; the flags are g, i, k and o",
                                       printable(std::string_view(&flag, 1)))));
    }
    if (meant != nullptr) {
      *meant = true;
    }
  }
  left.remove_prefix(std::min(end + 1, left.size()));
  Result<Expression> expression = Expression::read(*text, ignore_case);
  if (!expression) {
    return failure(expression.error());
  }
  if (const std::optional<std::string> fault = expression->fault_of(*replacement)) {
    return failure(
        bad_rename(word, fmt::format("has an invalid replacement: {}", printable(*fault))));
  }
  return Rule{std::move(*expression), std::move(*replacement), everywhere, tries_paths,
              keeps_apart};
}

Result<Renaming> Renaming::read(std::span<const std::string> words, MatchedNames names) {
  Renaming renaming;
  renaming.names_ = std::move(names);
  renaming.groups_.emplace_back();
  for (const std::string& word : words) {
    std::string_view left = trim(word);
    do {
      Result<Rule> rule = read_rule(word, left);
      if (!rule) {
        return failure(rule.error());
      }
      renaming.rules_.push_back(std::move(*rule));
      left = trim(left);
    } while (!left.empty());
  }
  return renaming;
}

uint32_t Renaming::group_named(std::string name) {
  const auto [found, is_new] =
      by_name_.try_emplace(std::move(name), static_cast<uint32_t>(groups_.size()));
  if (is_new) {
    groups_.emplace_back().name = found->first;
  }
  return found->second;
}

void Renaming::join(Group& group, const Identity& member) {
  group.is_renamed = group.is_renamed || member.name != group.name;
  if (!std::exchange(group.has_members, true)) {
    group.file = member.file;
    group.object = member.object;
    return;
  }
  group.file = group.file == member.file ? group.file : std::string_view();
  group.object = group.object == member.object ? group.object : std::string_view();
}

Renaming::Choice Renaming::choose_for(const Identity& own) {
  const Identity function{empty() ? own.name : matched_name(names_, own.name), own.file,
                          own.object};
  for (const Rule& rule : rules_) {
    const auto tried = [&rule](std::string_view text) {
      return rule.expression.replaced(text, rule.replacement, rule.everywhere);
    };
    std::optional<std::string> name = tried(function.name);
    if (!name && rule.tries_paths) {
      name = tried(function.object);
      name = name ? std::move(name) : tried(function.file);
    }
    if (!name) {
      continue;
    }
    const uint32_t group = group_named(std::move(*name));
    if (!rule.keeps_apart) {
      join(groups_[group], function);
    }
    return {group, rule.keeps_apart};
  }
  return {};
}

std::vector<Renaming::Choice> Renaming::choose(const Symbols& symbols) {
  std::vector<Choice> choices;
  choices.reserve(symbols.functions.size());
  for (size_t at = 0; at < symbols.functions.size(); ++at) {
    const FunctionId id(at);
    choices.push_back(choose_for({symbols.name(id), symbols.file(id), symbols.object(id)}));
  }
  return choices;
}

Identity Renaming::identity(const Symbols& symbols, FunctionId id, const Choice& choice) const {
  const Identity own{symbols.name(id), symbols.file(id), symbols.object(id)};
  if (choice.group == 0) {
    return own;
  }
  const Group& group = groups_[choice.group];
  // If all members had this name before, the rule changed nothing and must not join them.
  const bool is_own = choice.stays_apart || !group.is_renamed;
  return {group.name, is_own ? own.file : group.file, is_own ? own.object : group.object};
}

}  // namespace quern
