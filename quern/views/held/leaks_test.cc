// SPDX-License-Identifier: MIT
#include "quern/views/held/leaks.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "quern/query/test_support.h"
#include "quern/testing/generators/igprof_generator.h"

namespace quern {
namespace {

constexpr std::string_view kLeakDump =
    "P=(HEX ID=4d2 N=(./a) T=0.000000)\n"
    "C1 FN0=(F0=(./a)+1000 N=(main))+10\n"
    "C2 FN1=(F0+1100 N=(load))+8 V0=(MEM_LIVE):(1,20,20);LK=(0x5000,20)\n"
    "C3 FN2=(F0+9000 N=(malloc))+4 V0:(3,3000,3000);LK=(0x10010,1000);LK=(0x11010,1000)"
    ";LK=(0x5040,1000)\n"
    "C2 FN3=(F0+1200 N=(serve))+30 V1=(FD_LIVE):(1,1,1);LK=(0x7,1)\n"
    "C3 FN2+4 V0:(2,60,60);LK=((nil),40);LK=(0x90000,20)\n";

Leaks leaks_of(const Profile& profile, const LeaksRequest& request, const Words& words = {}) {
  Selection selection = selected(profile, words);
  return leaks(profile, selection, request).value();
}

std::string told_leaks(const Leaks& answer) {
  std::string text;
  for (size_t rank = 0; rank < answer.shown(); ++rank) {
    const LeakRow row = answer.row(rank);
    text += std::string(row.name.name);
    for (const RowName& caller : row.callers) {
      text += "<" + std::string(caller.name);
    }
    text += " " + std::to_string(row.first) + "-" + std::to_string(row.last) + ": " +
            std::to_string(row.held.blocks) + " of " + to_decimal(row.held.size) + ", largest " +
            std::to_string(row.held.largest) + ", pages " + std::to_string(row.held.pages) + "\n";
  }
  return text;
}

TEST(LeaksView, AreAddedUpByFunctionAndStack) {
  const auto profile = read_text(kLeakDump, Keep::kAll);
  EXPECT_EQ(told_leaks(leaks_of(*profile, {})),
            "malloc 0-589855: 5 of 12384, largest 4096, pages 6\n"
            "load 20480-20511: 1 of 32, largest 32, pages 1\n");
  const Leaks stacks = leaks_of(*profile, {.by = LeaksBy::kStack, .order = LeakOrder::kAddress});
  EXPECT_EQ(told_leaks(stacks),
            "malloc<serve<main 0-589855: 2 of 96, largest 64, pages 1\n"
            "load<main 20480-20511: 1 of 32, largest 32, pages 1\n"
            "malloc<load<main 20544-73743: 3 of 12288, largest 4096, pages 5\n");
  EXPECT_EQ(stacks.counted, 12288 + 32 + 96);
}

TEST(LeaksView, OfOneEventAreNotThoseOfAnother) {
  const auto profile = read_text(kLeakDump, Keep::kAll);
  const Leaks files = leaks_of(*profile, {.names_event = true}, {.events = {"FD_LIVE"}});
  EXPECT_EQ(files.event.name, "FD_LIVE");
  EXPECT_FALSE(files.has_pages);
  EXPECT_EQ(told_leaks(files), "serve 7-7: 1 of 1, largest 1, pages 1\n");
  EXPECT_EQ(leaks_of(*profile, {}).event.name, "MEM_LIVE");
}

TEST(LeaksView, OnlyPlacedBlocksFillPages) {
  const auto profile = read_text(
      "P=(HEX ID=1 N=(a) T=0.0)\nC1 FN0=(F0=(a)+1 N=(f))+0 V0=(MEM_LIVE):(2,100010,1)"
      ";LK=((nil),100000);LK=(0x1008,10)\n",
      Keep::kAll);
  const Leaks answer = leaks_of(*profile, {});
  EXPECT_EQ(to_decimal(answer.total.placed), "16");
  EXPECT_EQ(answer.total.pages, 1U);
  EXPECT_EQ(to_decimal(answer.unplaced.size), "1048576");
}

TEST(LeaksView, OfSeveralEventsAreRefused) {
  const auto profile = read_text(kLeakDump, Keep::kAll);
  const auto answer = leaks(*profile, selected(*profile, {.events = {"MEM_LIVE", "FD_LIVE"}}),
                            {.names_event = true});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, "one-event");
  EXPECT_EQ(leaks_of(*profile, {}).other_events, std::vector<std::string>{"FD_LIVE"});
}

TEST(LeaksView, ListWhatFitsTheQuery) {
  const auto profile = read_text(kLeakDump, Keep::kAll);
  const auto rows = [&](LeaksBy by, const std::string& where) {
    const Leaks answer = leaks_of(*profile, {.by = by}, {.where = where, .rows = RowKind::kHeld});
    return told_leaks(answer) + std::to_string(answer.left_out) + " of " +
           std::to_string(answer.of);
  };
  const std::string load = "load 20480-20511: 1 of 32, largest 32, pages 1\n1 of 2";
  EXPECT_EQ(rows(LeaksBy::kFunction, "name = load"), load);
  EXPECT_EQ(rows(LeaksBy::kFunction, "self(MEM_LIVE) < 1k"), load);
  EXPECT_EQ(rows(LeaksBy::kFunction, "self < 1%"), load);  // of all that is held
  EXPECT_EQ(rows(LeaksBy::kFunction, "calls = 1"), load);
  EXPECT_EQ(rows(LeaksBy::kFunction, "self/calls < 100"), load);
  EXPECT_EQ(rows(LeaksBy::kStack, "calls > 2"),
            "malloc<load<main 20544-73743: 3 of 12288, largest 4096, pages 5\n2 of 3");
  EXPECT_EQ(rows(LeaksBy::kBlock, "calls > 1"), "6 of 6");
}

TEST(LeaksView, RefuseQueriesOfWhatTheyLack) {
  const auto profile = read_text(kLeakDump, Keep::kAll);
  const auto code = [&](RowKind rows, const std::string& where) {
    SelectionWords words;
    words.rows = rows;
    words.where = where;
    const Result<Selection> selection = select(*profile, words);
    if (!selection) {
      return std::string(selection.error().code);
    }
    const Result<Leaks> answer = leaks(*profile, *selection, {});
    return answer ? std::string("fine") : std::string(answer.error().code);
  };
  EXPECT_EQ(code(RowKind::kHeld, "self > 1"), "fine");
  EXPECT_EQ(code(RowKind::kHeld, "incl > 1"), "bad-query");
  EXPECT_EQ(code(RowKind::kHeldUnnamed, "name = f"), "bad-query");
  EXPECT_EQ(code(RowKind::kHeldUnnamed, "calls > 1"), "fine");
  EXPECT_EQ(code(RowKind::kHeld, "self(FD_LIVE) > 1"), "one-event");
}

TEST(LeaksView, RatiosAreOfSizeAndBlocks) {
  const auto profile = read_text(kLeakDump, Keep::kAll);
  const auto asked = [&](std::vector<std::string> events) {
    SelectionWords words;
    words.events = std::move(events);
    words.takes_ratios = true;
    words.rows = RowKind::kHeld;
    return leaks(*profile, select(*profile, words).value(), {});
  };
  const Result<Leaks> memory = asked({"MEM_LIVE/calls"});
  ASSERT_TRUE(memory);
  EXPECT_EQ(memory->event.name, "MEM_LIVE");
  const std::optional<Fraction> each = memory->row(0).ratios.at(0);  // malloc: 12384 in 5
  EXPECT_EQ(to_decimal(each->numerator) + "/" + to_decimal(each->denominator), "12384/5");
  const std::optional<Fraction> all = memory->ratios(memory->total).at(0);
  EXPECT_EQ(to_decimal(all->numerator) + "/" + to_decimal(all->denominator), "6208/3");
  const Result<Leaks> files = asked({"FD_LIVE/calls"});
  ASSERT_TRUE(files);
  EXPECT_EQ(files->event.name, "FD_LIVE");
  EXPECT_EQ(asked({"FD_LIVE/calls", "MEM_LIVE/calls"}).error().code, "one-event");
}

TEST(LeaksView, AreRefusedWhereNoneAreListed) {
  const auto profile = read_text("events: Ir\nfn=f\n1 1\n", Keep::kAll);
  const auto answer = leaks(*profile, selected(*profile), {});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, "no-leaks");
}

