// SPDX-License-Identifier: MIT
#include "quern/source/function_ranges.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace quern {
namespace {

std::string found_name(const FunctionRanges& ranges, uint64_t address) {
  const FunctionRange* const range = ranges.find(address);
  return range != nullptr ? std::string(name_of(*range)) : "";
}

FunctionRange sized(uint64_t start, uint64_t end, const char* name,
                    Binding binding = Binding::kGlobal) {
  return {start, end, end, binding, name};
}

TEST(FunctionRanges, HoldTheirFirstByteAndNotTheOneBehindTheLast) {
  const FunctionRanges ranges({sized(200, 210, "g"), sized(100, 150, "f")});
  EXPECT_EQ(found_name(ranges, 99), "");
  EXPECT_EQ(found_name(ranges, 100), "f");
  EXPECT_EQ(found_name(ranges, 149), "f");
  EXPECT_EQ(found_name(ranges, 150), "");
  EXPECT_EQ(found_name(ranges, 209), "g");
  EXPECT_EQ(found_name(ranges, 210), "");
  EXPECT_EQ(FunctionRanges().find(0), nullptr);
}

TEST(FunctionRanges, TakeTheInnermostOfNestedFunctions) {
  const FunctionRanges ranges({sized(100, 200, "outer"), sized(120, 130, "inner")});
  EXPECT_EQ(found_name(ranges, 125), "inner");
  EXPECT_EQ(found_name(ranges, 130), "outer");
}

TEST(FunctionRanges, PreferTheNameThatIsMeantToBeSeen) {
  using enum Binding;
  const std::vector<std::vector<FunctionRange>> cases = {
      {sized(1, 9, "local", kLocal), sized(1, 9, "wanted"), sized(1, 9, "weak", kWeak)},
      {sized(1, 9, "__libc_wanted"), sized(1, 9, "wanted"), sized(1, 9, "_wanted")},
      {sized(1, 9, "wanted_too"), sized(1, 9, "wanted")},
      {sized(1, 9, "wanted"), sized(1, 9, "xanted")},
      {sized(1, 1, "label"), sized(1, 9, "wanted", kLocal)},
  };
  for (std::vector<FunctionRange> ranges : cases) {
    EXPECT_EQ(found_name(FunctionRanges(ranges), 5), "wanted");
    EXPECT_EQ(found_name(FunctionRanges({ranges.rbegin(), ranges.rend()}), 5), "wanted");
  }
}

TEST(FunctionRanges, ExtendOneWithoutSizeToTheNextOrTheSectionsEnd) {
  const FunctionRange label{100, 100, 150, Binding::kGlobal, "label"};
  const FunctionRanges ranges({label, sized(120, 130, "f")});
  EXPECT_EQ(found_name(ranges, 119), "label");
  EXPECT_EQ(found_name(ranges, 125), "f");
  EXPECT_EQ(found_name(ranges, 140), "");
  EXPECT_EQ(found_name(FunctionRanges({label}), 149), "label");
  EXPECT_EQ(found_name(FunctionRanges({label}), 150), "");
  // A label inside a function does not cut it.
  const FunctionRange inside{125, 125, 150, Binding::kLocal, "inside"};
  EXPECT_EQ(found_name(FunctionRanges({inside, sized(120, 130, "f")}), 127), "f");
}

TEST(FunctionRanges, CutEndlessNames) {
  const std::string endless(1'000'000, 'x');
  EXPECT_EQ(name_of(sized(1, 2, endless.c_str())).size(), 65536U);
}

}  // namespace
}  // namespace quern
