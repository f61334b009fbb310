// SPDX-License-Identifier: MIT
#include "quern/load/outline.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "quern/testing/temporary_folder.h"

namespace quern {
namespace {

using NameList = std::vector<std::string>;

class OutlineTest : public ::testing::Test {
 protected:
  static NameList events_of(const std::string& path) {
    NameList names;
    for (const OfferedEvent& event : offered_events(path, std::nullopt)) {
      names.push_back(event.name);
    }
    return names;
  }

  test::TemporaryFolder folder_;
};

constexpr std::string_view kTwoEvents =
    "# callgrind format\ncreator: callgrind-3.19.0\nevents: Dr D1mr\nfn=_ZN1a1bEv\n1 9 2\n"
    "fn=main\n2 5 1\nfn=rec'2\n3 1 1\nfn=rec\n3 1 1\n";

TEST_F(OutlineTest, EventsAreStoredAndDerivedOnes) {
  const std::string path = folder_.file("two.callgrind", kTwoEvents);
  EXPECT_EQ(events_of(path), (NameList{"Dr", "D1mr", "D1ReadMissRate"}));
  const std::vector<OfferedEvent> offered = offered_events(path, std::nullopt);
  EXPECT_TRUE(offered[1].adds_up);
  EXPECT_EQ(offered[1].long_name, "L1 Data Read Miss");
  EXPECT_FALSE(offered[2].adds_up);
}

TEST_F(OutlineTest, EventsOfALargeFileComeFromItsHeader) {
  const std::string path = folder_.file("large.callgrind", kTwoEvents);
  std::ofstream(path, std::ios::app) << "fn=(";  // an error, far behind the header
  std::filesystem::resize_file(path, kLargestWithNames * 4);
  EXPECT_EQ(events_of(path), (NameList{"Dr", "D1mr", "D1ReadMissRate"}));
}

TEST_F(OutlineTest, FunctionsAreNamedAsInAnswers) {
  const std::string path = folder_.file("names.callgrind", kTwoEvents);
  EXPECT_EQ(function_names(path, std::nullopt), (NameList{"a::b()", "main", "rec"}));
  EXPECT_EQ(function_names(path, std::nullopt, "ma"), NameList{"main"});
}

TEST_F(OutlineTest, ADamagedFileOffersWhatStandsBeforeTheDamage) {
  const std::string path = folder_.file("cut.callgrind", "events: Ir\nfn=f\n1 2\nfn=g\n1 2 3 4\n");
  EXPECT_EQ(events_of(path), NameList{"Ir"});
  EXPECT_EQ(function_names(path, std::nullopt, "f"), NameList{"f"});
}

TEST_F(OutlineTest, FunctionsOfALargerFileAreNotRead) {
  const std::string path = folder_.file("large.callgrind", kTwoEvents);
  std::filesystem::resize_file(path, kLargestWithNames + 1);
  EXPECT_EQ(function_names(path, std::nullopt), NameList{});
}

TEST_F(OutlineTest, FormatsWithoutAHeaderAreReadWhole) {
  const std::string path = std::string(QUERN_SOURCE_DIR) + "/tests/corpus/exchange/go-cpu.pb.gz";
  EXPECT_EQ(events_of(path), (NameList{"cpu", "samples"}));
  EXPECT_EQ(function_names(path, std::nullopt).size(), 5U);
}

TEST_F(OutlineTest, OnlyRegularFilesAreRead) {
  const std::string pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& path : {pipe, folder_ / "missing", folder_.path().string(),
                                  std::string("-"), folder_.file("picture", "\x89PNG\r\n")}) {
    EXPECT_EQ(events_of(path), NameList{}) << path;
    EXPECT_EQ(function_names(path, std::nullopt), NameList{}) << path;
  }
}

}  // namespace
}  // namespace quern
