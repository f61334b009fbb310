// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "quern/bytes/files/checksum.h"
#include "quern/formats/quern_json/quern_json.h"
#include "quern/formats/registry.h"
#include "quern/formats/shared/test_support.h"
#include "quern/formats/snapshot/layout.h"
#include "quern/formats/snapshot/snapshot.h"
#include "quern/load/names/fold_names.h"
#include "quern/model/builder.h"
#include "quern/model/records/fields.h"
#include "quern/model/records/record_cursor.h"
#include "quern/model/run_statistics.h"

namespace quern::snapshot {
namespace {

/// A stream that cannot seek, as a pipe gives it.
class Piped final : public ByteSource {
 public:
  explicit Piped(std::string bytes) : bytes_(std::move(bytes)) {}
  Result<size_t> read(std::span<char> room) override {
    const size_t got = bytes_.copy(room.data(), std::min<size_t>(room.size(), 7), at_);
    at_ += got;
    return got;
  }

 private:
  std::string bytes_;
  size_t at_ = 0;
};

enum class Way : uint8_t { kSeeking, kPiped };

struct ReadSnapshot {
  Result<void> done;
  std::unique_ptr<const Profile> profile;
};

void read_into(ProfileBuilder& builder, Input input, Result<void>& done, bool keep_going) {
  Window window(input, 32);
  ReadOptions options;
  options.keep_going = keep_going;
  InputInfo info;
  info.name = input.name();
  Reading reading{window, &input, builder, options, info};
  reading.code_named = &code_named;
  const Result<std::string_view> first = window.peek();
  const Format* const format = first ? recognise(*first) : nullptr;
  done = format != nullptr ? format->read(reading) : failure(Diagnostic{});
  builder.end_input(std::move(info));
}

ReadSnapshot read_bytes(const std::string& bytes, Keep keep = Keep::kAll, Way way = Way::kSeeking,
                        bool keep_going = false) {
  ProfileBuilder builder(keep);
  Result<void> done;
  Input input = way == Way::kSeeking ? memory_input("in", bytes)
                                     : Input("in", std::make_unique<Piped>(bytes));
  read_into(builder, std::move(input), done, keep_going);
  return {std::move(done), builder.finish()};
}

std::string json_of(const Profile& profile) {
  StringSink out;
  const std::vector<int128> none(profile.events().size());
  const CostsOfFunction costs = [&none](size_t, FunctionCosts& of_function) {
    of_function.self = of_function.inclusive = none;
  };
  const WriteOptions options;
  EXPECT_TRUE(quern_json::kWriter.write({profile, false, false, options, out, {}, costs}));
  return std::move(out.text());
}

std::string snapshot_of(const Profile& profile) {
  StringSink out;
  const WriteOptions options;
  const std::vector<FunctionName> folded = names_to_tell(profile);
  EXPECT_TRUE(kWriter.write({profile, false, false, options, out, folded}));
  return std::move(out.text());
}

const std::string kCalls = R"(# callgrind format
version: 1
creator: callgrind-3.19.0
pid: 7
cmd: ./a b
part: 1
desc: I1 cache: none
positions: instr line
events: Ir Dr
summary: 9 9
event: Sum = Ir + Dr : both

ob=(1) /bin/a
fl=(1) a.c
fn=(1) main
0x10 16 20 5
+2 +1 18446744073709551615 1
+2 * 18446744073709551615
cob=(2) /lib/c
cfi=(2) b.c
cfn=(2) compare
calls=3 0x50 50
+2 +1 1200 300
jump=4 +2 +1
* *
jcnd=3/4 +4 -1
* *
fi=(3) a.h
* 3 1

fn=(2)
0x50 51 900 200
+2 +2 300 100

part: 2
positions: line
events: Dr Bc
fn=(1)
7 1 2
fn=
8 0 3
totals: 1 5
)";

/// Names that tell functions apart by their callers: of functions, and of a target of a jump.
const std::string kApart =
    "version: 1\ncreator: callgrind-3.19.0\nevents: Ir\nfl=a.c\n"
    "fn=main\n1 1\ncfn=f'main\ncalls=1 1\n2 30\n"
    "fn=f'main\n3 10\ncfn=g'f'main\ncalls=2 1\n4 20\n"
    "fn=g'f'main\n3 20\njfn=g'2\njump=1 3\n4\n"
    "fn=h()::'lambda'(int)\n7 4\n";

std::unique_ptr<const Profile> profile_of(const std::string& text) {
  ReadSnapshot read = read_bytes(text);
  EXPECT_TRUE(read.done) << (read.done ? "" : read.done.error().message);
  return std::move(read.profile);
}

TEST(Snapshot, GivesTheSameDocument) {
  const auto original = profile_of(kCalls);
  const std::string bytes = snapshot_of(*original);
  for (const Way way : {Way::kSeeking, Way::kPiped}) {
    const ReadSnapshot back = read_bytes(bytes, Keep::kAll, way);
    ASSERT_TRUE(back.done) << back.done.error().message << *back.done.error().offset;
    EXPECT_EQ(json_of(*back.profile), json_of(*original));
    EXPECT_EQ(snapshot_of(*back.profile), bytes) << "written again";
    const InputInfo& info = back.profile->inputs()[0];
    EXPECT_EQ(info.format, "callgrind");
    EXPECT_EQ(info.snapshot_of, "in");
    EXPECT_EQ(info.definitions, original->inputs()[0].definitions);
    EXPECT_EQ(back.profile->parts()[0].header.command, "./a b");
    EXPECT_EQ(codes_of(*back.profile), codes_of(*original));
  }
}

TEST(Snapshot, TellsSumsWithoutRecords) {
  const auto original = profile_of(kCalls);
  const std::string bytes = snapshot_of(*original);
  for (const Keep keep : {Keep::kTotals, Keep::kSums}) {
    ProfileBuilder builder(keep);
    Result<void> done;
    read_into(builder, memory_input("in", kCalls), done, false);
    const auto wanted = builder.finish();
    for (const Way way : {Way::kSeeking, Way::kPiped}) {
      const ReadSnapshot got = read_bytes(bytes, keep, way);
      ASSERT_TRUE(got.done);
      ASSERT_EQ(got.profile->parts().size(), wanted->parts().size());
      for (size_t part = 0; part < wanted->parts().size(); ++part) {
        EXPECT_EQ(got.profile->parts()[part].totals, wanted->parts()[part].totals);
      }
      EXPECT_EQ(got.profile->counts().lines, wanted->counts().lines);
      EXPECT_EQ(got.profile->counts().instructions, wanted->counts().instructions);
      EXPECT_EQ(got.profile->counts().calls, wanted->counts().calls);
      EXPECT_EQ(got.profile->counts().jumps, wanted->counts().jumps);
      RecordCursor of_got(got.profile->records());
      RecordCursor of_wanted(wanted->records());
      for (const Record* record = of_wanted.next(); record != nullptr; record = of_wanted.next()) {
        const Record* const same = of_got.next();
        ASSERT_NE(same, nullptr);
        EXPECT_EQ(same->count, record->count);
        EXPECT_EQ(same->function, record->function);
        EXPECT_EQ(same->other, record->other);
      }
      EXPECT_EQ(of_got.next(), nullptr);
    }
  }
}

/// Behind another input, nothing can be taken over as it stands.
TEST(Snapshot, JoinsOtherInputs) {
  const std::string bytes = snapshot_of(*profile_of(kCalls));
  std::string documents[2];
  for (const bool is_snapshot : {false, true}) {
    ProfileBuilder builder(Keep::kAll);
    Result<void> done;
    read_into(builder, memory_input("first", "events: Bc Ir\nfn=compare\n1 2 3\n"), done, false);
    ASSERT_TRUE(done);
    read_into(builder, memory_input("in", is_snapshot ? bytes : kCalls), done, false);
    ASSERT_TRUE(done);
    documents[is_snapshot ? 1 : 0] = json_of(*builder.finish());
  }
  EXPECT_EQ(documents[0], documents[1]);
}

TEST(Snapshot, KeepsStacksAndLeaks) {
  const auto original = profile_of("a;b;c 5\na;b 2\na;b;c 1\nd 18446744073709551615\n");
  const std::string bytes = snapshot_of(*original);
  const ReadSnapshot back = read_bytes(bytes);
  ASSERT_TRUE(back.done) << back.done.error().message;
  EXPECT_EQ(json_of(*back.profile), json_of(*original));
  EXPECT_EQ(tree_of(*back.profile), tree_of(*original));
  EXPECT_EQ(snapshot_of(*back.profile), bytes);
}

/// By hand: functions that are recorded separately, estimates, two inputs, a leak.
std::unique_ptr<const Profile> unusual_profile() {
  ProfileBuilder builder(Keep::kAll);
  Symbols& symbols = builder.symbols();
  const NameId name = symbols.names.intern("f");
  const NameId same = symbols.names.add_apart("f");
  const FunctionId one = symbols.functions.intern({name, {}, {}});
  const FunctionId other = symbols.functions.intern({same, {}, {}});
  const EventId event = builder.event({.name = "B", .combine = Combine::kMax, .unit = "bytes"});
  builder.begin_part({.line = false}, {});
  builder.expect_contexts(ContextUse::kAlone);
  const FrameId frame = builder.frame({one, {}, 16, true, false});
  const EventCost cost{event, -5};
  const ContextId at = builder.context({kNoContext, frame, int64_t{1} << 40, {&cost, 1}});
  const FrameId site = builder.frame({.function = other, .file = name});
  (void)builder.context({at, site, 7, {}, 3});
  builder.leak({at, event, 4096, 24});
  PartHeader header;
  header.period = 0.25;
  header.events = {event};
  builder.end_part(std::move(header));
  InputInfo first;
  first.name = "first";
  first.format = "igprof";
  builder.end_input(std::move(first));
  builder.begin_part({}, {&event, 1});
  const Position position{0, 3};
  const int64_t costs = 8;
  builder.self_costs({one, name, {&position, 1}, &costs, true});
  CallRecord call;
  call.caller = one;
  call.callee = other;
  call.count = 2;
  call.inclusive = {&costs, 1};
  call.is_estimated = true;
  builder.call(call);
  PartHeader second;
  second.has_estimated_totals = true;
  builder.end_part(std::move(second));
  builder.count_as_selected();
  builder.count_as_split();
  InputInfo last;
  last.name = "last";
  last.format = "callgrind";
  builder.end_input(std::move(last));
  return builder.finish();
}

/// With statistics of merged runs.
std::unique_ptr<const Profile> merged_profile() {
  ProfileBuilder builder(Keep::kAll);
  Symbols& symbols = builder.symbols();
  const FunctionId one = symbols.functions.intern({symbols.names.intern("one"), {}, {}});
  const FunctionId other = symbols.functions.intern({symbols.names.intern("other"), {}, {}});
  const EventId event = builder.event("Ir");
  const auto costs_of = [event](std::initializer_list<int128> costs) {
    RunCosts of{.runs = costs.size() + 1};
    uint32_t run = 0;
    for (const int128 cost : costs) {
      of.cell(RunCosts::column(event, RunCost::kSelf)).add(Distribution(cost, run), std::less());
      of.cell(RunCosts::column(event, RunCost::kInclusive))
          .add(Distribution(3 * cost, run++), std::less());
    }
    return of;
  };
  builder.adopt_run_statistics({.runs = {"a.out", "b.out", "b.out", "c.out"},
                                .total = costs_of({7, -8, 900}),
                                .functions = {{one, costs_of({1, 300})}, {other, costs_of({})}},
                                .edges = {{one, other, costs_of({5})}}});
  builder.begin_part({}, {&event, 1});
  const int64_t cost = 899;
  const Position position{0, 3};
  builder.self_costs({one, {}, {&position, 1}, &cost});
  builder.self_costs({other, {}, {&position, 1}, &cost});
  builder.end_part({});
  InputInfo info;
  info.name = "merged";
  builder.end_input(std::move(info));
  return builder.finish();
}

TEST(Snapshot, KeepsStatisticsOfRuns) {
  const auto original = merged_profile();
  ASSERT_NE(original->run_statistics(), nullptr);
  const std::string bytes = snapshot_of(*original);
  for (const Keep keep : {Keep::kSums, Keep::kAll}) {
    const ReadSnapshot back = read_bytes(bytes, keep);
    ASSERT_TRUE(back.done) << back.done.error().message;
    ASSERT_NE(back.profile->run_statistics(), nullptr);
    EXPECT_EQ(*back.profile->run_statistics(), *original->run_statistics());
  }
  EXPECT_EQ(snapshot_of(*read_bytes(bytes).profile), bytes);
  EXPECT_EQ(json_of(*read_bytes(bytes).profile), json_of(*original));
}

TEST(Snapshot, KeepsWhatOtherFormatsCannot) {
  const auto original = unusual_profile();
  const std::string bytes = snapshot_of(*original);
  const ReadSnapshot back = read_bytes(bytes);
  ASSERT_TRUE(back.done) << back.done.error().message;
  const Profile& profile = *back.profile;
  EXPECT_EQ(json_of(profile), json_of(*original));
  EXPECT_EQ(snapshot_of(profile), bytes);
  EXPECT_TRUE(profile.is_selected());
  EXPECT_EQ(profile.marks().estimates, Estimates::kOfBoth);
  EXPECT_TRUE(profile.parts()[1].header.has_estimated_totals);
  EXPECT_EQ(profile.symbols().functions.size(), 2U) << "two functions of one name";
  ASSERT_EQ(profile.leaks().size(), 1U);
  EXPECT_EQ(profile.leaks()[0].size, 24U);
  ASSERT_EQ(profile.inputs().size(), 2U);
  EXPECT_EQ(profile.inputs()[0].snapshot_of, "first");
  EXPECT_EQ(profile.inputs()[0].format, "igprof");
  EXPECT_EQ(profile.inputs()[1].snapshot_of, "last");
  const SumTable& sums = profile.tables()[profile.parts()[1].table];
  EXPECT_TRUE(sums.is_estimated(profile.parts()[1].first_self));
  RecordCursor cursor(profile.records());
  for (const RecordKind kind : {RecordKind::kSelf, RecordKind::kCall}) {
    const Record* const record = cursor.next();
    ASSERT_NE(record, nullptr);
    EXPECT_EQ(record->kind, kind);
    EXPECT_TRUE(record->is_estimated);
  }
}

/// Each damage is one error with the byte it was found at, or changes nothing in the profile.
TEST(Snapshot, AnyFlippedBitIsNoticed) {
  for (const auto& profile : {profile_of(kCalls), profile_of(kApart), unusual_profile()}) {
    const std::string bytes = snapshot_of(*profile);
    for (size_t at = 0; at < bytes.size(); ++at) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(damaged[at] ^ 1 << at % 8);
      const ReadSnapshot read = read_bytes(damaged);
      ASSERT_FALSE(read.done) << "byte " << at;
      if (at >= kMagic.size()) {
        const Diagnostic& error = read.done.error();
        EXPECT_EQ(error.code, "damaged-snapshot") << "byte " << at;
        ASSERT_TRUE(error.offset);
        EXPECT_LE(*error.offset, bytes.size());
      }
    }
  }
}

