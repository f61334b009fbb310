// SPDX-License-Identifier: MIT
#include "quern/server/embedded.h"

#include <gtest/gtest.h>

#include <string>

#include "quern/server/one_page.h"
#include "quern/server/test_support.h"

namespace quern::server {
namespace {

constexpr uint64_t kPlenty = 10'000'000;

/// The answers of a book by their questions, both as written: each stands on a row of its own.
std::string held_answer(const std::string& book, const std::string& target) {
  const std::string key = "\n\"" + target + "\":";
  const size_t at = book.find(key);
  if (at == std::string::npos) {
    return {};
  }
  const size_t start = at + key.size();
  const size_t next = book.find(",\n\"/api/", start);
  return book.substr(start, (next == std::string::npos ? book.size() - 3 : next) - start);
}

std::string api_answer(const LiveProfiles& live, const std::string& target) {
  std::string body = asked_of(live, target).body;
  body.erase(body.find_last_not_of('\n') + 1);
  return body;
}

TEST(Embedded, HoldsAnswersOfTheApiToTheByte) {
  const auto live = live_profiles_of(kServed, kServed);
  const std::string book = embedded_answers(*live, kPlenty);
  for (const char* target :
       {"/api/meta", "/api/check", "/api/info", "/api/compare", "/api/functions?limit=100&offset=0",
        "/api/functions?limit=100&offset=0&sort=incl", "/api/functions?e=Dr&limit=100&offset=0",
        "/api/files?limit=100&offset=0", "/api/functions?base=base&changed=1&limit=100&offset=0",
        "/api/functions?group=file&limit=100&offset=0", "/api/flame?px=2400", "/api/graph",
        "/api/map", "/api/graph?base=base", "/api/flame?e=Dr&inv=1&px=2400",
        "/api/flame?base=base&px=2400", "/api/tree?base=base&changed=1&limit=400",
        "/api/tree?limit=100&offset=0", "/api/tree?inv=1&limit=100&offset=0"}) {
    EXPECT_EQ(held_answer(book, target), api_answer(*live, target)) << target;
  }
  EXPECT_NE(book.find("\"1152921504606846977\""), std::string::npos);
}

TEST(Embedded, HoldsEachFunctionBranchAndFileOfASmallProfile) {
  const auto live = live_profiles_of(kServed);
  const std::string book = embedded_answers(*live, kPlenty);
  const std::string list = asked_of(*live, "/api/functions").body;
  size_t functions = 0;
  for (size_t at = list.find("\n{\"id\":\""); at != std::string::npos;
       at = list.find("\n{\"id\":\"", at + 1)) {
    const std::string id = list.substr(at + 8, list.find('"', at + 8) - at - 8);
    EXPECT_EQ(held_answer(book, "/api/fn/" + id + "?limit=100"),
              api_answer(*live, "/api/fn/" + id + "?limit=100"));
    ++functions;
  }
  EXPECT_EQ(functions, 4U);
  for (const char* file : {"a.c", "b.c"}) {
    EXPECT_FALSE(held_answer(book, "/api/source/" + file_id(file)).empty()) << file;
  }
  EXPECT_NE(book.find(R"({"what":"functions","held":4,"of":4})"), std::string::npos) << book;
  EXPECT_NE(book.find(R"({"what":"peeks","held":4,"of":4})"), std::string::npos) << book;
  EXPECT_NE(book.find(R"({"what":"sources","held":2,"of":2})"), std::string::npos) << book;
  EXPECT_NE(book.find(R"({"what":"events","held":2,"of":2})"), std::string::npos) << book;
}

TEST(Embedded, HoldsFilesThatNoFunctionIsOf) {
  const auto live = live_profiles_of("events: Ir\nfl=a.c\nfn=f\n1 10\nfi=h.h\n5 30\nfe=a.c\n2 1\n");
  const std::string book = embedded_answers(*live, kPlenty);
  EXPECT_FALSE(held_answer(book, "/api/source/" + file_id("h.h")).empty());
  EXPECT_NE(book.find(R"({"what":"sources","held":2,"of":2})"), std::string::npos) << book;
}

/// A profile of many functions in many files, each calling the next.
std::string long_profile(size_t functions) {
  std::string text = "events: Ir\n";
  for (size_t at = 0; at < functions; ++at) {
    const std::string number = std::to_string(at);
    text += "fl=f" + number + ".c\nfn=function" + number + "\n1 1\n";
    if (at + 1 < functions) {
      const std::string next = std::to_string(at + 1);
      text += "cfi=f" + next + ".c\ncfn=function" + next + "\ncalls=1 1\n2 " +
              std::to_string(functions - at - 1) + "\n";
    }
  }
  return text;
}

TEST(Embedded, StaysWithinItsSizeAndTellsWhatIsLeftOut) {
  const auto live = live_profiles_of(long_profile(3000));
  size_t smaller = 0;
  for (const uint64_t most : {uint64_t{100'000}, uint64_t{400'000}, uint64_t{2'000'000}}) {
    const std::string book = embedded_answers(*live, most);
    EXPECT_LE(book.size(), most + 2000);  // with the head that tells what is held
    EXPECT_GT(book.size(), smaller);
    smaller = book.size();
    EXPECT_NE(book.find("\"of\":3000}"), std::string::npos);
    EXPECT_EQ(book.find(R"("what":"peeks","held":3000)"), std::string::npos);
  }
}

TEST(Embedded, HasSomeOfEverythingHoweverSmall) {
  const std::string profile = long_profile(2000);
  const auto live = live_profiles_of(profile, profile);
  const std::string book = embedded_answers(*live, 1'000'000);
  for (const char* what : {"functions", "compared", "peeks", "branches", "sources"}) {
    EXPECT_EQ(book.find("{\"what\":\"" + std::string(what) + "\",\"held\":0,"), std::string::npos)
        << what << ' ' << book.substr(0, 800);
  }
}

TEST(Embedded, IsTheSameEachTime) {
  EXPECT_EQ(embedded_answers(*live_profiles_of(kServed, kServed), kPlenty),
            embedded_answers(*live_profiles_of(kServed, kServed), kPlenty));
}

TEST(Embedded, EndsNoScriptWhateverNamesAre) {
  const auto live = live_profiles_of(
      "events: "
      "Ir\nfl=</script><script>alert(1)</script>\nfn=<!--<script>\xE2\x80\xA8\xE2\x80\xA9]]>\n"
      "1 5\ncfn=</SCRIPT >\ncalls=1 1\n1 2\nfn=</SCRIPT >\n1 2\n");
  EXPECT_NE(embedded_answers(*live, kPlenty).find("</SCRIPT >"), std::string::npos);
  const Result<std::string> page = one_page(*live, kPlenty);
  if (!page) {
    GTEST_SKIP() << page.error().message;
  }
  const std::string_view start = "quern-answers\">";
  const size_t begin = page->find(start);
  ASSERT_NE(begin, std::string::npos);
  const std::string_view rest = std::string_view(*page).substr(begin + start.size());
  EXPECT_EQ(rest.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                   "+/="),
            rest.find("</script>"));
}

}  // namespace
}  // namespace quern::server
