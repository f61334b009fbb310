// SPDX-License-Identifier: MIT
#include "quern/output/text/head.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "quern/output/shared/display_width.h"
#include "quern/output/test_support.h"

namespace quern {
namespace {

std::string head_text(const Head& head, std::string source, size_t width) {
  Style style;
  style.width = width;
  style.source = std::move(source);
  std::string text;
  append_head(text, head, style);
  return text;
}

std::string shown_in(RowOrder order, size_t shown, size_t of, std::string_view rows) {
  const std::unique_ptr<const Profile> profile = read_profile("events: Ir\nfn=f\n1 1\n");
  Selection selection = selected(*profile, {});
  selection.order = order;
  return shown_rows(shown, of, rows, " by X", selection);
}

TEST(Head, SaysWhatIsShownOfWhatInOneLine) {
  const Head head = {
      "Top 20 of 580 functions by self Ir", "", "13,920,001 Ir in total", "", "", {}};
  const std::string line =
      "Top 20 of 580 functions by self Ir · 13,920,001 Ir in total · callgrind.out.4711\n\n";
  EXPECT_EQ(head_text(head, "callgrind.out.4711", 80), line);
  EXPECT_EQ(head_text(head, "callgrind.out.4711", 0), line) << "not a terminal";
}

TEST(Head, ExplainsTheEventWhereAllHasRoom) {
  const Head head = {"All 3 files by self Ir", "", "12 Ir in total", "Instruction Fetch", "", {}};
  const std::string whole =
      "All 3 files by self Ir · 12 Ir in total (Instruction Fetch) · callgrind.out.4711\n\n";
  EXPECT_EQ(head_text(head, "callgrind.out.4711", 0), whole);
  EXPECT_EQ(head_text(head, "callgrind.out.4711", 80), whole);
  EXPECT_EQ(head_text(head, "callgrind.out.4711", 79),
            "All 3 files by self Ir · 12 Ir in total · callgrind.out.4711\n\n");
}

TEST(Head, ShortensNamesOfFilesFirst) {
  const Head head = {"All 3 files by self Ir", "", "12 Ir in total", "", "", {}};
  EXPECT_EQ(head_text(head, "/very/long/path/callgrind.out", 60),
            "All 3 files by self Ir · 12 Ir in total · /very/lon…rind.out\n\n");
  EXPECT_EQ(head_text(head, "/very/long/path/callgrind.out", 45),
            "All 3 files by self Ir · 12 Ir in total\n\n");
}

TEST(Head, ShortensNamesOfFunctionsBeforeItBreaks) {
  const Head head = {
      "Callers of ", "void sort::quick<int>(int*, int*)", "12 Ir in total", "", "", {}};
  EXPECT_EQ(head_text(head, "a.out", 0),
            "Callers of void sort::quick<int>(int*, int*) · 12 Ir in total · a.out\n\n");
  EXPECT_EQ(head_text(head, "a.out", 46), "Callers of sort::quick<int> · 12 Ir in total\n\n");
}

TEST(Head, BreaksOnlyWhereTheBaseHasNoRoom) {
  const Head head = {
      "All 3 files by self change", "", "12 → 14 Ir: +2 (+16.67 %)", "", "12 → 14 Ir", {}};
  EXPECT_EQ(head_text(head, "", 60), "All 3 files by self change · 12 → 14 Ir: +2 (+16.67 %)\n\n");
  EXPECT_EQ(head_text(head, "", 45), "All 3 files by self change · 12 → 14 Ir\n\n");
  EXPECT_EQ(head_text(head, "a.out", 30), "All 3 files by self change\n12 → 14 Ir\n\n");
  EXPECT_EQ(head_text(head, "a.out", 12), "All 3 …hange\n12 → 14 Ir\n\n");
}

TEST(Head, HasNotesOnLinesOfTheirOwn) {
  const Head head = {
      "All 3 files", "", "12 Ir in total", "", "", {"where self > 1", "some parts only"}};
  EXPECT_EQ(head_text(head, "", 0),
            "All 3 files · 12 Ir in total\nwhere self > 1 · some parts only\n\n");
  EXPECT_EQ(head_text(head, "", 30),
            "All 3 files · 12 Ir in total\nwhere self > 1\nsome parts only\n\n");
}

TEST(Head, HidesControlCharactersOfFileNames) {
  EXPECT_EQ(head_text({"No functions", "", "", "", "", {}}, "a\x1b[m", 0),
            "No functions · a\xEF\xBF\xBD[m\n\n");
}

TEST(ShownRows, NamesTheShownAndAllRows) {
  EXPECT_EQ(shown_in(RowOrder::kCost, 20, 580, "580 functions"), "Top 20 of 580 functions by X");
  EXPECT_EQ(shown_in(RowOrder::kCost, 580, 580, "580 functions"), "All 580 functions by X");
  EXPECT_EQ(shown_in(RowOrder::kCost, 1, 1, "1 function"), "1 function");
  EXPECT_EQ(shown_in(RowOrder::kCost, 0, 0, "0 functions"), "No functions");
  EXPECT_EQ(shown_in(RowOrder::kName, 20, 580, "580 functions"), "First 20 of 580 functions by X");
}

/// The first line that is not about incomplete profiles.
std::string head_of_file(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line) && line.starts_with("incomplete: ")) {
  }
  return line;
}

TEST(Head, FitsEightyColumnsInEachAnswer) {
  static constexpr std::string_view kOtherHeads[] = {"check", "codes", "info", "igprof", "summary"};
  size_t heads = 0;
  const std::filesystem::path folder = QUERN_SOURCE_DIR "/tests/golden/output";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    const bool has_head = std::ranges::none_of(
        kOtherHeads, [&name](std::string_view other) { return name.starts_with(other); });
    if (has_head && name.ends_with(".80.txt")) {
      const std::string head = head_of_file(entry.path());
      EXPECT_LE(display_width(head), 80U) << name << ": " << head;
      EXPECT_NE(head.find(" · "), std::string::npos) << name << " lacks a base: " << head;
      ++heads;
    }
  }
  EXPECT_GT(heads, 40U);
}

}  // namespace
}  // namespace quern