TEST(Snapshot, AnyCutIsNoticed) {
  const std::string bytes = snapshot_of(*profile_of(kCalls));
  for (size_t length = kMagic.size(); length < bytes.size(); length += 3) {
    for (const Keep keep : {Keep::kTotals, Keep::kSums, Keep::kAll}) {
      for (const Way way : {Way::kSeeking, Way::kPiped}) {
        const ReadSnapshot read = read_bytes(bytes.substr(0, length), keep, way);
        ASSERT_FALSE(read.done) << length;
        ASSERT_EQ(read.done.error().code, "damaged-snapshot") << length;
      }
    }
  }
  EXPECT_FALSE(read_bytes(bytes + "x").done);
  EXPECT_FALSE(read_bytes(bytes + "x", Keep::kSums, Way::kPiped).done);
}

/// Sets all checksums to what the bytes are: damage that no checksum tells.
std::string sealed(std::string bytes) {
  const auto crc = [&bytes](size_t at, size_t length) {
    return crc32_of({reinterpret_cast<const uint8_t*>(bytes.data()) + at, length});
  };
  const auto put = [&bytes](size_t at, uint32_t value) {
    std::string text;
    FieldWriter(text).fixed(value);
    bytes.replace(at, 4, text);
  };
  put(12, crc(0, 12));
  for (size_t at = kOpeningBytes; at + kBlockHead <= bytes.size();) {
    const auto length = fixed<uint64_t>(reinterpret_cast<const uint8_t*>(bytes.data()) + at + 8);
    if (length > bytes.size() - at - kBlockHead) {
      put(at + 20, crc(at, 20));
      break;
    }
    put(at + 16, crc(at + kBlockHead, length));
    put(at + 20, crc(at, 20));
    at += kBlockHead + length;
  }
  return bytes;
}

