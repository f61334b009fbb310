// SPDX-License-Identifier: MIT
//
//   cmd: ./sort
//   events: Ir Dr
//   fl=sort.c
//   fn=main
//   12 300 20
//   summary: 300 20
//
// A position in another file than its function's is one of a function of the same name there: so
// do Cachegrind's own files tell inlined code.
#include "quern/formats/cachegrind/writer.h"

#include <algorithm>
#include <array>
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

#include "quern/base/buffered_text.h"
#include "quern/base/text.h"
#include "quern/formats/shared/written_event.h"
#include "quern/model/completeness.h"
#include "quern/model/records/record_cursor.h"

namespace quern::cachegrind {

namespace {

struct Line {
  NameId file;
  NameId function;
  uint64_t line = 0;
  bool operator==(const Line&) const = default;
};

struct LineHash {
  size_t operator()(const Line& at) const {
    uint64_t mixed = (uint64_t{at.file.value} << 32 | at.function.value) * 0x9e3779b97f4a7c15U;
    mixed = (mixed ^ mixed >> 31 ^ at.line) * 0xd6e8feb86659fd93U;
    return mixed ^ mixed >> 29;
  }
};

/// UTF-8, which the newest readers insist on, in one row.
std::string written_name(std::string_view name) {
  std::string text = to_utf8(name.substr(std::min(name.find_first_not_of(" \t"), name.size())));
  std::ranges::replace_if(text, [](char c) { return c == '\n' || c == '\r' || c == '\0'; }, ' ');
  return text.empty() ? "???" : text;
}

class Writer {
 public:
  explicit Writer(const Writing& writing)
      : profile_(&writing.profile),
        width_(writing.profile.events().size()),
        sums_(width_),
        stream_(writing.out) {}

  Result<void> write() {
    add_up();
    header();
    std::vector<size_t> order(lines_.size());
    for (size_t at = 0; at < order.size(); ++at) {
      order[at] = at;
    }
    name_all();
    // By file, function and line: cg_annotate and cg_merge need no order, but equal profiles then
    // give equal files, whatever order their records had.
    std::ranges::sort(order, [this](size_t left, size_t right) { return is_before(left, right); });
    std::vector<int128> totals(width_);
    const Line* last = nullptr;
    for (const size_t at : order) {
      const Line& line = lines_[at];
      if (last == nullptr || !is_same(last->file, line.file)) {
        stream_.text().append("fl=").append(name(line.file)) += '\n';
        last = nullptr;
      }
      if (last == nullptr || !is_same(last->function, line.function)) {
        stream_.text().append("fn=").append(name(line.function)) += '\n';
      }
      last = &line;
      append_decimal(stream_.text(), line.line);
      if (Result<void> done = costs(at, totals); !done || !stream_.drain()) {
        return done;
      }
    }
    stream_.text() += "summary:";
    for (const int128 total : totals) {  // its readers insist on this row
      if (Result<void> fits = check_cost(total, kUint64Max); !fits) {
        return fits;
      }
      stream_.text() += ' ';
      append_decimal(stream_.text(), total);
    }
    stream_.text() += '\n';
    return {};
  }

 private:
  /// One line of the file for each file, function name and line. The format has no objects and no
  /// parts: functions of one name in several objects, and all parts, add up here.
  void add_up() {
    std::unordered_map<Line, size_t, LineHash> known;
    RecordCursor cursor(profile_->records(), kSelfRecords);
    const NameTable& names = profile_->symbols().names;
    while (const Record* record = cursor.next()) {
      const PartHeader& part = profile_->parts()[record->part].header;
      const FunctionId function = profile_->function(record->function);
      const Line line{names.canonical(record->file), profile_->symbols().functions[function].name,
                      part.positions.knows(record->at.line) ? record->at.line : 0};
      const auto [found, is_new] = known.try_emplace(line, lines_.size());
      if (is_new) {
        lines_.push_back(line);
        sums_.add_row();
      }
      for (size_t at = 0; at < record->costs.size(); ++at) {
        const EventId event = part.events[at];
        sums_.add(found->second, event.index(), record->costs[at]);
      }
    }
  }

