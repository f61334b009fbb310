// SPDX-License-Identifier: MIT
//
// A part is written as
//
//   creator: quern-1.0          opens the part, whatever else its header has
//   events: Ir
//   fn=(1) main                 a block: `fl=` and `ob=` before it where they change
//   16 400
//   cfn=(2) f                   `cob=`, `cfi=` before it where the callee's differ
//   calls=1 50
//   16 400
#include "quern/formats/callgrind/writer.h"

#include <algorithm>
#include <array>
#include <deque>
#include <string>
#include <vector>

#include "quern/base/text.h"
#include "quern/formats/callgrind/written_names.h"
#include "quern/formats/written_event.h"

namespace quern::callgrind {

namespace {

constexpr size_t kDrainAt = size_t{1} << 16;
constexpr FunctionId kNoBlock{~uint32_t{0}};

/// Distances up to here are shorter than what they stand for.
constexpr uint64_t kLongestDistance = 99;

class Writer {
 public:
  explicit Writer(const Writing& writing)
      : profile_(&writing.profile),
        are_calls_uncounted_(writing.are_calls_uncounted),
        options_(&writing.options),
        out_(&writing.out),
        names_(writing.profile, writing.options.plain_names) {
    const FunctionTable& functions = profile_->symbols().functions;
    for (size_t at = 0; at < functions.size(); ++at) {
      const FunctionId id(at);
      has_objects_ =
          has_objects_ || (profile_->is_listed(id) && functions[id].object != kUnknownName);
    }
  }

  Result<void> write() {
    text_ += "# callgrind format\nversion: 1\n";
    // A walk a kind: how self costs, calls and jumps were interleaved is not kept by everything
    // that a profile may come from, and must not show.
    const RecordCounts& counts = profile_->counts();
    std::deque<Walk> walks;
    walks.emplace_back(profile_->records(), RecordKind::kSelf, RecordKind::kSelf);
    if (counts.calls != 0) {
      walks.emplace_back(profile_->records(), RecordKind::kCall, RecordKind::kCall);
    }
    if (counts.jumps != 0) {
      walks.emplace_back(profile_->records(), RecordKind::kJump, RecordKind::kConditionalJump);
    }
    const size_t parts = profile_->parts().size();
    for (size_t at = 0; at < parts; ++at) {
      begin_part(at);
      for (Walk& walk : walks) {
        if (Result<void> done = records(walk, at); !done) {
          return done;
        }
      }
      if (function_ == kNoBlock && at + 1 < parts) {
        text_ += "fl=???\n";  // without a body, the next part's header would go on with this one's
      }
      end_part();
    }
    out_->write(text_);
    return {};
  }

 private:
  /// The records of some kinds, in their order.
  class Walk {
   public:
    Walk(const RecordStore& records, RecordKind first, RecordKind last)
        : cursor_(records), first_(first), last_(last) {
      go_on();
    }
    Walk(const Walk&) = delete;  // the record at hand is the cursor's
    Walk& operator=(const Walk&) = delete;
    ~Walk() = default;
    [[nodiscard]] const Record* in_part(size_t part) const {
      return next_ != nullptr && next_->part == part ? next_ : nullptr;
    }
    void go_on() {
      do {
        next_ = cursor_.next();
      } while (next_ != nullptr && (next_->kind < first_ || next_->kind > last_));
    }

   private:
    RecordCursor cursor_;
    RecordKind first_, last_;
    const Record* next_ = nullptr;
  };

  Result<void> records(Walk& walk, size_t part) {
    for (; const Record* const record = walk.in_part(part); walk.go_on()) {
      if (Result<void> fits = check_costs(*record); !fits) {
        return fits;
      }
      put(*record);
      drain();
      if (out_->failed()) {
        break;
      }
    }
    return {};
  }

  void drain() {
    if (text_.size() >= kDrainAt) {
      out_->write(text_);
      text_.clear();
    }
  }

  void header(std::string_view key, std::string_view value) {
    text_.append(key).append(": ").append(one_row(value)) += '\n';
  }

  void number_header(std::string_view key, const std::optional<uint64_t>& value) {
    if (value) {
      header(key, to_decimal(*value));
    }
  }

  /// Readers refuse rows of numbers beyond 64 bits, and do without the row.
  void costs_header(std::string_view key, const std::vector<int128>& costs) {
    if (!std::ranges::all_of(
            costs, [](int128 cost) { return check_cost(cost, kUint64Max).has_value(); })) {
      return;
    }
    text_.append(key) += ':';
    for (const int128 cost : costs) {
      text_ += ' ';
      append_decimal(text_, cost);
    }
    text_ += '\n';
  }