/// Lies with good checksums: an error, or a profile that can be walked from end to end.
TEST(Snapshot, LiesDoNoHarm) {
  size_t refused = 0;
  size_t taken = 0;
  for (const auto& profile :
       {profile_of(kCalls), profile_of(kApart), unusual_profile(), merged_profile()}) {
    const std::string bytes = snapshot_of(*profile);
    ASSERT_EQ(sealed(bytes), bytes);
    for (size_t at = kMagic.size(); at < bytes.size(); ++at) {
      for (const int change : {0x01, 0x80}) {
        std::string lying = bytes;
        lying[at] = static_cast<char>(lying[at] ^ change);
        lying = sealed(std::move(lying));
        for (const Keep keep : {Keep::kSums, Keep::kAll}) {
          const ReadSnapshot read = read_bytes(lying, keep);
          ++(read.done ? taken : refused);
          if (read.done && keep == Keep::kAll) {
            EXPECT_FALSE(json_of(*read.profile).empty());
            EXPECT_FALSE(snapshot_of(*read.profile).empty());
          }
        }
        (void)read_bytes(lying, Keep::kAll, Way::kPiped, true);
      }
    }
  }
  EXPECT_GT(refused, 500U);
  EXPECT_GT(taken, 50U);
}

/// The snapshot with the last byte of its first block of this kind changed: a cost.
std::string forged(std::string bytes, Kind kind) {
  for (size_t at = kOpeningBytes; at + kBlockHead <= bytes.size();) {
    const auto* head = reinterpret_cast<const uint8_t*>(bytes.data()) + at;
    const size_t end = at + kBlockHead + fixed<uint64_t>(head + 8);
    if (fixed<uint32_t>(head) == static_cast<uint32_t>(kind)) {
      bytes[end - 1] = static_cast<char>(bytes[end - 1] ^ 1);
      return sealed(std::move(bytes));
    }
    at = end;
  }
  ADD_FAILURE() << "no such block";
  return bytes;
}

