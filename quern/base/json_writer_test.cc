// SPDX-License-Identifier: MIT
#include "quern/base/json_writer.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdlib>
#include <limits>

#include "quern/base/text.h"

namespace quern {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;

template <class Write>
std::string written(Write write) {
  std::string out;
  JsonWriter json(out);
  write(json);
  return out;
}

std::string escaped(std::string_view text) {
  return written([&](JsonWriter& json) { json.string(text); });
}

/// A second, slow way to the same text: byte by byte.
std::string escaped_slowly(std::string_view text) {
  std::string out = "\"";
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    const size_t length = utf8_sequence(text.substr(at));
    if (length == 0) {
      out += "\xEF\xBF\xBD";
    } else if (c == '"' || c == '\\') {
      out += "\\"s + c;
    } else if (c == '\n' || c == '\r' || c == '\t') {
      out += c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\t";
    } else if (c >= 0 && c < 0x20) {
      out += "\\u00" + to_hex({&c, 1});
    } else {
      out += text.substr(at, length);
    }
    at += length == 0 ? 1 : length;
  }
  return out + "\"";
}

TEST(JsonWriter, SetsCommasBetweenItemsAndNowhereElse) {
  EXPECT_EQ(written([](JsonWriter& json) {
              json.begin_object().key("a").integer(1).key("b").begin_array();
              json.integer(1).begin_array().end_array().begin_object().end_object().null();
              json.end_array().key("c").boolean(true).key("d").boolean(false).end_object();
            }),
            R"({"a":1,"b":[1,[],{},null],"c":true,"d":false})");
}

TEST(JsonWriter, LetsItsOwnerDrainBetweenAnyTwoCalls) {
  std::string out;
  std::string all;
  JsonWriter json(out);
  const auto drain = [&] {
    all += out;
    out.clear();
  };
  json.begin_object();
  drain();
  json.key("rows");
  drain();
  json.begin_array();
  drain();
  for (int i = 0; i < 3; ++i) {
    json.integer(i);
    drain();
  }
  json.end_array();
  drain();
  json.text("name", "f");
  drain();
  json.end_object();
  drain();
  EXPECT_EQ(all, R"({"rows":[0,1,2],"name":"f"})");
}

TEST(JsonWriter, WritesIntegersPlainAsFarAsDoublesAreExact) {
  constexpr int128 kLast = 9007199254740991;
  const auto integer = [](int128 value) {
    return written([value](JsonWriter& json) { json.integer(value); });
  };
  EXPECT_EQ(integer(0), "0");
  EXPECT_EQ(integer(kLast), "9007199254740991");
  EXPECT_EQ(integer(-kLast), "-9007199254740991");
  EXPECT_EQ(integer(kLast + 1), "\"9007199254740992\"");
  EXPECT_EQ(integer(-kLast - 1), "\"-9007199254740992\"");
  EXPECT_EQ(integer(kUint64Max + 1), "\"18446744073709551616\"");
}

TEST(JsonWriter, WritesDoublesShortestAndNullForTheRest) {
  const auto number = [](double value) {
    return written([value](JsonWriter& json) { json.number(value); });
  };
  EXPECT_EQ(number(0.005), "0.005");
  EXPECT_EQ(number(12.5), "12.5");
  EXPECT_EQ(number(100), "100");
  EXPECT_EQ(number(std::numeric_limits<double>::infinity()), "null");
  EXPECT_EQ(number(std::numeric_limits<double>::quiet_NaN()), "null");
  EXPECT_EQ(
      written([](JsonWriter& json) { json.begin_array().number(0.5).number(1.5).end_array(); }),
      "[0.5,1.5]");
}

TEST(JsonWriter, ReadsBackEqualForEveryDouble) {
  EXPECT_TRUE(rc::check([](double value) {
    const std::string text = written([value](JsonWriter& json) { json.number(value); });
    RC_ASSERT(std::strtod(text.c_str(), nullptr) == value);
  }));
}

TEST(JsonWriter, EscapesQuotesBackslashesAndControls) {
  EXPECT_EQ(escaped("a\"b\\c/d"), R"("a\"b\\c/d")");
  EXPECT_EQ(escaped("\n\r\t"), R"("\n\r\t")");
  EXPECT_EQ(escaped("\0\x01\x1F\x7F"sv), "\"\\u0000\\u0001\\u001f\x7F\"");
  EXPECT_EQ(escaped(""), "\"\"");
}

TEST(JsonWriter, WritesUtf8Raw) {
  EXPECT_EQ(escaped("ü€😀\u2028"), "\"ü€😀\u2028\"");
}

TEST(JsonWriter, FindsWhatToEscapeAtEveryPlace) {
  for (size_t length = 1; length < 40; ++length) {
    for (size_t at = 0; at < length; ++at) {
      for (const char c : "\"\\\n\x1F\xFF\xC3\x7F\x20"sv) {
        std::string text(length, 'a');
        text[at] = c;
        ASSERT_EQ(escaped(text), escaped_slowly(text)) << length << ' ' << at << ' ' << int{c};
      }
    }
  }
}

TEST(JsonWriter, AgreesWithEscapingByteByByte) {
  EXPECT_TRUE(rc::check([](const std::string& text) {
    RC_ASSERT(escaped(text) == escaped_slowly(text));
    RC_ASSERT(is_utf8(escaped(text)));
  }));
}

TEST(JsonWriter, GivesTheBytesInHexBesideTextThatIsNoUtf8) {
  EXPECT_EQ(written([](JsonWriter& json) {
              json.begin_object().text("name", "f\xFF\"").text("file", "ü").end_object();
            }),
            "{\"name\":\"f\xEF\xBF\xBD\\\"\",\"name_bytes\":\"66ff22\",\"file\":\"ü\"}");
}

TEST(JsonWriter, WritesNullForNoText) {
  EXPECT_EQ(written([](JsonWriter& json) {
              json.begin_object().text("a", "").text_or_null("b", "").text_or_null("c", "x");
              json.text_or_null("d", "\xFF").end_object();
            }),
            "{\"a\":\"\",\"b\":null,\"c\":\"x\",\"d\":\"\xEF\xBF\xBD\",\"d_bytes\":\"ff\"}");
}

TEST(JsonWriter, BreaksLinesOnlyBetweenTokens) {
  EXPECT_EQ(written([](JsonWriter& json) {
              json.begin_array();
              json.newline().integer(1).newline().integer(2).newline().end_array().newline();
            }),
            "[\n1,\n2\n]\n");
  EXPECT_EQ(written([](JsonWriter& json) {
              json.begin_object().key("a").integer(1).newline().key("b").null().end_object();
            }),
            "{\"a\":1,\n\"b\":null}");
}

TEST(JsonWriter, WritesDocumentsBehindOneAnother) {
  EXPECT_EQ(written([](JsonWriter& json) {
              json.begin_object().end_object().newline();
              json.begin_object().end_object().newline();
            }),
            "{}\n{}\n");
}

}  // namespace
}  // namespace quern
