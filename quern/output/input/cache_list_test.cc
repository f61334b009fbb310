// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>

#include "quern/output/answers/input.h"
#include "quern/output/render.h"

namespace quern {
namespace {

constexpr int64_t kMinute = 60'000'000'000;

CacheList some_list() {
  return {.folder = "/home/u/.cache/quern",
          .most_bytes = 4'000'000,
          .now_ns = 200 * kMinute,
          .entries = {{"0af3", "/home/u/big.out", 1'500'000, 197 * kMinute},
                      {"77b2", "", 2'000, 0, kCachedCode}}};
}

std::string rendered_list(const CacheList& list, Form form) {
  StringSink out;
  Style style;
  style.form = form;
  render(list, style, out);
  return std::move(out.text());
}

TEST(CacheListAnswer, IsATableForPeople) {
  EXPECT_EQ(rendered_list(some_list(), Form::kText),
            "/home/u/.cache/quern: 1.5 MB in 2 files, at most 4.0 MB\n"
            "\n"
            "  size       used  kind               made of\n"
            "1.5 MB  3 min ago  profile            /home/u/big.out\n"
            "2.0 kB    3 h ago  debug information  -\n");
  EXPECT_EQ(
      rendered_list({.folder = "c", .most_bytes = 1, .now_ns = 0, .entries = {}}, Form::kText),
      "c: 0 bytes in 0 files, at most 1 byte\n");
}

TEST(CacheListAnswer, IsJsonForPrograms) {
  EXPECT_EQ(rendered_list(some_list(), Form::kJson),
            R"({"schema":"quern.cache/1","folder":"/home/u/.cache/quern","bytes":1502000,)"
            R"("limit":4000000,
"entries":[
{"name":"0af3","kind":"profile","source":"/home/u/big.out","bytes":1500000,"age_seconds":180},
{"name":"77b2","kind":"debug information","source":null,"bytes":2000,"age_seconds":12000}
]}
)");
}

TEST(CacheListAnswer, IsRowsForSpreadsheets) {
  EXPECT_EQ(rendered_list(some_list(), Form::kCsv),
            "name,kind,source,bytes,age_seconds\n"
            "0af3,profile,/home/u/big.out,1500000,180\n"
            "77b2,debug information,,2000,12000\n");
}

}  // namespace
}  // namespace quern
