// SPDX-License-Identifier: MIT
#include "quern/views/lists/loops.h"

#include <fmt/format.h>

#include <map>
#include <random>
#include <set>

#include "quern/query/test_support.h"

namespace quern {
namespace {

/// A loop at 0x10 to 0x18 with another, of one instruction, within it at 0x14; a call from the
/// outer one, and one behind it. The loop of g calls f, which calls g again.
constexpr std::string_view kLoopsText =
    "positions: instr line\nevents: Ir Dr\nob=app\nfl=a.c\nfn=main\n"
    "0x0c 1 5 0\n"
    "0x10 2 20 1\n"
    "fi=h.h\n0x12 90 20 2\nfe=a.c\n"
    "jcnd=80/100 0x14 3\n0x14 3\n"
    "0x14 3 100 30\n"
    "cfn=f\ncalls=20 0x30 9\n0x16 4 700 7\n"
    "0x16 4 20 0\n"
    "jcnd=19/20 0x10 2\n0x18 2\n"
    "0x18 2 20 0\n"
    "jump=1 0x20 6\n0x1a 5\n"
    "cfn=f\ncalls=1 0x30 9\n0x1c 5 35 1\n"
    "fn=f\n0x30 9 600 8\n"
    "fn=g\n0x40 12 10 0\ncfn=f\ncalls=3 0x30 9\n0x42 13 50 0\n"
    "jcnd=9/9 0x40 12\n0x44 14\n0x44 14 10 0\n"
    "fn=f\n0x30 9 100 0\ncfn=g\ncalls=2 0x40 12\n0x32 9 40 0\n";

Words by_loop(std::string sort = {}) {
  return {.sort = std::move(sort), .group_by = "loop", .all_events = true};
}

std::string told_loops(const Loops& loops) {
  std::string text;
  for (size_t rank = 0; rank < loops.shown(); ++rank) {
    const TopRow row = loops.row(rank);
    const Loop& loop = loops.loop(rank);
    const std::optional<LineSpan> lines = loops.lines(rank);
    const std::optional<int128> entries = loop.entries;
    text +=
        fmt::format("{}{} {:#x}-{:#x} {} lines {} self {} incl {} x{} from {}",
                    rank == 0 ? "" : "; ", row.name.name, loop.first, loop.last, loop.depth,
                    lines ? fmt::format("{}-{}", lines->first, lines->last) : "?", told(row.self),
                    told(row.inclusive), told(*row.calls), entries ? to_decimal(*entries) : "?");
  }
  return text;
}

TEST(Loops, AreTheInstructionsFromTheirHeadToTheLastJumpBack) {
  const auto profile = read_text(kLoopsText, Keep::kAll);
  const Result<Loops> loops = Loops::make(*profile, selected(*profile, by_loop()));
  ASSERT_TRUE(loops);
  EXPECT_EQ(told_loops(*loops),
            "main 0x10-0x18 0 lines 2-4 self 180 33 incl 880 40 x19 from 1; "
            "main 0x14-0x14 1 lines 3-3 self 100 30 incl 100 30 x80 from 20; "
            "g 0x40-0x44 0 lines 12-14 self 20 0 incl 20..905 0..41 x9 from 1");
}

TEST(Loops, AreSortedAndCutAndFilteredAsFunctionsAre) {
  const auto profile = read_text(kLoopsText, Keep::kAll);
  const auto shown = [&](const Words& asked) {
    SelectionWords words = asked.words();
    words.takes_ratios = true;  // which lets calls sort
    const Result<Selection> selection = select(*profile, words);
    EXPECT_TRUE(selection);
    const Result<Loops> loops = Loops::make(*profile, *selection);
    EXPECT_TRUE(loops);
    std::string text;
    for (size_t rank = 0; rank < loops->shown(); ++rank) {
      text += fmt::format("{:#x} ", loops->loop(rank).first);
    }
    return text + "| " + told(loops->highest_not_shown()) + " | " +
           std::to_string(loops->left_out());
  };
  EXPECT_EQ(shown(by_loop("Dr")), "0x10 0x14 0x40 | 0 0 | 0");
  EXPECT_EQ(shown(by_loop("calls")), "0x14 0x10 0x40 | 0 0 | 0");
  EXPECT_EQ(shown(by_loop("name")), "0x40 0x10 0x14 | 0 0 | 0");
  EXPECT_EQ(shown(by_loop("place")), "0x10 0x14 0x40 | 0 0 | 0");
  Words words = by_loop();
  words.limit = 1;
  EXPECT_EQ(shown(words), "0x10 | 100 30 | 0");
  words.where = "name = main and calls > 20";
  EXPECT_EQ(shown(words), "0x14 | 180 33 | 2");
}

TEST(Loops, HaveRatiosOfTheirIterations) {
  const auto profile = read_text(kLoopsText, Keep::kAll);
  SelectionWords words = by_loop().words();
  words.events = {"Ir", "Ir/calls"};
  words.takes_ratios = true;
  const Result<Selection> selection = select(*profile, words);
  ASSERT_TRUE(selection);
  const Result<Loops> loops = Loops::make(*profile, *selection);
  ASSERT_TRUE(loops);
  EXPECT_EQ(loops->row(1).self_ratios[0], (Fraction{5, 4}));
  EXPECT_EQ(loops->row(2).inclusive_ratios[0], std::nullopt);
}

TEST(Loops, NeedJumpsBetweenInstructions) {
  const auto code = [](std::string_view text, const Words& words) {
    const auto profile = read_text(text, Keep::kAll);
    const Result<Loops> loops = Loops::make(*profile, selected(*profile, words));
    return loops ? std::string() : std::string(loops.error().code);
  };
  EXPECT_EQ(code("events: Ir\nfn=f\n1 10\njump=9 1\n4\n", by_loop()), "no-jumps");
  EXPECT_EQ(code("positions: instr\nevents: Ir\nfn=f\n0x1 10\n", by_loop()), "no-jumps");
  std::string many = "positions: instr\nevents:";
  for (size_t event = 0; event <= Loops::kMostColumns; ++event) {
    many += fmt::format(" E{}", event);
  }
  EXPECT_EQ(code(many + "\nfn=f\n0x4 1\njump=9 0x1\n0x4\n", by_loop()), "too-many-events");
}

/// As other lists: what was typed is refused, what a file sets is a wish.
TEST(Loops, HaveNoRunningTotal) {
  const auto profile = read_text(kLoopsText, Keep::kAll);
  Words running = by_loop();
  running.running = true;
  SelectionWords words = running.words();
  const Result<Selection> typed = select(*profile, words);
  ASSERT_FALSE(typed);
  EXPECT_EQ(typed.error().code, "no-running-total");
  words.running_must_fit = false;
  const Result<Selection> wished = select(*profile, words);
  ASSERT_TRUE(wished);
  EXPECT_FALSE(wished->running);
  EXPECT_TRUE(Loops::make(*profile, *wished));
}

TEST(Loops, WithoutAJumpBackThereAreNone) {
  const auto profile =
      read_text("positions: instr\nevents: Ir\nfn=f\n0x1 10\njump=9 0x9\n0x4\n0x9 1\n", Keep::kAll);
  const Result<Loops> loops = Loops::make(*profile, selected(*profile, by_loop()));
  ASSERT_TRUE(loops);
  EXPECT_EQ(loops->row_count(), 0U);
}

TEST(Loops, AreEnteredAnUnknownNumberOfTimesWhereNothingCountsThat) {
  const auto profile =
      read_text("positions: instr\nevents: Dr\nfn=f\n0x4 7\njump=9 0x4\n0x6\n0x6 1\n", Keep::kAll);
  const Result<Loops> loops = Loops::make(*profile, selected(*profile, by_loop()));
  ASSERT_TRUE(loops);
  EXPECT_EQ(told_loops(*loops), "f 0x4-0x6 0 lines ? self 8 incl 8 x9 from ?");
}

/// Code that two places share jumps back too, and ends: memcmp's ways out, say.
TEST(Loops, AreNotWhatJumpsBackAndEnds) {
  const auto profile = read_text(
      "positions: instr\nevents: Ir\nfn=f\n0x10 5\njump=5 0x30\n0x12\n0x12 5\n0x20 5\n0x22 5\n"
      "0x30 5\njump=5 0x20\n0x32\n0x32 5\n",
      Keep::kAll);
  EXPECT_EQ(Loops::make(*profile, selected(*profile, by_loop()))->row_count(), 0U);
}

/// A loop that is begun at its condition, behind its body.
TEST(Loops, AreEnteredInTheirMiddleToo) {
  const auto profile = read_text(
      "positions: instr\nevents: Ir\nfn=f\n0x10 3\njump=3 0x30\n0x12\n0x12 3\n0x20 40\n0x22 40\n"
      "jcnd=40/43 0x20\n0x30\n0x30 43\n",
      Keep::kAll);
  const Result<Loops> loops = Loops::make(*profile, selected(*profile, by_loop()));
  ASSERT_TRUE(loops);
  EXPECT_EQ(told_loops(*loops), "f 0x20-0x30 0 lines ? self 123 incl 123 x40 from 3");
}

/// A random function of instructions and jumps between them, and what a look at each of them tells.
struct RandomCode {
  struct Jump {
    uint64_t from, to, followed;
    bool operator<(const Jump& other) const { return from < other.from; }
  };

