// SPDX-License-Identifier: MIT
//
// Object files are made by the system's compiler; where there is none, these tests are skipped.
#include "quern/source/symbols.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace quern {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSource = R"(
__attribute__((noinline)) static int hidden(int x) { return x * 3; }
__attribute__((noinline)) int visible(int x) { return hidden(x + 1) + 1; }
int main(void) { return visible(4); }
)";

/// A folder that is gone after the test.
class SymbolFinderTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!can_read_objects()) {
      GTEST_SKIP() << "built without libdw";
    }
    if (!runs("cc --version") || !runs("nm --version") || !runs("objcopy --version")) {
      GTEST_SKIP() << "needs cc, nm and objcopy";
    }
    std::string name = (fs::temp_directory_path() / "quern-symbols-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
    std::ofstream(folder_ / "source.c") << kSource;
  }
  void TearDown() override {
    if (!folder_.empty()) {
      fs::remove_all(folder_);
    }
  }

  [[nodiscard]] bool runs(const std::string& command) const {
    const std::string in_folder = folder_.empty() ? "" : "cd " + folder_.string() + " && ";
    const std::string line = in_folder + command + " >/dev/null 2>&1 </dev/null";
    return std::system(line.c_str()) == 0;  // NOLINT(concurrency-mt-unsafe)
  }
  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_ / name).string();
  }
  /// What `nm` says, so that the address does not come from what is tested.
  [[nodiscard]] uint64_t address_of(const std::string& file, const std::string& function) const {
    const std::string line = "cd " + folder_.string() + " && nm " + file + " >nm.txt 2>/dev/null";
    EXPECT_EQ(std::system(line.c_str()), 0);  // NOLINT(concurrency-mt-unsafe)
    std::ifstream rows(path("nm.txt"));
    for (std::string row; std::getline(rows, row);) {
      std::istringstream words(row);
      std::string address;
      std::string kind;
      std::string name;
      if (words >> address >> kind >> name && name == function) {
        return std::stoull(address, nullptr, 16);
      }
    }
    ADD_FAILURE() << "no " << function << " in " << file;
    return 0;
  }
  [[nodiscard]] std::string bytes_of(const std::string& name) const {
    std::ifstream file(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void write(const std::string& name, std::string_view bytes) const {
    std::ofstream(path(name), std::ios::binary).write(bytes.data(), std::ssize(bytes));
  }

  static std::string name_at(SymbolFinder& finder, const std::string& file, uint64_t address) {
    const std::optional<Symbol> found = finder.find(file, address);
    return found ? found->name : "";
  }

  fs::path folder_;
};

TEST_F(SymbolFinderTest, ReadsTheSymbolTable) {
  ASSERT_TRUE(runs("cc -O1 -fPIC -shared -o lib.so source.c"));
  const uint64_t hidden = address_of("lib.so", "hidden");
  SymbolFinder finder;
  const std::optional<Symbol> found = finder.find(path("lib.so"), hidden + 1);
  ASSERT_NE(found, std::nullopt);
  EXPECT_EQ(*found, (Symbol{"hidden", hidden, "", 0}));
  EXPECT_EQ(name_at(finder, path("lib.so"), address_of("lib.so", "visible")), "visible");
  EXPECT_EQ(name_at(finder, path("lib.so"), 0), "");
  EXPECT_EQ(name_at(finder, path("lib.so"), UINT64_MAX), "");
  EXPECT_TRUE(finder.unreadable().empty());
}

TEST_F(SymbolFinderTest, CountsAddressesFromWhereTheFileIsLoaded) {
  ASSERT_TRUE(runs("cc -O1 -no-pie -o program source.c"));
  const uint64_t hidden = address_of("program", "hidden");
  ASSERT_GT(hidden, 0x400000U);
  SymbolFinder finder;
  const std::optional<Symbol> found = finder.find(path("program"), hidden - 0x400000);
  ASSERT_NE(found, std::nullopt);
  EXPECT_EQ(*found, (Symbol{"hidden", hidden - 0x400000, "", 0}));
}

TEST_F(SymbolFinderTest, FindsWhatIsExportedInAStrippedFile) {
  ASSERT_TRUE(runs("cc -O1 -fPIC -shared -o lib.so source.c"));
  const uint64_t hidden = address_of("lib.so", "hidden");
  const uint64_t visible = address_of("lib.so", "visible");
  ASSERT_TRUE(runs("strip -o stripped.so lib.so"));
  SymbolFinder finder;
  EXPECT_EQ(name_at(finder, path("stripped.so"), visible), "visible");
  EXPECT_EQ(name_at(finder, path("stripped.so"), hidden), "");
}

TEST_F(SymbolFinderTest, TellsLinesOfSourceCode) {
  ASSERT_TRUE(runs("cc -O0 -g -fPIC -shared -o lib.so source.c"));
  SymbolFinder finder;
  const std::optional<Symbol> found = finder.find(path("lib.so"), address_of("lib.so", "hidden"));
  ASSERT_NE(found, std::nullopt);
  EXPECT_EQ(found->line, 2U);
  EXPECT_TRUE(found->file.ends_with("source.c")) << found->file;
}

TEST_F(SymbolFinderTest, ReadsDebugInformationWhereSymbolsAreGone) {
  for (const std::string compiler : {"cc", "clang-19"}) {
    if (!runs(compiler + " -O0 -g -fPIC -shared -o lib.so source.c")) {
      continue;  // the second compiler is welcome, not needed
    }
    const uint64_t hidden = address_of("lib.so", "hidden");
    ASSERT_TRUE(runs("objcopy -w -N '*' --remove-section=.symtab lib.so bare.so") ||
                runs("objcopy -w -N '*' lib.so bare.so"));
    SymbolFinder finder;
    const std::optional<Symbol> found = finder.find(path("bare.so"), hidden + 1);
    ASSERT_NE(found, std::nullopt) << compiler;
    EXPECT_EQ(found->name, "hidden");
    EXPECT_EQ(found->start, hidden);
  }
}

TEST_F(SymbolFinderTest, FollowsTheBuildIdToASeparateFile) {
  ASSERT_TRUE(runs("cc -O1 -g -fPIC -shared -Wl,--build-id=0xabcdef12 -o lib.so source.c"));
  const uint64_t hidden = address_of("lib.so", "hidden");
  ASSERT_TRUE(
      runs("mkdir -p debug/.build-id/ab && objcopy --only-keep-debug lib.so "
           "debug/.build-id/ab/cdef12.debug && strip lib.so"));
  SymbolFinder without;
  EXPECT_EQ(name_at(without, path("lib.so"), hidden), "");
  SymbolFinder finder(path("debug"));
  const std::optional<Symbol> found = finder.find(path("lib.so"), hidden);
  ASSERT_NE(found, std::nullopt);
  EXPECT_EQ(found->name, "hidden");
  EXPECT_EQ(found->line, 2U);
  // The file of another build is not taken.
  ASSERT_TRUE(
      runs("cc -O1 -g -fPIC -shared -Wl,--build-id=0xabcdef13 -o other.so source.c && "
           "cp other.so debug/.build-id/ab/cdef12.debug"));
  SymbolFinder other(path("debug"));
  EXPECT_EQ(name_at(other, path("lib.so"), hidden), "");
}

TEST_F(SymbolFinderTest, FollowsTheDebugLink) {
  ASSERT_TRUE(runs("cc -O1 -g -fPIC -shared -Wl,--build-id=none -o lib.so source.c"));
  const uint64_t hidden = address_of("lib.so", "hidden");
  const std::string place = fs::canonical(folder_).string();
  ASSERT_TRUE(runs("mkdir -p debug" + place +
                   " && objcopy --only-keep-debug lib.so lib.debug && "
                   "strip lib.so && objcopy --add-gnu-debuglink=lib.debug lib.so && "
                   "mv lib.debug debug" +
                   place));
  SymbolFinder finder(path("debug"));
  EXPECT_EQ(name_at(finder, path("lib.so"), hidden), "hidden");
  // One byte more, and its checksum is another.
  std::ofstream(path("debug" + place + "/lib.debug"), std::ios::app) << 'x';
  SymbolFinder changed(path("debug"));
  EXPECT_EQ(name_at(changed, path("lib.so"), hidden), "");
}

TEST_F(SymbolFinderTest, LooksForBareNamesInPath) {
  ASSERT_TRUE(runs("mkdir bin && cc -O1 -o bin/quern-test-program source.c"));
  const uint64_t hidden = address_of("bin/quern-test-program", "hidden");
  const char* const path_before = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe)
  const std::string before = path_before != nullptr ? path_before : "";
  ::setenv("PATH", (path("bin") + ":" + before).c_str(), 1);  // NOLINT(concurrency-mt-unsafe)
  SymbolFinder finder;
  EXPECT_EQ(name_at(finder, "quern-test-program", hidden), "hidden");
  EXPECT_EQ(name_at(finder, "quern-no-such-program", hidden), "");
  EXPECT_EQ(finder.unreadable().at("quern-no-such-program"), "no such file, nor in PATH");
  ::setenv("PATH", before.c_str(), 1);  // NOLINT(concurrency-mt-unsafe)
}

