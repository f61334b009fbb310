// SPDX-License-Identifier: MIT

#include "quern/source/symbols.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "quern/load/open.h"
#include "quern/source/demangle.h"

namespace quern {
namespace {

namespace fs = std::filesystem;

/// main calls 0x20 (a caller, and a place of its own cost) and 0x30 (where the clock alone found
/// the program); 0x40 stands in no file.
std::string dump(std::string_view counter) {
  return "P=(HEX ID=1 N=(a) T=0.005000)\n"
         "C1 FN0=(F0=(a.out)+10 N=(main))+4\n"
         "C2 FN1=(F1=(lib.so)+20 N=(@?0x7f20))+0 V0=(" +
         std::string(counter) +
         "):(1,1,1)\n"
         "C3 FN2=(F1+30 N=(@?0x7f30))+0 V0:(2,2,2)\n"
         "C2 FN3=(F2=()+40 N=(@?0x40))+0 V0:(3,3,3)\n"
         "C2 FN4=(F1+38 N=(_Z1fv))+8 V0:(4,4,4)\n"
         "C2 FN5=(F1+3f N=(_Z1fv.cold))+2 V0:(5,5,5)\n";
}

Opened opened_dump(const std::string& text, const NameOptions& names, Keep keep = Keep::kSums) {
  OpenOptions options;
  options.keep = keep;
  options.names = names;
  Result<Opened> result = open_bytes("dump", text, options);
  EXPECT_TRUE(result) << result.error().message;
  return std::move(*result);
}

/// Self cost of the first event by name.
std::map<std::string, int64_t> costs(const Profile& profile) {
  std::map<std::string, int64_t> found;
  for (const SumTable& table : profile.tables()) {
    for (size_t row = 0; row < table.self.size(); ++row) {
      found[std::string(profile.symbols().name(table.function(row)))] +=
          static_cast<int64_t>(table.self.at(row, 0));
    }
  }
  return found;
}

size_t listed(const Profile& profile) {
  size_t count = 0;
  for (size_t at = 0; at < profile.symbols().functions.size(); ++at) {
    count += profile.is_listed(FunctionId(at)) ? 1U : 0U;
  }
  return count;
}

/// A file that is gone after the test.
class TextFile {
 public:
  explicit TextFile(std::string_view text)
      : path_(::testing::TempDir() + "quern-names-" +
              ::testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::ofstream(path_, std::ios::binary).write(text.data(), std::ssize(text));
  }
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;
  ~TextFile() { fs::remove(path_); }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

TEST(BareFrames, AreThoseWithAnAddressInAnObject) {
  const Opened profile = opened_dump(dump("PERF_TICKS"), {});
  const std::vector<BareFrame> frames = bare_frames(*profile.profile);
  ASSERT_EQ(frames.size(), 2U);
  EXPECT_EQ(frames[0].object, "lib.so");
  EXPECT_EQ(frames[0].address, 0x20U);
  EXPECT_EQ(frames[1].address, 0x30U);
}

TEST(BareFrames, AreLookedUpInFrontOfWhereTheirCalleesReturn) {
  const Opened ticks = opened_dump(dump("PERF_TICKS"), {});
  EXPECT_EQ(bare_frames(*ticks.profile)[0].looked_up, 0x1fU);
  EXPECT_EQ(bare_frames(*ticks.profile)[1].looked_up, 0x30U);
  const Opened memory = opened_dump(dump("MEM_TOTAL"), {});
  EXPECT_EQ(bare_frames(*memory.profile)[0].looked_up, 0x1fU);
  EXPECT_EQ(bare_frames(*memory.profile)[1].looked_up, 0x2fU);
}

TEST(Names, OfAddressesComeFromAFile) {
  const TextFile file(
      "# quern symbols 1\nlib.so\t1f\thidden\t\t\t18\nlib.so\t30\thidden\t\t\t18\n");
  for (const Keep keep : {Keep::kSums, Keep::kAll}) {
    const Opened result = opened_dump(dump("PERF_TICKS"), {.symbol_files = {file.path()}}, keep);
    EXPECT_EQ(costs(*result.profile),
              (std::map<std::string, int64_t>{
                  {"hidden", 3}, {"@?0x40", 3}, {"_Z1fv", 4}, {"_Z1fv.cold", 5}}));
    EXPECT_EQ(listed(*result.profile), 5U);
    EXPECT_EQ(result.notes, (std::vector<std::string>{"functions found for 2 of 2 addresses"}));
    const Contexts& contexts = result.profile->contexts();
    EXPECT_EQ(contexts.position(ContextId(size_t{1})), 0x8);
    EXPECT_EQ(contexts.position(ContextId(size_t{2})), 0x18);
    EXPECT_EQ(contexts.frame(ContextId(size_t{2})).start, 0x30U);
  }
}

TEST(Names, OfAFileThatIsNoneAreAnError) {
  const TextFile file("hello\n");
  OpenOptions options;
  options.names.symbol_files = {file.path()};
  const Result<Opened> result = open_bytes("dump", dump("X"), options);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, "bad-symbol-file");
  EXPECT_EQ(result.error().input, file.path());
}

TEST(Names, AreNotLookedUpUnlessAskedFor) {
  const Opened result = opened_dump(dump("PERF_TICKS"), {});
  EXPECT_TRUE(costs(*result.profile).contains("@?0x7f20"));
  EXPECT_TRUE(result.notes.empty());
}

TEST(Names, BecomeReadableWithoutMergingFunctions) {
  if (!has_demangler()) {
    GTEST_SKIP() << "built without a demangler";
  }
  const std::string text = "events: Ir\nfn=_ZN1AC1Ev\n1 5\nfn=_ZN1AC2Ev\n1 7\nfn=main\n1 1\n";
  const Opened shown = opened_dump(text, {.symbol_files = {}, .demangle = Demangling::kShown});
  EXPECT_EQ(listed(*shown.profile), 3U);
  EXPECT_EQ(costs(*shown.profile), (std::map<std::string, int64_t>{{"A::A()", 12}, {"main", 1}}));
  const Opened merged = opened_dump(text, {.symbol_files = {}, .demangle = Demangling::kMerged});
  EXPECT_EQ(listed(*merged.profile), 2U);
  EXPECT_EQ(costs(*merged.profile), costs(*shown.profile));
  const Opened raw = opened_dump(text, {});
  EXPECT_TRUE(costs(*raw.profile).contains("_ZN1AC1Ev"));
}

TEST(Names, FromAFileBecomeReadableToo) {
  if (!has_demangler()) {
    GTEST_SKIP() << "built without a demangler";
  }
  const TextFile file("# quern symbols 1\nlib.so\t1f\t_Z1fv\nlib.so\t30\t_Z1gi.part.0\n");
  const Opened result = opened_dump(
      dump("PERF_TICKS"), {.symbol_files = {file.path()}, .demangle = Demangling::kShown});
  EXPECT_EQ(
      costs(*result.profile),
      (std::map<std::string, int64_t>{
          {"f()", 5}, {"g(int) [clone .part.0]", 2}, {"@?0x40", 3}, {"f() [clone .cold]", 5}}));
}

TEST(Names, OfAddressesComeFromObjectFiles) {
  if (!can_read_objects()) {
    GTEST_SKIP() << "built without libdw";
  }
  std::string folder = ::testing::TempDir() + "quern-objects-XXXXXX";
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  std::ofstream(folder + "/source.c")
      << "__attribute__((noinline, noreturn)) static void last(void) { for (;;) { } }\n"
         "__attribute__((noinline)) void visible(void) { last(); }\n";
  const std::string command = "cd " + folder +
                              " && cc -O1 -fPIC -shared -o lib.so source.c >/dev/null 2>&1 && "
                              "nm lib.so >nm.txt 2>/dev/null";
  if (std::system(command.c_str()) != 0) {  // NOLINT(concurrency-mt-unsafe)
    fs::remove_all(folder);
    GTEST_SKIP() << "needs cc and nm";
  }
  std::map<std::string, std::string> addresses;
  std::ifstream rows(folder + "/nm.txt");
  for (std::string address, kind, name; rows >> address;) {
    if (address.size() == 16 && rows >> kind >> name) {
      addresses[name] = address.substr(address.find_first_not_of('0'));
    }
  }
  const std::string object = folder + "/lib.so";
  // A caller's address at the start of `visible` is behind a call that ends what is before it.
  const std::string text = "P=(HEX ID=1 N=(a) T=0.005000)\nC1 FN0=(F0=(" + object + ")+" +
                           addresses["visible"] + " N=(@?0x7f10))+0\nC2 FN1=(F0+" +
                           addresses["visible"] +
                           " N=(@?0x7f20))+0 V0=(PERF_TICKS):(1,1,1)\n"
                           "C2 FN2=(F1=(/no/such.so)+1 N=(@?0x7f30))+0 V0:(1,1,1)\n";
  const Opened result = opened_dump(text, {.symbol_files = {}, .resolve = true});
  const Symbols& symbols = result.profile->symbols();
  const Contexts& contexts = result.profile->contexts();
  EXPECT_EQ(symbols.name(contexts.frame(ContextId(size_t{0})).function), "last");
  EXPECT_EQ(symbols.name(contexts.frame(ContextId(size_t{1})).function), "visible");
  EXPECT_EQ(contexts.position(ContextId(size_t{1})), 0);
  EXPECT_EQ(result.notes, (std::vector<std::string>{"functions found for 2 of 3 addresses",
                                                    "cannot read /no/such.so (no such file)"}));

  // What is written here names the same functions elsewhere.
  StringSink sink;
  std::vector<std::string> notes;
  ASSERT_TRUE(write_symbols(*opened_dump(text, {}).profile, sink, notes));
  EXPECT_EQ(notes, result.notes);
  fs::remove_all(folder);
  const TextFile file(sink.text());
  const Opened again = opened_dump(text, {.symbol_files = {file.path()}});
  EXPECT_EQ(costs(*again.profile), costs(*result.profile));
  EXPECT_EQ(again.profile->contexts().position(ContextId(size_t{0})),
            contexts.position(ContextId(size_t{0})));
}

}  // namespace
}  // namespace quern
