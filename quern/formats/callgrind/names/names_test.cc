// SPDX-License-Identifier: MIT
#include "quern/formats/callgrind/names/names.h"

#include <gtest/gtest.h>

#include "quern/formats/callgrind/grammar/codes.h"

namespace quern::callgrind {
namespace {

class CallgrindNames : public testing::Test {
 protected:
  NameId name(std::string_view text) { return symbols_.names.intern(text); }
  std::string function_text(FunctionId id) const {
    return std::string(symbols_.name(id)) + " " + std::string(symbols_.file(id)) + " " +
           std::string(symbols_.object(id));
  }
  /// The function of a block that begins like this.
  std::string begun(Place place = {1, 1}) {
    names_.fix(place);
    return function_text(names_.function());
  }
  std::string callee_text(const FunctionKey& key) {
    return function_text(symbols_.functions.intern(key));
  }

  Symbols symbols_;
  Findings findings_;
  Names names_{symbols_, findings_};
};

TEST_F(CallgrindNames, AFunctionHasTheFileAndObjectInForceAtItsFirstRecord) {
  names_.set_object(name("a.out"), {1, 1}, {});
  names_.set_file(name("a.c"), {2, 1});
  names_.begin_function(name("main"), {3, 1});
  EXPECT_EQ(begun(), "main a.c a.out");
  names_.set_file(name("b.c"), {5, 1});
  names_.set_object(name("b.so"), {6, 1}, "ob=b.so");
  EXPECT_EQ(function_text(names_.function()), "main a.c a.out");
  EXPECT_TRUE(names_.has_late_objects());
  names_.begin_function(name("f"), {7, 1});
  EXPECT_EQ(begun(), "f b.c b.so");
  EXPECT_TRUE(findings_.empty());
}

TEST_F(CallgrindNames, AFileBehindItsFunctionCountsAndIsReported) {
  names_.begin_function(name("main"), {1, 1});
  names_.set_file(name("a.c"), {2, 1});
  EXPECT_FALSE(names_.is_plain());
  EXPECT_EQ(begun(), "main a.c ");
  EXPECT_EQ(findings_.count(kSpecOrder), 1U);
}

TEST_F(CallgrindNames, ACalleeIsInTheCallersFileAndObjectUnlessARowSaysOtherwise) {
  names_.set_object(name("a.out"), {1, 1}, {});
  names_.set_file(name("a.c"), {1, 1});
  names_.begin_function(name("main"), {1, 1});
  EXPECT_FALSE(names_.can_call());
  names_.set_callee(name("f"), {4, 1});
  const Names::Callee first = names_.take_callee();
  EXPECT_EQ(callee_text(first.key), "f a.c a.out");
  EXPECT_EQ(first.place.line, 4U);
  names_.set_callee_object(name("b.so"), {5, 1});
  names_.set_callee_file(name("b.c"), {6, 1});
  names_.set_callee(name("g"), {7, 1});
  EXPECT_EQ(callee_text(names_.take_callee().key), "g b.c b.so");
  ASSERT_TRUE(names_.can_call());
  const Names::Callee again = names_.take_callee();
  EXPECT_EQ(callee_text(again.key), "g b.c b.so");
  EXPECT_EQ(again.place.line, 0U);
}

TEST_F(CallgrindNames, PlainRowsNameTheSameCallees) {
  names_.set_file(name("a.c"), {1, 1});
  names_.begin_function(name("main"), {1, 1});
  Alias& alias = names_.aliases().add(NameKind::kFunction, 3, "f");
  EXPECT_EQ(function_text(names_.take_callee(&alias)), "f a.c ");
  const FunctionId first = alias.function;
  names_.set_callee_file(name("b.c"), {2, 1});
  EXPECT_EQ(function_text(names_.take_callee(&alias)), "f b.c ");
  EXPECT_NE(alias.function, first);
  EXPECT_EQ(function_text(names_.take_callee(&alias)), "f a.c ");
  EXPECT_EQ(alias.function, first);
}

TEST_F(CallgrindNames, ACalleeWithoutItsCallsIsReportedUnlessItIsReturned) {
  names_.set_callee(name("f"), {4, 1});
  const Names::Callee callee = names_.take_callee();
  names_.return_callee(callee);
  EXPECT_TRUE(names_.has_callee());
  names_.drop_callee();
  EXPECT_EQ(findings_.count(kDanglingCallee), 1U);
  EXPECT_FALSE(names_.has_callee());
}

TEST_F(CallgrindNames, SelfCostsBehindACallAreInTheFileOfTheBaseRule) {
  for (const BaseRule rule : {BaseRule::kSelf, BaseRule::kCost}) {
    names_.set_rules(rule, false);
    names_.set_file(name("a.c"), {1, 1});
    names_.begin_function(name("main"), {1, 1});
    names_.begin_self({});
    names_.set_position_file(name("a.h"));
    names_.end_association();
    names_.begin_self({});
    EXPECT_EQ(symbols_.names.text(names_.file_of_positions()),
              rule == BaseRule::kSelf ? "a.c" : "a.h");
    names_.end_part();
  }
}

TEST_F(CallgrindNames, AJumpLeadsIntoItsOwnFunctionUnlessARowSaysOtherwise) {
  names_.set_file(name("a.c"), {1, 1});
  names_.begin_function(name("main"), {1, 1});
  names_.fix({1, 1});
  JumpRecord jump;
  names_.take_jump_target(jump);
  EXPECT_EQ(jump.to, names_.function());
  EXPECT_EQ(jump.to_file, name("a.c"));
  names_.set_jump_function(name("g"));
  names_.set_jump_file(name("b.c"));
  names_.take_jump_target(jump);
  EXPECT_NE(jump.to.value & Symbols::kTargetBit, 0U);
  EXPECT_EQ(jump.to_file, name("b.c"));
  EXPECT_FALSE(names_.names_jump_function());
}

}  // namespace
}  // namespace quern::callgrind
