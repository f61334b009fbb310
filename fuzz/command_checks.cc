// SPDX-License-Identifier: MIT
#include "fuzz/command_checks.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/twin_sums.h"
#include "quern/base/int128.h"
#include "quern/model/declared_costs.h"
#include "quern/testing/slow/slow_json.h"

namespace quern::fuzzing {
namespace {

using testing::SlowJson;
using Costs = std::vector<int128>;

constexpr std::string_view kInfo = "info -f json @in";
constexpr std::string_view kTop = "top -n 0 -f json @in";

/// A document of the command: what cannot be parsed, or lacks a member, is a failure.
class Document {
 public:
  Document(const CommandProcess& process, std::string_view text) : process_(&process) {
    const std::optional<SlowJson> parsed = testing::slow_parse_json(text);
    if (!parsed) {
      process.fail("the answer is no JSON document");
    }
    root_ = *parsed;
  }

  [[nodiscard]] const SlowJson& member(const SlowJson& object, std::string_view name) const {
    const SlowJson* const found = object.find(name);
    if (found == nullptr) {
      process_->fail("the answer lacks " + std::string(name));
    }
    return *found;
  }
  [[nodiscard]] const std::vector<SlowJson>& items(std::string_view name) const {
    return member(root_, name).items;
  }
  [[nodiscard]] int128 number(const SlowJson& value) const {
    const std::optional<int128> number = parse_decimal(value.text);
    if (!number) {
      process_->fail("the answer has a cost that is no number");
    }
    return *number;
  }
  [[nodiscard]] Costs costs(const SlowJson& object, std::string_view name) const {
    Costs costs;
    for (const SlowJson& value : member(object, name).items) {
      costs.push_back(number(value));
    }
    return costs;
  }
  [[nodiscard]] Costs totals() const { return costs(root_, "totals"); }
  /// Of `info`: without the events that formulas derive.
  [[nodiscard]] Costs recorded_totals() const { return recorded(items("totals")); }
  /// Of `info`: how many basic units one unit of each event is.
  [[nodiscard]] Costs recorded_scales() const {
    Costs scales;
    for (const SlowJson& event : items("events")) {
      if (event.find("formula") == nullptr) {
        scales.push_back(number(member(event, "scale")));
      }
    }
    return scales;
  }
  /// Of `info`: the totals that percentages are of, with costs that have no rows.
  [[nodiscard]] Costs percent_base() const {
    const SlowJson* const base = root_.find("percent_base");
    return base != nullptr ? recorded(base->items) : recorded_totals();
  }

 private:
  [[nodiscard]] Costs recorded(const std::vector<SlowJson>& all) const {
    Costs costs;
    for (size_t at = 0; at < all.size(); ++at) {
      if (items("events").at(at).find("formula") == nullptr) {
        costs.push_back(number(all[at]));
      }
    }
    return costs;
  }