TEST(LeaksView, HostileSizesTakeNoTime) {
  const auto profile = read_text(
      "P=(HEX ID=1 N=(a) T=0.0)\nC1 FN0=(F0=(a)+1 N=(f))+0 V0=(MEM_LIVE):(2,2,2)"
      ";LK=(0x1,ffffffffffffffff);LK=(0xfffffffffffffff0,ffffffffffffffff)\n",
      Keep::kAll);
  const Leaks answer = leaks_of(*profile, {.by = LeaksBy::kPage});
  EXPECT_EQ(answer.of, 1U);
  EXPECT_EQ(answer.total.pages, uint64_t{1} << 52U);
  EXPECT_EQ(to_decimal(answer.total.size), to_decimal(2 * int128{UINT64_MAX}));
}

/// The pages of some blocks, one by one.
uint64_t pages_of(const std::vector<Leak>& blocks) {
  std::set<uint64_t> pages;
  for (const Leak& leak : blocks) {
    for (uint64_t at = leak.address;
         leak.address != 0 &&
         at / 4096 <= (leak.address + (leak.size == 0 ? 0 : leak.size - 1)) / 4096;
         at += 4096 - at % 4096) {
      pages.insert(at / 4096);
    }
  }
  return pages.size();
}

/// The function on top, and below it all others where `whole`.
std::string key_of(const Profile& profile, ContextId context, bool whole) {
  std::string key;
  for (; context != kNoContext; context = profile.contexts().parent(context)) {
    key += std::to_string(profile.contexts().frame(context).function.value) + " ";
    if (!whole) {
      break;
    }
  }
  return key;
}

