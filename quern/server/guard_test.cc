// SPDX-License-Identifier: MIT
#include "quern/server/guard.h"

#include <gtest/gtest.h>

namespace quern::server {
namespace {

std::string verdict(GuardFacts facts) {
  const Guard guard(4000, "secret");
  const std::optional<Refusal> refused = guard.refuse(facts);
  return refused ? refused->error.code : "";
}

GuardFacts own_request() {
  return {.path = "/api/meta",
          .host = "127.0.0.1:4000",
          .origin = {},
          .fetch_site = {},
          .authorization = "Bearer secret"};
}

TEST(Guard, LetsItsOwnPageAsk) {
  GuardFacts facts = own_request();
  EXPECT_EQ(verdict(facts), "");
  facts.has_origin = true;
  facts.origin = "http://127.0.0.1:4000";
  facts.fetch_site = "same-origin";
  EXPECT_EQ(verdict(facts), "");
  facts.host = "localhost:4000";
  EXPECT_EQ(verdict(facts), "bad-origin");
  facts.origin = "http://localhost:4000";
  EXPECT_EQ(verdict(facts), "");
}

TEST(Guard, RefusesOtherHosts) {
  for (const char* host : {"", "127.0.0.1", "127.0.0.1:4001", "evil.example:4000",
                           "127.0.0.1:4000.evil.example", "LOCALHOST:4000", "0.0.0.0:4000"}) {
    GuardFacts facts = own_request();
    facts.host = host;
    EXPECT_EQ(verdict(facts), "bad-host") << host;
    facts.path = "/";
    EXPECT_EQ(verdict(facts), "bad-host") << host;
  }
}

TEST(Guard, RefusesOtherSites) {
  for (const char* origin : {"", "null", "https://127.0.0.1:4000", "http://evil.example"}) {
    GuardFacts facts = own_request();
    facts.has_origin = true;
    facts.origin = origin;
    EXPECT_EQ(verdict(facts), "bad-origin") << origin;
  }
  for (const char* site : {"cross-site", "same-site", "anything"}) {
    GuardFacts facts = own_request();
    facts.fetch_site = site;
    EXPECT_EQ(verdict(facts), "cross-site") << site;
  }
}

TEST(Guard, WantsTheWholeToken) {
  for (const char* given : {"", "Bearer", "Bearer ", "Bearer secre", "Bearer secret ",
                            "bearer secret", "Bearer secretBearer secret", "secret"}) {
    GuardFacts facts = own_request();
    facts.authorization = given;
    EXPECT_EQ(verdict(facts), "bad-token") << given;
  }
  GuardFacts page = own_request();
  page.path = "/assets/page.js";
  page.authorization = "";
  EXPECT_EQ(verdict(page), "") << "the page itself holds nothing";
}

TEST(Guard, MakesTokensOf128Bits) {
  const Result<std::string> one = new_token();
  const Result<std::string> other = new_token();
  ASSERT_TRUE(one && other);
  EXPECT_EQ(one->size(), 32U);
  EXPECT_NE(*one, *other);
}

TEST(Guard, SeesTheTokenInAHead) {
  const std::string token = "0123456789abcdef0123456789abcdef";
  const Guard guard(8080, token);
  const std::string line = "GET / HTTP/1.1\r\nAuthorization: ";
  EXPECT_TRUE(guard.shows_token(line + "Bearer " + token + "\r\n\r\n"));
  EXPECT_TRUE(guard.shows_token("X: Bearer no\r\nauthorization: Bearer " + token));
  EXPECT_FALSE(guard.shows_token(line + "Bearer " + token.substr(1) + "\r\n\r\n"));
  EXPECT_FALSE(guard.shows_token(line + token + "\r\n\r\n"));
  EXPECT_FALSE(guard.shows_token(""));
}

}  // namespace
}  // namespace quern::server
