// SPDX-License-Identifier: MIT
#include "quern/testing/meaning/igprof_meaning.h"

#include <fmt/format.h>

#include <algorithm>

#include "quern/load/open.h"
#include "quern/testing/meaning/meaning.h"

namespace quern::testing {

namespace {

std::string function_text(const IgprofMeaning::Function& function) {
  return fmt::format("{{{} {}}}", quoted_text(function.name), quoted_text(function.object));
}

std::string dump_context_text(const IgprofMeaning::Context& context) {
  std::string out = fmt::format("context part {} parent {} {} start {:#x} offset {}:", context.part,
                                context.parent ? std::to_string(*context.parent) : "-",
                                function_text(context.function), context.start, context.offset);
  for (const auto& [event, cost] : context.self) {
    out += fmt::format(" {}={}", quoted_text(event), to_decimal(cost));
  }
  return out + '\n';
}

class IgprofTranslator {
 public:
  explicit IgprofTranslator(const Profile& profile) : profile_(&profile) {}

  IgprofMeaning run() {
    const InputInfo& info = profile_->inputs().front();
    for (const Finding& finding : info.findings.sorted()) {
      meaning_.lints.push_back(
          {std::string(finding.code->name), finding.place.line, finding.place.column});
    }
    meaning_.dialect = info.dialect;
    for (const Event& event : profile_->events()) {
      meaning_.events.push_back(
          {event.name, event.combine == Combine::kMax, event.unit, event.scale});
    }
    const PartHeader& first = profile_->parts().front().header;
    meaning_.pid = first.pid.value_or(0);
    meaning_.command = first.command.value_or("");
    meaning_.period = first.period.value_or(0);
    for (const Part& part : profile_->parts()) {
      IgprofMeaning::Part& added = meaning_.parts.emplace_back();
      for (const EventId event : part.header.events) {
        added.events.push_back(profile_->events()[event.index()].name);
      }
      added.totals = part.totals;
    }
    for (size_t id = 0; id < profile_->symbols().functions.size(); ++id) {
      meaning_.functions.push_back(function(FunctionId(id)));
    }
    add_contexts();
    for (const Leak& leak : profile_->leaks()) {
      meaning_.leaks.push_back({leak.context.index(), profile_->events()[leak.event.index()].name,
                                leak.address, leak.size});
    }
    return std::move(meaning_);
  }

 private:
  [[nodiscard]] IgprofMeaning::Function function(FunctionId id) const {
    return {std::string(profile_->symbols().name(id)), std::string(profile_->symbols().object(id))};
  }

  void add_contexts() {
    const Contexts& contexts = profile_->contexts();
    size_t part = 0;
    for (uint64_t at = 0; at < contexts.size(); ++at) {
      const ContextId id(static_cast<uint32_t>(at));
      while (at >= profile_->parts()[part].end_context) {
        ++part;
      }
      IgprofMeaning::Context& added = meaning_.contexts.emplace_back();
      if (contexts.parent(id) != kNoContext) {
        added.parent = contexts.parent(id).index();
      }
      added.function = function(contexts.frame(id).function);
      added.start = contexts.frame(id).start;
      added.offset = contexts.position(id).value_or(-1);
      added.part = part;
    }
    ContextCosts walk(contexts);
    while (walk.next()) {
      for (const EventCost& each : walk.costs()) {
        meaning_.contexts[walk.context().index()]
            .self[profile_->events()[each.event.index()].name] = each.cost;
      }
    }
  }

  const Profile* profile_;
  IgprofMeaning meaning_;
};

}  // namespace

std::string to_text(const IgprofMeaning& meaning) {
  if (meaning.error) {
    return fmt::format("invalid at {}:{}\n", meaning.error->line, meaning.error->column);
  }
  std::string out = fmt::format("{} pid {} command {} period {}\n", meaning.dialect, meaning.pid,
                                quoted_text(meaning.command), meaning.period);
  for (const auto& event : meaning.events) {
    out += fmt::format("event {}{} {} {}\n", quoted_text(event.name), event.is_max ? " max" : "",
                       event.scale, event.unit);
  }
  for (const auto& part : meaning.parts) {
    out += "part";
    for (size_t at = 0; at < part.events.size(); ++at) {
      out += fmt::format(" {}={}", quoted_text(part.events[at]), to_decimal(part.totals[at]));
    }
    out += '\n';
  }
  for (const auto& function : meaning.functions) {
    out += fmt::format("function {}\n", function_text(function));
  }
  for (const auto& context : meaning.contexts) {
    out += dump_context_text(context);
  }
  for (const auto& leak : meaning.leaks) {
    out += fmt::format("leak {} {} {:#x} {}\n", leak.context, quoted_text(leak.event), leak.address,
                       leak.size);
  }
  for (const auto& lint : meaning.lints) {
    out += fmt::format("lint {}:{} {}\n", lint.line, lint.column, lint.code);
  }
  return out;
}

IgprofMeaning read_igprof_meaning(std::string_view bytes, OpenOptions options) {
  options.keep = Keep::kAll;
  options.dialect = "igprof";
  const Result<Opened> opened = open_bytes("input", std::string(bytes), options);
  if (opened) {
    return IgprofTranslator(*opened->profile).run();
  }
  IgprofMeaning meaning;
  meaning.error = {opened.error().place.line, opened.error().place.column};
  return meaning;
}

std::string difference(const IgprofMeaning& a, const IgprofMeaning& b) {
  return first_difference(to_text(a), to_text(b));
}

}  // namespace quern::testing
