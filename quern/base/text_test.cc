// SPDX-License-Identifier: MIT
#include "quern/base/text.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <array>
#include <limits>

namespace quern {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;

const std::string kFffd = "\xEF\xBF\xBD";

std::string encoded(char32_t point) {
  const auto tail = [point](unsigned shift) {
    return static_cast<char>(0x80U | ((point >> shift) & 0x3FU));
  };
  if (point < 0x80) {
    return {static_cast<char>(point)};
  }
  if (point < 0x800) {
    return {static_cast<char>(0xC0U | (point >> 6U)), tail(0)};
  }
  if (point < 0x10000) {
    return {static_cast<char>(0xE0U | (point >> 12U)), tail(6), tail(0)};
  }
  return {static_cast<char>(0xF0U | (point >> 18U)), tail(12), tail(6), tail(0)};
}

TEST(Trim, TakesBlanksFromBothEndsOnly) {
  EXPECT_EQ(trim(" \t a b\t "), "a b");
  EXPECT_EQ(trim("a"), "a");
  EXPECT_EQ(trim(" \t"), "");
  EXPECT_EQ(trim(""), "");
  EXPECT_EQ(trim("\na\r"), "\na\r");
}

TEST(Utf8, AcceptsEveryCodePointButSurrogates) {
  for (char32_t point = 0; point <= 0x110000; ++point) {
    const bool valid = point <= 0x10FFFF && (point < 0xD800 || point > 0xDFFF);
    const std::string text = encoded(point);
    ASSERT_EQ(utf8_sequence(text), valid ? text.size() : 0U) << static_cast<uint32_t>(point);
    ASSERT_EQ(is_utf8(text), valid) << static_cast<uint32_t>(point);
  }
}

TEST(Utf8, RefusesOverlongForms) {
  for (const std::string_view text : {"\xC0\x80"sv, "\xC1\xBF"sv, "\xE0\x9F\xBF"sv,
                                      "\xF0\x8F\xBF\xBF"sv, "\xF8\x88\x80\x80\x80"sv}) {
    EXPECT_FALSE(is_utf8(text)) << to_hex(text);
  }
}

TEST(Utf8, RefusesCutAndStrayBytesAnywhere) {
  for (size_t before = 0; before < 20; ++before) {
    const std::string ascii(before, 'a');
    for (const char* broken :
         {"\xC3", "\xE2\x82", "\xF0\x9F\x98", "\x80", "\xFF", "\xC3(", "\xE2("}) {
      EXPECT_FALSE(is_utf8(ascii + broken)) << before;
      EXPECT_FALSE(is_utf8(ascii + broken + ascii)) << before;
    }
    EXPECT_TRUE(is_utf8(ascii + "ü€😀" + ascii)) << before;
  }
  EXPECT_TRUE(is_utf8(""));
  EXPECT_EQ(utf8_sequence(""), 0U);
  EXPECT_EQ(utf8_sequence("\0"sv), 1U);
}

TEST(ToUtf8, ReplacesEachByteThatBelongsToNothing) {
  EXPECT_EQ(to_utf8("a\xFF\xFE"sv), "a" + kFffd + kFffd);
  EXPECT_EQ(to_utf8("\xE2\x82x"), kFffd + kFffd + "x");
  EXPECT_EQ(to_utf8("plain ü"), "plain ü");
  EXPECT_EQ(to_utf8("a\0b"sv), "a\0b"s);
}

TEST(ToUtf8, AlwaysGivesUtf8AndLeavesUtf8Alone) {
  EXPECT_TRUE(rc::check([](const std::string& bytes) {
    const std::string text = to_utf8(bytes);
    RC_ASSERT(is_utf8(text));
    RC_ASSERT((text == bytes) == is_utf8(bytes));
  }));
}

TEST(ToHex, WritesTwoLowerCaseDigitsAByte) {
  EXPECT_EQ(to_hex("\x03\xFF\0 "sv), "03ff0020");
  EXPECT_EQ(to_hex(""), "");
}

TEST(Printable, DefusesEscapesAndControls) {
  EXPECT_EQ(printable("\x1B[31mred"), kFffd + "[31mred");
  EXPECT_EQ(printable("a\tb"), "a b");
  EXPECT_EQ(printable("a\nb\r\0\x7F"sv), "a" + kFffd + "b" + kFffd + kFffd + kFffd);
  EXPECT_EQ(printable("\xC2\x9B"
                      "31m"),
            kFffd + "31m");  // U+009B: an escape sequence's start in one character
}

TEST(Printable, DefusesBidirectionalControls) {
  for (const char32_t point : U"\u061C\u200E\u200F\u202A\u202E\u2066\u2069"sv) {
    EXPECT_EQ(printable(encoded(point)), kFffd) << static_cast<uint32_t>(point);
  }
  for (const char32_t point : U"\u00A0\u061B\u200D\u202F\u206A\U0001F600"sv) {
    EXPECT_EQ(printable(encoded(point)), encoded(point)) << static_cast<uint32_t>(point);
  }
}

TEST(Printable, ReplacesWhatIsNoUtf8) {
  EXPECT_EQ(printable("a\xFFz"), "a" + kFffd + "z");
}

TEST(Grouped, SetsACommaEveryThreeDigits) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(grouped(-999), "-999");
  EXPECT_EQ(grouped(-123456), "-123,456");
  EXPECT_EQ(grouped(kUint64Max), "18,446,744,073,709,551,615");
}

