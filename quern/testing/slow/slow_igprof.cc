// SPDX-License-Identifier: MIT
#include "quern/testing/slow/slow_igprof.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>
#include <utility>

#include "quern/testing/slow/slow_igprof_scanner.h"

namespace quern::testing {

namespace {

constexpr uint64_t kMostSigned = INT64_MAX;

class SlowIgprof {
 public:
  IgprofMeaning read(std::string_view bytes) {
    if (bytes.empty()) {
      meaning_.error = {1, 1};
    }
    const std::string_view last = bytes.substr(bytes.rfind('\n') + 1);  // npos + 1 is 0
    const bool is_cut = last.find_first_not_of(" \t\r") != std::string_view::npos;
    while (!bytes.empty() && !meaning_.error) {
      const size_t end = std::min(bytes.find('\n'), bytes.size());
      std::string_view row = bytes.substr(0, end);
      bytes.remove_prefix(std::min(end + 1, bytes.size()));
      if (row.ends_with('\r')) {
        row.remove_suffix(1);
      }
      ++line_;
      const std::optional<size_t> column = line_ == 1 ? header(row) : body_row(row);
      if (column) {
        meaning_.error = {line_, *column};
      }
    }
    if (meaning_.error) {
      IgprofMeaning invalid;
      invalid.error = meaning_.error;
      return invalid;
    }
    if (is_cut) {
      meaning_.lints.push_back({"no-line-feed", line_, 1});
    }
    finish();
    return std::move(meaning_);
  }

 private:
  struct Function {
    IgprofMeaning::Function identity;
    uint64_t start = 0;
  };

  std::optional<size_t> header(std::string_view row) {
    SlowScanner scanner(row, false);
    scanner.expect("P=(");
    is_hex_ = scanner.take("HEX ");
    scanner.set_hex(is_hex_);
    scanner.expect("ID=");
    meaning_.pid = scanner.number();
    scanner.expect(" N=(");
    const size_t program_end = row.rfind(") T=");
    if (scanner.ok() && (program_end == std::string_view::npos || program_end < scanner.at())) {
      scanner.fail(scanner.at());
    }
    if (!scanner.ok()) {
      return scanner.error();
    }
    meaning_.command = row.substr(scanner.at(), program_end - scanner.at());
    scanner.take(meaning_.command);
    scanner.take(") T=");
    const size_t start = scanner.at();
    SlowScanner decimal(row.substr(start), false);
    const auto skip_digits = [&] {
      while (decimal.take("0") || decimal.take("1") || decimal.take("2") || decimal.take("3") ||
             decimal.take("4") || decimal.take("5") || decimal.take("6") || decimal.take("7") ||
             decimal.take("8") || decimal.take("9")) {
      }
      return decimal.at();
    };
    const size_t whole = skip_digits();
    const bool has_point = whole != 0 && decimal.take(".");
    const size_t fraction = has_point ? skip_digits() : whole;
    if (whole == 0 || (has_point && fraction == whole + 1)) {
      return start + 1;
    }
    const std::string period(row.substr(start, fraction));
    meaning_.period = std::strtod(period.c_str(), nullptr);
    const bool is_zero = period.find_first_not_of("0.") == std::string::npos;
    if (std::isinf(meaning_.period) || (meaning_.period == 0 && !is_zero)) {
      return start + 1;  // no double is near it
    }
    scanner.take(period);
    find_tick(period);
    scanner.expect(")");
    if (!scanner.done()) {
      scanner.fail(scanner.at());
    }
    meaning_.dialect = is_hex_ ? "igprof" : "early-igprof";
    return scanner.error();
  }

  /// The tick in the largest unit of time whose multiple it is.
  void find_tick(const std::string& period) {
    const size_t point = std::min(period.find('.'), period.size());
    std::string decimals = period.substr(std::min(point + 1, period.size()));
    while (decimals.ends_with('0')) {
      decimals.pop_back();
    }
    size_t unit = 0;  // 10^-3 s to the power of it
    while (decimals.size() > 3 * unit && unit < 3) {
      ++unit;
    }
    if (decimals.size() > 9) {
      return;
    }
    std::string all = period.substr(0, point) + decimals + std::string(9 - decimals.size(), '0');
    all.erase(0, std::min(all.find_first_not_of('0'), all.size()));
    int128 nanoseconds = 0;
    for (const char digit : all.substr(0, 25)) {
      nanoseconds = nanoseconds * 10 + (digit - '0');
    }
    if (nanoseconds == 0 || nanoseconds > int128{UINT64_MAX}) {
      return;
    }
    constexpr std::string_view kUnits[] = {"s", "ms", "us", "ns"};
    int128 factor = 1'000'000'000;
    for (size_t coarser = 0; coarser < unit; ++coarser) {
      factor /= 1000;
    }
    tick_unit_ = kUnits[unit];
    tick_scale_ = static_cast<uint64_t>(nanoseconds / factor);
  }

  std::optional<size_t> body_row(std::string_view row) {
    if (row.find_first_not_of(" \t") == std::string_view::npos) {
      return std::nullopt;
    }
    return record(row);
  }

