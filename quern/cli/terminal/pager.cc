// SPDX-License-Identifier: MIT
#include "quern/cli/terminal/pager.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "quern/cli/terminal/command_words.h"

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX wants it declared

namespace quern::cli {
namespace {

/// Options of less, unless the user has set any: end at once if all fits the screen, show
/// colors, leave the text on the screen.
constexpr std::string_view kLess = "LESS=FRX";

/// The environment, and LESS where it is not set.
std::vector<std::string> pager_environment() {
  std::vector<std::string> all;
  for (char** each = environ; *each != nullptr; ++each) {
    all.emplace_back(*each);
  }
  if (std::getenv("LESS") == nullptr) {
    all.emplace_back(kLess);
  }
  return all;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) {
    pointers.push_back(text.data());
  }
  pointers.push_back(nullptr);
  return pointers;
}

/// Starts a program that reads from `input`; nothing where it cannot be.
std::optional<pid_t> spawn(std::vector<std::string> words, int input) {
  std::vector<std::string> environment = pager_environment();
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawnattr_init(&attributes);
  ::posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
  // What this process ignores must not be ignored there.
  sigset_t signals;
  ::sigemptyset(&signals);
  for (const int number : {SIGPIPE, SIGINT, SIGTERM, SIGHUP}) {
    ::sigaddset(&signals, number);
  }
  ::posix_spawnattr_setsigdefault(&attributes, &signals);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  pid_t process = 0;
  const int problem = ::posix_spawnp(&process, words[0].c_str(), &files, &attributes,
                                     pointers_to(words).data(), pointers_to(environment).data());
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&files);
  return problem == 0 ? std::optional(process) : std::nullopt;
}

}  // namespace

std::string pager_command() {
  for (const char* const name : {"QUERN_PAGER", "PAGER"}) {
    if (const char* const value = std::getenv(name); value != nullptr) {
      const std::string command = value;
      return command == "cat" || split_at_blanks(command).empty() ? "" : command;
    }
  }
  return "less";
}

std::vector<std::string> pager_words(const std::string& command) {
  if (needs_shell(command)) {
    std::vector<std::string> words = {"sh", "-c", command};
    return words;
  }
  return split_at_blanks(command);
}

PagedOutput::PagedOutput(std::string command, size_t rows)
    : command_(std::move(command)),
      rows_(rows),
      output_(descriptor_output(STDOUT_FILENO, "<stdout>")) {}

PagedOutput::~PagedOutput() {
  wait();
}

void PagedOutput::write(std::string_view bytes) {
  if (is_decided_) {
    output_.write(bytes);
    return;
  }
  begun_.append(bytes);
  lines_ += static_cast<size_t>(std::ranges::count(bytes, '\n'));
  if (lines_ >= rows_) {
    start();
    decide();
  }
}

bool PagedOutput::failed() const {
  return output_.failed();
}

/// From here on the answer goes straight to where it belongs.
void PagedOutput::decide() {
  is_decided_ = true;
  output_.write(begun_);
  begun_ = {};
}

void PagedOutput::start() {
  std::array<int, 2> ends = {-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return;
  }
  process_ = spawn(pager_words(command_), ends[0]);
  ::close(ends[0]);
  if (!process_) {
    ::close(ends[1]);
    return;
  }
  pipe_ = ends[1];
  output_ = descriptor_output(pipe_, "<pager>");
  // Ctrl-C is for the pager, which stays; leaving it ends quern.
  ::signal(SIGINT, SIG_IGN);
}

Result<void> PagedOutput::commit() {
  if (!is_decided_) {
    decide();
  }
  Result<void> committed = output_.commit();
  wait();
  return committed;
}

void PagedOutput::wait() {
  if (pipe_ < 0) {
    return;
  }
  ::close(std::exchange(pipe_, -1));
  while (::waitpid(*process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace quern::cli