TEST_F(SymbolFinderTest, SaysWhyAnObjectCannotBeRead) {
  ASSERT_TRUE(runs("mkfifo pipe"));
  SymbolFinder finder;
  for (const std::string& file : {path("none.so"), path("source.c"), path("pipe"), folder_.string(),
                                  std::string("/dev/zero")}) {
    EXPECT_EQ(name_at(finder, file, 1), "");
  }
  EXPECT_EQ(finder.unreadable().at(path("none.so")), "no such file");
  EXPECT_EQ(finder.unreadable().at(path("source.c")), "not an ELF file");
  EXPECT_EQ(finder.unreadable().at(path("pipe")), "not a regular file");
  EXPECT_EQ(finder.unreadable().at(folder_.string()), "not a regular file");
  EXPECT_EQ(finder.unreadable().at("/dev/zero"), "not a regular file");
}

TEST_F(SymbolFinderTest, SurvivesFilesThatAreCut) {
  ASSERT_TRUE(runs("cc -O1 -g -fPIC -shared -o lib.so source.c"));
  const std::string whole = bytes_of("lib.so");
  const size_t step = std::max<size_t>(whole.size() / 300, 1);
  for (size_t size = 0; size < whole.size(); size += step) {
    write("cut.so", std::string_view(whole).substr(0, size));
    SymbolFinder finder;
    for (uint64_t address = 0; address < whole.size(); address += 64) {
      (void)finder.find(path("cut.so"), address);
    }
  }
}

TEST_F(SymbolFinderTest, SurvivesAnyBytes) {
  ASSERT_TRUE(runs("cc -O1 -g -fPIC -shared -o lib.so source.c"));
  const std::string whole = bytes_of("lib.so");
  const uint64_t hidden = address_of("lib.so", "hidden");
  std::mt19937_64 random(4711);
  for (int round = 0; round < 1000; ++round) {
    std::string bytes = whole;
    for (size_t slips = 1 + random() % 32; slips != 0; --slips) {
      // Every other slip goes where the tables of sections and segments are.
      const size_t near_an_end = random() % 2048;
      const size_t at = random() % 4 == 0   ? random() % bytes.size()
                        : random() % 2 == 0 ? near_an_end
                                            : bytes.size() - 1 - near_an_end;
      bytes[at] = static_cast<char>(random());
    }
    write("odd.so", bytes);
    SymbolFinder finder;
    for (uint64_t address = 0; address < 64; ++address) {
      (void)finder.find(path("odd.so"), hidden - 32 + address);
    }
  }
}

}  // namespace
}  // namespace quern
