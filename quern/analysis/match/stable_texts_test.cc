// SPDX-License-Identifier: MIT
#include "quern/analysis/match/stable_texts.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace quern {
namespace {

constexpr std::array kAll = {Likeness::kPaths, Likeness::kFileNames, Likeness::kName};

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
    for (const Likeness likeness : kAll) {
      int alike = 0;
      for (const Identity& one : all) {
        for (const Identity& other : all) {
          const bool are_alike = texts.text(one, likeness) == texts.text(other, likeness);
          const uint32_t hash = texts.hashes(one)[size_t(likeness)];
          alike += are_alike && one != other ? 1 : 0;
          ASSERT_EQ(are_alike, hash == texts.hashes(other)[size_t(likeness)])
              << one.name << ' ' << one.file << ' ' << one.object << " and " << other.name << ' '
              << other.file << ' ' << other.object;
        }
      }
      EXPECT_GT(alike, 100);
    }
  }
}

TEST(StableTexts, AreEmptyWhereANameTellsNothing) {
  StableTexts texts(false);
  for (const Identity& each : many()) {
    for (const Likeness likeness : kAll) {
      EXPECT_EQ(texts.text(each, likeness).empty(),
                texts.hashes(each)[size_t(likeness)] == StableTexts::kTellsNothing);
    }
  }
}

TEST(StableTexts, AreAlikeByLessAndLess) {
  const StableTexts texts(false);
  const Identity one{"f.isra.0", "/x/a.c", "p"};
  const Identity other{"f", "/y/a.c", "p"};
  const Identity moved{"f", "/y/b.c", "q"};
  EXPECT_NE(texts.text(one, Likeness::kPaths), texts.text(other, Likeness::kPaths));
  EXPECT_EQ(texts.text(one, Likeness::kFileNames), texts.text(other, Likeness::kFileNames));
  EXPECT_NE(texts.text(one, Likeness::kFileNames), texts.text(moved, Likeness::kFileNames));
  EXPECT_EQ(texts.text(one, Likeness::kName), texts.text(moved, Likeness::kName));
  const StableTexts paths(true);
  EXPECT_EQ(paths.text({"/x/f", "", ""}, Likeness::kName),
            paths.text({"/y/f", "", ""}, Likeness::kName));
}

}  // namespace
}  // namespace quern
