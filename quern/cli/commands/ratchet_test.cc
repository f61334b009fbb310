// SPDX-License-Identifier: MIT
#include "quern/cli/commands/ratchet.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace quern::cli {
namespace {

using Limits = std::vector<std::optional<std::string>>;

/// The text with other limits, or the error.
std::string lowered(std::string_view text, const Limits& limits) {
  const Result<Ratchet> ratchet = parse_ratchet(text, "limits.toml");
  const Result<std::string> now =
      ratchet ? with_limits(*ratchet, limits) : failure(ratchet.error());
  if (now) {
    return *now;
  }
  const Diagnostic& error = now.error();
  EXPECT_EQ(error.fault, Fault::kUsage);
  return fmt::format("{}:{}: {} [{}]", error.place.line, error.place.column, error.message,
                     error.code);
}

TEST(Ratchet, ReplacesLimitsAndNothingElse) {
  EXPECT_EQ(lowered("# a=b \"Ir=1\"\nmax = [ \"Ir=1e9\" , # Ir=2\n"
                    "  'fn = \"m=n\": incl(Ir)= 2M',\n  \"fn ~ /\\u00e4=/: Ir=7%\" ]\r\n",
                    {"616", "1", "0.5%"}),
            "# a=b \"Ir=1\"\nmax = [ \"Ir=616\" , # Ir=2\n"
            "  'fn = \"m=n\": incl(Ir)=1',\n  \"fn ~ /\\u00e4=/: Ir=0.5%\" ]\r\n");
}

TEST(Ratchet, TakesRulesBelowGateToo) {
  EXPECT_EQ(lowered("[gate]\nmax = \"Ir=5\"", {"4"}), "[gate]\nmax = \"Ir=4\"");
  EXPECT_EQ(lowered("[gate]\nmax = \"Ir=5\"", {std::nullopt}), "[gate]\nmax = \"Ir=5\"");
}

TEST(Ratchet, PassesOverAByteOrderMark) {
  EXPECT_EQ(lowered("\xef\xbb\xbfmax = [\"Ir=5\",\n\"Ir=6\"]", {"4", "3"}),
            "\xef\xbb\xbfmax = [\"Ir=4\",\n\"Ir=3\"]");
}

TEST(Ratchet, RefusesWhatItCannotReplace) {
  EXPECT_EQ(lowered("max = ['''Ir=5''']", {"4"}),
            "0:0: a limit here is written in a way that quern cannot replace [bad-config]");
  EXPECT_EQ(lowered("max = [\"Ir\\u003d5\"]", {"4"}),
            "0:0: a limit here is written in a way that quern cannot replace [bad-config]");
}

TEST(Ratchet, RefusesWhatIsNoLimit) {
  EXPECT_EQ(lowered("max = [\"Ir=5\",\n \"Ir=+1%\"]", {}),
            "2:2: the rule 'Ir=+1%' is about a change [bad-rule]");
  EXPECT_EQ(lowered("max = [\"new: Ir=5\"]", {}),
            "1:8: the rule 'new: Ir=5' is about what is new [bad-rule]");
  EXPECT_EQ(lowered("limit = 3\nmax = [\"Ir=5\"]", {}),
            "1:1: a file of limits contains max = [...], at the top or under [gate], but not "
            "'limit' [unknown-key]");
  EXPECT_EQ(lowered("[gate]\nmax = [\"Ir=x\"]", {}),
            "2:8: expected a limit such as +1%, -5%, +1000 or 2e9 [bad-rule]");
  EXPECT_EQ(lowered("# nothing\n", {}), "0:0: this file contains no limits [missing-argument]");
}

}  // namespace
}  // namespace quern::cli
