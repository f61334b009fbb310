// SPDX-License-Identifier: MIT
#include "quern/output/json/json_answer.h"

#include <algorithm>

#include "quern/output/rows/row_pen.h"
#include "quern/output/shared/shares.h"

namespace quern {
namespace {

void write_shortfall(JsonWriter& json, const Shortfall& shortfall) {
  json.newline().begin_object().text_or_null("file", shortfall.input);
  json.key("code").string(shortfall.code->name);
  write_place(json, shortfall.place);
  json.text("message", shortfall.message).key("missing").begin_array();
  for (const Shortfall::Missing& missing : shortfall.missing) {
    json.begin_object().text("event", missing.event);
    json.key("declared").integer(missing.declared).key("read").integer(missing.read).end_object();
  }
  json.end_array().end_object();
}

}  // namespace

void begin_document(JsonWriter& json, std::string_view schema, const Completeness& completeness) {
  json.begin_object().key("schema").string(schema);
  if (!completeness.is_complete()) {
    json.key("incomplete").begin_array();
    for (const Shortfall& shortfall : completeness.shortfalls()) {
      write_shortfall(json, shortfall);
    }
    json.end_array();
  }
}

void begin_answer(JsonWriter& json, std::string_view schema, const Selection& selection) {
  begin_document(json, schema, selection.completeness);
  json.newline();
  write_event_names(json, selection);
}

void write_contradictions(JsonWriter& json, const Findings& findings) {
  if (findings.empty()) {
    return;
  }
  json.key("contradictions").begin_array();
  for (const Findings::Kind& kind : findings.kinds()) {
    json.begin_object().key("code").string(kind.code->name);
    json.key("count").integer(kind.count).text("message", kind.first().message).end_object();
  }
  json.end_array();
}

void write_count(JsonWriter& json, std::string_view key, size_t count) {
  json.key(key).integer(static_cast<int128>(count));
}

void write_texts(JsonWriter& json, std::string_view key, std::span<const std::string> texts) {
  json.key(key).begin_array();
  for (const std::string& text : texts) {
    json.string(text);
  }
  json.end_array();
}

void write_shown(JsonWriter& json, size_t shown, size_t of) {
  json.newline();
  write_count(json, "shown", shown);
  write_count(json, "of", of);
}

void write_costs(JsonWriter& json, std::string_view key, std::span<const int128> costs) {
  json.key(key).begin_array();
  for (const int128 cost : costs) {
    json.integer(cost);
  }
  json.end_array();
}

void write_number(JsonWriter& json, std::string_view key, const std::optional<int128>& number) {
  json.key(key);
  if (number) {
    json.integer(*number);
  } else {
    json.null();
  }
}

void write_costs(JsonWriter& json, std::string_view key, std::span<const Amount> costs) {
  json.key(key).begin_array();
  for (const Amount& cost : costs) {
    json.integer(lower_of(cost));
  }
  json.end_array();
}

void write_number(JsonWriter& json, std::string_view key, const std::optional<Amount>& number) {
  write_number(json, key, number ? std::optional(lower_of(*number)) : std::nullopt);
}

void write_certainty(JsonWriter& json, const Selection& selection, std::string_view key,
                     std::span<const Amount> costs) {
  if (selection.has_estimates) {
    json.key(key).string(to_string(certainty_of(costs)));
  }
}

void write_inexact(JsonWriter& json, const Selection& selection, std::string_view key,
                   std::span<const Amount> costs) {
  const Certainty certainty = certainty_of(costs);
  if (selection.has_estimates || certainty != Certainty::kExact) {
    json.key(key).string(to_string(certainty));
  }
}

void write_certainty(JsonWriter& json, const Selection& selection, std::string_view key,
                     const std::optional<Amount>& number) {
  write_certainty(json, selection, key,
                  number ? std::span(&*number, 1) : std::span<const Amount>());
}

void write_totals(JsonWriter& json, const Selection& selection, std::span<const Amount> totals) {
  write_costs(json, "totals", totals);
  write_certainty(json, selection, "totals_certainty", totals);
  if (selection.has_estimates) {
    write_costs(json, "apportioned", selection.apportioned);
  }
  if (std::ranges::any_of(selection.not_in_profile, [](int128 cost) { return cost != 0; })) {
    write_costs(json, "not_in_profile", selection.not_in_profile);
  }
}

void write_where(JsonWriter& json, const Selection& selection, size_t left_out) {
  if (selection.where.query) {
    json.key("where").begin_object().text("query", selection.where.query->text());
    json.key("left_out").integer(static_cast<int128>(left_out)).end_object();
  }
}

void write_event_names(JsonWriter& json, const Selection& selection) {
  json.key("events").begin_array();
  for (const auto& column : selection.columns) {
    json.string(column.event.name);
  }
  json.end_array();
}

void write_ratio_names(JsonWriter& json, const Selection& selection) {
  if (selection.ratios.empty()) {
    return;
  }
  json.key("ratios").begin_array();
  for (const size_t at : selection.ratios) {
    const Event& event = selection.computed[at].event;
    json.begin_object().text("name", event.name).text("formula", event.formula.value_or(""));
    json.text_or_null("unit", event.unit).end_object();
  }
  json.end_array();
}

void write_ratios(JsonWriter& json, std::string_view key,
                  std::span<const std::optional<Fraction>> ratios) {
  if (ratios.empty()) {
    return;
  }
  json.key(key).begin_array();
  for (const std::optional<Fraction>& ratio : ratios) {
    if (ratio) {
      json.number(to_double(*ratio));
    } else {
      json.null();
    }
  }
  json.end_array();
}

void write_name(JsonWriter& json, const RowName& name) {
  json.text_or_null("name", name.name).text_or_null("file", name.file);
  json.text_or_null("object", name.object);
  if (!name.kind.empty()) {
    json.key("kind").string(name.kind);
  }
}

void write_old_name(JsonWriter& json, const std::optional<RowName>& name) {
  json.key("old_name");
  if (name) {
    json.begin_object();
    write_name(json, *name);
    json.end_object();
  } else {
    json.null();
  }
}

void write_name(JsonWriter& json, const Selection& selection, const RowName& name) {
  write_name(json, name);
  if (selection.order == RowOrder::kPlace) {
    write_number(json, "line", unless_zero(name.line));
  }
}

void write_bounds(JsonWriter& json, std::string_view key, std::span<const Amount> amounts) {
  write_costs(json, key, amounts);
  const Certainty certainty = certainty_of(amounts);
  json.key(std::string(key) + "_max");
  if (certainty == Certainty::kBounded) {
    json.begin_array();
    for (const Amount& amount : amounts) {
      json.integer(upper_of(amount));
    }
    json.end_array();
  } else {
    json.null();
  }
  json.key("certainty").string(to_string(certainty));
}

void write_running_of(JsonWriter& json, const Selection& selection) {
  if (selection.running) {
    json.key("running_of").string(selection.columns[selection.sort_column].event.name);
  }
}

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

void write_place(JsonWriter& json, const Place& place) {
  write_number(json, "line", unless_zero(place.line));
  write_number(json, "column", unless_zero(place.column));
}

}  // namespace quern
