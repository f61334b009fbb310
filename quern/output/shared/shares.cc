// SPDX-License-Identifier: MIT
#include "quern/output/shared/shares.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "quern/output/shared/amounts.h"

namespace quern {
namespace {

/// Nothing of a whole that is 0.
std::optional<double> share_in_percent(const Amount& part, const Amount& whole) {
  return lower_of(whole) == 0
             ? std::nullopt
             : std::optional(100.0 * to_double(lower_of(part)) / to_double(lower_of(whole)));
}

Certainty certainty_of_shares(std::span<const Amount> parts, std::span<const Amount> wholes) {
  const bool has_sure_wholes = least_certain(wholes, std::nullopt) == Certainty::kExact;
  return has_sure_wholes ? least_certain(parts, std::nullopt) : Certainty::kEstimated;
}

}  // namespace

void write_percent_of(JsonWriter& json, const Selection& selection) {
  if (is_of_parent(selection)) {
    json.key("percent_of").string("parent");
  }
}

void write_percents(JsonWriter& json, const Selection& selection, std::span<const Amount> parts,
                    std::span<const Amount> wholes) {
  if (!is_of_parent(selection)) {
    return;
  }
  json.key("percent").begin_array();
  for (size_t column = 0; column < parts.size(); ++column) {
    if (const std::optional<double> percent = share_in_percent(parts[column], wholes[column])) {
      json.number(*percent);
    } else {
      json.null();
    }
  }
  json.end_array();
  json.key("percent_certainty").string(to_string(certainty_of_shares(parts, wholes)));
}

void add_percent_columns(std::vector<FlatColumn>& columns, const Selection& selection,
                         FlatForm form) {
  if (is_of_parent(selection)) {
    add_columns(columns, "percent", selection);
    if (form != FlatForm::kMarkdown) {
      columns.push_back({"percent_certainty"});
    }
  }
}

void add_percents(Cells& cells, const Selection& selection, std::span<const Amount> parts,
                  std::span<const Amount> wholes, FlatForm form) {
  if (!is_of_parent(selection)) {
    return;
  }
  for (size_t column = 0; column < parts.size(); ++column) {
    const std::optional<double> percent = share_in_percent(parts[column], wholes[column]);
    cells.push_back(form == FlatForm::kMarkdown ? percent_text(parts[column], wholes[column])
                    : percent                   ? fmt::format("{}", *percent)
                                                : std::string());
  }
  if (form != FlatForm::kMarkdown) {
    cells.emplace_back(to_string(certainty_of_shares(parts, wholes)));
  }
}

}  // namespace quern
