// SPDX-License-Identifier: MIT
//
// Writes a profile as a snapshot, in the lowest version that has all it needs: older releases read
// it as far as they can. Records are packed again because names get new numbers. Sums of calls are
// made by a builder, exactly as a load of sums would make them, so `top` of the snapshot answers as
// `top` of the file does.
#include <array>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "quern/formats/snapshot/block_writer.h"
#include "quern/formats/snapshot/call_costs.h"
#include "quern/formats/snapshot/folded_names.h"
#include "quern/formats/snapshot/numbering.h"
#include "quern/formats/snapshot/record_packer.h"
#include "quern/formats/snapshot/run_costs.h"
#include "quern/formats/snapshot/snapshot.h"
#include "quern/model/builder.h"
#include "quern/model/records/fields.h"
#include "quern/model/records/record_cursor.h"
#include "quern/model/used_widths.h"

namespace quern::snapshot {

namespace {

/// The calls of parts without stacks, added up as a load of sums has them; by part, how many
/// records it has.
std::unique_ptr<const Profile> call_sums(const Profile& profile,
                                         std::vector<RecordCounts>& counts) {
  counts.resize(profile.parts().size());
  ProfileBuilder sums(Keep::kSums);
  RecordCursor cursor(profile.records());
  const Record* record = cursor.next();
  for (size_t part = 0; part < profile.parts().size(); ++part) {
    const Part& of = profile.parts()[part];
    sums.begin_part({}, of.header.events);
    for (; record != nullptr && record->part == part; record = cursor.next()) {
      counts[part].selfs += record->kind == RecordKind::kSelf ? 1U : 0U;
      counts[part].calls += record->kind == RecordKind::kCall ? 1U : 0U;
      counts[part].jumps += record->kind >= RecordKind::kJump ? 1U : 0U;
      if (record->kind == RecordKind::kCall && of.contexts == ContextUse::kNone) {
        sums.call(record->as_call());  // ids as recorded, which is what they are packed from
      }
    }
    sums.end_part({});
  }
  return sums.finish();
}

class Writer {
 public:
  explicit Writer(const Writing& writing)
      : profile_(&writing.profile),
        folded_(writing.folded),
        costs_(writing.call_costs),
        version_(first_version()),
        numbers_(writing.profile),
        sums_(call_sums(writing.profile, counts_)),
        blocks_(writing.out, version_),
        call_sums_(sums_->records()),
        records_(writing.profile.records()),
        context_costs_(writing.profile.contexts()),
        widths_(writing.profile) {}

  Result<void> write() {
    marks();
    events();
    names();
    functions();
    write_folded(folded_, known_, numbers_.names().size() + 1, blocks_);
    frames();
    if (costs_ != nullptr) {
      write_call_costs(*costs_, blocks_);
    }
    if (profile_->run_statistics() != nullptr) {
      write_run_statistics(*profile_->run_statistics(), blocks_);
    }
    next_sum_ = call_sums_.next();
    next_record_ = records_.next();
    size_t part = 0;
    for (size_t at = 0; at < profile_->inputs().size(); ++at) {
      for (; part < profile_->parts().size() && profile_->parts()[part].header.input == at;
           ++part) {
        write_part(part);
      }
      input(profile_->inputs()[at]);
    }
    blocks_.end();
    return {};
  }

 private:
  /// The first version that has all that is written.
  [[nodiscard]] uint32_t first_version() const {
    const bool has_objects = std::ranges::any_of(
        profile_->inputs(), [](const InputInfo& info) { return !info.objects.empty(); });
    return profile_->run_statistics() != nullptr ? kRunsVersion
           : costs_ != nullptr                   ? kCallCostsVersion
           : has_objects                         ? kObjectsVersion
           : folded_.empty()                     ? kFirstVersion
                                                 : kFoldingVersion;
  }

  FieldWriter item(Kind kind) { return FieldWriter(blocks_.item(kind)); }

  void marks() {
    item(Kind::kMarks)
        .number((profile_->is_selected() ? kSelected : 0) |
                (static_cast<uint64_t>(profile_->marks().estimates) * kEstimates));
  }

  void events() {
    for (const Event& event : profile_->events()) {
      FieldWriter to = item(Kind::kEvents);
      to.text(event.name);
      to.text(event.long_name);
      to.text(event.unit);
      to.number(event.scale);
      to.number(event.combine == Combine::kMax ? 1 : 0);
    }
  }

