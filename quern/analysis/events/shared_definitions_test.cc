// SPDX-License-Identifier: MIT
#include "quern/analysis/events/shared_definitions.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace quern {
namespace {

InputInfo input(std::string name, std::vector<EventDefinition> rows) {
  InputInfo info;
  info.name = std::move(name);
  info.definitions = std::move(rows);
  return info;
}

std::string shared_text(const std::vector<InputInfo>& inputs) {
  std::string text;
  for (const EventDefinition& row : shared_definitions(inputs)) {
    text += row.name + " = " + row.formula.value_or("-") + " : " + row.long_name.value_or("-") +
            (row.problem.empty() ? "" : " ! " + row.problem) + "\n";
  }
  return text;
}

TEST(SharedDefinitions, EqualFormulasAreOneWithTheLongNameOfWhoeverHasIt) {
  std::vector<InputInfo> inputs = {
      input("d1", {{"X", "A", std::nullopt}, {"Y", "2 X", std::nullopt}}),
      input("d2", {{"X", "A", "long"}})};
  EXPECT_EQ(shared_text(inputs), "X = A : long\nY = 2 X : -\n");
  std::ranges::reverse(inputs);
  EXPECT_EQ(shared_text(inputs), "X = A : long\nY = 2 X : -\n");
  EXPECT_EQ(shared_text({input("d1", {{"X", "2 A", "b"}}), input("d2", {{"X", "2*A", "a"}})}),
            "X = 2 A : a\n");
}

TEST(SharedDefinitions, DifferentFormulasAreRefusedInEveryOrder) {
  EXPECT_EQ(
      shared_text({input("d1", {{"X", "A", std::nullopt}}), input("d2", {{"X", "2 A", "long"}})}),
      "X = A : long ! the files differ: 'A' in d1, '2 A' in d2\n");
  EXPECT_EQ(
      shared_text({input("d2", {{"X", "2 A", "long"}}), input("d1", {{"X", "A", std::nullopt}})}),
      "X = 2 A : long ! the files differ: '2 A' in d2, 'A' in d1\n");
}

TEST(SharedDefinitions, WhatAFormulaUsesStandsBeforeIt) {
  EXPECT_EQ(shared_text({input("d1", {{"Y", "2 X", std::nullopt}}),
                         input("d2", {{"X", "A", std::nullopt}})}),
            "X = A : -\nY = 2 X : -\n");
  EXPECT_EQ(shared_text({input("d1", {{"Y", "X", std::nullopt}, {"X", "Y", std::nullopt}}),
                         input("d2", {})}),
            "X = Y : -\nY = X : -\n");
}

}  // namespace
}  // namespace quern