  const CommandProcess* process_;
  SlowJson root_;
};

bool has_format(std::string_view line, std::string_view format) {
  return line.contains("-f " + std::string(format) + ' ');
}

/// Whether all rows of a CSV file have equally many fields, and quotes are closed.
bool is_table(std::string_view text) {
  std::optional<size_t> width;
  size_t commas = 0;
  bool is_quoted = false;
  for (const char byte : text) {
    is_quoted = is_quoted != (byte == '"');
    commas += byte == ',' && !is_quoted ? 1U : 0U;
    if (byte == '\n' && !is_quoted) {
      if (width.value_or(commas) != commas) {
        return false;
      }
      width = commas;
      commas = 0;
    }
  }
  return !is_quoted;
}

bool ends_with_json_error(std::string_view err) {
  while (err.ends_with('\n')) {
    err.remove_suffix(1);
  }
  const std::string_view last = err.substr(err.rfind('\n') + 1);
  const nlohmann::json parsed = nlohmann::json::parse(last, nullptr, false);
  return parsed.is_object() && parsed.contains("error");
}

bool is_outside(const SlowJson& row) {
  return std::ranges::all_of(std::array{"name", "file", "object"}, [&row](const char* name) {
    const SlowJson* const text = row.find(name);
    return text != nullptr && text->text == kNotInProfile;
  });
}

struct RowSums {
  Costs inside;
  Costs outside;  ///< declared costs without rows
};

/// All rows of `top`. Where no cost is below 0, no function costs less than its own lines.
RowSums row_sums(const CommandProcess& process, const Document& top, bool may_be_negative) {
  const size_t width = top.totals().size();
  RowSums sums = {.inside = Costs(width), .outside = Costs(width)};
  for (const SlowJson& row : top.items("rows")) {
    const Costs self = top.costs(row, "self");
    const Costs inclusive = top.costs(row, "inclusive");
    Costs& taken = is_outside(row) ? sums.outside : sums.inside;
    for (size_t at = 0; at < width; ++at) {
      taken[at] += self.at(at);
      if (!may_be_negative && (self[at] < 0 || inclusive.at(at) < self[at])) {
        process.fail("a row has an inclusive cost below its self cost");
      }
    }
  }
  return sums;
}

/// Events of peaks, of which the twin knows no total, are left out: their rows do not add up.
void check_sums(const CommandProcess& process, const Document& top, const TwinSums& twin) {
  const Costs totals = top.totals();
  if (twin.totals.size() != totals.size()) {
    process.fail("the slow twin knows other events");
  }
  const RowSums sums = row_sums(process, top, twin.has_negative);
  for (size_t at = 0; at < totals.size(); ++at) {
    const std::optional<int128> expected = twin.totals[at];
    if (expected &&
        (sums.inside[at] != *expected || sums.inside[at] + sums.outside[at] != totals[at])) {
      process.fail("totals differ from the sum of the rows of the profile, " +
                   to_decimal(*expected));
    }
  }
}

/// A total in the units of its event, of which each is `scale` basic ones.
struct Amount {
  int128 units = 0;
  int128 scale = 1;
};
using Amounts = std::vector<Amount>;

/// The totals of `info`, without those of 0, which some formats leave out.
Amounts amounts(const CommandProcess& process, const Document& info, const Costs& totals) {
  const Costs scales = info.recorded_scales();
  if (scales.size() != totals.size()) {
    process.fail("there are not as many totals as events");
  }
  Amounts amounts;
  for (size_t at = 0; at < totals.size(); ++at) {
    if (totals[at] != 0) {
      amounts.push_back({.units = totals[at], .scale = scales[at]});
    }
  }
  return amounts;
}

/// Whether each one is in the other list too: as a number, where a format has no units, or as the
/// same amount in other units. Formats may change the order of events.
bool are_same(const Amounts& expected, Amounts found) {
  for (const Amount& one : expected) {
    const auto same = std::ranges::find_if(found, [&one](const Amount& other) {
      return other.units == one.units || other.units * other.scale == one.units * one.scale;
    });
    if (same == found.end()) {
      return false;
    }
    found.erase(same);
  }
  return found.empty();
}

/// By event of @in, in order: what `convert --check` says that the written file will have.
Costs predicted_totals(CommandProcess& process, std::string_view line) {
  const std::string format(line.substr(line.find("--to ")));
  const Ended ended =
      process.run("convert --check -f json @in " + format.substr(0, format.find(' ', 5)));
  if (ended.code > 1) {
    process.fail("`convert --check` refuses what `convert` writes");
  }
  const Document document(process, ended.out);
  Costs after;
  for (const SlowJson& item : document.items("totals")) {
    after.push_back(document.number(document.member(item, "after")));
  }
  return after;
}

}  // namespace

void check_answer(const CommandProcess& process, std::string_view line, const Ended& ended) {
  if (ended.code < 0 || ended.code > 4) {
    process.fail("the exit code is none of 0 to 4");
  }
  const bool is_answer = ended.code <= 1;
  if (!is_answer && !ended.err.contains("error:")) {
    process.fail("a refusal without a reason");
  }
  if (!is_answer && has_format(line, "json") && !ends_with_json_error(ended.err)) {
    process.fail("a refusal without its JSON object");
  }
  if (ended.code == 1 && line.starts_with("diff ")) {  // --exit-code, of equal bytes
    process.fail("a profile differs from its copy");
  }
  const bool is_json = has_format(line, "json") || has_format(line, "sarif");
  if (is_answer && is_json && !nlohmann::json::accept(ended.out)) {
    process.fail("the answer is no JSON document");
  }
  if (is_answer && has_format(line, "csv") && !is_table(ended.out)) {
    process.fail("the rows of the table have different widths");
  }
}

void check_totals(CommandProcess& process, std::string_view profile) {
  const std::optional<TwinSums> twin = twin_sums(profile);
  const Ended info = process.run(kInfo);
  const Ended top = process.run(kTop);
  if (twin && twin->is_valid != (top.code == 0)) {
    process.fail(twin->is_valid ? "the slow twin accepts this profile"
                                : "the slow twin refuses this profile");
  }
  // `info` does not read all blocks of a snapshot, so it cannot see damage in the others.
  if (info.code != top.code && !profile.starts_with("\x89QRN")) {
    process.fail("`info` and `top` end with different codes");
  }
  if (top.code != 0) {
    return;
  }
  const Document rows(process, top.out);
  const Document facts(process, info.out);
  if (facts.percent_base() != rows.totals()) {
    process.fail("`info` and `top` have different totals\n" + info.out);
  }
  if (twin) {
    check_sums(process, rows, *twin);
  }
}

void check_written(CommandProcess& process, std::string_view line) {
  // Stacks of one function each look like any text: their format has to be named.
  const bool is_folded = line.contains("--to folded");
  const Ended again =
      process.run(is_folded ? "info -f json @out --dialect folded" : "info -f json @out");
  if (again.code != 0) {
    process.fail("what " + std::string(line) + " wrote cannot be read again");
  }
  if (!line.starts_with("convert")) {
    return;
  }
  const Document written(process, again.out);
  const Ended before = process.run(kInfo);
  if (before.code != 0) {
    process.fail("`info` refuses what `convert` reads");
  }
  const Document original(process, before.out);
  if (line.contains("--to json") || line.contains("--to snapshot")) {
    if (original.recorded_totals() != written.recorded_totals()) {
      process.fail("a written file has other totals");
    }
    return;
  }
  const Costs predicted = predicted_totals(process, line);
  if (!are_same(amounts(process, original, predicted),
                amounts(process, written, written.percent_base()))) {
    process.fail("a written file has other totals than `convert --check` predicts\n" + again.out);
  }
}

}  // namespace quern::fuzzing