  /// A block of names has all lengths first: the texts can then be taken over as they stand.
  void names() {
    std::string lengths;
    std::string texts;
    uint64_t count = 0;
    uint32_t number = 0;
    Kind open = Kind::kNames;
    const auto flush = [&] {
      if (count != 0) {
        blocks_.flush();
        std::string& block = blocks_.item(open);
        FieldWriter(block).number(count);
        block.append(lengths).append(texts);
        blocks_.flush();
      }
      lengths.clear();
      texts.clear();
      count = 0;
    };
    for (const NameId name : numbers_.names()) {
      const std::string_view text = profile_->symbols().names.text(name);
      const Kind kind = known_.add(text, ++number) ? Kind::kNames : Kind::kNamesApart;
      // Names whose text another name has too are in blocks of another kind: a reader must not make
      // one of them.
      if (kind != open || texts.size() + lengths.size() >= kFullBlock) {
        flush();
        open = kind;
      }
      FieldWriter(lengths).number(text.size());
      texts += text;
      ++count;
    }
    flush();
  }

  void functions() {
    const FunctionTable& functions = profile_->symbols().functions;
    for (size_t at = 0; at < functions.size(); ++at) {
      const FunctionKey& key = functions[FunctionId(at)];
      FieldWriter to = item(at < numbers_.listed() ? Kind::kFunctions : Kind::kTargets);
      to.fixed(numbers_.name(key.name).value);
      to.fixed(numbers_.name(key.file).value);
      to.fixed(numbers_.name(key.object).value);
    }
  }

  void frames() {
    Contexts distinct;  // frames that became equal when names were settled are one
    for (Frame frame : profile_->contexts().frames()) {
      frame.file = profile_->symbols().names.canonical(frame.file);
      frame_numbers_.push_back(distinct.frame(frame));
    }
    for (const Frame& frame : distinct.frames()) {
      FieldWriter to = item(Kind::kFrames);
      to.number((frame.is_symbol ? kSymbolFrame : 0) | (frame.is_line ? kLineFrame : 0));
      to.number(frame.function.value);
      to.number(numbers_.name(frame.file).value);
      to.number(frame.start);
    }
  }

  void write_part(size_t part) {
    const Part& of = profile_->parts()[part];
    blocks_.flush();
    header(of, counts_[part]);
    blocks_.flush();
    if (of.contexts != ContextUse::kAlone) {
      self_sums(of);
    }
    const size_t width = of.header.events.size();
    copy_records(call_sums_, next_sum_, part, width, Kind::kCallSums);
    contexts(of);
    copy_records(records_, next_record_, part, of.contexts == ContextUse::kAlone ? 0 : width,
                 Kind::kRecords);
    leaks(of);
  }

  void numbers(FieldWriter& to, const std::vector<int128>& values) {
    to.number(values.size());
    for (const int128 value : values) {
      to.amount(value);
    }
  }

  void header(const Part& part, const RecordCounts& counts) {
    const PartHeader& header = part.header;
    const PositionKinds& kinds = header.positions;
    FieldWriter to = item(Kind::kPart);
    to.optional_number(header.number);
    to.optional_number(header.pid);
    to.optional_number(header.thread);
    to.optional_text(header.command);
    to.optional_text(header.trigger);
    to.optional(header.period, [&to](double period) { to.real(period); });
    to.number((kinds.instr ? kInstr : 0) | (kinds.bb ? kBasicBlock : 0) | (kinds.line ? kLine : 0) |
              (kinds.may_lack_lines ? kMayLackLines : 0) |
              (header.has_estimated_totals ? kEstimatedTotals : 0) |
              (header.has_summary_as_base || header.summaries.empty() ? 0 : kSummaryNoBase));
    to.number(static_cast<uint64_t>(part.contexts));
    to.number(counts.selfs);
    to.number(counts.calls);
    to.number(counts.jumps);
    to.number(header.events.size());
    for (const EventId event : header.events) {
      to.number(event.value);
    }
    to.number(header.summaries.size());
    for (const std::vector<int128>& summary : header.summaries) {
      numbers(to, summary);
    }
    to.optional(header.declared_totals,
                [this, &to](const std::vector<int128>& totals) { numbers(to, totals); });
    to.number(header.descriptions.size());
    for (const std::string& description : header.descriptions) {
      to.text(description);
    }
  }

  void self_sums(const Part& part) {
    const SumTable& table = profile_->tables()[part.table];
    const std::vector<size_t>& widths = widths_.of(part.table);
    uint32_t last = 0;
    for (size_t row = part.first_self; row < part.end_self; ++row) {
      std::string& block = blocks_.item(Kind::kSelfSums);
      last = block.empty() ? 0 : last;
      FieldWriter to(block);
      const FunctionId function = table.function(row);
      to.number(zigzag(uint64_t{function.value} - last) << 1 | (table.is_estimated(row) ? 1U : 0U));
      last = function.value;
      const size_t given = widths[row];
      to.number(given);
      for (size_t event = 0; event < given; ++event) {
        to.amount(table.self.at(row, event));
      }
    }
  }