  explicit RandomCode(uint64_t seed) : random(seed) {
    text = "positions: instr line\nevents: Ir\nfl=a.c\nfn=f\n";
    for (size_t row = 0; row < 50; ++row) {
      const uint64_t at = below(30);
      if (below(3) != 0) {
        const uint64_t cost = below(9);
        text += fmt::format("{:#x} {} {}\n", at, at + 100, cost);
        costs[at] += cost;
        continue;
      }
      const Jump jump{at, below(30), below(5)};
      const bool is_conditional = below(2) == 0;
      text += is_conditional
                  ? fmt::format("jcnd={}/9 {:#x} 1\n{:#x} 1\n", jump.followed, jump.to, at)
                  : fmt::format("jump={} {:#x} 1\n{:#x} 1\n", jump.followed, jump.to, at);
      jumps.push_back(jump);
      if (!is_conditional) {
        leaves.insert(at);
      }
      places.insert({at, jump.to});
    }
  }
  uint64_t below(uint64_t end) { return random() % end; }

  [[nodiscard]] int128 cost(uint64_t first, uint64_t last) const {
    int128 sum = 0;
    for (auto at = costs.lower_bound(first); at != costs.end() && at->first <= last; ++at) {
      sum += at->second;
    }
    return sum;
  }
  /// Nothing where more jumps led here than it ran.
  [[nodiscard]] std::optional<int128> fallen(uint64_t place) const {
    int128 count = cost(place, place);
    for (const Jump& jump : jumps) {
      count -= jump.to == place ? jump.followed : 0;
    }
    return count < 0 ? std::nullopt : std::optional(count);
  }
  [[nodiscard]] bool reaches(uint64_t start, uint64_t end) const {
    std::set<uint64_t> seen = {start};
    std::vector<uint64_t> open = {start};
    while (!open.empty()) {
      const uint64_t at = open.back();
      open.pop_back();
      std::vector<uint64_t> next;
      const auto behind = places.upper_bound(at);
      if (behind != places.end() && !leaves.contains(at) && fallen(*behind) != int128{0}) {
        next.push_back(*behind);
      }
      for (const Jump& jump : jumps) {
        if (jump.from == at && jump.followed != 0) {
          next.push_back(jump.to);
        }
      }
      for (const uint64_t to : next) {
        if (seen.insert(to).second) {
          open.push_back(to);
        }
      }
    }
    return seen.contains(end);
  }
  [[nodiscard]] std::map<uint64_t, Loop> loops() const {
    std::map<uint64_t, Loop> found;
    for (const Jump& jump : jumps) {
      if (jump.to <= jump.from && jump.followed != 0 && reaches(jump.to, jump.from)) {
        Loop& loop = found[jump.to];
        loop.first = jump.to;
        loop.last = std::max(loop.last, jump.from);
        loop.iterations += jump.followed;
      }
    }
    for (auto& [head, loop] : found) {
      loop.entries = fallen(head);
      for (const Jump& jump : jumps) {
        const bool is_outside = jump.from < loop.first || jump.from > loop.last;
        if (loop.entries && is_outside && jump.to >= loop.first && jump.to <= loop.last) {
          *loop.entries += jump.followed;
        }
      }
      for (const auto& [other, outer] : found) {
        loop.depth += other < head && outer.last >= loop.last ? 1 : 0;
      }
    }
    return found;
  }