  /// Names that differ in what cannot be written are one name in the file.
  void name_all() {
    for (const Line& line : lines_) {
      for (const NameId id : {line.file, line.function}) {
        const auto [found, is_new] = written_.try_emplace(id);
        if (is_new) {
          found->second = written_name(profile_->symbols().names.text(id));
        }
      }
    }
  }

  [[nodiscard]] const std::string& name(NameId id) const { return written_.at(id); }
  [[nodiscard]] bool is_same(NameId left, NameId right) const {
    return left == right || name(left) == name(right);
  }

  [[nodiscard]] bool is_before(size_t left, size_t right) const {
    const Line& one = lines_[left];
    const Line& other = lines_[right];
    if (!is_same(one.file, other.file)) {
      return name(one.file) < name(other.file);
    }
    if (!is_same(one.function, other.function)) {
      return name(one.function) < name(other.function);
    }
    return one.line != other.line ? one.line < other.line : left < right;
  }

  /// Descriptions of the first part stand for all: the format has one part.
  void header() {
    std::string& text = stream_.text();
    const std::deque<Part>& parts = profile_->parts();
    const auto describe = [&](const std::string& description) {
      text.append("desc: ").append(written_name(description)) += '\n';
    };
    if (!parts.empty()) {
      for (const std::string& description : parts.front().header.descriptions) {
        if (!description.starts_with(kIncompleteStart)) {
          describe(description);
        }
      }
    }
    std::ranges::for_each(incomplete_descriptions(*profile_), describe);
    std::string command;
    for (const InputInfo& info : profile_->inputs()) {
      command = command.empty() ? info.command.value_or("") : command;
    }
    text.append("cmd: ").append(written_name(command)).append("\nevents:");
    for (const Event& event : profile_->events()) {
      std::string event_name = written_name(event.name);
      std::ranges::replace_if(event_name, is_blank, '_');
      text.append(" ").append(event_name);
    }
    text += '\n';
  }

  Result<void> costs(size_t row, std::vector<int128>& totals) {
    for (size_t event = 0; event < width_; ++event) {
      const int128 cost = sums_.at(row, event);
      if (Result<void> fits = check_cost(cost, kUint64Max); !fits) {
        return fits;
      }
      totals[event] += cost;
      stream_.text() += ' ';
      append_decimal(stream_.text(), cost);
    }
    stream_.text() += '\n';
    return {};
  }

  const Profile* profile_;
  size_t width_;
  std::vector<Line> lines_;
  CostRows sums_;  ///< by line
  std::unordered_map<NameId, std::string> written_;
  BufferedText stream_;
};

Result<void> write(const Writing& writing) {
  if (writing.profile.events().empty()) {
    return failure(cannot_hold("the profile has no events, which Cachegrind's format needs"));
  }
  return Writer(writing).write();
}

/// Readers of Callgrind's format take `(3) f` for an alias, and this one has none.
bool keeps_name(std::string_view name) {
  const bool is_aliased = name.size() > 1 && name[0] == '(' && name[1] >= '0' && name[1] <= '9';
  return name.empty() || (!is_aliased && written_name(name) == name);
}

bool keeps_event_name(std::string_view name) {
  return keeps_name(name) && std::ranges::none_of(name, is_blank);
}

/// Of whatever else, only self costs by line are written.
bool keeps(const Profile& profile) {
  return std::ranges::all_of(profile.inputs(),
                             [](const InputInfo& info) { return info.format == "cachegrind"; });
}

constexpr std::array<std::string_view, 1> kSuffixes = {".cachegrind"};

}  // namespace

constexpr FormatWriter kWriter{.name = "cachegrind",
                               .summary = "Cachegrind's, self costs by line",
                               .suffixes = kSuffixes,
                               .basis = Basis::kRecords,
                               .holds = {.lines = true,
                                         .files = true,
                                         .events = true,
                                         .negative = true,
                                         .idle_events = true,
                                         .idle_parts = true,
                                         .incompleteness = true},
                               .keeps = keeps,
                               .keeps_name = keeps_name,
                               .keeps_event_name = keeps_event_name,
                               .write = write};

}  // namespace quern::cachegrind
