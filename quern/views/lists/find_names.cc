// SPDX-License-Identifier: MIT
//
// What a name means among many: find_names() of selection.h.
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

/// Names that are searched for one alike: an error has to come quickly.
constexpr size_t kAlikeSearched = 20'000;
constexpr std::string_view kUnknownText = "???";

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
  std::string hint = "a name, a part of one, or a regular expression between slashes";
  if (near && !near->empty()) {
    hint = fmt::format("did you mean {}?", printable(*near));
  }
  return usage_error(kNoSuchFunction.name, fmt::format("nothing is called '{}'", printable(wanted)),
                     std::move(hint));
}

}  // namespace

Result<std::vector<uint32_t>> find_names(std::string_view wanted,
                                         std::span<const std::string_view> names) {
  const std::string_view exact = wanted == kUnknownText ? std::string_view() : wanted;
  std::vector<uint32_t> found =
      all_that(names, [exact](std::string_view name) { return name == exact; });
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

Result<std::vector<uint32_t>> find_named(std::string_view wanted,
                                         std::span<const std::string_view> names,
                                         std::span<const uint32_t> items) {
  Result<std::vector<uint32_t>> found = find_names(wanted, names);
  if (found) {
    for (uint32_t& at : *found) {
      at = items[at];
    }
  }
  return found;
}

}  // namespace quern
