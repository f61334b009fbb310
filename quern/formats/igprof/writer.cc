// SPDX-License-Identifier: MIT
//
//   P=(HEX ID=61f3 N=(./program) T=0.005)
//   C1 FN0=(F0=(/bin/program)+1139 N=(main))+1c
//   C2 FN1=(F0+1180 N=(make))+8 V0=(MEM_TOTAL):(3,120,40)
//
// Of an event NAME that has them, the count comes from NAME:calls and the peak from NAME:peak.
#include <algorithm>
#include <array>
#include <charconv>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "quern/base/buffered_text.h"
#include "quern/formats/igprof/igprof.h"
#include "quern/formats/igprof/lexer.h"
#include "quern/formats/shared/stack_depths.h"
#include "quern/formats/shared/written_event.h"

namespace quern::igprof {

namespace {

constexpr int kBase = 16;

void append_hex(std::string& out, uint64_t number) {
  char digits[16];
  const std::to_chars_result end = std::to_chars(digits, digits + sizeof digits, number, kBase);
  out.append(digits, end.ptr);
}

/// `+1c`, `+-90`.
void append_offset(std::string& out, int64_t offset) {
  const auto bits = static_cast<uint64_t>(offset);
  out += offset < 0 ? "+-" : "+";
  append_hex(out, offset < 0 ? uint64_t{0} - bits : bits);
}

std::string one_line(std::string_view text) {
  std::string line(text);
  std::ranges::replace_if(line, [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return line;
}

/// What ends a text, with a blank in it: the format escapes nothing.
std::string without_mark(std::string_view text, std::string_view mark, size_t blank_at) {
  std::string out;
  size_t done = 0;
  for (size_t at = text.find(mark); at != text.npos; at = text.find(mark, at + 1)) {
    out.append(text.substr(done, at + blank_at - done)).append(" ");
    done = at + blank_at;
  }
  return out.append(text.substr(done));
}

/// The name of a function; none in it ends where a reader would not expect it.
std::string written_name(std::string_view name) {
  std::string text = one_line(name);
  const std::string row = text + "))+0";
  const bool ends_early =
      function_name_end(true, row.data(), row.data() + row.size()) != row.data() + text.size();
  return ends_early ? without_mark(text, "))+", 2) : text;
}

/// The path of an object as it is written,
std::string written_path(std::string_view path) {
  std::string text = one_line(path);
  const std::string row = text + ")+0 N=(";
  const bool ends_early =
      path_end(true, row.data(), row.data() + row.size()) != row.data() + text.size();
  return ends_early ? without_mark(text, ")+", 1) : text;
}

/// and the name of a counter.
std::string written_counter(std::string_view name) {
  return without_mark(one_line(name), "):(", 1);
}

/// One `V` of a record: three events.
struct WrittenCounter {
  EventId value;
  std::optional<EventId> calls;
  std::optional<EventId> peak;
  uint64_t id = 0;
  size_t part = 0;  ///< that defined it last, from 1
};

/// An event NAME:calls or NAME:peak is part of NAME only if NAME is an event too; otherwise it is a
/// counter of its own, whose name happens to end so.
std::vector<WrittenCounter> counters_of(const Profile& profile) {
  std::vector<WrittenCounter> counters;
  for (size_t at = 0; at < profile.events().size(); ++at) {
    const std::string& name = profile.events()[at].name;
    const size_t colon = name.rfind(':');
    const std::string_view kind = std::string_view(name).substr(std::min(colon, name.size()));
    const bool is_beside = (kind == ":calls" || kind == ":peak") &&
                           profile.event(std::string_view(name).substr(0, colon)).has_value();
    if (!is_beside) {
      counters.push_back(
          {EventId(at), profile.event(name + ":calls"), profile.event(name + ":peak")});
    }
  }
  return counters;
}

class Writer {
 public:
  explicit Writer(const Writing& writing)
      : profile_(&writing.profile),
        counters_(counters_of(writing.profile)),
        stream_(writing.out),
        stacks_(writing.profile.contexts()),
        costs_(writing.profile.contexts()) {
    fn_by_frame_.resize(profile_->contexts().frames().size());
    fn_by_function_.resize(profile_->symbols().functions.size());
    file_ids_.resize(profile_->symbols().names.size());
  }

  Result<void> write() {
    header();
    const std::deque<Part>& parts = profile_->parts();
    for (size_t part = 0; part < parts.size(); ++part) {
      for (uint64_t at = parts[part].first_context; at < parts[part].end_context; ++at) {
        if (Result<void> done = record(ContextId(static_cast<uint32_t>(at)), part + 1); !done) {
          return done;
        }
        if (!stream_.drain()) {
          return {};
        }
      }
    }
    return {};
  }

 private:
  void header() {
    std::string& text = stream_.text();
    text += "P=(HEX ID=";
    const std::deque<Part>& parts = profile_->parts();
    const PartHeader head = parts.empty() ? PartHeader{} : parts.front().header;
    append_hex(text, head.pid.value_or(0));
    std::string command = head.command.value_or("");
    for (const InputInfo& info : profile_->inputs()) {
      command = command.empty() ? info.command.value_or("") : command;
    }
    text.append(" N=(").append(one_line(command)).append(") T=");
    std::array<char, 400> digits{};
    const std::to_chars_result end =
        std::to_chars(digits.data(), digits.data() + digits.size(), head.period.value_or(0),
                      std::chars_format::fixed);
    text.append(digits.data(), end.ptr).append(")\n");
  }

  Result<void> record(ContextId id, size_t part) {
    std::string& text = stream_.text();
    text += 'C';
    append_hex(text, uint64_t{stacks_.enter(id)} + 1);
    text += ' ';
    function(profile_->contexts().frame_id(id));
    const Frame& frame = profile_->contexts().frame(id);
    const bool is_symbol = frame.is_symbol && !frame.is_line;
    const int64_t offset = is_symbol ? profile_->contexts().position(id).value_or(0) : 0;
    append_offset(text, offset);
    Result<void> done = numbers(id, part, costs_.of(id));
    text += '\n';
    return done;
  }

  /// `FN3`, with its definition at first use.
  void function(FrameId frame_id) {
    const Frame& frame = profile_->contexts().frames()[frame_id.index()];
    uint64_t& known =
        frame.is_symbol ? fn_by_frame_[frame_id.index()] : fn_by_function_[frame.function.index()];
    std::string& text = stream_.text();
    text += "FN";
    const bool is_new = known == 0;
    known = is_new ? ++functions_ : known;
    append_hex(text, known - 1);
    if (!is_new) {
      return;
    }
    const Symbols& symbols = profile_->symbols();
    const FunctionKey& key = symbols.functions[frame.function];
    text += "=(F";
    uint64_t& file = file_ids_[key.object.index()];
    const bool is_new_file = file == 0;
    file = is_new_file ? ++files_ : file;
    append_hex(text, file - 1);
    if (is_new_file) {
      text.append("=(").append(written_path(symbols.names.text(key.object))) += ')';
    }
    // Of an unknown start a number below 0 is what the reader takes for one.
    text += frame.start == Frame::kUnknownStart ? "+-" : "+";
    append_hex(text, frame.start == Frame::kUnknownStart ? 1 : frame.start);
    const std::string name = written_name(symbols.names.text(key.name));
    text.append(" N=(").append(name.empty() ? "???" : name).append("))");
  }

  /// A counter is written if it has a cost here or lists a block; rows of zeros would be read back
  /// as uses of the counter.
  Result<void> numbers(ContextId id, size_t part, std::span<const EventCost> costs) {
    const auto cost_of = [&](const std::optional<EventId>& event) {
      const auto found = std::ranges::find(costs, event.value_or(EventId(~0U)), &EventCost::event);
      return found == costs.end() ? int128{0} : found->cost;
    };
    const std::span<const size_t> held = leaks_of(id);
    for (WrittenCounter& counter : counters_) {
      const std::array<int128, 3> row = {cost_of(counter.calls), cost_of(counter.value),
                                         cost_of(counter.peak)};
      const auto is_its = [&](size_t at) { return profile_->leaks()[at].event == counter.value; };
      const bool has_leaks = std::ranges::any_of(held, is_its);
      if (!has_leaks && std::ranges::all_of(row, [](int128 cost) { return cost == 0; })) {
        continue;
      }
      if (Result<void> done = put(counter, part, row); !done) {
        return done;
      }
      for (const size_t at : held) {
        if (is_its(at)) {
          leak(profile_->leaks()[at]);
        }
      }
    }
    return {};
  }

  Result<void> put(WrittenCounter& counter, size_t part, const std::array<int128, 3>& row) {
    std::string& text = stream_.text();
    text += " V";
    // Each part defines its counters again, under new numbers: readers know by this that a section
    // begins.
    const bool is_new = counter.part != part;
    counter.id = is_new ? ids_++ : counter.id;
    counter.part = part;
    append_hex(text, counter.id);
    if (is_new) {
      text.append("=(").append(written_counter(profile_->events()[counter.value.index()].name)) +=
          ')';
    }
    const char* before = ":(";
    for (const int128 cost : row) {
      if (cost < 0 || cost > kUint64Max) {
        return failure(
            cannot_hold("a cost of " + to_decimal(cost) +
                        " cannot be written: costs in IgProf dumps are from 0 to 2^64-1"));
      }
      text += before;
      append_hex(text, static_cast<uint64_t>(cost));
      before = ",";
    }
    text += ')';
    return {};
  }

  /// The leaks of a record, of whichever counters; records come in the order of leaks.
  [[nodiscard]] std::span<const size_t> leaks_of(ContextId id) {
    const Segmented<Leak, 14>& leaks = profile_->leaks();
    held_.clear();
    for (; next_leak_ < leaks.size() && leaks[next_leak_].context == id; ++next_leak_) {
      held_.push_back(next_leak_);
    }
    return held_;
  }

  void leak(const Leak& leak) {
    std::string& text = stream_.text();
    text += ";LK=(";
    if (leak.address == 0) {
      text += "(nil)";
    } else {
      text += "0x";
      append_hex(text, leak.address);
    }
    text += ',';
    append_hex(text, leak.size);
    text += ')';
  }

  const Profile* profile_;
  std::vector<WrittenCounter> counters_;
  BufferedText stream_;
  StackDepths stacks_;
  ContextCosts costs_;
  size_t next_leak_ = 0;
  std::vector<size_t> held_;  ///< of the record that is being written
  // Ids + 1; 0: none yet.
  std::vector<uint64_t> fn_by_frame_, fn_by_function_, file_ids_;
  uint64_t functions_ = 0;
  uint64_t files_ = 0;
  uint64_t ids_ = 0;  ///< of counters
};

/// The name may be one of a function or of an object, so both ways have to keep it.
bool is_kept(std::string_view name) {
  return written_name(name) == name && written_path(name) == name;
}

bool is_kept_counter(std::string_view name) {
  return written_counter(name) == name;
}

/// Of whatever else, only stacks of functions and offsets are written.
bool keeps(const Profile& profile) {
  return std::ranges::all_of(profile.inputs(),
                             [](const InputInfo& info) { return info.format == "igprof"; });
}

constexpr std::array<std::string_view, 1> kSuffixes = {".igprof"};

/// The header says how long a tick is.
bool keeps_unit(const Event& event) {
  return event.unit.empty() || event.name == "PERF_TICKS" || event.name == "PERF_TICKS:peak";
}

}  // namespace

constexpr FormatWriter kWriter{.name = "igprof",
                               .summary = "IgProf's dumps, with the blocks still held",
                               .suffixes = kSuffixes,
                               .basis = Basis::kStacks,
                               .holds = {.addresses = true,
                                         .objects = true,
                                         .stacks = true,
                                         .parts = true,
                                         .events = true,
                                         .leaks = true,
                                         .peaks = true},
                               .keeps_event_order = false,  // they are defined where met first
                               .keeps = keeps,
                               .keeps_name = is_kept,
                               .keeps_event_name = is_kept_counter,
                               .keeps_unit = keeps_unit,
                               .write = write_by<Writer>};

}  // namespace quern::igprof