  void begin_part(size_t at) {
    part_ = &profile_->parts()[at];
    const PartHeader& head = part_->header;
    header("creator", options_->creator);
    number_header("pid", head.pid);
    if (head.command) {
      header("cmd", *head.command);
    }
    number_header("part", head.number);
    number_header("thread", head.thread);
    text_ += '\n';
    for (const std::string& description : head.descriptions) {
      header("desc", description);
    }
    if (are_calls_uncounted_) {
      header("desc", "Calls: not counted, each told as 1");
    }
    if (!head.descriptions.empty() || are_calls_uncounted_) {
      text_ += '\n';
    }
    has_address_ = head.positions.instr;
    has_line_ = head.positions.line || !has_address_;
    header("positions", !has_address_ ? "line" : has_line_ ? "instr line" : "instr");
    if (at == 0) {
      definitions();
    }
    events();
    for (std::vector<int128> summary : head.summaries) {
      summary.resize(head.events.size());
      costs_header("summary", summary);
    }
    names_.begin_part();
    function_ = kNoBlock;
    is_first_block_ = true;
    object_ = file_ = kUnknownName;
    base_holds_ = false;
  }

  void definitions() {
    for (const InputInfo& info : profile_->inputs()) {
      for (const EventDefinition& event : info.definitions) {
        if (event.name.find_first_of(" \t=:\n\r") != std::string::npos) {
          continue;
        }
        text_.append("event: ").append(event.name);
        if (event.formula) {
          text_.append(" = ").append(one_row(*event.formula));
        }
        if (event.long_name) {
          text_.append(" : ").append(one_row(*event.long_name));
        }
        text_ += '\n';
      }
    }
  }

  void events() {
    if (part_->header.events.empty()) {
      return;
    }
    text_ += "events:";
    for (const EventId event : part_->header.events) {
      std::string name = one_row(profile_->events()[event.index()].name);
      std::ranges::replace_if(name, [](char c) { return c == ' ' || c == '\t'; }, '_');
      text_.append(" ").append(name.empty() ? "???" : name);
    }
    text_ += '\n';
  }

  void end_part() {
    leave_foreign_file();
    if (!part_->header.events.empty()) {
      text_ += '\n';
      costs_header("totals", part_->totals);
    }
    text_ += '\n';
  }

  static Result<void> check_costs(const Record& record) {
    for (const int128 cost : record.costs) {
      if (Result<void> fits = check_cost(cost, kUint64Max); !fits) [[unlikely]] {
        return fits;
      }
    }
    return {};
  }

  void put(const Record& record) {
    const FunctionId function = profile_->function(record.function);
    if (function != function_) {
      begin_block(function);
    }
    switch (record.kind) {
      case RecordKind::kSelf:
        self_cost(record);
        break;
      case RecordKind::kCall:
        call(record);
        break;
      case RecordKind::kJump:
      case RecordKind::kConditionalJump:
        jump(record);
        break;
    }
  }

  void begin_block(FunctionId function) {
    leave_foreign_file();
    text_ += '\n';
    const FunctionKey& key = profile_->symbols().functions[function];
    const NameId object = canonical(key.object);
    if (object != object_ || (is_first_block_ && has_objects_)) {
      names_.object(text_, "ob", object);
      object_ = object;
    }
    own_file_ = canonical(key.file);
    if (is_first_block_ || own_file_ != file_) {
      names_.file(text_, "fl", own_file_);
    }
    file_ = self_file_ = own_file_;
    names_.function(text_, "fn", function);
    function_ = function;
    is_first_block_ = after_association_ = false;
    base_holds_ = false;  // a block can be read without the one before
  }

  void leave_foreign_file() {
    if (function_ != kNoBlock && file_ != own_file_) {
      names_.file(text_, "fe", own_file_);
      file_ = own_file_;
    }
  }

  void enter_file(NameId file, bool must_say) {
    if (file != file_ || (must_say && file != own_file_)) {
      names_.file(text_, file == own_file_ ? "fe" : "fi", file);
      file_ = file;
    }
  }

  void self_cost(const Record& record) {
    enter_file(canonical(record.file), after_association_);
    after_association_ = false;
    self_file_ = file_;
    const Position at = written(record.at);
    place(at, base_holds_);
    base_ = at;
    base_holds_ = !options_->plain_positions;
    costs(record.costs);
  }

  /// Where a call or jump stands: where the last self cost did, or at an absolute place, so that it
  /// does not matter whether the line moves a reader's base.
  void source(const Position& recorded) {
    const Position at = written(recorded);
    const bool is_same = base_holds_ && at == base_;
    place(at, is_same);
    base_holds_ = is_same;
    after_association_ = true;
  }

