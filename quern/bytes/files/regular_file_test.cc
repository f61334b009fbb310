// SPDX-License-Identifier: MIT
#include "quern/bytes/files/regular_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "quern/bytes/files/test_support.h"

namespace quern {
namespace {

using test::TemporaryFolder;

TEST(RegularFile, IsReadWholeWithItsTime) {
  const TemporaryFolder folder;
  const std::string text(200'000, 'x');
  const std::string path = folder.file("a.c", text);
  const timespec times[2] = {{.tv_sec = 1, .tv_nsec = 2}, {.tv_sec = 1'700'000'000, .tv_nsec = 3}};
  ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
  const auto file = read_regular_file(path, 200'000);
  ASSERT_TRUE(file);
  EXPECT_EQ(file->bytes, text);
  EXPECT_EQ(file->modified_ns, 1'700'000'000'000'000'003);
  EXPECT_EQ(modified_ns(path), 1'700'000'000'000'000'003);
  EXPECT_EQ(modified_ns(path + "x"), std::nullopt);
}

TEST(RegularFile, RefusesWhatIsNone) {
  const TemporaryFolder folder;
  folder.file("large", std::string(1001, 'x'));
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0666), 0);
  const auto problem = [&folder](const std::string& name) {
    return read_regular_file(folder / name, 1000).error();
  };
  EXPECT_EQ(problem("nothing"), "no such file");
  EXPECT_EQ(problem("large/below"), "no such file");
  EXPECT_EQ(problem("large"), "larger than 1.0 kB");
  EXPECT_EQ(problem(""), "a folder");
  EXPECT_EQ(problem("pipe"), "not a regular file") << "and it does not wait for a writer";
  EXPECT_EQ(problem(std::string("large\0", 6)), "no such file");
  EXPECT_EQ(read_regular_file("/dev/zero", 1000).error(), "not a regular file");
}

TEST(RegularFile, OfAResolvedPathHasNoLinks) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "real");
  folder.file("real/a.c", "text");
  std::filesystem::create_symlink("a.c", folder.path() / "real/link.c");
  std::filesystem::create_symlink("real", folder.path() / "link");
  const auto resolved = resolve_links(folder / "link/../link/link.c");
  ASSERT_TRUE(resolved);
  const std::string root = *resolve_links(folder.path());
  EXPECT_EQ(*resolved, root + "/real/a.c");
  EXPECT_EQ(read_resolved_file(*resolved, 100)->bytes, "text");
  EXPECT_FALSE(read_resolved_file(root + "/real/link.c", 100));
  EXPECT_FALSE(read_resolved_file(root + "/link/a.c", 100));
  EXPECT_EQ(read_resolved_file(root + "/real", 100).error(), "a folder");
  EXPECT_EQ(read_resolved_file("/", 100).error(), "a folder");
  EXPECT_EQ(read_resolved_file(root + "/real/a.c/b", 100).error(), "no such file");
  EXPECT_EQ(resolve_links(folder / "nothing").error(), "no such file");
  EXPECT_EQ(resolve_links(std::string("a\0b", 3)).error(), "no such file");
}

}  // namespace
}  // namespace quern
