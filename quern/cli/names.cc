// SPDX-License-Identifier: MIT
#include "quern/cli/names.h"

#include <algorithm>
#include <cctype>
#include <memory>
#include <string_view>

#include "quern/cli/options/commands.h"
#include "quern/query/selection.h"

namespace quern::cli {
namespace {

/// Of all functions that answers list, each once.
std::vector<std::string_view> names_of(const std::vector<const Profile*>& profiles) {
  std::vector<std::string_view> names;
  for (const Profile* profile : profiles) {
    const Symbols& symbols = profile->symbols();
    for (uint32_t function = 0; function < symbols.functions.size(); ++function) {
      if (profile->is_listed(FunctionId(function))) {
        names.push_back(symbols.name(FunctionId(function)));
      }
    }
  }
  std::ranges::sort(names);
  const auto twice = std::ranges::unique(names);
  names.erase(twice.begin(), twice.end());
  return names;
}

/// A text of which an expression fits nothing but itself.
std::string quoted_for_expression(std::string_view text) {
  std::string quoted;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' &&
        (static_cast<unsigned char>(c) & 0x80U) == 0) {
      quoted.push_back('\\');
    }
    quoted.push_back(c);
  }
  return quoted;
}

}  // namespace

NameOptions name_options(const Arguments& arguments) {
  NameOptions names;
  const Command& command = *arguments.command;
  if (!takes(command, *find_option("demangle"))) {
    // Findings of analysis name the functions that other answers have.
    names.fold = command.abilities.folds_names && !arguments.is_repair;
    return names;
  }
  for (const std::string& symbols : arguments.symbols) {
    if (symbols == "auto") {
      names.resolve = true;
    } else {
      names.symbol_files.push_back(symbols);
    }
  }
  names.fold = !arguments.unfold && !command.abilities.writes_profiles;
  // The runs that a merge adds up have other addresses each.
  names.drop_addresses = !arguments.unfold && command.abilities.adds_up;
  names.runs_beside =
      command.abilities.compares || !arguments.diff.base.empty() || arguments.baseline;
  names.unfolded = arguments.unfold_only;
  // Names are folded before any is made readable.
  names.matched = arguments.demangle == "never" ? nullptr : std::make_shared<const ReadableNames>();
  // Programs know functions by their linkers' names, and a conversion is for programs. Rules are
  // written by people, and hold or not whatever the form of the report.
  // Classes and namespaces are parts of readable names only.
  const bool has_scopes =
      arguments.group_by == GroupBy::kClass || arguments.group_by == GroupBy::kNamespace;
  const bool is_read_by_people =
      (is_for_people(arguments) || has_scopes || arguments.format == "folded" ||
       takes(command, *find_option("max"))) &&
      !command.abilities.writes_profiles;
  if (arguments.demangle == "always") {
    names.demangle = Demangling::kMerged;
  } else if (arguments.demangle == "auto" && is_read_by_people) {
    names.demangle = Demangling::kShown;
  }
  return names;
}

MatchedNames matched_names(const Arguments& arguments) {
  const Command& command = *arguments.command;
  const bool differs = takes(command, *find_option("demangle")) &&
                       !command.abilities.writes_profiles && arguments.demangle == "auto" &&
                       name_options(arguments).demangle == Demangling::kNever;
  return differs ? std::make_shared<const ReadableNames>() : nullptr;
}

std::string wanted_name(const Arguments& arguments, const std::string& word,
                        const std::vector<const Profile*>& profiles, NameFit fit) {
  if (word.empty() || name_options(arguments).demangle != Demangling::kNever) {
    return readable_name(word);
  }
  const MatchedNames readable = matched_names(arguments);
  const std::vector<std::string_view> own =
      readable ? names_of(profiles) : std::vector<std::string_view>();
  if (std::ranges::find(own, word) != own.end()) {
    return word;
  }
  std::vector<std::string_view> shown;
  for (const std::string_view name : own) {
    shown.push_back(readable->of(name));
  }
  const std::string meant = readable_name(word);
  const Result<std::vector<uint32_t>> found = find_names(meant, shown);
  if (!found || (fit == NameFit::kWhole && shown[found->front()] != meant)) {
    return word;
  }
  if (found->size() == 1) {
    return std::string(own[found->front()]);
  }
  // What fits them as it was typed stays: errors quote it.
  const Result<std::vector<uint32_t>> typed = find_names(word, own);
  if (typed && *typed == *found) {
    return word;
  }
  std::string names;
  for (const uint32_t at : *found) {
    names += (names.empty() ? "" : "|") + quoted_for_expression(own[at]);
  }
  return "/^(?:" + names + ")$/";
}

}  // namespace quern::cli
