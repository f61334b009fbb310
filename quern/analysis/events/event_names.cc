// SPDX-License-Identifier: MIT
//
// Long names and units of events that files do not state, for the counters of known profilers.
// Units in a name, as in `Time_(10ns)` or `cpu(ms)`, are taken from there. Only what the input does
// not say itself is filled in.
#include "quern/analysis/events/event_names.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <unordered_map>
#include <utility>

#include "quern/base/text.h"

namespace quern {

namespace {

struct KnownEvent {
  std::string_view name;
  std::string_view long_name;
  std::string_view unit = {};
};

// Callgrind and Cachegrind; xtree dumps; Xdebug; the Python, Ruby and pprof converters.
constexpr KnownEvent kKnownEvents[] = {
    {"Ir", "Instruction Fetch"},
    {"Dr", "Data Read Access"},
    {"Dw", "Data Write Access"},
    {"I1mr", "L1 Instr. Fetch Miss"},
    {"D1mr", "L1 Data Read Miss"},
    {"D1mw", "L1 Data Write Miss"},
    {"I2mr", "L2 Instr. Fetch Miss"},
    {"D2mr", "L2 Data Read Miss"},
    {"D2mw", "L2 Data Write Miss"},
    {"ILmr", "LL Instr. Fetch Miss"},
    {"DLmr", "LL Data Read Miss"},
    {"DLmw", "LL Data Write Miss"},
    {"ILdmr", "LL Dirty Miss by Instr. Fetch"},
    {"DLdmr", "LL Dirty Miss by Data Read"},
    {"DLdmw", "LL Dirty Miss by Data Write"},
    {"Bc", "Conditional Branch"},
    {"Bcm", "Mispredicted Cond. Branch"},
    {"Bi", "Indirect Branch"},
    {"Bim", "Mispredicted Ind. Branch"},
    {"Ge", "Global Bus Event"},
    {"sysCount", "System Call"},
    {"sysTime", "Time in System Calls"},
    {"sysCpuTime", "CPU Time in System Calls", "ns"},
    {"AcCost1", "L1 Access Cost"},
    {"AcCost2", "LL Access Cost"},
    {"SpLoss1", "L1 Spatial Loss"},
    {"SpLoss2", "LL Spatial Loss"},
    {"L1m", "L1 Miss Sum"},
    {"LLm", "Last-level Miss Sum"},
    {"Bm", "Mispredicted Branch"},
    {"CEst", "Cycle Estimation"},
    {"curB", "current Bytes", "bytes"},
    {"curBk", "current Blocks"},
    {"totB", "total allocated Bytes", "bytes"},
    {"totBk", "total allocated Blocks"},
    {"totFdB", "total Freed Bytes", "bytes"},
    {"totFdBk", "total Freed Blocks"},
    {"Time", "Elapsed Time"},
    {"Memory", "Memory", "bytes"},
    {"Ticks", "Timer Ticks"},
    {"Tick", "Timer Ticks"},
    {"Hits", "Samples"},
    {"seconds", "Elapsed Time", "s"},
    {"process_time", "Process Time"},
    {"wall_time", "Wall Clock Time"},
};

/// A counter of IgProf: the events NAME, NAME:calls and NAME:peak.
struct KnownCounter {
  std::string_view name;
  std::string_view long_name;
  std::string_view unit;
  std::string_view calls_name;
};

// A dump says how long a tick is; energy is in what PAPI counts.
constexpr KnownCounter kKnownCounters[] = {
    {"PERF_TICKS", "Time, by Timer Ticks", "", "Timer Ticks"},
    {"MEM_TOTAL", "Memory Allocated in All, Freed or Not", "bytes", "Allocations in All"},
    {"MEM_MAX", "Largest Single Allocation", "bytes", "Allocations in All"},
    {"MEM_LIVE", "Memory Not Yet Freed", "bytes", "Blocks Not Yet Freed"},
    {"FD_USED", "File Descriptors Opened in All", "", "File Descriptors Opened in All"},
    {"FD_LIVE", "File Descriptors Still Open", "", "File Descriptors Still Open"},
    {"CALLS_TOTAL", "CPU Cycles in Watched Functions", "cycles", "Calls of Watched Functions"},
    {"CALL_TIME", "CPU Cycles", "cycles", "Calls"},
    {"CALL_COUNT", "Calls", "", "Calls"},
    {"NRG_PKG", "Energy of the Processor", "", "Samples"},
    {"NRG_PP0", "Energy of the Cores", "", "Samples"},
    {"NRG_PP1", "Energy of the Graphics Unit", "", "Samples"},
    {"NRG_DRAM", "Energy of the Memory", "", "Samples"},
};

/// IgProf's counters have three events each, which share the counter's name.
bool is_counter_event(std::string_view name, EventName& known) {
  const std::string_view counter = name.substr(0, name.find(':'));
  const std::string_view what = name.substr(counter.size());
  const auto* const found = std::ranges::find(kKnownCounters, counter, &KnownCounter::name);
  if (found == std::end(kKnownCounters)) {
    return false;
  }
  if (what == ":calls") {
    known.long_name = found->calls_name;
    return true;
  }
  known.unit = found->unit;
  known.long_name = found->long_name;
  known.long_name += what == ":peak" ? ", Most at Once in One Stack" : "";
  return what.empty() || what == ":peak";
}

/// The spelling quern uses for a unit of many.
std::string_view usual_unit(std::string_view unit) {
  static constexpr std::string_view kSpellings[][2] = {
      {"nanoseconds", "ns"}, {"nanosecond", "ns"}, {"nsec", "ns"},   {"microseconds", "us"},
      {"microsecond", "us"}, {"usec", "us"},       {"µs", "us"},     {"milliseconds", "ms"},
      {"millisecond", "ms"}, {"msec", "ms"},       {"seconds", "s"}, {"second", "s"},
      {"sec", "s"},          {"byte", "bytes"},    {"B", "bytes"},   {"count", ""},
  };
  const auto* const found =
      std::ranges::find(kSpellings, unit, [](const auto& spelling) { return spelling[0]; });
  return found == std::end(kSpellings) ? unit : (*found)[1];
}

constexpr bool is_unit_byte(char c) {
  return is_letter(c) || c == '%' || (static_cast<unsigned char>(c) & 0x80) != 0;
}

/// `NAME(UNIT)` or `NAME_(UNIT)`, where UNIT may begin with a number: 10ns.
void read_unit(std::string_view name, EventName& known) {
  const size_t open = name.rfind('(');
  if (open == std::string_view::npos || open == 0 || !name.ends_with(')')) {
    return;
  }
  std::string_view unit = name.substr(open + 1, name.size() - open - 2);
  uint64_t scale = 0;
  bool has_scale = false;
  for (; !unit.empty() && is_digit(unit.front()); unit.remove_prefix(1)) {
    const auto digit = static_cast<uint64_t>(unit.front() - '0');
    if (scale > (std::numeric_limits<uint64_t>::max() - digit) / 10) {
      return;
    }
    scale = scale * 10 + digit;
    has_scale = true;
  }
  if (unit.empty() || !std::ranges::all_of(unit, is_unit_byte) || (has_scale && scale == 0)) {
    return;
  }
  known.unit = usual_unit(unit);
  known.scale = has_scale ? scale : 1;
}

}  // namespace

EventName describe_event(std::string_view name) {
  EventName known;
  const auto* const found = std::ranges::find(kKnownEvents, name, &KnownEvent::name);
  if (found != std::end(kKnownEvents)) {
    known.long_name = found->long_name;
    known.unit = found->unit;
  } else if (EventName counter; is_counter_event(name, counter)) {
    known = std::move(counter);
  } else {
    read_unit(name, known);
  }
  return known;
}

std::string_view name_without_unit(std::string_view name) {
  EventName known;
  read_unit(name, known);
  if (known.unit.empty()) {
    return name;
  }
  const std::string_view stem = name.substr(0, name.rfind('('));
  const size_t end = stem.find_last_not_of("_ ");
  return end == std::string_view::npos ? name : stem.substr(0, end + 1);
}

std::vector<Event> named_events(std::span<const Event> events,
                                std::span<const EventDefinition> definitions) {
  std::unordered_map<std::string_view, std::string_view> own_names;
  for (const EventDefinition& definition : definitions) {
    if (definition.long_name) {
      own_names[definition.name] = *definition.long_name;
    }
  }
  // Callgrind collects CPU time in system calls only along with nanoseconds for sysTime.
  const bool nanoseconds =
      std::ranges::any_of(events, [](const Event& event) { return event.name == "sysCpuTime"; });
  std::vector<Event> named(events.begin(), events.end());
  for (Event& event : named) {
    EventName known = describe_event(event.name);
    if (event.name == "sysTime" && nanoseconds) {
      known.unit = "ns";
    }
    const auto own = own_names.find(event.name);
    if (own != own_names.end()) {
      event.long_name = own->second;
    } else if (event.long_name.empty()) {
      event.long_name = std::move(known.long_name);
    }
    if (event.unit.empty()) {
      event.unit = std::move(known.unit);
      event.scale = known.scale;
    }
  }
  return named;
}

}  // namespace quern