  std::optional<size_t> record(std::string_view row) {
    SlowScanner scanner(row, is_hex_);
    IgprofMeaning::Context context;
    scanner.expect("C");
    const size_t depth_at = scanner.at();
    const uint64_t depth = scanner.number();
    if (scanner.ok() && depth == 0) {
      scanner.fail(depth_at);
    }
    if (!scanner.ok()) {
      return scanner.error();
    }
    stack_.erase(stack_.lower_bound(depth), stack_.end());
    if (depth > 1 && !stack_.contains(depth - 1)) {
      add_unknown(depth - 1);
    }
    context.parent = top();
    stack_[depth] = meaning_.contexts.size();
    scanner.expect(" FN");
    const Function called = function(scanner);
    context.function = called.identity;
    context.start = called.start;
    scanner.expect("+");
    context.offset = static_cast<int64_t>(scanner.signed_number(kMostSigned));
    used_.emplace_back();
    while (scanner.ok() && !scanner.done()) {
      costs(scanner, context);
    }
    meaning_.contexts.push_back(std::move(context));
    return scanner.error();
  }

  [[nodiscard]] std::optional<size_t> top() const {
    return stack_.empty() ? std::nullopt : std::optional(stack_.rbegin()->second);
  }

  /// One context for all that is missing up to this depth.
  void add_unknown(uint64_t depth) {
    IgprofMeaning::Context unknown;
    unknown.parent = top();
    unknown.start = Frame::kUnknownStart;
    unknown.offset = -1;
    stack_[depth] = meaning_.contexts.size();
    meaning_.contexts.push_back(std::move(unknown));
    used_.emplace_back();
    add_function({});
    meaning_.lints.push_back({"depth-gap", line_, 2});
  }

  void add_function(const IgprofMeaning::Function& identity) {
    if (known_functions_.insert(identity).second) {
      meaning_.functions.push_back(identity);
    }
  }

  static std::string known_name(const std::string& name) { return name == "???" ? "" : name; }

  std::string file(SlowScanner& scanner) {
    const size_t start = scanner.at() - 1;
    const uint64_t id = scanner.number();
    const auto known = files_.find(id);
    if (!scanner.take("=")) {
      if (known == files_.end()) {
        scanner.fail(start);
        return "";
      }
      return known->second;
    }
    if (known != files_.end()) {
      scanner.fail(start);
    }
    scanner.expect("(");
    const std::string path = known_name(scanner.name_before(")+", {" N=("}));
    scanner.expect(")");
    files_[id] = path;
    return path;
  }

  Function function(SlowScanner& scanner) {
    const size_t start = scanner.at() - 2;
    const uint64_t id = scanner.number();
    const auto known = functions_.find(id);
    if (!scanner.take("=")) {
      if (known == functions_.end()) {
        scanner.fail(start);
        return {};
      }
      return known->second;
    }
    if (known != functions_.end()) {
      scanner.fail(start);
    }
    if (!scanner.take("(F")) {
      scanner.fail(scanner.at() - 1);
    }
    Function defined;
    defined.identity.object = file(scanner);
    scanner.expect("+");
    SlowScanner ahead = scanner;
    const bool is_below_zero = ahead.take("-");
    defined.start = scanner.signed_number(UINT64_MAX);
    if (is_below_zero && defined.start != 0) {
      defined.start = Frame::kUnknownStart;
    }
    scanner.expect(" N=(");
    defined.identity.name = known_name(scanner.name_before("))+", {" V", ""}));
    scanner.expect("))");
    functions_[id] = defined;
    if (scanner.ok()) {
      add_function(defined.identity);
    }
    return defined;
  }

  /// The counter's name.
  std::string counter(SlowScanner& scanner) {
    const size_t start = scanner.at() - 1;
    const uint64_t id = scanner.number();
    const auto known = counters_.find(id);
    if (!scanner.take("=")) {
      if (known == counters_.end()) {
        scanner.fail(start);
        return "";
      }
      return known->second;
    }
    if (known != counters_.end()) {
      scanner.fail(start);
    }
    scanner.expect("(");
    const std::string name = scanner.text_before("):(");
    scanner.expect(")");
    counters_[id] = name;
    if (scanner.ok()) {
      define_events(name);
      enter_section(name);
    }
    return name;
  }

  /// A thread's section begins at the root of the first record that defines a counter again.
  void enter_section(const std::string& name) {
    const size_t root = stack_.begin()->second;
    const auto before = defined_.find(name);
    if (before != defined_.end() && before->second < root) {
      section_starts_.push_back(root);
      std::erase_if(defined_, [root](const auto& entry) { return entry.second < root; });
    }
    defined_[name] = *top();
  }

