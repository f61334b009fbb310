// SPDX-License-Identifier: MIT
#include "quern/server/json_body.h"

#include <gtest/gtest.h>

#include <string>

namespace quern::server {
namespace {

bool is_read(std::string_view text) {
  return read_json(text).has_value();
}

TEST(JsonBody, ReadsWhatJsonIs) {
  const auto read = read_json(R"( {"a":[1,-2.5e3,true,null,{}],"b":"x\n\"\u00e9\ud83d\ude00"} )");
  ASSERT_TRUE(read);
  const JsonValue* const list = read->find("a");
  ASSERT_NE(list, nullptr);
  ASSERT_EQ(list->items.size(), 5U);
  EXPECT_EQ(list->items[1].text, "-2.5e3");
  EXPECT_EQ(list->items[4].kind, JsonValue::Kind::kObject);
  EXPECT_EQ(read->find("b")->text, "x\n\"é😀");
  EXPECT_EQ(read->find("c"), nullptr);
}

TEST(JsonBody, RefusesWhatIsNone) {
  for (const char* text : {"",
                           " ",
                           "{",
                           "}",
                           "[1,]",
                           "{\"a\"}",
                           "{\"a\":}",
                           "{\"a\":1,}",
                           "{a:1}",
                           "[1 2]",
                           "1 2",
                           "\"a",
                           "\"\\x\"",
                           "\"\\u12\"",
                           "\"\\ud800\"",
                           "\"\\udc00\"",
                           "\"\\u0000\"",
                           "\"\n\"",
                           "tru",
                           "nul",
                           "+",
                           "-",
                           "{\"a\":1,\"a\":2}",
                           "\"\xff\"",
                           "[",
                           "[[]",
                           "//",
                           "NaN"}) {
    EXPECT_FALSE(is_read(text)) << text;
  }
}

TEST(JsonBody, IsBounded) {
  const auto nested = [](size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_TRUE(is_read(nested(kDeepestJson + 1)));
  EXPECT_FALSE(is_read(nested(kDeepestJson + 2)));
  EXPECT_FALSE(is_read(nested(30'000)));
  std::string many = "[0";
  for (size_t at = 0; at < kMostJsonValues; ++at) {
    many += ",0";
  }
  EXPECT_FALSE(is_read(many + "]"));
}

TEST(JsonBody, SaysWhereItEnds) {
  const auto read = read_json("{\"a\":x}");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().error.code, "bad-body");
  EXPECT_EQ(read.error().status, 400);
}

}  // namespace
}  // namespace quern::server