  std::mt19937_64 random;
  std::string text;
  std::map<uint64_t, uint64_t> costs;
  std::vector<Jump> jumps;
  std::set<uint64_t> places, leaves;
};

TEST(Loops, AreWhatALookAtEachInstructionTells) {
  size_t seen = 0;
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    SCOPED_TRACE(seed);
    const RandomCode code(seed);
    const auto profile = read_text(code.text, Keep::kAll);
    const std::vector<Loop> loops = find_loops(*profile, PartSet::all(*profile)).loops;
    const LoopCosts costs(*profile, PartSet::all(*profile), loops,
                          std::vector<EventSum>{event_sum(EventId(size_t{0}))});
    const std::map<uint64_t, Loop> expected = code.loops();
    ASSERT_EQ(loops.size(), expected.size());
    for (size_t at = 0; const auto& [head, loop] : expected) {
      EXPECT_EQ(loops[at].first, loop.first);
      EXPECT_EQ(loops[at].last, loop.last);
      EXPECT_EQ(loops[at].iterations, loop.iterations);
      EXPECT_EQ(loops[at].entries, loop.entries);
      EXPECT_EQ(loops[at].depth, loop.depth);
      EXPECT_EQ(costs.self(at, 0), code.cost(loop.first, loop.last));
      const auto first = code.costs.lower_bound(loop.first);
      const auto end = code.costs.upper_bound(loop.last);
      EXPECT_EQ(costs.lines(at),
                first == end
                    ? std::nullopt
                    : std::optional(LineSpan{first->first + 100, std::prev(end)->first + 100}));
      ++at;
      ++seen;
    }
  }
  EXPECT_GT(seen, 1000U);
}

}  // namespace
}  // namespace quern
