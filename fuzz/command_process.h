// SPDX-License-Identifier: MIT
//
// The command in this process, as a user would call it: words in, exit code and both streams out.
// Standard output and standard error of the process belong to it from begin() on.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace quern::fuzzing {

struct Ended {
  int code = 0;
  std::string out;
  std::string err;
};

class CommandProcess {
 public:
  /// Creates a private folder, which is removed when the process exits, and keeps the standard
  /// error that the process has now for fail().
  CommandProcess();
  /// Gives the two streams to the command.
  void begin();

  /// Writes @in and its copy @same.
  void set_profile(std::string_view bytes);
  /// Runs `line`, whose words are separated by blanks; words with `@` are files of the folder.
  /// The folder holds its known files and nothing else when the command ends, or fail() is called.
  Ended run(std::string_view line);
  /// Ends the process, with `reason`, the last command line and what the command printed.
  [[noreturn]] void fail(std::string_view reason) const;

  /// The bytes of a file of the folder, such as `out`; nothing if there is no such file.
  [[nodiscard]] std::string bytes_of(std::string_view name) const;
  [[nodiscard]] bool has(std::string_view name) const;
  void remove(std::string_view name) const;

 private:
  void write(std::string_view name, std::string_view bytes) const;
  [[nodiscard]] std::string path(std::string_view name) const;
  [[nodiscard]] std::vector<std::string> words_of(std::string_view line) const;
  void expect_known_files() const;

  std::string folder_;
  std::string line_;
  Ended last_;
  int messages_ = -1;  ///< the standard error of the fuzzer
  int out_ = -1;
  int err_ = -1;
};

}  // namespace quern::fuzzing
