// SPDX-License-Identifier: MIT
#include "quern/bytes/reading/source.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <thread>

#include "quern/bytes/files/test_support.h"

namespace quern {
namespace {

using test::drain;
using test::TemporaryFolder;
using test::TextSource;

/// "hello\n", as gzip -n stores it.
const std::string kHelloGzip(
    "\x1F\x8B\x08\0\0\0\0\0\0\x03\xCB\x48\xCD\xC9\xC9\xE7\x02\0\x20\x30\x3A\x36\x06\0\0\0", 26);

/// Standard input is `descriptor` while this lives.
class StandardInput {
 public:
  explicit StandardInput(int descriptor) : before_(::dup(STDIN_FILENO)) {
    EXPECT_EQ(::dup2(descriptor, STDIN_FILENO), STDIN_FILENO);
    ::close(descriptor);
  }
  StandardInput(const StandardInput&) = delete;
  StandardInput& operator=(const StandardInput&) = delete;
  ~StandardInput() {
    ::dup2(before_, STDIN_FILENO);
    ::close(before_);
  }

 private:
  int before_;
};

int pipe_with(std::string_view text) {
  std::array<int, 2> ends{};
  EXPECT_EQ(::pipe(ends.data()), 0);
  EXPECT_EQ(::write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  ::close(ends[1]);
  return ends[0];
}

Diagnostic opening_error(const std::string& path) {
  const Result<Input> input = open_input(path);
  EXPECT_FALSE(input.has_value());
  return input ? Diagnostic{} : input.error();
}

std::string text_of(Result<Input> input) {
  return input ? drain(*input).text : "<" + input.error().message + ">";
}

TEST(OpenInput, ReadsAFile) {
  const TemporaryFolder folder;
  const std::string path = folder.file("profile", "events: Ir\n");
  Result<Input> input = open_input(path);
  ASSERT_TRUE(input);
  EXPECT_EQ(input->name(), path);
  EXPECT_EQ(input->compression(), Compression::kNone);
  EXPECT_EQ(input->stored_size(), 11U);
  EXPECT_TRUE(input->is_random_access());
  EXPECT_EQ(drain(*input).text, "events: Ir\n");
  EXPECT_EQ(input->counts().raw_bytes, 11U);
  EXPECT_EQ(input->counts().text_bytes, 11U);
}

TEST(OpenInput, ReadsAsAnyRoomWants) {
  const TemporaryFolder folder;
  std::string text(100'000, 'x');
  for (size_t at = 0; at < text.size(); ++at) {
    text[at] = static_cast<char>(at * at);
  }
  const std::string path = folder.file("profile", text);
  for (const size_t room : {1U, 2U, 5U, 6U, 7U, 1'000U, 1'000'000U}) {
    Result<Input> input = open_input(path);
    ASSERT_TRUE(input);
    EXPECT_TRUE(drain(*input, room).text == text) << room;
  }
}

TEST(OpenInput, TakesShortFilesForPlain) {
  const TemporaryFolder folder;
  for (const std::string text : {"", "\x1F", "BZh", "\x28\xB5\x2F",
                                 "\xFD"
                                 "7zXZ"}) {
    Result<Input> input = open_input(folder.file("short", text));
    ASSERT_TRUE(input);
    EXPECT_EQ(input->compression(), Compression::kNone);
    EXPECT_EQ(drain(*input).text, text);
    EXPECT_EQ(drain(*input).text, "");
  }
}

TEST(OpenInput, RecognisesCompressionByContentNotByName) {
  const TemporaryFolder folder;
  Result<Input> input = open_input(folder.file("profile.txt", kHelloGzip));
  ASSERT_TRUE(input);
  EXPECT_EQ(input->compression(), Compression::kGzip);
  EXPECT_FALSE(input->is_random_access());
  EXPECT_EQ(input->stored_size(), kHelloGzip.size());
  EXPECT_EQ(drain(*input).text, "hello\n");
  EXPECT_EQ(input->counts().raw_bytes, kHelloGzip.size());
  EXPECT_EQ(input->counts().text_bytes, 6U);

  EXPECT_EQ(text_of(open_input(folder.file("profile.gz", "plain\n"))), "plain\n");
}

TEST(OpenInput, UnwrapsOnce) {
  Input inner = memory_input("inner", kHelloGzip);
  const std::string stored_block("\x1F\x8B\x08\0\0\0\0\0\0\x03\x01\x1A\0\xE5\xFF", 15);
  // The same member again as the content of a stored block; its trailer is not needed for this.
  Input outer = memory_input("outer", stored_block + kHelloGzip);
  EXPECT_EQ(drain(outer).text, kHelloGzip);
  EXPECT_EQ(drain(inner).text, "hello\n");
}

TEST(OpenInput, PutsItsNameOnErrors) {
  const TemporaryFolder folder;
  const std::string path = folder.file("cut.gz", kHelloGzip.substr(0, 20));
  Result<Input> input = open_input(path);
  ASSERT_TRUE(input);
  const test::Drained drained = drain(*input);
  ASSERT_TRUE(drained.error);
  EXPECT_EQ(drained.error->input, path);
  EXPECT_EQ(drained.error->message, "gzip stream ends early");
  EXPECT_EQ(drained.error->offset, 20U);
  EXPECT_EQ(drained.error->fault, Fault::kInput);
}

TEST(OpenInput, ReadsStandardInput) {
  const StandardInput standard_input(pipe_with("from a pipe\n"));
  Result<Input> input = open_input("-");
  ASSERT_TRUE(input);
  EXPECT_EQ(input->name(), "<stdin>");
  EXPECT_EQ(input->stored_size(), std::nullopt);
  EXPECT_FALSE(input->is_random_access());
  EXPECT_EQ(drain(*input).text, "from a pipe\n");
}

TEST(OpenInput, UnpacksStandardInput) {
  const StandardInput standard_input(pipe_with(kHelloGzip));
  EXPECT_EQ(text_of(open_input("-")), "hello\n");
}

TEST(OpenInput, LeavesStandardInputOpen) {
  const StandardInput standard_input(pipe_with("text"));
  EXPECT_EQ(text_of(open_input("-")), "text");
  EXPECT_NE(::fcntl(STDIN_FILENO, F_GETFD), -1);
}

TEST(OpenInput, RefusesAFolderAsStandardInput) {
  const TemporaryFolder folder;
  const StandardInput standard_input(::open(folder.path().c_str(), O_RDONLY));
  const Diagnostic error = opening_error("-");
  EXPECT_EQ(error.code, "is-a-directory");
  EXPECT_EQ(error.input, "<stdin>");
}

TEST(OpenInput, ReadsAPipeByName) {
  const TemporaryFolder folder;
  const std::string path = folder / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0666), 0);
  std::thread writer([&] {
    const int descriptor = ::open(path.c_str(), O_WRONLY);
    EXPECT_EQ(::write(descriptor, "piece ", 6), 6);
    EXPECT_EQ(::write(descriptor, "by piece\n", 9), 9);
    ::close(descriptor);
  });
  Result<Input> input = open_input(path);
  ASSERT_TRUE(input);
  EXPECT_EQ(input->stored_size(), std::nullopt);
  EXPECT_EQ(drain(*input).text, "piece by piece\n");
  writer.join();
}

TEST(OpenInput, NamesAFileThatMightBeMeant) {
  const TemporaryFolder folder;
  folder.file("callgrind.out.1234", "");
  const Diagnostic error = opening_error(folder / "callgrind.out.1243");
  EXPECT_EQ(error.fault, Fault::kInput);
  EXPECT_EQ(error.code, "no-such-file");
  EXPECT_EQ(error.message, "no such file");
  EXPECT_EQ(error.input, folder / "callgrind.out.1243");
  EXPECT_EQ(error.hint, "did you mean " + (folder / "callgrind.out.1234") + "?");
}

TEST(OpenInput, TellsWhereItLookedWhenNothingIsNear) {
  const TemporaryFolder folder;
  EXPECT_EQ(opening_error(folder / "missing").hint, "relative names start at the current folder");
  EXPECT_EQ(opening_error(folder / "missing/too").code, "no-such-file");
  EXPECT_EQ(opening_error(folder.file("file", "") + "/below").code, "no-such-file");
  EXPECT_EQ(opening_error("").code, "no-such-file");
  EXPECT_EQ(opening_error(folder.file("file", "") + std::string("\0x", 2)).code, "no-such-file");
}

TEST(OpenInput, RefusesAFolder) {
  const TemporaryFolder folder;
  const Diagnostic error = opening_error(folder.path());
  EXPECT_EQ(error.code, "is-a-directory");
  EXPECT_EQ(error.message, "this is a folder, not a file");
  EXPECT_FALSE(error.hint.empty());
}

TEST(OpenInput, RespectsPermissions) {
  if (::geteuid() == 0) {
    GTEST_SKIP() << "root may read everything";
  }
  const TemporaryFolder folder;
  const std::string path = folder.file("secret", "text");
  ASSERT_EQ(::chmod(path.c_str(), 0), 0);
  EXPECT_EQ(opening_error(path).code, "permission-denied");
}

TEST(OpenInput, GivesTheSystemsWordsForTheRest) {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("loop", folder / "loop");
  const Diagnostic error = opening_error(folder / "loop");
  EXPECT_EQ(error.code, "open-failed");
  EXPECT_EQ(error.message, "cannot open the file: too many levels of symbolic links");
}

TEST(OpenInput, TellsOfAReadThatFails) {
  const Diagnostic error = opening_error("/proc/self/mem");  // nothing is mapped at its start
  EXPECT_EQ(error.code, "read-failed");
  EXPECT_EQ(error.message, "cannot read the rest of the file: input/output error");
  EXPECT_EQ(error.input, "/proc/self/mem");
}

TEST(OpenInput, ReadsFilesThatHideTheirSize) {
  Result<Input> input = open_input("/proc/self/status");
  ASSERT_TRUE(input);
  EXPECT_FALSE(input->is_random_access());
  EXPECT_TRUE(drain(*input).text.starts_with("Name:"));
}

TEST(Input, ReadsAnywhereWithoutMoving) {
  const TemporaryFolder folder;
  const std::string path = folder.file("digits", "0123456789");
  Result<Input> file = open_input(path);
  ASSERT_TRUE(file);
  Input memory = memory_input("digits", "0123456789");
  for (Input* input : {&*file, &memory}) {
    ASSERT_TRUE(input->is_random_access());
    std::array<char, 4> room{};
    EXPECT_EQ(input->read_at(3, room), 4U);
    EXPECT_EQ(std::string_view(room.data(), 4), "3456");
    EXPECT_EQ(input->read_at(8, room), 2U);
    EXPECT_EQ(std::string_view(room.data(), 2), "89");
    EXPECT_EQ(input->read_at(10, room), 0U);
    EXPECT_EQ(input->read_at(~uint64_t{0}, room), 0U);
    EXPECT_EQ(input->counts().text_bytes, 0U);
    EXPECT_EQ(drain(*input, 3).text, "0123456789");
  }
}

TEST(Input, RefusesToReadAnywhereInAPipe) {
  Input input("elsewhere", std::make_unique<TextSource>("text"));
  EXPECT_FALSE(input.is_random_access());
  std::array<char, 4> room{};
  const Result<size_t> got = input.read_at(0, room);
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, "read-failed");
  EXPECT_EQ(got.error().input, "elsewhere");
}

TEST(Input, TakesAnothersSourceAsItIs) {
  Input input("elsewhere", std::make_unique<TextSource>(kHelloGzip));
  EXPECT_EQ(input.name(), "elsewhere");
  EXPECT_EQ(input.compression(), Compression::kNone);
  EXPECT_EQ(drain(input).text, kHelloGzip);
  EXPECT_EQ(input.counts().text_bytes, kHelloGzip.size());
}

TEST(Input, StaysGoodWhenMoved) {
  Input first = memory_input("name", "0123456789");
  std::array<char, 4> room{};
  ASSERT_EQ(first.read(room), 4U);
  Input second = std::move(first);
  EXPECT_EQ(drain(second).text, "456789");
  EXPECT_EQ(second.name(), "name");
}

TEST(Input, ReportsHowFarItHasCome) {
  struct Recorder final : ReadProgress {
    std::vector<std::pair<uint64_t, uint64_t>> reports;
    void advanced(uint64_t raw, uint64_t total) override { reports.emplace_back(raw, total); }
  };
  Recorder recorder;
  Input input = memory_input("name", std::string(250, 'x'));
  input.report_to(&recorder);
  EXPECT_EQ(drain(input, 100).text.size(), 250U);
  ASSERT_GE(recorder.reports.size(), 3U);
  EXPECT_EQ(recorder.reports[0], (std::pair<uint64_t, uint64_t>{100, 250}));
  EXPECT_EQ(recorder.reports[1], (std::pair<uint64_t, uint64_t>{200, 250}));
  EXPECT_EQ(recorder.reports[2], (std::pair<uint64_t, uint64_t>{250, 250}));
}

TEST(MemoryInput, UnpacksLikeAFile) {
  Input input = memory_input("hello.gz", kHelloGzip);
  EXPECT_EQ(input.compression(), Compression::kGzip);
  EXPECT_FALSE(input.is_random_access());
  EXPECT_EQ(drain(input).text, "hello\n");
}

}  // namespace
}  // namespace quern
