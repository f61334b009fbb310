// SPDX-License-Identifier: MIT
//
// What is known of a profile as a whole. With several inputs only what all of them say alike is
// said of the profile; sums are added. What inputs declare (`summary:`, `totals:`) is kept apart
// from what their rows add up to, because the comparison of both is what `check` and `info` are
// for.
#include "quern/views/input/info.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "quern/analysis/costs/contradictions.h"
#include "quern/analysis/costs/profile_graph.h"
#include "quern/base/parallel.h"
#include "quern/base/text.h"
#include "quern/model/run_statistics.h"
#include "quern/query/codes.h"
#include "quern/query/computed_values.h"
#include "quern/query/event_choice.h"
#include "quern/query/events.h"
#include "quern/query/part_choice.h"
#include "quern/query/units.h"

namespace quern {

namespace {

using Said = std::optional<std::string>;

/// What `of` says of every input, if that is the same and not empty.
template <class Of>
Said common(const Profile& profile, const Of& of) {
  const std::vector<InputInfo>& inputs = profile.inputs();
  if (inputs.empty()) {
    return std::nullopt;
  }
  const Said first = of(inputs.front());
  const bool same =
      std::ranges::all_of(inputs, [&](const InputInfo& input) { return of(input) == first; });
  return same && first && !first->empty() ? first : std::nullopt;
}

/// The process of all parts that name one.
std::optional<uint64_t> common_pid(const Profile& profile) {
  std::optional<uint64_t> pid;
  for (const Part& part : profile.parts()) {
    if (pid && part.header.pid && *pid != *part.header.pid) {
      return std::nullopt;
    }
    pid = part.header.pid ? part.header.pid : pid;
  }
  return pid;
}

void describe_inputs(const Profile& profile, Info& info) {
  for (const InputInfo& input : profile.inputs()) {
    // A snapshot is one file, however many it was made of.
    if (!input.snapshot_of || info.files.empty() || info.files.back() != input.name) {
      info.files.push_back(input.name);
    }
    if (input.snapshot_of) {
      info.snapshot_of.push_back(*input.snapshot_of);
    }
    info.raw_bytes += input.raw_bytes;
    info.text_bytes += input.text_bytes;
  }
  info.format = common(profile, [](const InputInfo& input) { return Said(input.format); });
  info.dialect = common(profile, [](const InputInfo& input) { return Said(input.dialect); });
  info.creator = common(profile, [](const InputInfo& input) { return input.creator; });
  info.command = common(profile, [](const InputInfo& input) { return input.command; });
  info.base_rule = common(profile, [](const InputInfo& input) { return input.base_rule; });
  info.pid = common_pid(profile);
}

/// Adds a part's numbers, in the order of its own events, to those by the profile's events.
void add(const Profile& profile, const Part& part, const std::vector<int128>& numbers,
         std::vector<int128>& sums) {
  const size_t count = std::min(numbers.size(), part.header.events.size());
  for (size_t at = 0; at < count; ++at) {
    const size_t event = part.header.events[at].index();
    sums[event] = profile.events()[event].combine == Combine::kMax
                      ? std::max(sums[event], numbers[at])
                      : sums[event] + numbers[at];
  }
}

/// Xdebug's `summary:` has the time of the whole run and, since 2.8, the peak of memory.
DeclaredAs declared_as(const Profile& profile, const Event& event) {
  if (!std::ranges::all_of(profile.inputs(),
                           [](const InputInfo& input) { return input.format == "xdebug"; })) {
    return DeclaredAs::kSum;
  }
  if (event.name.starts_with("Time")) {
    return DeclaredAs::kWholeRun;
  }
  const bool is_old = std::ranges::any_of(profile.inputs(), [](const InputInfo& input) {
    const std::string_view creator = input.creator ? *input.creator : std::string_view();
    constexpr std::string_view kTwo = "xdebug 2.";
    return !creator.starts_with("xdebug ") ||
           (creator.starts_with(kTwo) && creator.substr(kTwo.size()) < "8" &&
            !(creator.size() > kTwo.size() + 1 && is_digit(creator[kTwo.size() + 1])));
  });
  return event.name.starts_with("Memory") && !is_old ? DeclaredAs::kPeak : DeclaredAs::kSum;
}

/// Whether what inputs declare cannot be added up: Xdebug's `summary:` has a peak where others have
/// sums.
bool mixes_declarations(const Profile& profile) {
  const auto is_xdebug = [](const InputInfo& input) { return input.format == "xdebug"; };
  return std::ranges::any_of(profile.inputs(), is_xdebug) &&
         !std::ranges::all_of(profile.inputs(), is_xdebug);
}

/// By event: the highest that any part's last `summary:` says.
std::vector<int128> highest_declared(const Profile& profile) {
  std::vector<int128> highest(profile.events().size());
  for (const Part& part : profile.parts()) {
    if (part.header.summaries.empty()) {
      continue;
    }
    const std::vector<int128>& numbers = part.header.summaries.back();
    const size_t count = std::min(numbers.size(), part.header.events.size());
    for (size_t at = 0; at < count; ++at) {
      int128& so_far = highest[part.header.events[at].index()];
      so_far = std::max(so_far, numbers[at]);
    }
  }
  return highest;
}

/// What `of` (a pointer to numbers, or null) says of the parts, added; nothing unless each says it.
template <class Of>
std::optional<std::vector<int128>> declared(const Profile& profile, const Of& of) {
  std::vector<int128> sums(profile.events().size());
  for (const Part& part : profile.parts()) {
    const std::vector<int128>* const numbers = of(part.header);
    if (numbers == nullptr) {
      return std::nullopt;
    }
    add(profile, part, *numbers, sums);
  }
  return profile.parts().empty() ? std::nullopt : std::optional(std::move(sums));
}

/// What percentages are of, by event: of each part what its `summary:` declares where that exceeds
/// the rows. Nothing where these are the totals.
std::optional<std::vector<int128>> percent_base(const Profile& profile, const Info& info) {
  std::vector<int128> base = costs_without_rows(profile, PartSet::all(profile));
  for (size_t event = 0; event < base.size(); ++event) {
    base[event] += info.totals[event];
  }
  return base == info.totals ? std::nullopt : std::optional(std::move(base));
}

/// Parts first, each with its own numbers; then sums over parts. A sum of what parts declare exists
/// only if all of them declare it.
void add_totals(const Profile& profile, Info& info) {
  info.totals.resize(profile.events().size());
  const std::vector<uint64_t> numbers = part_numbers(profile);
  for (const Part& part : profile.parts()) {
    const std::vector<int128> totals = recorded_totals(profile, part);
    add(profile, part, totals, info.totals);
    const PartHeader& header = part.header;
    InfoPart& row = info.parts.emplace_back();
    if (header.number) {
      row.number = numbers[info.parts.size() - 1];
    }
    row.pid = header.pid;
    row.thread = header.thread;
    row.command = header.command;
    row.trigger = header.trigger;
    row.period = header.period;
    row.descriptions = header.descriptions;
    row.has_estimated_totals = header.has_estimated_totals;
    for (size_t at = 0; at < totals.size(); ++at) {
      row.totals.emplace_back(header.events[at], totals[at]);
    }
  }
  info.declared_summary = declared(profile, [](const PartHeader& header) {
    return header.summaries.empty() ? nullptr : &header.summaries.back();
  });
  if (mixes_declarations(profile)) {
    info.declared_summary.reset();
  }
  const std::vector<int128> highest = highest_declared(profile);
  for (size_t event = 0; event < profile.events().size(); ++event) {
    info.declared_as.push_back(declared_as(profile, profile.events()[event]));
    if (info.declared_summary && info.declared_as.back() == DeclaredAs::kPeak) {
      (*info.declared_summary)[event] = highest[event];
    }
  }
  info.declared_totals = declared(profile, [](const PartHeader& header) {
    return header.declared_totals ? &*header.declared_totals : nullptr;
  });
  info.percent_base = percent_base(profile, info);
}

void find_common_descriptions(Info& info) {
  if (info.parts.empty()) {
    return;
  }
  const std::vector<std::string>& first = info.parts.front().descriptions;
  std::set<std::string_view> common(first.begin(), first.end());
  for (const InfoPart& part : info.parts) {
    const std::set<std::string_view> own(part.descriptions.begin(), part.descriptions.end());
    std::erase_if(common, [&own](std::string_view each) { return !own.contains(each); });
  }
  for (const std::string& each : first) {
    if (common.erase(each) != 0) {
      info.descriptions.push_back(each);
    }
  }
}

/// Built-in formulas that are no sums.
void add_models(const Profile& profile, Info& info) {
  const EventChoice choice(profile);
  for (const Definition* const model : choice.built_in()) {
    Selection selection{
        .completeness = Completeness(profile), .columns = {}, .parts = PartSet::all(profile)};
    const Result<size_t> at = choice.add_computed(model->name, selection);
    if (!at) {
      continue;
    }
    const ComputedRow values = computed_row(
        selection,
        [&](size_t column) { return evaluate(selection.beside[column].sum, info.totals); },
        std::nullopt);
    InfoDerived& row = info.derived.emplace_back();
    row.event = {model->name, model->long_name, model->formula, true, true};
    if (values[*at]) {
      row.ratio = Ratio{values[*at]->numerator, values[*at]->denominator};
    }
  }
}

void add_events(const Profile& profile, Info& info) {
  ProfileEvents events = profile_events(profile);
  info.events = std::move(events.stored);
  info.unavailable = events.derived.unavailable();
  const std::vector<DerivedEvent>& derived = events.derived.events();
  const std::vector<DerivedEvents::Value> values = events.derived.evaluate(info.totals);
  for (size_t at = 0; at < derived.size(); ++at) {
    InfoDerived& row = info.derived.emplace_back();
    row.event = derived[at];
    row.value = values[at].sum;
    row.ratio = values[at].ratio;
  }
  add_models(profile, info);
}

/// Which names were met, each once.
class NameSet {
 public:
  explicit NameSet(const NameTable& names) : names_(names), met_(names.size()) {}
  void add(NameId name) { met_[names_.canonical(name).index()] = true; }
  /// Without the unknown one.
  [[nodiscard]] uint64_t count() const {
    const auto all = static_cast<uint64_t>(std::ranges::count(met_, true));
    return all - (!met_.empty() && met_[kUnknownName.index()] ? 1U : 0U);
  }

