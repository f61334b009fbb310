// SPDX-License-Identifier: MIT
#include "quern/workspace/fold_names.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "quern/workspace/workspace.h"

namespace quern {
namespace {

Opened opened(const std::string& text, bool folds) {
  OpenOptions options;
  options.keep = Keep::kAll;
  options.names.fold = folds;
  Result<Opened> result = open_bytes("callgrind.out.1", text, options);
  EXPECT_TRUE(result.has_value());
  return std::move(*result);
}

/// Self costs by name, of functions that are listed.
std::map<std::string, int64_t> costs(const Profile& profile) {
  std::map<std::string, int64_t> sums;
  for (const SumTable& table : profile.tables()) {
    for (size_t row = 0; row < table.functions.size(); ++row) {
      sums[std::string(profile.symbols().name(table.functions[row]))] +=
          static_cast<int64_t>(table.self.at(row, 0));
    }
  }
  return sums;
}

const std::string kHead = "version: 1\ncreator: callgrind-3.19.0\nevents: Ir\nfl=a.c\n";
const std::string kRun =
    kHead +
    "fn=main\n1 1\ncfn=f'main\ncalls=1 1\n2 30\n"
    "fn=f'main\n3 10\ncfn=f'2'f\ncalls=2 1\n4 20\n"
    "fn=f'2'f\n3 20\n"
    "fn=f'main'2\n5 2\n"
    "fn=g'unknown\n6 3\nfn=h()::'lambda'(int)\n7 4\nfn='odd\n8 5\nfn=k'1\n9 6\n";

TEST(FoldNames, CallersAndLevelsBelongToTheirFunction) {
  const Opened result = opened(kRun, true);
  EXPECT_EQ(costs(*result.profile), (std::map<std::string, int64_t>{{"main", 1},
                                                                    {"f", 32},
                                                                    {"g'unknown", 3},
                                                                    {"h()::'lambda'(int)", 4},
                                                                    {"'odd", 5},
                                                                    {"k'1", 6}}));
  size_t recursive = 0;
  RecordCursor cursor(result.profile->records());
  while (const Record* record = cursor.next()) {
    recursive += record->kind == RecordKind::kCall && result.profile->function(record->function) ==
                                                          result.profile->function(record->other)
                     ? 1U
                     : 0U;
  }
  EXPECT_EQ(recursive, 1U);
}

TEST(FoldNames, StayApartOnRequestAndWhereAnotherProgramWrote) {
  EXPECT_EQ(costs(*opened(kRun, false).profile).size(), 8U);
  std::string other = kRun;
  other.replace(other.find("callgrind-3"), 11, "some-tool-3");
  const Opened result = opened(other, true);
  EXPECT_EQ(costs(*result.profile).size(), 8U);
}

}  // namespace
}  // namespace quern
