// SPDX-License-Identifier: MIT
#include "quern/load/open.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include "quern/base/byte_sink.h"
#include "quern/load/find/codes.h"
#include "quern/load/find/first_bytes.h"
#include "quern/load/find/recognize.h"
#include "quern/model/records/record_cursor.h"
#include "quern/save/convert.h"
#include "quern/testing/temporary_folder.h"

namespace quern {
namespace {

const std::string kSmall = "events: Ir\nfl=a.c\nfn=f\n1 5\ncfn=g\ncalls=2 3\n2 7\n";

TEST(Open, GivesSumsOrAllRecords) {
  OpenOptions options;
  const auto sums = open_bytes("in", kSmall, options);
  ASSERT_TRUE(sums);
  EXPECT_FALSE(sums->profile->has_records());
  EXPECT_EQ(sums->profile->inputs().front().format, "callgrind");
  EXPECT_EQ(sums->profile->inputs().front().text_bytes, kSmall.size());
  options.keep = Keep::kAll;
  EXPECT_TRUE(open_bytes("in", kSmall, options)->profile->has_records());
}

/// What of the first event is not in the profile, read as answers are.
int128 not_in_profile(const std::string& bytes, Keep keep) {
  OpenOptions options;
  options.keep = keep;
  options.adds_declared_costs = true;
  const Result<Opened> opened = open_bytes("in", bytes, options);
  EXPECT_TRUE(opened);
  const Profile& profile = *opened->profile;
  int128 sum = 0;
  for (const SumTable& table : profile.tables()) {
    for (size_t row = 0; row < table.self.size(); ++row) {
      sum += table.function(row) == profile.not_in_profile() ? table.self.at(row, 0) : 0;
    }
  }
  return sum;
}

TEST(Open, AddsDeclaredCostsHoweverAProfileIsStored) {
  const std::string part = "events: Ir\nsummary: 1000\nfl=a.c\nfn=f\n1 100\n";
  const std::string native = "version: 1\ncreator: callgrind-3.19.0\npart: 1\n" + part +
                             "totals: 100\npart: 2\n" + part + "totals: 100\n";
  const std::string xdebug =
      "version: 1\ncreator: xdebug 3.1.0 (PHP 8.1.0)\ncmd: a.php\npart: 1\n"
      "positions: line\n\nevents: Time_(10ns) Memory_(bytes)\n\nfl=a.php\n"
      "fn={main}\n1 50 70\n\nsummary: 900 800\n\n";
  OpenOptions options;
  options.keep = Keep::kAll;
  for (const auto& [bytes, expected] :
       {std::pair(native, int128{1800}), std::pair(xdebug, int128{0})}) {
    const auto profile = std::move(open_bytes("in", bytes, options)->profile);
    EXPECT_FALSE(profile->not_in_profile());
    for (const char* format : {"callgrind", "json", "snapshot"}) {
      StringSink stored;
      ASSERT_TRUE(convert(*profile, format, std::nullopt, {}, stored));
      for (const Keep keep : {Keep::kTotals, Keep::kSums, Keep::kAll}) {
        EXPECT_TRUE(not_in_profile(stored.text(), keep) == (keep == Keep::kTotals ? 0 : expected))
            << format;
      }
    }
    EXPECT_TRUE(not_in_profile(bytes, Keep::kSums) == expected);
  }
}

TEST(Open, SaysWhatAnUnknownInputLooksLike) {
  const auto open = [](std::string bytes) {
    return open_bytes("in", std::move(bytes), {}).error();
  };
  EXPECT_EQ(open("\x7f"
                 "ELF...")
                .code,
            "unrecognised");
  EXPECT_NE(open("\x7f"
                 "ELF...")
                .message.find("an object file (ELF)"),
            std::string::npos);
  EXPECT_NE(open("hello\n").message.find("`hello`"), std::string::npos);
  EXPECT_NE(open(std::string("\0\1\2", 3)).message.find("000102"), std::string::npos);
  EXPECT_NE(open("hello\n").hint.find("callgrind"), std::string::npos);
  EXPECT_EQ(open("hello\n").place, (Place{1, 1}));
  EXPECT_EQ(open("").code, "empty-input");
  EXPECT_EQ(open("").place, (Place{1, 1}));
}

/// Parrot's subroutine profiler writes behind all that the program has written.
TEST(Open, ReadsAProfileFarBehindMessages) {
  const auto behind = [](size_t messages, std::optional<std::string> dialect) {
    std::string text;
    while (text.size() < messages) {
      const size_t row = std::min<size_t>(messages - text.size(), 34);
      text += std::string(row - 1, 'x') + "\n";
    }
    OpenOptions options;
    options.dialect = std::move(dialect);
    const Result<Opened> opened = open_bytes(
        "in", text + "events: ops ticks\nsummary: 1 9\n\nfl=x\nfn=0x1a:f\n21 1 9\n\ntotals: 1 9\n",
        options);
    return opened ? opened->profile->inputs().front().dialect : opened.error().code;
  };
  EXPECT_EQ(behind(200'000, std::nullopt), "parrot-subprof");
  EXPECT_EQ(behind(3'000'000, std::nullopt), "unrecognised");
  EXPECT_EQ(behind(3'000'000, "parrot-subprof"), "parrot-subprof");
  EXPECT_EQ(behind(0, "parrot-subprof"), "parrot-subprof");
  for (const size_t end : {size_t{1} << 16, size_t{1} << 20}) {  // rows that what is looked at cuts
    for (size_t before = 20; before < 80; ++before) {
      ASSERT_EQ(behind(end - before, std::nullopt), "parrot-subprof") << end << " - " << before;
    }
  }
}

TEST(Open, RefusesUnknownDialects) {
  OpenOptions options;
  options.dialect = "nonsense";
  const auto opened = open_bytes("in", kSmall, options);
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, "unknown-dialect");
  EXPECT_EQ(opened.error().fault, Fault::kUsage);
}

/// gzip of one stored block, cut behind `size` bytes of text.
std::string cut_gzip(const std::string& text, size_t size) {
  const auto low = static_cast<char>(text.size() & 0xff);
  const auto high = static_cast<char>(text.size() >> 8);
  std::string bytes("\x1f\x8b\x08\0\0\0\0\0\0\x03\x01", 11);
  bytes += {low, high, static_cast<char>(~low), static_cast<char>(~high)};
  return bytes + text.substr(0, size);
}

TEST(Open, ReadsWhatInflatesOfACutXdebugFile) {
  const std::string run =
      "version: 1\ncreator: xdebug 3.5.3\ncmd: a\nevents: Time_(10ns)\n\nfl=a\nfn=f\n1 5\n\n";
  const std::string text = run + "fl=a\nfn=g\n1 7\n";
  for (const size_t lost : {size_t{1}, size_t{3}, size_t{7}}) {  // right behind a LF too
    const auto opened = open_bytes("in", cut_gzip(text, text.size() - lost), {});
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_TRUE(opened->profile->parts()[0].totals[0] == 5);
    ASSERT_EQ(opened->profile->inputs()[0].findings.kinds().size(), 1U);
    EXPECT_EQ(opened->profile->inputs()[0].findings.kinds()[0].code->name, "truncated");
  }
  const auto empty = open_bytes("in", cut_gzip(text, 30), {});
  ASSERT_FALSE(empty);
  EXPECT_EQ(empty.error().code, "compressed-stream");
  const std::string other = "version: 1\nevents: Time\nfl=a\nfn=f\n1 5\n1 5\n";
  const auto refused = open_bytes("in", cut_gzip(other, other.size() - 4), {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "compressed-stream");
}

TEST(Open, TellsADamagedStreamFromAnUnknownText) {
  const std::string unknown = "this is no profile\n";
  const auto sound = cut_gzip(unknown, unknown.size()) + std::string("\xff\xff\xff\xff\0\0\0\0", 8);
  const auto opened = open_bytes("in", sound, {});
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, "compressed-stream");  // its checksum is wrong
  EXPECT_EQ(opened.error().input, "in");
  const auto plain = open_bytes("in", unknown, {});
  ASSERT_FALSE(plain);
  EXPECT_EQ(plain.error().code, "unrecognised");
}

TEST(Open, KeepGoingTurnsErrorsIntoFindings) {
  OpenOptions options;
  options.keep_going = true;
  const auto opened = open_bytes("in", "events: Ir\nfn=f\n1 x\n2 5\n", options);
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->profile->inputs().front().findings.errors(), 1U);
}

TEST(Open, TellsSnapshotsAndPlainCallgrind) {
  const std::string tests = QUERN_SOURCE_DIR "/tests/";
  const std::string text = QUERN_SOURCE_DIR "/docs/examples/callgrind.out.wordcount";
  EXPECT_TRUE(is_plain_callgrind(text));
  EXPECT_FALSE(is_snapshot(text));
  EXPECT_FALSE(is_plain_callgrind(tests + "corpus/recorded/callgrind.out.leaf-new.gz"));
  EXPECT_FALSE(is_plain_callgrind(tests + "corpus/exchange"));
  EXPECT_FALSE(is_plain_callgrind("/dev/null"));
  EXPECT_FALSE(is_plain_callgrind("-"));
}

TEST(Open, BaseRuleCanBeForced) {
  OpenOptions options;
  options.base_rule = "self";
  options.keep = Keep::kAll;
  const auto opened =
      open_bytes("in", "events: Ir\nfn=f\n10 1\ncfn=g\ncalls=1 1\n+4 9\n+1 1\n", options);
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->profile->inputs().front().base_rule, "self");
  RecordCursor cursor(opened->profile->records());
  std::vector<uint64_t> lines;
  while (const Record* record = cursor.next()) {
    lines.push_back(record->at.line);
  }
  EXPECT_EQ(std::set<uint64_t>(lines.begin(), lines.end()), (std::set<uint64_t>{10, 11, 14}));
}

/// Functions whose names are plain, mangled, of a level of recursion, or those of others, in the
/// same file or another one.
std::string many_names() {
  std::string text = "version: 1\ncreator: callgrind-3.19.0\nevents: Ir\n";
  for (int number = 1; number <= 3000; ++number) {
    const std::string id = std::to_string(number);
    const std::string name = number % 50 == 0   ? "_Z1f" + id
                             : number % 31 == 0 ? "name " + std::to_string(number - 1) + "'2"
                             : number % 17 == 0 ? "name " + std::to_string(number - number % 9)
                                                : "name " + id;
    const std::string file = std::to_string(number / 10);
    text += "fl=(" + file + ") " + file + ".c\nfn=(" + id + ") " + name + "\n1 " + id + "\n";
    if (number % 3 == 0) {
      text += "cfn=(" + std::to_string(number / 3) + ")\ncalls=1 1\n1 5\n";
    }
  }
  return text;
}

std::vector<std::string> functions_of(const Profile& profile) {
  std::vector<std::string> all;
  const Symbols& symbols = profile.symbols();
  for (size_t at = 0; at < symbols.functions.size(); ++at) {
    const FunctionId id(at);
    all.push_back(std::string(symbols.name(id)) + " " + std::string(symbols.file(id)));
  }
  return all;
}

TEST(Open, LeavesNamesInTheFileThatNobodyAsksFor) {
  const test::TemporaryFolder folder;
  const std::vector<std::string> files = {folder.file("in", many_names())};
  OpenOptions options;
  options.names.fold = true;
  const Result<Opened> all = open_profile(files, options);
  options.needs_calls = false;
  options.parallel_from = 0;
  for (const unsigned threads : {1U, 2U, 4U}) {
    for (const size_t buffer : {size_t{64}, Window::kDefaultSize}) {
      options.threads = threads;
      options.buffer_bytes = buffer;
      const Result<Opened> left = open_profile(files, options);
      ASSERT_TRUE(all && left);
      const Symbols& symbols = left->profile->symbols();
      size_t stay = 0;
      for (size_t id = 0; id < symbols.names.size(); ++id) {
        stay += symbols.names.is_plain(NameId(id)) ? 1U : 0U;
      }
      EXPECT_GT(stay, 2000U);
      ASSERT_TRUE(left->profile->told_apart() && all->profile->told_apart());
      EXPECT_EQ(functions_of(*left->profile), functions_of(*all->profile));
      EXPECT_TRUE(std::ranges::equal(left->profile->told_apart()->functions,
                                     all->profile->told_apart()->functions));
      EXPECT_FALSE(*symbols.names.damage());
    }
  }
}

/// Parrot's converter names no files of callees: these are found once all blocks are known.
TEST(Open, FindsCalleesOfAConverterByNamesThatWereLeft) {
  const test::TemporaryFolder folder;
  const std::vector<std::string> files = {
      folder.file("in",
                  "version: 1\ncreator: 3.4.1-Debian\npid: 5751\ncmd: x\npart: 1\npositions: "
                  "line\nevents: Ir\n\n"
                  "fl=(1) no_file\nfn=(1) foo\n5 10\n\nfl=(2) b.pir\nfn=(2) bar\n6 7\n"
                  "cfn=(3) foo\ncalls=1 0\n7 10\n\ntotals: 17\n")};
  OpenOptions options;
  options.needs_calls = false;
  const Result<Opened> left = open_profile(files, options);
  ASSERT_TRUE(left);
  EXPECT_EQ(functions_of(*left->profile), (std::vector<std::string>{"foo no_file", "bar b.pir"}));
}

TEST(Open, NoticesThatAFileWithNamesHasChanged) {
  const test::TemporaryFolder folder;
  const std::string text = many_names();
  OpenOptions options;
  options.needs_calls = false;
  const Result<Opened> opened = open_profile(std::array{folder.file("in", text)}, options);
  ASSERT_TRUE(opened);
  const NameTable& names = opened->profile->symbols().names;
  size_t id = 1;
  while (!names.is_plain(NameId(id))) {
    ++id;
  }
  EXPECT_TRUE(names.text(NameId(id)).starts_with("name "));
  EXPECT_TRUE(names.is_intact());
  folder.file("in", std::string(text.size(), 'x'));
  while (!names.is_plain(NameId(id))) {
    ++id;
  }
  static_cast<void>(names.text(NameId(id)));
  EXPECT_FALSE(names.is_intact());
}

TEST(Codes, AreUniqueAndDescribed) {
  std::set<std::string_view> seen;
  for (const CodeInfo* code : all_codes()) {
    EXPECT_TRUE(seen.insert(code->name).second) << code->name;
    EXPECT_FALSE(code->summary.empty());
  }
  EXPECT_GT(seen.size(), 50U);
}

}  // namespace
}  // namespace quern
