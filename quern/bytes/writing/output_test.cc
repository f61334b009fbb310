// SPDX-License-Identifier: MIT
#include "quern/bytes/writing/output.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <thread>

#include "quern/bytes/files/test_support.h"

namespace quern {
namespace {

using test::content;
using test::TemporaryFolder;

using Names = std::vector<std::string>;

mode_t mode_of(const std::string& path) {
  struct stat status{};
  EXPECT_EQ(::stat(path.c_str(), &status), 0);
  return status.st_mode & mode_t{07777};
}

Diagnostic output_error_of(const std::string& path, bool replace = false) {
  const Result<Output> output = create_output(path, replace);
  EXPECT_FALSE(output.has_value());
  return output ? Diagnostic{} : output.error();
}

void write_file(const std::string& path, std::string_view text, bool replace = false) {
  Result<Output> output = create_output(path, replace);
  ASSERT_TRUE(output) << output.error().message;
  output->write(text);
  EXPECT_TRUE(output->commit());
}

TEST(CreateOutput, WritesAFileOnceItIsWhole) {
  const TemporaryFolder folder;
  Result<Output> output = create_output(folder / "out.json", false);
  ASSERT_TRUE(output);
  output->write("one ");
  output->write("two");
  ASSERT_EQ(folder.names().size(), 1U);
  EXPECT_TRUE(folder.names()[0].starts_with(".out.json.quern-"));
  EXPECT_TRUE(output->commit());
  EXPECT_FALSE(output->failed());
  EXPECT_EQ(folder.names(), Names{"out.json"});
  EXPECT_EQ(content(folder / "out.json"), "one two");
}

TEST(CreateOutput, WritesMuchInAnyPieces) {
  const TemporaryFolder folder;
  std::string all;
  Result<Output> output = create_output(folder / "out", false);
  ASSERT_TRUE(output);
  for (const size_t size : {1U, 65'535U, 65'536U, 65'537U, 0U, 40'000U, 40'000U, 1'000'000U, 3U}) {
    const std::string piece(size, static_cast<char>('a' + size % 26));
    all += piece;
    output->write(piece);
  }
  EXPECT_TRUE(output->commit());
  EXPECT_TRUE(content(folder / "out") == all);
}

TEST(CreateOutput, WritesAnEmptyFile) {
  const TemporaryFolder folder;
  write_file(folder / "out", "");
  EXPECT_EQ(folder.names(), Names{"out"});
}

TEST(CreateOutput, LeavesNothingBehindUncommitted) {
  const TemporaryFolder folder;
  {
    Result<Output> output = create_output(folder / "out", false);
    ASSERT_TRUE(output);
    output->write(std::string(100'000, 'x'));
    const Output moved = std::move(*output);
    EXPECT_EQ(folder.names().size(), 1U);
  }
  EXPECT_EQ(folder.names(), Names{});
}

TEST(CreateOutput, NeverReplacesUnasked) {
  const TemporaryFolder folder;
  folder.file("out", "old");
  const Diagnostic error = output_error_of(folder / "out");
  EXPECT_EQ(error.fault, Fault::kOutput);
  EXPECT_EQ(error.code, "output-exists");
  EXPECT_EQ(error.message, "a file of this name exists");
  EXPECT_EQ(error.hint, "--force replaces it");
  EXPECT_EQ(error.input, folder / "out");
  EXPECT_EQ(content(folder / "out"), "old");
  EXPECT_EQ(folder.names(), Names{"out"});
}

TEST(CreateOutput, NeverReplacesWhatAppearsMeanwhile) {
  const TemporaryFolder folder;
  Result<Output> output = create_output(folder / "out", false);
  ASSERT_TRUE(output);
  output->write("ours");
  folder.file("out", "theirs");
  const Result<void> done = output->commit();
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, "output-exists");
  EXPECT_EQ(content(folder / "out"), "theirs");
  EXPECT_EQ(folder.names(), Names{"out"});
}

TEST(CreateOutput, LetsOneOfManyWin) {
  const TemporaryFolder folder;
  std::array<bool, 4> won{};
  std::vector<std::thread> threads;
  for (size_t i = 0; i < won.size(); ++i) {
    threads.emplace_back([&, i] {
      Result<Output> output = create_output(folder / "out", false);
      if (output) {
        output->write(std::to_string(i));
        won[i] = output->commit().has_value();
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  ASSERT_EQ(std::ranges::count(won, true), 1);
  EXPECT_EQ(folder.names(), Names{"out"});
  EXPECT_TRUE(won[static_cast<size_t>(content(folder / "out")[0] - '0')]);
}

TEST(CreateOutput, ReplacesOnlyWithTheWholeFile) {
  const TemporaryFolder folder;
  folder.file("out", "old");
  {
    Result<Output> output = create_output(folder / "out", true);
    ASSERT_TRUE(output);
    output->write("unfinished");
  }
  EXPECT_EQ(content(folder / "out"), "old");
  write_file(folder / "out", "new", true);
  EXPECT_EQ(content(folder / "out"), "new");
  EXPECT_EQ(folder.names(), Names{"out"});
}

TEST(CreateOutput, FollowsTheUmaskOrTheReplacedFile) {
  const TemporaryFolder folder;
  const mode_t before = ::umask(027);
  write_file(folder / "fresh", "");
  folder.file("old", "");
  ASSERT_EQ(::chmod((folder / "old").c_str(), 0606), 0);
  write_file(folder / "old", "new", true);
  ::umask(before);
  EXPECT_EQ(mode_of(folder / "fresh"), mode_t{0640});
  EXPECT_EQ(mode_of(folder / "old"), mode_t{0606});
}

TEST(CreateOutput, ReplacesWhatALinkPointsTo) {
  const TemporaryFolder folder;
  folder.file("file", "old");
  std::filesystem::create_symlink("file", folder / "link");
  EXPECT_EQ(output_error_of(folder / "link").code, "output-exists");
  write_file(folder / "link", "new", true);
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(content(folder / "file"), "new");
}

TEST(CreateOutput, ReplacesALinkToNowhereOnlyWhenAsked) {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("nowhere", folder / "link");
  EXPECT_EQ(output_error_of(folder / "link").code, "output-exists");
  write_file(folder / "link", "new", true);
  EXPECT_FALSE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(folder.names(), Names{"link"});
}

TEST(CreateOutput, CutsTheTemporaryNameOfALongName) {
  const TemporaryFolder folder;
  const std::string name(255, 'n');
  write_file(folder / name, "text");
  EXPECT_EQ(folder.names(), Names{name});
}

TEST(CreateOutput, WritesIntoTheCurrentFolder) {
  const TemporaryFolder folder;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  write_file("plain", "text");
  std::filesystem::current_path(before);
  EXPECT_EQ(content(folder / "plain"), "text");
}

TEST(CreateOutput, NamesWhatIsInTheWay) {
  const TemporaryFolder folder;
  const std::string file = folder.file("file", "");
  EXPECT_EQ(output_error_of(folder / "missing/out").message, "no such folder");
  EXPECT_EQ(output_error_of(file + "/out").message, "no such folder");
  EXPECT_EQ(output_error_of(folder.path()).message, "this is a folder, not a file");
  EXPECT_EQ(output_error_of(folder.path(), true).code, "output-failed");
  EXPECT_EQ(output_error_of(folder / "fresh/").code, "output-failed");
  EXPECT_EQ(output_error_of("").code, "output-failed");
  EXPECT_EQ(output_error_of(folder / "missing/out").fault, Fault::kOutput);
  EXPECT_EQ(output_error_of(folder / std::string(300, 'n')).code, "output-failed");
}

TEST(CreateOutput, RespectsPermissions) {
  if (::geteuid() == 0) {
    GTEST_SKIP() << "root may write everywhere";
  }
  const TemporaryFolder folder;
  ASSERT_EQ(::mkdir((folder / "closed").c_str(), 0500), 0);
  EXPECT_EQ(output_error_of(folder / "closed/out").message,
            "no permission to write in this folder");
}

TEST(CreateOutput, TellsOfAFullDisk) {
  Result<Output> output = create_output("/dev/full", false);
  ASSERT_TRUE(output);
  output->write("text");
  const Result<void> done = output->commit();
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().fault, Fault::kOutput);
  EXPECT_EQ(done.error().code, "write-failed");
  EXPECT_EQ(done.error().message, "cannot write: no space left on the device");
  EXPECT_EQ(done.error().hint, "free some space, or choose another disk with -o");
  EXPECT_EQ(done.error().input, "/dev/full");
  EXPECT_TRUE(output->failed());
  EXPECT_FALSE(output->pipe_closed());
}

TEST(CreateOutput, FailsEarlyOnceTheBufferIsFull) {
  Result<Output> output = create_output("/dev/full", false);
  ASSERT_TRUE(output);
  EXPECT_FALSE(output->failed());
  output->write(std::string(100'000, 'x'));
  EXPECT_TRUE(output->failed());
  output->write("dropped");
  EXPECT_FALSE(output->commit());
}

TEST(CreateOutput, WritesIntoDevicesAndPipesInPlace) {
  write_file("/dev/null", "text");
  struct stat status{};
  ASSERT_EQ(::stat("/dev/null", &status), 0);
  EXPECT_TRUE(S_ISCHR(status.st_mode));

  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0666), 0);
  std::string seen;
  std::thread reader([&] { seen = content(folder / "pipe"); });
  write_file(folder / "pipe", "through the pipe");
  reader.join();
  EXPECT_EQ(seen, "through the pipe");
  EXPECT_EQ(folder.names(), Names{"pipe"});
}

TEST(CreateOutput, WritesToANamedDescriptorWhereItStands) {
  const TemporaryFolder folder;
  const std::string path = folder.file("log", "before ");
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_APPEND);
  ASSERT_GE(descriptor, 0);
  write_file("/dev/fd/" + std::to_string(descriptor), "after");
  write_file("/proc/self/fd/" + std::to_string(descriptor), " all");
  EXPECT_EQ(::close(descriptor), 0);  // ours stayed open
  EXPECT_EQ(content(path), "before after all");
  EXPECT_EQ(folder.names(), Names{"log"});
  EXPECT_EQ(output_error_of("/dev/fd/999999").code, "output-failed");
}

TEST(DescriptorOutput, WritesOnCommitAndLeavesTheDescriptorOpen) {
  const TemporaryFolder folder;
  const std::string path = folder.file("out", "");
  const int descriptor = ::open(path.c_str(), O_WRONLY);
  {
    Output output = descriptor_output(descriptor, "<stdout>");
    output.write("one ");
    EXPECT_TRUE(output.commit());
    EXPECT_EQ(content(path), "one ");
    output.write("two");
    EXPECT_TRUE(output.commit());
  }
  EXPECT_EQ(::close(descriptor), 0);
  EXPECT_EQ(content(path), "one two");
}

TEST(DescriptorOutput, EndsQuietlyWhenTheReaderHasGone) {
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  ::close(ends[0]);
  Output output = descriptor_output(ends[1], "<stdout>");
  EXPECT_FALSE(output.failed());
  output.write(std::string(100'000, 'x'));
  EXPECT_TRUE(output.failed());
  EXPECT_TRUE(output.pipe_closed());
  EXPECT_TRUE(output.commit());
  ::close(ends[1]);
  std::signal(SIGPIPE, before);
}

TEST(DescriptorOutput, WaitsForASlowReader) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe2(ends.data(), O_NONBLOCK), 0);
  const std::string text(1'000'000, 'x');  // far more than a pipe holds
  std::thread writer([&] {
    Output output = descriptor_output(ends[1], "<stdout>");
    output.write(text);
    EXPECT_TRUE(output.commit());
    ::close(ends[1]);
  });
  ::fcntl(ends[0], F_SETFL, 0);
  std::string seen;
  std::array<char, 1'000> piece{};
  for (ssize_t got = 1; got > 0; seen.append(piece.data(), static_cast<size_t>(got))) {
    got = ::read(ends[0], piece.data(), piece.size());
  }
  writer.join();
  ::close(ends[0]);
  EXPECT_TRUE(seen == text);
}

TEST(DescriptorOutput, TellsOfAClosedDescriptor) {
  Output output = descriptor_output(-1, "<stdout>");
  output.write("text");
  const Result<void> done = output.commit();
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message, "cannot write: bad file descriptor");
  EXPECT_EQ(done.error().input, "<stdout>");
}

TEST(RemoveTemporaryFiles, RemovesThoseThatAreOpen) {
  const TemporaryFolder folder;
  write_file(folder / "whole", "text");
  Result<Output> first = create_output(folder / "first", false);
  Result<Output> second = create_output(folder / "second", false);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(folder.names().size(), 3U);
  remove_temporary_files();
  EXPECT_EQ(folder.names(), Names{"whole"});
  EXPECT_FALSE(first->commit());
}

TEST(RemoveTemporaryFiles, WorksInASignalHandler) {
  const TemporaryFolder folder;
  const pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGTERM, [](int) {
      remove_temporary_files();
      ::_exit(77);
    });
    Result<Output> output = create_output(folder / "out", false);
    std::raise(SIGTERM);
    ::_exit(output ? 1 : 2);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 77);
  EXPECT_EQ(folder.names(), Names{});
}

TEST(RemoveTemporaryFiles, ReusesItsPlaces) {
  const TemporaryFolder folder;
  for (int i = 0; i < 1'000; ++i) {  // many more than there are places
    const Result<Output> output = create_output(folder / "out", false);
    ASSERT_TRUE(output);
  }
  const Result<Output> output = create_output(folder / "out", false);
  EXPECT_EQ(folder.names().size(), 1U);
  remove_temporary_files();
  EXPECT_EQ(folder.names(), Names{});
}

TEST(CreateOutput, WorksBeyondThePlacesForSignals) {
  const TemporaryFolder folder;
  std::vector<Output> outputs;
  for (int i = 0; i < 100; ++i) {
    Result<Output> output = create_output(folder / std::to_string(i), false);
    ASSERT_TRUE(output);
    outputs.push_back(std::move(*output));
  }
  for (Output& output : outputs) {
    EXPECT_TRUE(output.commit());
  }
  EXPECT_EQ(folder.names().size(), 100U);
}

TEST(StringSink, CollectsAndNeverFails) {
  StringSink sink;
  sink.write("one ");
  sink.write("two");
  EXPECT_EQ(sink.text(), "one two");
  EXPECT_FALSE(sink.failed());
}

}  // namespace
}  // namespace quern