TEST(LeaksProperty, AgreeWithTheDefinition) {
  size_t seen = 0;
  for (uint64_t seed = 0; seed < 150; ++seed) {
    const auto profile = read_text(testing::generate_igprof(seed), Keep::kAll);
    const Selection selection = selected(*profile, {.limit = 0});
    for (const bool whole : {false, true}) {
      const auto answer =
          leaks(*profile, selection, {.by = whole ? LeaksBy::kStack : LeaksBy::kFunction});
      if (!answer) {
        continue;
      }
      std::map<std::string, std::vector<Leak>> groups;
      for (size_t at = 0; at < profile->leaks().size(); ++at) {
        const Leak& leak = profile->leaks()[at];
        if (profile->events()[leak.event.index()].name == answer->event.name) {
          groups[key_of(*profile, leak.context, whole)].push_back(leak);
        }
      }
      std::multiset<std::string> expected;
      for (const auto& [key, blocks] : groups) {
        int128 size = 0;
        uint64_t largest = 0;
        bool is_small = true;
        for (const Leak& leak : blocks) {
          size += leak.size;
          largest = std::max(largest, leak.size);
          is_small = is_small && leak.size < 1 << 20 && leak.address < UINT64_MAX - (1 << 20);
        }
        expected.insert(std::to_string(blocks.size()) + " " + to_decimal(size) + " " +
                        std::to_string(largest) + " " +
                        (is_small ? std::to_string(pages_of(blocks)) : "-"));
        seen += is_small ? 1U : 0U;
      }
      ASSERT_EQ(answer->of, groups.size()) << seed;
      std::multiset<std::string> got;
      for (size_t rank = 0; rank < answer->shown(); ++rank) {
        const LeakRow row = answer->row(rank);
        const bool is_small = row.held.largest < 1 << 20 && row.last < UINT64_MAX - (1 << 20);
        got.insert(std::to_string(row.held.blocks) + " " + to_decimal(row.held.size) + " " +
                   std::to_string(row.held.largest) + " " +
                   (is_small ? std::to_string(row.held.pages) : "-"));
      }
      ASSERT_EQ(got, expected) << seed;
    }
  }
  EXPECT_GT(seen, 100U);
}

TEST(LeaksView, RangesOfPagesHoldNoGap) {
  const auto profile = read_text(kLeakDump, Keep::kAll);
  EXPECT_EQ(told_leaks(leaks_of(*profile, {.by = LeaksBy::kPage, .order = LeakOrder::kAddress})),
            " 20480-28671: 2 of 4128, largest 4096, pages 2\n"
            " 65536-77823: 2 of 8192, largest 4096, pages 3\n"
            " 589824-593919: 1 of 32, largest 32, pages 1\n");
  EXPECT_EQ(told_leaks(leaks_of(*profile, {.by = LeaksBy::kSize, .order = LeakOrder::kAddress})),
            " 32-32: 2 of 64, largest 32, pages 2\n"
            " 64-64: 1 of 64, largest 64, pages 0\n"
            " 4096-4096: 3 of 12288, largest 4096, pages 5\n");
  EXPECT_EQ(leaks_of(*profile, {.by = LeaksBy::kBlock}, {.limit = 2}).of, 6U);
}

}  // namespace
}  // namespace quern
