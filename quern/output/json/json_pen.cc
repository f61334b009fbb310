// SPDX-License-Identifier: MIT
#include "quern/output/json/json_pen.h"

#include <string>

#include "quern/output/json/json_answer.h"
#include "quern/output/shared/shares.h"

namespace quern {

void JsonPen::in_role(std::string_view role, const RowName& name, bool is_placed) {
  const auto keys = [&] {
    if (is_placed) {
      write_name(json_, selection(), name);
    } else {
      write_name(json_, name);
    }
  };
  if (role.empty()) {
    keys();
    return;
  }
  json_.key(role);
  if (name.is_root) {
    json_.null();
    return;
  }
  json_.begin_object();
  keys();
  json_.end_object();
}

void JsonPen::text(std::string_view key, std::string_view text) {
  json_.text_or_null(key, text);
}

void JsonPen::number(std::string_view key, const std::optional<int128>& number) {
  write_number(json_, key, number);
}

void JsonPen::address(std::string_view key, uint64_t address) {
  json_.key(key).integer(address);
}

void JsonPen::flag(std::string_view key, bool is_set) {
  json_.key(key).boolean(is_set);
}

void JsonPen::costs(std::string_view key, std::span<const Amount> costs) {
  write_costs(json_, key, costs);
  write_inexact(json_, selection(), std::string(key) + "_certainty", costs);
}

void JsonPen::costs(std::string_view key, std::span<const int128> costs) {
  write_costs(json_, key, costs);
}

void JsonPen::cost(std::string_view key, const Event&, const std::optional<Amount>& cost) {
  count(key, cost);
}

void JsonPen::count(std::string_view key, const std::optional<Amount>& count) {
  write_number(json_, key, count);
  write_certainty(json_, selection(), std::string(key) + "_certainty", count);
}

void JsonPen::inclusive(std::span<const Amount> costs) {
  write_bounds(json_, "inclusive", costs);
}

void JsonPen::calls(const std::optional<Amount>& made, std::span<const Amount> inclusive) {
  count("count", made);
  write_costs(json_, "inclusive", inclusive);
  write_certainty(json_, selection(), "certainty", inclusive);
}

void JsonPen::ratios(std::string_view kind, std::span<const std::optional<Fraction>> ratios) {
  if (!ratios.empty()) {
    write_ratios(json_, std::string(kind) + "_ratios", ratios);
  }
}

void JsonPen::quantiles(std::string_view kind, std::span<const Quantiles> costs) {
  json_.key(kind).begin_array();
  for (const Quantiles& each : costs) {
    json_.begin_object().key("min").integer(each.min).key("median").integer(each.median);
    json_.key("p95").integer(each.p95).key("max").integer(each.max).end_object();
  }
  json_.end_array();
}

void JsonPen::runs(std::string_view kind, std::span<const std::optional<RowRuns::Costs>> costs) {
  json_.key(kind).begin_array();
  for (const std::optional<RowRuns::Costs>& each : costs) {
    if (!each) {
      json_.null();
      continue;
    }
    const RunSummary& summary = each->summary;
    json_.begin_object().key("mean").number(summary.mean()).key("min").integer(summary.min);
    json_.key("median").integer(summary.median).key("p95").integer(summary.p95);
    json_.key("max").integer(summary.max).text_or_null("run", each->run).end_object();
  }
  json_.end_array();
}

void JsonPen::runs(const std::optional<RowRuns>& known) {
  json_.key("runs");
  if (!known) {
    json_.null();
    return;
  }
  json_.begin_object().key("count").integer(known->runs);
  if (!known->self.empty()) {
    runs("self", known->self);
  }
  runs("inclusive", known->inclusive);
  json_.end_object();
}

void JsonPen::callers(std::span<const RowName> callers, uint64_t depth) {
  json_.key("depth").integer(static_cast<int128>(depth)).key("callers").begin_array();
  for (const RowName& caller : callers) {
    json_.begin_object();
    write_name(json_, caller);
    json_.end_object();
  }
  json_.end_array();
}

void JsonPen::percents(std::span<const Amount> parts, std::span<const Amount> wholes) {
  write_percents(json_, selection(), parts, wholes);
}

}  // namespace quern
