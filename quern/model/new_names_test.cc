// SPDX-License-Identifier: MIT
#include "quern/model/new_names.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>
#include <vector>

#include "quern/model/builder.h"
#include "quern/model/records/record_cursor.h"

namespace quern {
namespace {

NameId name(ProfileBuilder& builder, std::string_view text) {
  return builder.symbols().names.intern(text);
}

FunctionId function(ProfileBuilder& builder, std::string_view text, std::string_view object = "") {
  return builder.symbols().functions.intern({name(builder, text), {}, name(builder, object)});
}

/// Names of listed functions, in the order of their ids.
std::vector<std::string> listed(const Profile& profile) {
  std::vector<std::string> names;
  for (size_t at = 0; at < profile.symbols().functions.size(); ++at) {
    if (profile.is_listed(FunctionId(at))) {
      names.emplace_back(profile.symbols().name(FunctionId(at)));
    }
  }
  return names;
}

/// Self cost of the first event by name.
std::multiset<std::pair<std::string, int64_t>> self(const Profile& profile) {
  std::multiset<std::pair<std::string, int64_t>> costs;
  for (const SumTable& table : profile.tables()) {
    for (size_t row = 0; row < table.self.size(); ++row) {
      costs.emplace(profile.symbols().name(table.function(row)),
                    static_cast<int64_t>(table.self.at(row, 0)));
    }
  }
  return costs;
}

/// f calls g, which jumps to h.
void add_graph(ProfileBuilder& builder) {
  builder.begin_part({}, std::array{builder.event("Ir")});
  const Position at{0, 1};
  const std::array<int64_t, 1> cost{5};
  builder.self_costs({function(builder, "f"), {}, {&at, 1}, cost.data()});
  builder.self_costs({function(builder, "g"), {}, {&at, 1}, cost.data()});
  CallRecord call;
  call.caller = function(builder, "f");
  call.callee = function(builder, "g");
  call.count = 1;
  call.inclusive = cost;
  builder.call(call);
  JumpRecord jump;
  jump.from = function(builder, "g");
  jump.to = builder.symbols().jump_target({name(builder, "h"), {}, {}});
  builder.jump(jump);
  builder.end_part({});
  builder.end_input({});
}

/// Two unresolved frames under a root: at 16 with cost 3, at 32 with cost 4.
struct Stacks {
  Stacks() {
    builder.begin_part({}, {});
    builder.expect_contexts(ContextUse::kAlone);
    const EventId ticks = builder.event("TICKS");
    const FrameId main = builder.frame({function(builder, "main", "a.out"), {}, 64, true});
    const FrameId first = builder.frame({function(builder, "@?0x10", "a.so"), {}, 16, true});
    const FrameId second = builder.frame({function(builder, "@?0x20", "a.so"), {}, 32, true});
    const ContextId root = builder.context({kNoContext, main, 8, {}});
    const std::array costs{EventCost{ticks, 3}, EventCost{ticks, 4}};
    builder.context({root, first, 0, std::span(costs).first(1)});
    builder.context({root, second, 0, std::span(costs).last(1)});
    PartHeader header;
    header.events = {ticks};
    builder.end_part(std::move(header));
    builder.end_input({});
  }
  ProfileBuilder builder{Keep::kSums};
};

std::unique_ptr<const Profile> finish(ProfileBuilder& builder, NewNames names) {
  const std::array<Namer, 1> namers = {[&names](const Profile&) { return names; }};
  return builder.finish(namers);
}

std::vector<FunctionName> both(std::string_view name) {
  return {{FunctionId(size_t{0}), {}, name}, {FunctionId(size_t{1}), {}, name}};
}

TEST(NewNames, OfNothingChangesNothing) {
  Stacks stacks;
  const auto profile = finish(stacks.builder, {});
  EXPECT_EQ(listed(*profile), (std::vector<std::string>{"main", "@?0x10", "@?0x20"}));
  EXPECT_EQ(profile->contexts().position(ContextId(size_t{0})), 8);
}

TEST(NewNames, MergesFramesOfOneFunction) {
  Stacks stacks;
  const auto profile = finish(
      stacks.builder, {.frames = {std::nullopt, FrameName{"hidden", 6}, FrameName{"hidden", 22}}});
  EXPECT_EQ(listed(*profile), (std::vector<std::string>{"main", "hidden"}));
  EXPECT_EQ(self(*profile), (std::multiset<std::pair<std::string, int64_t>>{{"hidden", 7}}));
  const Contexts& contexts = profile->contexts();
  const FunctionId hidden = contexts.frame(ContextId(size_t{1})).function;
  EXPECT_EQ(contexts.frame(ContextId(size_t{2})).function, hidden);
  EXPECT_EQ(profile->symbols().object(hidden), "a.so");
  EXPECT_EQ(contexts.position(ContextId(size_t{0})), 8);
  EXPECT_EQ(contexts.position(ContextId(size_t{1})), 6);
  EXPECT_EQ(contexts.position(ContextId(size_t{2})), 22);
}

TEST(NewNames, TellsFramesOfOneNameApart) {
  // The same address in two runs: only the frames know that they are different places.
  Stacks stacks;
  stacks.builder.begin_part({}, {});
  stacks.builder.expect_contexts(ContextUse::kAlone);
  const FunctionId again = function(stacks.builder, "@?0x10", "a.so");
  const FrameId third = stacks.builder.frame({again, {}, 48, true});
  stacks.builder.context({kNoContext, third, 0, {}});
  stacks.builder.end_part({});
  stacks.builder.end_input({});
  const auto profile =
      finish(stacks.builder,
             {.frames = {std::nullopt, FrameName{"one", 0}, std::nullopt, FrameName{"other", 0}}});
  EXPECT_EQ(listed(*profile), (std::vector<std::string>{"main", "@?0x20", "one", "other"}));
}

TEST(NewNames, KeepsAFunctionThatStillHasFrames) {
  Stacks stacks;
  const FunctionId first = function(stacks.builder, "@?0x10", "a.so");
  stacks.builder.frame({first, {}, 99, true});
  const auto profile = finish(stacks.builder, {.frames = {std::nullopt, FrameName{"hidden", 6}}});
  EXPECT_EQ(listed(*profile), (std::vector<std::string>{"main", "@?0x10", "@?0x20", "hidden"}));
}

TEST(NewNames, MergesFunctionsThatBecomeEqual) {
  for (const Keep keep : {Keep::kSums, Keep::kAll}) {
    ProfileBuilder builder(keep);
    add_graph(builder);
    const auto profile = finish(builder, {.functions = both("x")});
    EXPECT_EQ(listed(*profile), (std::vector<std::string>{"x"}));
    EXPECT_EQ(self(*profile), (std::multiset<std::pair<std::string, int64_t>>{{"x", 5}, {"x", 5}}));
    RecordCursor cursor(profile->records());
    while (const Record* record = cursor.next()) {
      EXPECT_EQ(profile->function(record->function), FunctionId(size_t{0}));
      if (record->kind == RecordKind::kCall) {
        EXPECT_EQ(profile->function(record->other), FunctionId(size_t{0}));
      }
      if (record->kind == RecordKind::kJump) {
        EXPECT_EQ(profile->symbols().name(profile->function(record->other)), "h");
        EXPECT_FALSE(profile->is_listed(profile->function(record->other)));
      }
    }
  }
}

TEST(NewNames, CanKeepFunctionsApart) {
  ProfileBuilder builder(Keep::kSums);
  add_graph(builder);
  const auto profile = finish(builder, {.functions = both("x"), .keeps_apart = true});
  EXPECT_EQ(listed(*profile), (std::vector<std::string>{"x", "x"}));
}

TEST(NewNames, GivesFunctionsOfOneNameOneNameAgain) {
  ProfileBuilder builder(Keep::kSums);
  builder.begin_part({}, std::array{builder.event("Ir")});
  function(builder, "f", "a");
  function(builder, "f", "b");
  builder.end_part({});
  builder.end_input({});
  const auto profile = finish(builder, {.functions = both("x"), .keeps_apart = true});
  const FunctionTable& functions = profile->symbols().functions;
  EXPECT_EQ(functions[FunctionId(size_t{0})].name, functions[FunctionId(size_t{1})].name);
}

TEST(NewNames, ComesInTurns) {
  Stacks stacks;
  const std::array<Namer, 2> namers = {
      [](const Profile&) { return NewNames{.frames = {std::nullopt, FrameName{"_Zhidden", 0}}}; },
      [](const Profile& profile) {
        NewNames names;
        for (size_t at = 0; at < profile.symbols().functions.size(); ++at) {
          const std::string name(profile.symbols().name(FunctionId(at)));
          names.add(FunctionId(at), "<" + name + ">");
        }
        return names;
      }};
  const auto profile = stacks.builder.finish(namers);
  EXPECT_EQ(listed(*profile), (std::vector<std::string>{"<main>", "<@?0x20>", "<_Zhidden>"}));
}

TEST(NewNames, MovesPositionsBeyond32BitsAndNoUnknownOne) {
  Contexts contexts;
  const FrameId frame = contexts.frame({FunctionId(size_t{0}), {}, 0, true});
  contexts.add(kNoContext, frame, std::nullopt);
  contexts.add(kNoContext, frame, int64_t{INT32_MAX});
  contexts.add(kNoContext, frame, INT64_MAX);
  contexts.add(kNoContext, frame, int64_t{INT32_MAX} + 1);
  contexts.move(std::array<int64_t, 1>{1});
  contexts.move({});
  EXPECT_EQ(contexts.position(ContextId(size_t{0})), std::nullopt);
  EXPECT_EQ(contexts.position(ContextId(size_t{1})), int64_t{INT32_MAX} + 1);
  EXPECT_EQ(contexts.position(ContextId(size_t{2})), INT64_MAX);
  EXPECT_EQ(contexts.position(ContextId(size_t{3})), int64_t{INT32_MAX} + 2);
  contexts.move(std::array<int64_t, 1>{-1});
  EXPECT_EQ(contexts.position(ContextId(size_t{1})), INT32_MAX);
}

}  // namespace
}  // namespace quern