TEST(Nearest, FindsSlipsOfTheHand) {
  constexpr std::array<std::string_view, 6> kWords = {"annotate", "calls", "check",
                                                      "flame",    "top",   "tree"};
  EXPECT_EQ(nearest("anotate", kWords), "annotate");
  EXPECT_EQ(nearest("tpo", kWords), "top");
  EXPECT_EQ(nearest("cals", kWords), "calls");
  EXPECT_EQ(nearest("treee", kWords), "tree");
  EXPECT_EQ(nearest("chekc", kWords), "check");
  EXPECT_EQ(nearest("top", kWords), "top");
}

TEST(Nearest, OffersNothingThatIsFarAway) {
  constexpr std::array<std::string_view, 3> kWords = {"annotate", "top", "x"};
  EXPECT_EQ(nearest("frobnicate", kWords), std::nullopt);
  EXPECT_EQ(nearest("y", kWords), std::nullopt);
  EXPECT_EQ(nearest("", kWords), std::nullopt);
  EXPECT_EQ(nearest("top", {}), std::nullopt);
}

TEST(Nearest, PrefersTheCloserAndThenTheFirst) {
  constexpr std::array<std::string_view, 3> kWords = {"abcdxx", "abcdex", "abcdey"};
  EXPECT_EQ(nearest("abcdef", kWords), "abcdex");
}

TEST(Nearest, LooksAtNoWordBeyondItsLimit) {
  const std::string longest(255, 'a');
  const std::string beyond(256, 'a');
  const std::array<std::string_view, 2> words = {beyond, longest};
  EXPECT_EQ(nearest(longest, words), longest);
  EXPECT_EQ(nearest(beyond, words), std::nullopt);
}

TEST(Counted, AddsAnSUnlessThereIsOne) {
  EXPECT_EQ(counted(0, "line"), "0 lines");
  EXPECT_EQ(counted(1, "line"), "1 line");
  EXPECT_EQ(counted(12345, "line"), "12,345 lines");
  EXPECT_EQ(counted(std::numeric_limits<uint64_t>::max(), "call"),
            "18,446,744,073,709,551,615 calls");
}

TEST(Base64, HasTheStandardsExamples) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64("\xFF\xFB\xFE"), "//v+");
}

TEST(ByteSize, ReadsAsPeopleWriteIt) {
  EXPECT_EQ(byte_size(0), "0 bytes");
  EXPECT_EQ(byte_size(1), "1 byte");
  EXPECT_EQ(byte_size(512), "512 bytes");
  EXPECT_EQ(byte_size(1000), "1.0 kB");
  EXPECT_EQ(byte_size(93'400'000), "93.4 MB");
  EXPECT_EQ(byte_size(999'949), "999.9 kB");
  EXPECT_EQ(byte_size(999'950), "1.0 MB");
  EXPECT_EQ(byte_size(std::numeric_limits<uint64_t>::max()), "18.4 EB");
}

TEST(BaseName, IsBehindTheLastSlash) {
  EXPECT_EQ(base_name("/usr/lib/libc.so.6"), "libc.so.6");
  EXPECT_EQ(base_name("a"), "a");
}

}  // namespace
}  // namespace quern