  void define_events(const std::string& name) {
    const bool is_max = name.ends_with("_MAX");
    for (const auto& [event, is_max_event, may_vanish] :
         {std::tuple{name, is_max, false}, std::tuple{name + ":calls", false, false},
          std::tuple{name + ":peak", true, true}}) {
      const auto found = std::ranges::find(meaning_.events, event, &IgprofMeaning::Event::name);
      if (found == meaning_.events.end()) {
        const bool is_tick =
            !tick_unit_.empty() && (event == "PERF_TICKS" || event == "PERF_TICKS:peak");
        meaning_.events.push_back(
            {event, is_max_event, is_tick ? tick_unit_ : "", is_tick ? tick_scale_ : 1});
      }
      if (!may_vanish) {
        lasting_.insert(event);
      }
    }
    if (!known_counters_.insert(name).second) {
      return;
    }
    if (name == "FD_LIVE" || (name == "MEM_LIVE" && known_counters_.contains("MEM_TOTAL"))) {
      listed_.insert(name);
    }
  }

  [[nodiscard]] bool is_max(const std::string& event) const {
    return std::ranges::find(meaning_.events, event, &IgprofMeaning::Event::name)->is_max;
  }

  void add(IgprofMeaning::Costs& costs, const std::string& event, int128 cost) const {
    if (cost != 0) {
      int128& sum = costs[event];
      sum = is_max(event) ? std::max(sum, cost) : sum + cost;
    }
  }

  void costs(SlowScanner& scanner, IgprofMeaning::Context& context) {
    const size_t start = scanner.at() + 1;
    scanner.expect(" V");
    const std::string name = counter(scanner);
    scanner.expect(":(");
    const uint64_t count = scanner.number();
    scanner.expect(",");
    const uint64_t value = scanner.number();
    const uint64_t peak = scanner.take(",") ? scanner.number() : 0;
    scanner.expect(")");
    if (!scanner.ok()) {
      return;
    }
    add(context.self, name, value);
    add(context.self, name + ":calls", count);
    add(context.self, name + ":peak", peak);
    used_.back().insert({name, name + ":calls", name + ":peak"});
    uint64_t entries = 0;
    int128 bytes = 0;
    while (scanner.take(";")) {
      if (!scanner.take("LK=(")) {
        scanner.fail(scanner.at() - 1);
      }
      uint64_t address = 0;
      if (scanner.take("0x")) {
        address = scanner.hex_number();
      } else {
        scanner.expect("(nil)");
      }
      scanner.expect(",");
      const uint64_t size = scanner.number();
      scanner.expect(")");
      ++entries;
      bytes += size;
      meaning_.leaks.push_back({meaning_.contexts.size(), name, address, size});
    }
    if (listed_.contains(name) && (entries != count || bytes != value)) {
      meaning_.lints.push_back({"leaks-mismatch", line_, start + 1});
    }
  }

  void finish() {
    std::ranges::sort(meaning_.lints, {}, [](const IgprofMeaning::Lint& lint) {
      return std::tuple(lint.line, lint.column, lint.code);
    });
    std::set<std::string> counted;
    for (const auto& context : meaning_.contexts) {
      for (const auto& [event, cost] : context.self) {
        counted.insert(event);
      }
    }
    std::erase_if(meaning_.events, [&](const IgprofMeaning::Event& event) {
      return !lasting_.contains(event.name) && !counted.contains(event.name);
    });
    section_starts_.push_back(meaning_.contexts.size());
    size_t first = 0;
    for (const size_t end : section_starts_) {
      finish_part(first, end);
      first = end;
    }
  }

  void finish_part(size_t first, size_t end) {
    IgprofMeaning::Part part;
    std::set<std::string> used;
    IgprofMeaning::Costs totals;
    for (size_t at = first; at < end; ++at) {
      meaning_.contexts[at].part = meaning_.parts.size();
      used.insert(used_[at].begin(), used_[at].end());
      for (const auto& [event, cost] : meaning_.contexts[at].self) {
        add(totals, event, cost);
      }
    }
    for (const auto& event : meaning_.events) {
      if (used.contains(event.name)) {
        part.events.push_back(event.name);
        part.totals.push_back(totals[event.name]);
      }
    }
    meaning_.parts.push_back(std::move(part));
  }

  IgprofMeaning meaning_;
  uint64_t line_ = 0;
  bool is_hex_ = false;
  std::map<uint64_t, size_t> stack_;  ///< open contexts by depth
  std::string tick_unit_;             ///< of PERF_TICKS; empty: unknown
  uint64_t tick_scale_ = 1;
  std::map<uint64_t, std::string> files_;
  std::map<uint64_t, Function> functions_;
  std::map<uint64_t, std::string> counters_;
  std::set<IgprofMeaning::Function> known_functions_;
  std::set<std::string> known_counters_;
  std::set<std::string> listed_;  ///< counters whose leaks must add up
  std::set<std::string> lasting_;
  std::map<std::string, size_t> defined_;  ///< in the open section: counter -> its last record
  std::vector<size_t> section_starts_;
  std::vector<std::set<std::string>> used_;  ///< events by context
};

}  // namespace

IgprofMeaning slow_read_igprof(std::string_view bytes) {
  return SlowIgprof().read(bytes);
}

}  // namespace quern::testing