 private:
  const NameTable& names_;
  std::vector<bool> met_;
};

void count_functions(const Profile& profile, Info::Counts& counts, NameSet& files) {
  const Symbols& symbols = profile.symbols();
  NameSet objects(symbols.names);
  for (size_t at = 0; at < symbols.functions.size(); ++at) {
    const FunctionId function(at);
    if (profile.is_listed(function) && function != profile.not_in_profile()) {
      ++counts.functions;
      files.add(symbols.functions[function].file);
      objects.add(symbols.functions[function].object);
    }
  }
  counts.objects = objects.count();
}

void count_all(const Profile& profile, Info& info) {
  NameSet files(profile.symbols().names);
  count_functions(profile, info.counts, files);
  info.counts.function_names = info.counts.functions;
  if (const SplitFunctions* const apart = profile.told_apart()) {
    info.counts.function_names = static_cast<uint64_t>(std::ranges::count_if(
        apart->functions, [&](FunctionId function) { return profile.is_listed(function); }));
  }
  if (profile.has_records()) {
    for (const NameId file : profile.records().files().files()) {  // functions need not tell them
      files.add(file);
    }
  }
  info.counts.files = files.count();
  info.counts.lines = profile.counts().lines;
  info.counts.instructions = profile.counts().instructions;
  info.counts.calls = profile.counts().calls;
  info.counts.jumps = profile.counts().jumps;
  info.counts.contexts = profile.counts().contexts;
}

void add_warnings(const Findings& findings, const std::string& input, Info& info) {
  for (const Findings::Kind& kind : findings.kinds()) {
    const Finding& first = kind.first();
    info.warnings.push_back({input, kind.code, kind.count, first.place, first.message});
  }
}

}  // namespace

Info info_of(const Profile& profile) {
  return info_of(profile, contradictions(profile));
}

Info info_of(const Profile& profile, const Findings& contradictions) {
  Info info{Completeness(profile)};
  describe_inputs(profile, info);
  add_totals(profile, info);
  find_common_descriptions(info);
  add_events(profile, info);
  count_all(profile, info);
  if (profile.run_statistics() != nullptr) {
    info.runs = profile.run_statistics()->runs.size();
    info.outlier_runs = outlier_runs(profile);
  }
  for (const InputInfo& input : profile.inputs()) {
    add_warnings(input.findings, input.name, info);
  }
  add_warnings(contradictions, info.files.size() == 1 ? info.files.front() : std::string(), info);
  return info;
}

std::vector<int128> part_totals(const Info& info, const InfoPart& part) {
  std::vector<int128> totals(info.events.size());
  for (const auto& [event, total] : part.totals) {
    totals[event.index()] += total;
  }
  return totals;
}

bool has_room_for_parts(const Info& info) {
  return info.parts.size() < 2 || info.events.size() <= kMostColumns;
}

Result<void> check_room_for_parts(const Info& info) {
  if (has_room_for_parts(info)) {
    return {};
  }
  return failure(usage_error(
      kTooManyEvents.name,
      fmt::format("{} parts with {} events are too many for one document",
                  grouped(static_cast<int128>(info.parts.size())),
                  grouped(static_cast<int128>(info.events.size()))),
      fmt::format("at most {} events per part are possible; text output omits the costs of parts",
                  grouped(static_cast<int128>(kMostColumns)))));
}

Summary summarise(const Profile& profile, const Selection& selection) {
  std::optional<Info> info;
  std::optional<Top> top;
  const auto describe = [&] { info.emplace(info_of(profile)); };
  const auto rank = [&] { top.emplace(profile, selection); };
  if (selection.worker_threads > 1) {
    do_both(rank, describe);
  } else {
    describe();
    rank();
  }
  Summary summary{*std::move(info), *std::move(top)};
  for (Event& event : summary.info.events) {
    (void)show_in(event, selection.unit);
  }
  return summary;
}

}  // namespace quern