TEST(Snapshot, SumsThatAreNotThoseOfTheRecordsAreDamage) {
  const std::string bytes =
      snapshot_of(*profile_of("events: Ir\nfn=f\n1 5\ncfn=g\ncalls=2 1\n2 6\nfn=g\n7 8\n"));
  ASSERT_TRUE(read_bytes(bytes).done);
  for (const Kind kind : {Kind::kSelfSums, Kind::kCallSums, Kind::kRecords}) {
    const ReadSnapshot read = read_bytes(forged(bytes, kind));
    ASSERT_FALSE(read.done);
    EXPECT_EQ(read.done.error().code, "damaged-snapshot");
    EXPECT_EQ(read.done.error().message,
              "the records of the part that ends here do not match its sums");
    const ReadSnapshot checked = read_bytes(forged(bytes, kind), Keep::kTotals, Way::kPiped, true);
    EXPECT_EQ(codes_of(*checked.profile), std::set<std::string>{"damaged-snapshot"});
  }
}

TEST(Snapshot, AnotherVersionIsRefused) {
  std::string bytes = snapshot_of(*profile_of(kCalls));
  bytes[kMagic.size()] = 6;
  const ReadSnapshot read = read_bytes(sealed(bytes));
  ASSERT_FALSE(read.done);
  EXPECT_EQ(read.done.error().code, "snapshot-version");
  EXPECT_EQ(read.done.error().message,
            "this is a snapshot of version 6; this quern reads versions 1 to 5");
}