  /// The records of a part, from where the cursor stands.
  void copy_records(RecordCursor& cursor, const Record*& next, size_t part, size_t width,
                    Kind kind) {
    RecordPacker packer(numbers_, blocks_, kind);
    packer.begin_part(width);
    for (; next != nullptr && next->part == part; next = cursor.next()) {
      packer.add(*next);
    }
    packer.end_part();
  }

  /// The distance back to the parent is mostly 1, since contexts are written in the order in which
  /// they were entered.
  void contexts(const Part& part) {
    const Contexts& contexts = profile_->contexts();
    for (uint64_t at = part.first_context; at < part.end_context; ++at) {
      const ContextId id(static_cast<uint32_t>(at));
      const std::optional<int64_t> position = contexts.position(id);
      const std::span<const EventCost> costs = context_costs_.of(id);
      const uint64_t calls = contexts.calls(id);
      const bool has_calls = calls != 1 && !contexts.frame(id).is_symbol;
      FieldWriter to = item(Kind::kContexts);
      to.number(uint64_t{frame_numbers_[contexts.frame_id(id).index()].value} << kContextBits |
                (has_calls ? kHasCalls : 0U) | (position ? kHasPosition : 0U) |
                (costs.empty() ? 0U : kHasCosts));
      const ContextId parent = contexts.parent(id);
      to.number(parent == kNoContext ? 0 : at - parent.value);
      if (position) {
        to.number(zigzag(static_cast<uint64_t>(*position)));
      }
      if (has_calls) {
        to.number(calls);
      }
      if (!costs.empty()) {
        own_costs(to, costs);
      }
    }
  }

  static void own_costs(FieldWriter& to, std::span<const EventCost> costs) {
    uint64_t next = 0;
    to.number(costs.size());
    for (const EventCost& each : costs) {
      to.number(each.event.value - next);
      to.amount(each.cost);
      next = uint64_t{each.event.value} + 1;
    }
  }

  void leaks(const Part& part) {
    const Segmented<Leak, 14>& leaks = profile_->leaks();
    for (; next_leak_ < leaks.size() && leaks[next_leak_].context.value < part.end_context;
         ++next_leak_) {
      const Leak& leak = leaks[next_leak_];
      FieldWriter to = item(Kind::kLeaks);
      to.number(leak.context.value);
      to.number(leak.event.value);
      to.number(leak.address);
      to.number(leak.size);
    }
  }

  void finding(FieldWriter& to, const Finding& finding) {
    to.number(finding.place.line);
    to.number(finding.place.column);
    to.text(finding.message);
    to.text(finding.hint);
    to.optional_text(finding.excerpt);
  }

  /// Findings keep their places and messages: `check` of a snapshot says what `check` of the file
  /// says.
  void input(const InputInfo& info) {
    blocks_.flush();
    FieldWriter to = item(Kind::kInput);
    to.text(info.snapshot_of.value_or(info.name));
    to.text(info.format);
    to.text(info.dialect);
    to.optional_text(info.creator);
    to.optional_text(info.command);
    to.optional_text(info.base_rule);
    to.number(info.raw_bytes);
    to.number(info.text_bytes);
    to.number(info.definitions.size());
    for (const EventDefinition& definition : info.definitions) {
      to.text(definition.name);
      to.optional_text(definition.formula);
      to.optional_text(definition.long_name);
    }
    to.number(info.findings.kinds().size());
    for (const Findings::Kind& kind : info.findings.kinds()) {
      to.text(kind.code->name);
      to.number(kind.count);
      to.number(kind.kept.size());
      for (const Finding& kept : kind.kept) {
        finding(to, kept);
      }
    }
    if (version_ >= kObjectsVersion) {
      to.number(info.objects.size());
      for (const RecordedObject& object : info.objects) {
        to.text(object.name);
        to.text(object.build_id);
        to.number(object.has_file_offsets ? 1 : 0);
      }
    }
    blocks_.flush();
  }

  const Profile* profile_;
  std::span<const FunctionName> folded_;
  const CallCosts* costs_;
  uint32_t version_;
  NumbersByText known_;
  Numbering numbers_;
  std::vector<RecordCounts> counts_;  ///< by part
  std::unique_ptr<const Profile> sums_;
  BlockWriter blocks_;
  RecordCursor call_sums_;
  RecordCursor records_;
  ContextCosts context_costs_;
  UsedWidths widths_;
  std::vector<FrameId> frame_numbers_;  ///< by the profile's
  const Record* next_sum_ = nullptr;
  const Record* next_record_ = nullptr;
  size_t next_leak_ = 0;
};

constexpr std::array<std::string_view, 1> kSuffixes = {".quern"};

}  // namespace

constexpr FormatWriter kWriter{.name = "snapshot",
                               .summary = "quern's own snapshot: complete, and fast to reopen",
                               .suffixes = kSuffixes,
                               .basis = Basis::kEverything,
                               .holds = kHoldsEverything,
                               .write = write_by<Writer>};

}  // namespace quern::snapshot
