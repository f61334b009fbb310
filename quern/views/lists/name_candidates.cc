// SPDX-License-Identifier: MIT
//
// The error for a name that matches several rows. It lists the most expensive ones, as users mostly
// mean one of these.
#include "quern/views/lists/name_candidates.h"

#include <fmt/format.h>

#include <utility>

#include "quern/base/text.h"
#include "quern/query/codes.h"

namespace quern {

namespace {

/// "NAME  FILE:OBJECT", of the latter what is known.
std::string described(const RowName& row) {
  std::string text = printable(row.name.empty() ? "???" : row.name);
  if (!row.file.empty() || !row.object.empty()) {
    const bool has_both = !row.file.empty() && !row.object.empty();
    text +=
        fmt::format("  {}{}{}", printable(row.file), has_both ? ":" : "", printable(row.object));
  }
  return text;
}

}  // namespace

Diagnostic ambiguous_name(std::string_view wanted, const CandidateWords& words,
                          std::span<const RowName> told, size_t in_all, bool have_one_name) {
  std::string hint = fmt::format("candidates, {}:", words.order);
  for (const RowName& candidate : told) {
    hint += fmt::format("\n  {}", described(candidate));
  }
  if (in_all > told.size()) {
    hint += fmt::format("\n  and {} more", grouped(static_cast<int128>(in_all - told.size())));
  }
  if (have_one_name && !words.advice.empty()) {
    hint += fmt::format("\n{}", words.advice);
  }
  return usage_error(kAmbiguousName.name,
                     fmt::format("'{}' matches {}", printable(wanted), counted(in_all, words.noun)),
                     std::move(hint));
}

}  // namespace quern