/// What each function is called once folded, as the snapshot says; "": it does not say.
std::string told_names(const std::string& bytes, Keep keep) {
  ProfileBuilder builder(keep);
  Result<void> done;
  read_into(builder, memory_input("in", bytes), done, false);
  EXPECT_TRUE(done);
  const Symbols& symbols = builder.symbols();
  std::string told;
  if (symbols.folded) {
    for (const auto& [function, name] : symbols.folded->items) {
      told += fmt::format("{} {}\n", function.value, symbols.names.text(name));
    }
  }
  return told;
}

TEST(Snapshot, TellsWhichNamesAreOneFunction) {
  const auto original = profile_of(kApart);
  const std::string bytes = snapshot_of(*original);
  EXPECT_EQ(bytes[kMagic.size()], 2);
  EXPECT_EQ(told_names(bytes, Keep::kSums), "1 f\n2 g\n4 g\n");
  EXPECT_EQ(told_names(bytes, Keep::kAll), told_names(bytes, Keep::kSums));
  EXPECT_EQ(told_names(bytes, Keep::kTotals), "");
  const ReadSnapshot back = read_bytes(bytes);
  EXPECT_EQ(json_of(*back.profile), json_of(*original));
  EXPECT_EQ(snapshot_of(*back.profile), bytes);
}

