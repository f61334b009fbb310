// SPDX-License-Identifier: MIT
//
// What a user's name means among many: find_names() and its relatives, declared in
// query/selection.h. An equal name wins over names that contain the word, and those over /RE/.
// So `read` means read() although read_all() exists, and a name with slashes is no expression.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "quern/base/text.h"
#include "quern/query/codes.h"
#include "quern/query/expression.h"
#include "quern/query/selection.h"

namespace quern {

namespace {

/// How many names are searched for a similar one to suggest: an error has to come quickly.
constexpr size_t kAlikeSearched = 20'000;
constexpr std::string_view kUnknownText = "???";  ///< shown for the empty name; asks for it too

template <class Fits>
std::vector<uint32_t> all_that(std::span<const std::string_view> names, const Fits& fits) {
  std::vector<uint32_t> found;
  for (size_t at = 0; at < names.size(); ++at) {
    if (fits(names[at])) {
      found.push_back(static_cast<uint32_t>(at));
    }
  }
  return found;
}

std::vector<uint32_t> equal_names(std::string_view wanted,
                                  std::span<const std::string_view> names) {
  const std::string_view exact = wanted == kUnknownText ? std::string_view() : wanted;
  return all_that(names, [exact](std::string_view name) { return name == exact; });
}

/// The items at these places, each once: an item may have several names.
std::vector<uint32_t> items_at(std::vector<uint32_t> places, const NamedItems& among) {
  for (uint32_t& place : places) {
    place = among.items[place];
  }
  std::ranges::sort(places);
  const auto repeated = std::ranges::unique(places);
  places.erase(repeated.begin(), repeated.end());
  return places;
}

/// The text between the slashes of /…/.
std::optional<std::string_view> expression_in(std::string_view wanted) {
  if (wanted.size() < 2 || !wanted.starts_with('/') || !wanted.ends_with('/')) {
    return std::nullopt;
  }
  return wanted.substr(1, wanted.size() - 2);
}

Result<std::vector<uint32_t>> matching(std::string_view text,
                                       std::span<const std::string_view> names) {
  const Result<Expression> expression = Expression::read(text);
  if (!expression) {
    return failure(expression.error());
  }
  return all_that(names, [&expression](std::string_view name) { return expression->fits(name); });
}

Diagnostic no_such(std::string_view wanted, std::span<const std::string_view> names) {
  const std::optional<std::string_view> near =
      nearest(wanted, names.first(std::min(names.size(), kAlikeSearched)));
  std::string hint =
      "`quern top -n 0` lists all names; a part of a name is enough, or a regular expression such "
      "as "
      "/^parse_/";
  if (near && !near->empty()) {
    hint = fmt::format("did you mean {}?", printable(*near));
  }
  return usage_error(kNoSuchFunction.name, fmt::format("nothing is called '{}'", printable(wanted)),
                     std::move(hint));
}

}  // namespace

/// From the strictest rule to the loosest; the first that finds anything decides.
Result<std::vector<uint32_t>> find_names(std::string_view wanted,
                                         std::span<const std::string_view> names) {
  std::vector<uint32_t> found = equal_names(wanted, names);
  if (found.empty() && !wanted.empty()) {
    found = all_that(names, [wanted](std::string_view name) {
      return name.find(wanted) != std::string_view::npos;
    });
  }
  if (const auto expression = expression_in(wanted); found.empty() && expression) {
    Result<std::vector<uint32_t>> matches = matching(*expression, names);
    if (!matches) {
      return failure(matches.error());
    }
    found = std::move(*matches);
  }
  if (found.empty()) {
    return failure(no_such(wanted, names));
  }
  return found;
}

Result<std::vector<uint32_t>> find_named(std::string_view wanted, const NamedItems& among) {
  Result<std::vector<uint32_t>> found = find_names(wanted, among.names);
  if (found) {
    *found = items_at(std::move(*found), among);
  }
  return found;
}

std::vector<uint32_t> find_exactly(std::string_view wanted, const NamedItems& among) {
  return items_at(equal_names(wanted, among.names), among);
}

}  // namespace quern