  void call(const Record& record) {
    enter_file(canonical(record.file), after_association_);
    const FunctionId callee = profile_->function(record.other);
    const FunctionKey& key = profile_->symbols().functions[callee];
    const NameId object = canonical(key.object);
    if (object != object_) {
      names_.object(text_, "cob", object);
    }
    target_file("cfi", canonical(key.file));
    names_.function(text_, "cfn", callee);
    text_ += "calls=";
    append_number(record.count);
    if (record.target) {
      text_ += ' ';
      place(written(*record.target), false);
    }
    text_ += '\n';
    source(record.at);
    costs(record.costs);
  }

  /// Readers differ in what a target without a file is in, once files were entered.
  void target_file(std::string_view key, NameId file) {
    if (file != file_ || file != self_file_ || after_association_) {
      names_.file(text_, key, file);
    }
  }

  void jump(const Record& record) {
    enter_file(canonical(record.file), after_association_);
    const FunctionId target = profile_->function(record.other);
    target_file("jfi", canonical(record.target_file));
    if (target != function_) {
      names_.function(text_, "jfn", target);
    }
    if (record.kind == RecordKind::kJump) {
      text_ += "jump=";
    } else {
      text_ += "jcnd=";
      append_number(record.followed);
      text_ += '/';
    }
    append_number(record.count);
    text_ += ' ';
    place(written(*record.target), false);
    text_ += '\n';
    source(record.at);
    text_ += '\n';
  }

  void append_number(uint64_t number) { append_unsigned(text_, number, 10); }

  /// The format has no word for a line that is not known.
  [[nodiscard]] Position written(const Position& at) const {
    return {at.address, part_->header.positions.knows(at.line) ? at.line : 0};
  }

  void place(const Position& at, bool may_be_relative) {
    if (has_address_) {
      if (!may_be_relative || !distance(base_.address, at.address)) {
        text_ += "0x";
        append_unsigned(text_, at.address, 16);
      }
      text_ += has_line_ ? " " : "";
    }
    if (has_line_) {
      if (!may_be_relative || !distance(base_.line, at.line)) {
        append_number(at.line);
      }
    }
  }

  /// Writes `to` as a distance where that is short.
  bool distance(uint64_t from, uint64_t to) {
    const bool is_back = to < from;
    const uint64_t far = is_back ? from - to : to - from;
    if (far > kLongestDistance) {
      return false;
    }
    if (far == 0) {
      text_ += '*';
    } else {
      text_ += is_back ? '-' : '+';
      append_number(far);
    }
    return true;
  }

  /// All but the zeros at the end; the first one stays.
  void costs(const std::vector<int128>& costs) {
    size_t used = costs.size();
    while (used > 1 && costs[used - 1] == 0) {
      --used;
    }
    for (size_t at = 0; at < used; ++at) {
      text_ += ' ';
      if (costs[at] >= 0) [[likely]] {
        append_number(static_cast<uint64_t>(costs[at]));
      } else {
        append_decimal(text_, costs[at]);
      }
    }
    text_ += used == 0 ? " 0\n" : "\n";
  }

  [[nodiscard]] NameId canonical(NameId name) const {
    return profile_->symbols().names.canonical(name);
  }

  const Profile* profile_;
  bool are_calls_uncounted_;
  const WriteOptions* options_;
  ByteSink* out_;
  std::string text_;
  WrittenNames names_;
  const Part* part_ = nullptr;
  bool has_objects_ = false;
  bool has_address_ = false;
  bool has_line_ = true;
  // the open block
  FunctionId function_ = kNoBlock;
  bool is_first_block_ = true;
  NameId object_;
  NameId own_file_;
  NameId file_;       ///< that `fl=`, `fi=` or `fe=` named last
  NameId self_file_;  ///< of the last self cost
  bool after_association_ = false;
  Position base_;            ///< of the last self cost
  bool base_holds_ = false;  ///< for every reader
};

Result<void> write(const Writing& writing) {
  const std::vector<Part>& parts = writing.profile.parts();
  if (std::ranges::all_of(parts, [](const Part& part) { return part.header.events.empty(); })) {
    return failure(
        cannot_hold("the profile has no events, which the Callgrind format cannot be without"));
  }
  return Writer(writing).write();
}

constexpr std::array<std::string_view, 2> kSuffixes = {".callgrind", ".cg"};

}  // namespace

constexpr FormatWriter kWriter{.name = "callgrind",
                               .summary = "Callgrind's, with parts, jumps and instructions",
                               .suffixes = kSuffixes,
                               .basis = Basis::kRecords,
                               .holds = {.lines = true,
                                         .addresses = true,
                                         .objects = true,
                                         .files = true,
                                         .calls = true,
                                         .call_counts = true,
                                         .jumps = true,
                                         .parts = true,
                                         .events = true,
                                         .negative = true},
                               .write = write};

}  // namespace quern::callgrind