/// Older querns read what has nothing new, and older snapshots are read: they do not tell names.
TEST(Snapshot, IsOfTheFirstVersionWhereNoNamesAreTold) {
  const auto original = profile_of(kApart);
  StringSink out;
  EXPECT_TRUE(kWriter.write({*original, false, false, {}, out}));
  EXPECT_EQ(out.text()[kMagic.size()], 1);
  EXPECT_EQ(told_names(out.text(), Keep::kSums), "");
  EXPECT_EQ(json_of(*read_bytes(out.text()).profile), json_of(*original));
  EXPECT_EQ(snapshot_of(*profile_of(kCalls))[kMagic.size()], 1);
  std::string older = snapshot_of(*original);
  older[kMagic.size()] = 1;
  const ReadSnapshot refused = read_bytes(sealed(older));
  ASSERT_FALSE(refused.done);
  EXPECT_EQ(refused.done.error().message, "the head of a block is invalid");
}

/// The data of the snapshot's first block of this kind.
std::string_view data_of(const std::string& bytes, Kind wanted) {
  for (size_t at = kOpeningBytes; at < bytes.size();) {
    const auto* head = reinterpret_cast<const uint8_t*>(bytes.data()) + at;
    const auto length = fixed<uint64_t>(head + 8);
    if (fixed<uint32_t>(head) == static_cast<uint32_t>(wanted)) {
      return std::string_view(bytes).substr(at + kBlockHead, length);
    }
    at += kBlockHead + length;
  }
  return {};
}

