// SPDX-License-Identifier: MIT
#include "quern/compare/source/paired_objects.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <memory>

#include "quern/compare/source/diff_annotation.h"
#include "quern/query/test_support.h"

namespace quern {
namespace {

/// A library with a function that another was inlined into, and profiles of its code.
class PairedObjects : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.file("a.c",
                 "static int twice(int x) {\n  return x * 3 ^ 5;\n}\n"
                 "int work(int x) {\n  return twice(x) + 1;\n}\n");
    const std::string make = "cd '" + folder_.path().string() +
                             "' && cc -O2 -g -fPIC -shared a.c -o a.so 2>/dev/null && cp a.so b.so "
                             "&& objdump -d -l a.so >listing 2>/dev/null";
    if (std::system(make.c_str()) != 0) {
      GTEST_SKIP() << "needs cc and objdump";
    }
  }

  /// Each instruction of the function costs 1 at the line that the listing has.
  [[nodiscard]] std::string profile_of(const std::string& object) const {
    std::ifstream listing(folder_ / "listing");
    std::string text = "positions: instr line\nevents: Ir\nob=" + object +
                       "\nfl=" + folder_ / "a.c" + "\nfn=work\n";
    std::string row, number;
    for (bool is_inside = false; std::getline(listing, row);) {
      is_inside = row.ends_with("<work>:") || (is_inside && !row.empty());
      const size_t file = row.find("/a.c:");
      const size_t address = row.find(":\t");
      if (is_inside && file != std::string::npos) {
        number = row.substr(file + 5, row.find(' ', file) - file - 5);
      } else if (is_inside && address != std::string::npos) {
        const size_t first = row.find_first_not_of(' ');
        text += "0x" + row.substr(first, address - first) + " " + number + " 1\n";
      }
    }
    return text;
  }

  void add(const std::string& text, Version side) {
    profiles_.push_back(read_text(text, Keep::kAll));
    (side == Version::kOld ? runs_.old_runs : runs_.new_runs)
        .push_back({profiles_.back().get(), selected(*profiles_.back())});
    code_.emplace_back(*profiles_.back(), runs_.run(runs_.count() - 1).selection, SourcePlaces());
  }

  [[nodiscard]] bool is_any_known() const {
    return std::ranges::any_of(code_,
                               [](const CodeCosts& own) { return own.inlined().is_known(); });
  }

  TemporaryFolder folder_;
  std::vector<std::unique_ptr<const Profile>> profiles_;
  DiffRuns runs_;
  std::vector<CodeCosts> code_;
};

TEST_F(PairedObjects, AreComparedWhereBothSidesKnowThem) {
  add(profile_of(folder_ / "a.so"), Version::kOld);
  add(profile_of(folder_ / "b.so"), Version::kNew);  // a program may have another name by now
  EXPECT_FALSE(forget_unpaired(code_, runs_));
  EXPECT_TRUE(code_[0].inlined().is_known());
  EXPECT_TRUE(code_[1].inlined().is_known());
  const Result<DiffAnnotation> answer = DiffAnnotation::make(runs_, {.unchanged = true});
  ASSERT_TRUE(answer);
  ASSERT_EQ(answer->shown(), 1U);
  for (const DiffLine& line : answer->file(0).lines) {
    if (line.pair.new_line == 5) {
      EXPECT_GT(exactly(line.new_side->with_inlined.front()), exactly(line.new_side->self.front()));
      EXPECT_EQ(exactly(line.change.with_inlined.front()), 0);
    }
  }
}

TEST_F(PairedObjects, AreForgottenWhereOneSideIsNotKnown) {
  add(profile_of("/nowhere/a.so"), Version::kOld);
  add(profile_of(folder_ / "a.so"), Version::kNew);
  EXPECT_TRUE(is_any_known());
  const std::optional<MissingObject> missing = forget_unpaired(code_, runs_);
  ASSERT_TRUE(missing);
  EXPECT_EQ(missing->side, Version::kOld);
  EXPECT_EQ(missing->object, "/nowhere/a.so");
  EXPECT_EQ(missing->problem, "no such file");
  EXPECT_FALSE(is_any_known());
  for (size_t spot = 0; spot < code_[1].spots(); ++spot) {
    EXPECT_TRUE(code_[1].steps(code_[1].spot(spot)).empty());
  }
}

TEST_F(PairedObjects, AreForgottenWhereOneSideHasNoAddresses) {
  add(profile_of(folder_ / "a.so"), Version::kOld);
  add("events: Ir\nfl=a.c\nfn=work\n5 1\n", Version::kNew);
  const std::optional<MissingObject> missing = forget_unpaired(code_, runs_);
  ASSERT_TRUE(missing);
  EXPECT_EQ(missing->side, Version::kNew);
  EXPECT_EQ(missing->object, "");
  EXPECT_FALSE(is_any_known());
}

TEST_F(PairedObjects, WithoutLinesKeepNothingFromBeingCompared) {
  const std::string bare = "ob=/nowhere/bare.so\nfl=???\nfn=other\n0x10 0 9\n";
  add(profile_of(folder_ / "a.so") + bare, Version::kOld);
  add(profile_of(folder_ / "a.so"), Version::kNew);
  EXPECT_FALSE(forget_unpaired(code_, runs_));
  EXPECT_TRUE(is_any_known());
}

}  // namespace
}  // namespace quern
