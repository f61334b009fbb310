// SPDX-License-Identifier: MIT
#include <array>

#include "quern/query/test_support.h"

namespace quern {
namespace {

constexpr std::array<std::string_view, 6> kNames = {"parse",  "parse_all", "reparse",
                                                    "render", "a\nb",      ""};

std::string found(std::string_view wanted) {
  const Result<std::vector<uint32_t>> result = find_names(wanted, kNames);
  if (!result) {
    return result.error().code + ": " + result.error().message;
  }
  std::string text;
  for (const uint32_t at : *result) {
    text += text.empty() ? "" : " ";
    text += std::to_string(at);
  }
  return text;
}

TEST(FindNames, TakesAnEqualNameAlone) {
  EXPECT_EQ(found("parse"), "0");
}

TEST(FindNames, ElseTakesAllThatContainTheText) {
  EXPECT_EQ(found("pars"), "0 1 2");
  EXPECT_EQ(found("_all"), "1");
}

TEST(FindNames, ElseTakesAllThatTheExpressionMatches) {
  EXPECT_EQ(found("/^re/"), "2 3");
  EXPECT_EQ(found("/^(parse|render)$/"), "0 3");
}

TEST(FindNames, ExpressionsMatchAcrossLineEnds) {
  EXPECT_EQ(found("/a\\nb/"), "4");
}

TEST(FindNames, FindsWhatHasNoName) {
  EXPECT_EQ(found("???"), "5");
  EXPECT_EQ(found(""), "5");
}

TEST(FindNames, ATextWithOneSlashIsNoExpression) {
  EXPECT_EQ(found("/"), "no-such-function: nothing is called '/'");
  EXPECT_EQ(found("/pars"), "no-such-function: nothing is called '/pars'");
}

TEST(FindNames, SuggestsTheNameThatWasMeant) {
  const Result<std::vector<uint32_t>> result = find_names("rendre", kNames);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, "no-such-function");
  EXPECT_EQ(result.error().fault, Fault::kUsage);
  EXPECT_EQ(result.error().hint, "did you mean render?");
}

TEST(FindNames, TellsWhereAnExpressionGoesWrong) {
  const Result<std::vector<uint32_t>> result = find_names("/ab(c/", kNames);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, "bad-regexp");
  EXPECT_EQ(result.error().fault, Fault::kUsage);
  EXPECT_EQ(result.error().message, "/ab(c/ is not a valid regular expression: missing ): ab(c");
  const Result<std::vector<uint32_t>> piece = find_names("/ab[z-a]c/", kNames);
  ASSERT_FALSE(piece);
  EXPECT_EQ(piece.error().message,
            "/ab[z-a]c/ is not a valid regular expression: invalid character class range: z-a at "
            "character 4");
}

TEST(FindNames, SaysThatThereIsNoLookAround) {
  for (const std::string_view text : {"/a(?=b)/", "/a(?!b)/", "/(?<=a)b/", "/(?<!a)b/"}) {
    const Result<std::vector<uint32_t>> result = find_names(text, kNames);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().hint, "RE2 syntax has no look-around") << result.error().message;
  }
  const Result<std::vector<uint32_t>> back = find_names("/(a)\\1/", kNames);
  ASSERT_FALSE(back);
  EXPECT_EQ(back.error().hint, "RE2 syntax has no back-references");
}

TEST(FindNames, LimitsTheExpression) {
  EXPECT_EQ(found("/" + std::string(1001, 'a') + "/"),
            "bad-regexp: the regular expression has 1001 characters, more than 1000");
  EXPECT_EQ(found("/" + std::string(1000, 'a') + "|^parse$/").substr(0, 10), "bad-regexp");
}

}  // namespace
}  // namespace quern