TEST(Snapshot, NamesThatDoNotBeginTheirFunctionsAreDamage) {
  const std::string bytes = snapshot_of(*profile_of(kApart));
  const std::string_view data = data_of(bytes, Kind::kFoldedNames);
  ASSERT_EQ(data.size(), 6U);
  const size_t begin = static_cast<size_t>(data.data() - bytes.data());
  const auto error_of = [&](size_t at, int value) {
    std::string lying = bytes;
    lying[begin + at] = static_cast<char>(value);
    const ReadSnapshot read = read_bytes(sealed(lying), Keep::kSums);
    return read.done ? std::string("sound") : read.done.error().message;
  };
  const std::string damage = "the block of folded names is invalid here";
  EXPECT_EQ(error_of(0, data[0]), "sound");
  EXPECT_EQ(error_of(0, 0), damage) << "main has no caller";
  EXPECT_EQ(error_of(2, 0), damage) << "a function twice";
  EXPECT_EQ(error_of(4, 100), damage) << "no function";
  EXPECT_EQ(error_of(1, 0), damage) << "the unknown name";
  EXPECT_EQ(error_of(1, 1), damage) << "another name";
  EXPECT_EQ(error_of(5, data[1]), damage) << "another function's";
  EXPECT_EQ(error_of(5, data[5] + 2), damage) << "a name that nobody has told yet";
}

TEST(Snapshot, ErrorsAreFindingsWhereReadingGoesOn) {
  std::string bytes = snapshot_of(*profile_of(kCalls));
  bytes[bytes.size() / 2] ^= 1;
  const ReadSnapshot read = read_bytes(bytes, Keep::kAll, Way::kSeeking, true);
  EXPECT_TRUE(read.done);
  EXPECT_EQ(codes_of(*read.profile), std::set<std::string>{"damaged-snapshot"});
}

/// A record of more events than columns are kept in place, and blocks beyond their usual length.
TEST(Snapshot, TakesWideAndLongParts) {
  std::string text = "events:";
  for (int event = 0; event < 40; ++event) {
    text += fmt::format(" E{}", event);
  }
  text += "\nfn=f\n";
  for (int line = 1; line < 30000; ++line) {
    text += fmt::format("{} {} 0 7\n", line, uint64_t{1} << (line % 64));
  }
  const auto original = profile_of(text + "cfn=g\ncalls=1 1\n9 1 2 3\n");
  const std::string bytes = snapshot_of(*original);
  const ReadSnapshot back = read_bytes(bytes);
  ASSERT_TRUE(back.done) << back.done.error().message;
  EXPECT_EQ(json_of(*back.profile), json_of(*original));
  EXPECT_EQ(snapshot_of(*back.profile), bytes);
}

/// As merging makes them: no file of a profiler says such a cost.
TEST(Snapshot, TakesRecordsBeyond64Bits) {
  ProfileBuilder builder(Keep::kAll);
  const FunctionId function =
      builder.symbols().functions.intern({builder.symbols().names.intern("f"), {}, {}});
  const EventId event = builder.event("E");
  builder.begin_part({}, {&event, 1});
  const std::array<int128, 1> cost = {int128{1} << 70};
  builder.self_cost({function, {}, {0, 3}, cost});
  CallRecord call;
  call.caller = call.callee = function;
  call.count = 1;
  call.wide_inclusive = cost;
  builder.call(call);
  PartHeader header;
  header.events = {event};
  builder.end_part(std::move(header));
  builder.end_input({});
  const auto original = builder.finish();
  const ReadSnapshot back = read_bytes(snapshot_of(*original));
  ASSERT_TRUE(back.done) << back.done.error().message;
  EXPECT_EQ(json_of(*back.profile), json_of(*original));
}

}  // namespace
}  // namespace quern::snapshot
