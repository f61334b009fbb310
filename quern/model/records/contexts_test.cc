// SPDX-License-Identifier: MIT
#include "quern/model/records/contexts.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <array>
#include <map>
#include <vector>

#include "quern/base/varint.h"
#include "quern/model/builder.h"

namespace quern {
namespace {

constexpr EventId kFirst{uint32_t{0}};

std::vector<EventCost> costs_of(const Contexts& contexts, ContextId id) {
  ContextCosts walk(contexts);
  while (walk.next()) {
    if (walk.context() == id) {
      return {walk.costs().begin(), walk.costs().end()};
    }
  }
  return {};
}

TEST(Varint, GivesBackNumbersOfAnySize) {
  EXPECT_TRUE(rc::check([](uint64_t high, uint64_t low) {
    const uint128 whole = uint128{high} << 64 | low;
    std::array<uint8_t, kVarint128> bytes{};
    uint128 back = 0;
    const uint8_t* const end = put_varint(bytes.data(), whole);
    RC_ASSERT(end <= bytes.data() + bytes.size());
    RC_ASSERT(get_varint(bytes.data(), back) == end);
    RC_ASSERT(back == whole);
    RC_ASSERT(unzigzag(zigzag(low)) == low);
    RC_ASSERT(unzigzag128(zigzag128(static_cast<int128>(whole))) == static_cast<int128>(whole));
  }));
}

TEST(Contexts, KeepParentFrameAndPosition) {
  Contexts contexts;
  const FrameId f = contexts.frame({.function = FunctionId(uint32_t{3}), .is_symbol = true});
  const FrameId g = contexts.frame({.function = FunctionId(uint32_t{4}), .start = 0x1000});
  EXPECT_EQ(contexts.frame({.function = FunctionId(uint32_t{4}), .start = 0x1000}), g);
  const ContextId root = contexts.add(kNoContext, f, std::nullopt);
  const ContextId near = contexts.add(root, g, -7);
  const ContextId far = contexts.add(near, f, int64_t{1} << 40);
  EXPECT_EQ(contexts.size(), 3U);
  EXPECT_EQ(contexts.parent(root), kNoContext);
  EXPECT_EQ(contexts.parent(far), near);
  EXPECT_EQ(contexts.frame(near).start, 0x1000U);
  EXPECT_EQ(contexts.position(root), std::nullopt);
  EXPECT_EQ(contexts.position(near), -7);
  EXPECT_EQ(contexts.position(far), int64_t{1} << 40);
}

TEST(Contexts, AddressesAreOfSymbolsAndDoNotWrapAround) {
  Contexts contexts;
  const FrameId low = contexts.frame({.start = 2, .is_symbol = true});
  const FrameId high = contexts.frame({.start = UINT64_MAX - 1, .is_symbol = true});
  const auto address = [&contexts](FrameId frame, std::optional<int64_t> offset) {
    return contexts.address(contexts.add(kNoContext, frame, offset));
  };
  EXPECT_EQ(address(low, 3), 5U);
  EXPECT_EQ(address(low, -2), 0U);
  EXPECT_EQ(address(low, -4), std::nullopt);
  EXPECT_EQ(address(high, 1), UINT64_MAX);
  EXPECT_EQ(address(high, 2), std::nullopt);
  EXPECT_EQ(address(low, std::nullopt), std::nullopt);
  EXPECT_EQ(address(contexts.frame({.start = Frame::kUnknownStart, .is_symbol = true}), -9),
            std::nullopt);
  EXPECT_EQ(address(contexts.frame({.start = 2}), 3), std::nullopt);
}

TEST(Contexts, GiveBackCostsOfAnySizeAndOrder) {
  EXPECT_TRUE(
      rc::check([](const std::vector<std::map<uint8_t, std::pair<int64_t, int64_t>>>& written) {
        Contexts contexts;
        std::map<uint32_t, std::vector<EventCost>> expected;
        for (const auto& node : written) {
          const ContextId id = contexts.add(kNoContext, FrameId(), std::nullopt);
          std::vector<EventCost> costs;
          for (const auto& [event, cost] : node) {
            costs.push_back({EventId(uint32_t{event}), int128{cost.first} * cost.second});
          }
          contexts.add_costs(costs);
          if (!costs.empty()) {
            expected[id.value] = costs;
          }
        }
        std::map<uint32_t, std::vector<EventCost>> found;
        ContextCosts walk(contexts);
        while (walk.next()) {
          found[walk.context().value] = {walk.costs().begin(), walk.costs().end()};
        }
        RC_ASSERT(found == expected);
      }));
}

TEST(Contexts, CountsFoldedCalls) {
  Contexts contexts;
  const FrameId site = contexts.frame({});
  const FrameId symbol = contexts.frame({.is_symbol = true});
  const ContextId one = contexts.add(kNoContext, site, 1);
  EXPECT_FALSE(contexts.has_folded_calls());
  const ContextId many = contexts.add(one, site, 2, UINT64_MAX);
  const ContextId none = contexts.add(many, symbol, 3, 7);
  EXPECT_EQ(contexts.calls(one), 1U);
  EXPECT_EQ(contexts.calls(many), UINT64_MAX);
  EXPECT_EQ(contexts.calls(none), 0U);  // met, perhaps often, but no call
  EXPECT_TRUE(contexts.has_folded_calls());
}

TEST(Contexts, GoOnCountingAfterADrop) {
  Contexts contexts;
  const std::array costs{EventCost{kFirst, 5}};
  contexts.add(kNoContext, FrameId(), 1);
  contexts.add_costs(costs);
  contexts.drop();
  const ContextId next = contexts.add(kNoContext, FrameId(), 2);
  contexts.add_costs(costs);
  EXPECT_EQ(next.value, 1U);
  EXPECT_EQ(contexts.position(next), 2);
  EXPECT_EQ(costs_of(contexts, next).size(), 1U);
}

/// f calls g, and f again; g is a root of another thread.
class ContextBuilder {
 public:
  explicit ContextBuilder(Keep keep) : builder(keep) {
    builder.begin_part({}, {});
    builder.expect_contexts(ContextUse::kAlone);
    total = builder.event("MEM");
    largest = builder.event({.name = "MEM_MAX", .combine = Combine::kMax});
    unused = builder.event({.name = "MEM:peak", .combine = Combine::kMax, .may_vanish = true});
    last = builder.event("FD");
  }
  FrameId frame(std::string_view name) {
    return builder.frame({.function = builder.symbols().functions.intern(
                              {builder.symbols().names.intern(name), {}, {}})});
  }
  ContextId add(ContextId parent, std::string_view name, int128 cost, int128 high, int128 files) {
    const std::array costs{EventCost{total, cost}, EventCost{largest, high}, EventCost{unused, 0},
                           EventCost{last, files}};
    return builder.context({parent, frame(name), std::nullopt, costs});
  }
  [[nodiscard]] PartHeader header() const {
    PartHeader header;
    header.events = {total, largest, unused, last};
    return header;
  }
  std::unique_ptr<const Profile> finish() {
    builder.end_part(header());
    builder.end_input({});
    return builder.finish();
  }
  ProfileBuilder builder;
  EventId total, largest, unused, last;
};

TEST(BuilderOfContexts, AddsUpSelfCostsByTheirWayOfCombining) {
  ContextBuilder input(Keep::kSums);
  const ContextId f = input.add(kNoContext, "f", 10, 4, 1);
  input.add(f, "g", 20, 9, 0);
  input.add(f, "f", 1, 3, int128{1} << 70);
  const auto profile = input.finish();
  ASSERT_EQ(profile->events().size(), 3U);
  EXPECT_EQ(profile->events()[2].name, "FD");
  ASSERT_EQ(profile->parts().size(), 1U);
  const Part& part = profile->parts()[0];
  EXPECT_EQ(part.totals, (std::vector<int128>{31, 9, (int128{1} << 70) + 1}));
  const SumTable& table = profile->tables()[part.table];
  ASSERT_EQ(part.end_self - part.first_self, 2U);
  EXPECT_EQ(table.self.at(part.first_self, 0), 11);
  EXPECT_EQ(table.self.at(part.first_self, 1), 4);
  EXPECT_EQ(table.self.at(part.first_self, 2), (int128{1} << 70) + 1);
  EXPECT_EQ(table.self.at(part.first_self + 1, 1), 9);
  EXPECT_EQ(profile->counts().contexts, 3U);
}

TEST(BuilderOfContexts, SplitsAPartBeforeAContext) {
  for (const Keep keep : {Keep::kTotals, Keep::kAll}) {
    ContextBuilder input(keep);
    input.add(kNoContext, "f", 10, 4, 0);
    const ContextId second = input.add(kNoContext, "g", 20, 2, 0);
    input.add(second, "f", 5, 3, 0);
    input.builder.end_part_before(second, input.header());
    input.add(second, "f", 7, 1, 0);
    const auto profile = input.finish();
    ASSERT_EQ(profile->parts().size(), 2U);
    EXPECT_EQ(profile->parts()[0].totals, (std::vector<int128>{10, 4, 0}));
    EXPECT_EQ(profile->parts()[1].totals, (std::vector<int128>{32, 3, 0}));
    EXPECT_EQ(profile->parts()[1].first_context, 1U);
    EXPECT_EQ(profile->parts()[1].end_context, 4U);
    EXPECT_EQ(profile->counts().contexts, 4U);
    EXPECT_EQ(profile->contexts().bytes() == 0, keep == Keep::kTotals);
  }
}

TEST(BuilderOfContexts, CountsCostsBesideRecordsOnce) {
  ProfileBuilder builder(Keep::kSums);
  const EventId time = builder.event("Time");
  const std::array events{time};
  builder.begin_part({}, events);
  builder.expect_contexts(ContextUse::kBeside);
  const FunctionId f =
      builder.symbols().functions.intern({builder.symbols().names.intern("f"), {}, {}});
  const Position at{0, 1};
  const int64_t cost = 6;
  builder.self_costs({f, {}, {&at, 1}, &cost});
  const std::array costs{EventCost{time, 6}};
  builder.context({kNoContext, builder.frame({.function = f}), std::nullopt, costs});
  builder.end_part({});
  builder.end_input({});
  const auto profile = builder.finish();
  EXPECT_EQ(profile->parts()[0].totals, std::vector<int128>{6});
  EXPECT_EQ(profile->contexts().size(), 1U);
}

}  // namespace
}  // namespace quern
