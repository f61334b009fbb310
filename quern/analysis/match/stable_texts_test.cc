// SPDX-License-Identifier: MIT
#include "quern/analysis/match/stable_texts.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace quern {
namespace {

constexpr std::array kAll = {Agreement::kPaths, Agreement::kFileNames, Agreement::kName};

/// Each with each of some names, files and objects, many of which are alike.
std::vector<Identity> many() {
  std::vector<Identity> all;
  for (const std::string_view name : {"f", "f.isra.0", "f.part.1", "g", "0x4005d0", "0x4006aa", "",
                                      "a/f", "b/f", "l#1", "l#22"}) {
    for (const std::string_view file : {"", "a.c", "/x/a.c", "/tmp/1/a.c", "/tmp/2/a.c"}) {
      for (const std::string_view object :
           {"", "lib", "/usr/lib", "lib-0123abcd", "lib-4567abcd"}) {
        all.push_back({name, file, object});
      }
    }
  }
  return all;
}

TEST(StableTexts, HaveEqualHashesWhereTheyAreEqual) {
  const std::vector<Identity> all = many();
  for (const bool names_are_paths : {false, true}) {
    StableTexts texts(names_are_paths);
    for (const Agreement agreement : kAll) {
      std::vector<std::string> shared;
      std::vector<uint32_t> hashes;
      for (const Identity& each : all) {
        shared.push_back(texts.text(each, agreement));
        hashes.push_back(texts.hashes(each)[size_t(agreement)]);
      }
      int alike = 0;
      for (size_t one = 0; one < all.size(); ++one) {
        for (size_t other = 0; other < one; ++other) {
          alike += shared[one] == shared[other] ? 1 : 0;
          ASSERT_EQ(shared[one] == shared[other], hashes[one] == hashes[other])
              << shared[one] << " and " << shared[other];
        }
      }
      EXPECT_GT(alike, 100);
    }
  }
}

TEST(StableTexts, AreTheSameOfNoPathAndOfAnEmptyOne) {
  const Identity none{"f", {}, {}};
  const Identity empty{"f", "", ""};
  const Identity some{"f", "a.c", "o"};
  for (const Identity& before : {none, empty, some}) {
    StableTexts texts(false);
    static_cast<void>(texts.hashes(before));
    EXPECT_EQ(texts.hashes(none), texts.hashes(empty));
  }
}

TEST(StableTexts, AreEmptyWhereANameTellsNothing) {
  StableTexts texts(false);
  for (const Identity& each : many()) {
    for (const Agreement agreement : kAll) {
      EXPECT_EQ(texts.text(each, agreement).empty(),
                texts.hashes(each)[size_t(agreement)] == StableTexts::kTellsNothing);
    }
  }
}

TEST(StableTexts, AreAlikeByLessAndLess) {
  const StableTexts texts(false);
  const Identity one{"f.isra.0", "/x/a.c", "p"};
  const Identity other{"f", "/y/a.c", "p"};
  const Identity moved{"f", "/y/b.c", "q"};
  EXPECT_NE(texts.text(one, Agreement::kPaths), texts.text(other, Agreement::kPaths));
  EXPECT_EQ(texts.text(one, Agreement::kFileNames), texts.text(other, Agreement::kFileNames));
  EXPECT_NE(texts.text(one, Agreement::kFileNames), texts.text(moved, Agreement::kFileNames));
  EXPECT_EQ(texts.text(one, Agreement::kName), texts.text(moved, Agreement::kName));
  const StableTexts paths(true);
  EXPECT_EQ(paths.text({"/x/f", "", ""}, Agreement::kName),
            paths.text({"/y/f", "", ""}, Agreement::kName));
}

}  // namespace
}  // namespace quern
