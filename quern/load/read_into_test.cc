// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "quern/base/stopped.h"
#include "quern/load/open.h"
#include "quern/load/read_input.h"
#include "quern/model/records/record_cursor.h"
#include "quern/model/streaming_sink.h"
#include "quern/testing/temporary_folder.h"

namespace quern {
namespace {

/// What a profile comes to, by names: whatever tells it has to tell the same.
struct Sums {
  using Function = std::tuple<std::string, std::string, std::string>;
  std::map<std::tuple<size_t, Function, std::string, uint64_t>, std::vector<int128>> lines;
  std::map<std::tuple<size_t, Function, Function>, std::vector<int128>> calls;
  std::map<Function, std::map<std::string, int128>> stacks;
  std::vector<std::vector<int128>> totals;
  uint64_t jumps = 0, contexts = 0, leaks = 0;
  bool operator==(const Sums&) const = default;

  static void add(std::vector<int128>& sum, std::span<const int128> costs) {
    sum.resize(std::max(sum.size(), costs.size()));
    for (size_t at = 0; at < costs.size(); ++at) {
      sum[at] += costs[at];
    }
    while (!sum.empty() && sum.back() == 0) {
      sum.pop_back();
    }
  }
};

/// Keeps records under their ids until names are known.
class Collecting final : public StreamingSink {
 public:
  Sums sums() {
    Sums all;
    for (const auto& [part, function, file, line, costs] : lines_) {
      Sums::add(all.lines[{part, named(function), text(file), line}], costs);
    }
    for (const auto& [part, caller, callee, costs] : calls_) {
      Sums::add(all.calls[{part, named(caller), named(callee)}], costs);
    }
    for (const auto& [function, cost] : costs_) {
      all.stacks[named(function)][events()[cost.event.index()].name] += cost.cost;
    }
    all.totals = totals_;
    all.jumps = jumps_;
    all.contexts = contexts_;
    all.leaks = leaks_;
    return all;
  }

 private:
  std::string text(NameId id) { return std::string(name_of(id).value_or("")); }
  Sums::Function named(FunctionId id) {
    const FunctionKey& key = key_of(id);
    return {text(key.name), text(key.file), text(key.object)};
  }

  void on_begin_part(const PositionKinds&, std::span<const EventId> events) override {
    width_ = events.size();
  }
  void on_self_cost(const WideSelf& record) override {
    lines_.emplace_back(totals_.size(), record.function, record.file, record.at.line,
                        std::vector(record.costs.begin(), record.costs.end()));
  }
  void on_call(const CallRecord& record) override {
    calls_.emplace_back(totals_.size(), record.caller, record.callee,
                        std::vector(record.wide_inclusive.begin(), record.wide_inclusive.end()));
  }
  void on_jump(const JumpRecord&) override { ++jumps_; }
  void on_context(const StreamedContext& context) override {
    EXPECT_EQ(context.id.index(), contexts_);
    ++contexts_;
    for (const EventCost& each : context.costs) {
      costs_.emplace_back(context.frame.function, each);
    }
  }
  void on_leak(const Leak&) override { ++leaks_; }
  void on_end_part(const PartHeader&, std::optional<ContextId>) override {
    totals_.push_back(width_ != 0 ? part_totals() : std::vector<int128>());
  }

  std::vector<std::tuple<size_t, FunctionId, NameId, uint64_t, std::vector<int128>>> lines_;
  std::vector<std::tuple<size_t, FunctionId, FunctionId, std::vector<int128>>> calls_;
  std::vector<std::pair<FunctionId, EventCost>> costs_;
  std::vector<std::vector<int128>> totals_;
  size_t width_ = 0;
  uint64_t jumps_ = 0, contexts_ = 0, leaks_ = 0;
};

Sums sums_of(const Profile& profile) {
  Sums all;
  const auto text = [&](NameId id) { return std::string(profile.symbols().names.text(id)); };
  const auto named = [&](FunctionId id) {
    const FunctionKey& key = profile.symbols().functions[id];
    return Sums::Function{text(key.name), text(key.file), text(key.object)};
  };
  RecordCursor cursor(profile.records());
  while (const Record* const record = cursor.next()) {
    const FunctionId function = profile.function(record->function);
    if (record->kind == RecordKind::kSelf) {
      Sums::add(all.lines[{record->part, named(function), text(record->file), record->at.line}],
                record->costs);
    } else if (record->kind == RecordKind::kCall) {
      Sums::add(all.calls[{record->part, named(function), named(profile.function(record->other))}],
                record->costs);
    }
  }
  ContextCosts walk(profile.contexts());
  while (walk.next()) {
    const FunctionId function = profile.contexts().frame(walk.context()).function;
    for (const EventCost& each : walk.costs()) {
      all.stacks[named(function)][profile.events()[each.event.index()].name] += each.cost;
    }
  }
  for (const Part& part : profile.parts()) {
    all.totals.push_back(part.contexts == ContextUse::kAlone ? std::vector<int128>() : part.totals);
  }
  all.jumps = profile.counts().jumps;
  all.contexts = profile.contexts().size();
  all.leaks = profile.leaks().size();
  return all;
}

TEST(ReadInto, TellsWhatAProfileHas) {
  size_t files = 0;
  for (const char* folder : {"recorded", "exchange"}) {
    const auto under = std::filesystem::path(QUERN_SOURCE_DIR) / "tests/corpus" / folder;
    for (const auto& entry : std::filesystem::directory_iterator(under)) {
      const std::string path = entry.path();
      if (!entry.is_regular_file() || entry.file_size() > (size_t{1} << 18)) {
        continue;
      }
      OpenOptions options;
      options.keep = Keep::kAll;
      const Result<Opened> opened = open_profile({&path, 1}, options);
      Collecting sink;
      const Result<InputInfo> info = read_into(path, sink, options);
      ASSERT_EQ(opened.has_value(), info.has_value()) << path;
      if (!opened) {
        continue;
      }
      ++files;
      EXPECT_EQ(info->format, opened->profile->inputs()[0].format);
      EXPECT_TRUE(sink.sums() == sums_of(*opened->profile)) << path;
    }
  }
  EXPECT_GT(files, 10U);
}

TEST(ReadInto, EndsSoonOnceItIsStopped) {
  class Once final : public StreamingSink {
   public:
    bool has_come = false;
    size_t records = 0;

   private:
    void on_self_cost(const WideSelf&) override {
      has_come = true;
      ++records;
    }
  };
  std::string text = "events: Ir\nfn=f\n";
  for (int line = 0; line < 1'000'000; ++line) {
    text += "1 1\n";
  }
  const test::TemporaryFolder folder;
  const std::string path = folder.file("in", text);
  Once sink;
  const Result<InputInfo> info = read_into(path, sink, {}, &sink.has_come);
  ASSERT_FALSE(info);
  EXPECT_EQ(info.error().code, kStopped);
  EXPECT_LT(sink.records, 500'000U);
}

}  // namespace
}  // namespace quern
