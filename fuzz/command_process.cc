// SPDX-License-Identifier: MIT
#include "fuzz/command_process.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "quern/cli/run.h"

namespace quern::fuzzing {
namespace {

constexpr std::string_view kOld =
    "positions: line\nevents: Ir Dr\nfl=a.c\nfn=main\n1 10 1\ncfn=f\ncalls=1 5\n2 20 2\n"
    "fn=f\n5 20 2\n";

/// The files that the folder may hold.
bool is_known(std::string_view name) {
  constexpr std::array<std::string_view, 4> kFiles = {"in", "same", "old", "out"};
  return std::ranges::find(kFiles, name) != kFiles.end();
}

// The folder outlives each object; exit handlers have no other way to know it.
std::string& folder_of_process() {
  static std::string folder;
  return folder;
}

void remove_folder() {
  std::error_code error;  // a folder that stays is found by `./dev fuzz`, which removes its parent
  std::filesystem::remove_all(folder_of_process(), error);
}

int memory_file(const char* name) {
  const int descriptor = ::memfd_create(name, MFD_CLOEXEC);
  if (descriptor < 0) {
    std::abort();
  }
  return descriptor;
}

/// What was written since empty().
std::string text_of(int descriptor) {
  struct stat status{};
  if (::fstat(descriptor, &status) != 0) {
    std::abort();
  }
  std::string text(static_cast<size_t>(status.st_size), '\0');
  if (::pread(descriptor, text.data(), text.size(), 0) != status.st_size) {
    std::abort();
  }
  return text;
}

void empty(int descriptor) {
  if (::ftruncate(descriptor, 0) != 0 || ::lseek(descriptor, 0, SEEK_SET) != 0) {
    std::abort();
  }
}

}  // namespace

CommandProcess::CommandProcess() : messages_(::dup(STDERR_FILENO)) {
  std::string name = std::filesystem::temp_directory_path() / "quern-fuzz-XXXXXX";
  if (messages_ < 0 || ::mkdtemp(name.data()) == nullptr) {
    std::abort();
  }
  folder_ = name;
  folder_of_process() = folder_;
  (void)std::atexit(remove_folder);
  write("old", kOld);
  for (const char* variable : {"HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"}) {
    (void)::setenv(variable, folder_.c_str(), 1);
  }
}

void CommandProcess::begin() {
  out_ = memory_file("out");
  err_ = memory_file("err");
  (void)::dup2(out_, STDOUT_FILENO);
  (void)::dup2(err_, STDERR_FILENO);
}

void CommandProcess::set_profile(std::string_view bytes) {
  write("in", bytes);
  write("same", bytes);
}

Ended CommandProcess::run(std::string_view line) {
  line_ = line;
  std::vector<std::string> words = words_of(line);
  std::vector<char*> pointers;
  for (std::string& word : words) {
    pointers.push_back(word.data());
  }
  pointers.push_back(nullptr);
  empty(out_);
  empty(err_);
  last_ = {};
  last_.code = cli::run(static_cast<int>(words.size()), pointers.data());
  last_.out = text_of(out_);
  last_.err = text_of(err_);
  expect_known_files();
  return last_;
}

void CommandProcess::fail(std::string_view reason) const {
  const std::string text = std::string("fuzz_command: ") + std::string(reason) + "\nquern " +
                           line_ + "\nexit code " + std::to_string(last_.code) + "\n" + last_.out +
                           last_.err;
  [[maybe_unused]] const ssize_t written = ::write(messages_, text.data(), text.size());
  remove_folder();
  std::abort();
}

std::string CommandProcess::bytes_of(std::string_view name) const {
  std::ifstream file(path(name), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

bool CommandProcess::has(std::string_view name) const {
  return ::access(path(name).c_str(), F_OK) == 0;
}

void CommandProcess::remove(std::string_view name) const {
  (void)::unlink(path(name).c_str());
}

void CommandProcess::write(std::string_view name, std::string_view bytes) const {
  std::ofstream file(path(name), std::ios::binary | std::ios::trunc);
  file << bytes;
  if (!file.flush()) {
    std::abort();
  }
}

std::string CommandProcess::path(std::string_view name) const {
  return folder_ + '/' + std::string(name);
}

std::vector<std::string> CommandProcess::words_of(std::string_view line) const {
  std::vector<std::string> words = {"quern"};
  while (!line.empty()) {
    const std::string_view word = line.substr(0, line.find(' '));
    line.remove_prefix(std::min(line.size(), word.size() + 1));
    const bool is_file = word.starts_with('@') && is_known(word.substr(1));
    words.push_back(is_file ? path(word.substr(1)) : std::string(word));
  }
  words.emplace_back("--no-config");
  return words;
}

void CommandProcess::expect_known_files() const {
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
    const std::string name = entry.path().filename();
    if (!is_known(name)) {
      fail("left " + name + " in the folder");
    }
  }
}

}  // namespace quern::fuzzing
