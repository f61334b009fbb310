// SPDX-License-Identifier: MIT
#include "quern/cli/terminal/browser.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>

#include "quern/bytes/writing/kept_files.h"
#include "quern/bytes/writing/leftovers.h"
#include "quern/bytes/writing/system_calls.h"
#include "quern/cli/terminal/environment.h"

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX wants it declared

namespace quern::cli {
namespace {

bool has_desktop() {
  return !variable("DISPLAY").empty() || !variable("WAYLAND_DISPLAY").empty();
}

/// A new file that only the user may read; empty where there can be none.
std::string private_file(std::string_view bytes) {
  std::string path = "/tmp";
  for (const char* const folder : {"TMPDIR", "XDG_RUNTIME_DIR"}) {
    if (!variable(folder).empty()) {
      path = variable(folder);
    }
  }
  path += "/quern-view-" + random_word() + ".html";
  const int descriptor = system_calls::open_new(path.c_str(), S_IRUSR | S_IWUSR);
  if (descriptor < 0) {
    return {};
  }
  const ssize_t written = system_calls::write(descriptor, bytes.data(), bytes.size());
  if (system_calls::close_written(descriptor) != 0 ||
      written != static_cast<ssize_t>(bytes.size())) {
    remove_file(path);
    return {};
  }
  return path;
}

/// Starts `program` with one argument, its output going nowhere; whether it could be started.
bool start(const std::string& program, std::string argument) {
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    ::posix_spawn_file_actions_addopen(&files, descriptor, "/dev/null", O_RDWR, 0);
  }
  std::string name = program;
  char* const words[] = {name.data(), argument.data(), nullptr};
  pid_t process = 0;
  const int problem = ::posix_spawnp(&process, program.c_str(), &files, nullptr, words, environ);
  ::posix_spawn_file_actions_destroy(&files);
  if (problem != 0) {
    return false;
  }
  int status = 0;  // openers start the browser and end
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

std::string leading_page(const std::string& address) {
  return "<!doctype html><meta charset=\"utf-8\"><meta name=\"referrer\" content=\"no-referrer\">"
         "<meta http-equiv=\"refresh\" content=\"0; url=" +
         address + "\"><title>quern</title><p><a href=\"" + address + "\">Open quern</a>\n";
}

std::optional<OpenedBrowser> OpenedBrowser::at(const std::string& address) {
  if (!has_desktop()) {
    return std::nullopt;
  }
  OpenedBrowser opened(private_file(leading_page(address)));
  opened.place_ = remember_temporary(opened.path_);
  if (opened.path_.empty() || !start("xdg-open", opened.path_)) {
    return std::nullopt;
  }
  return opened;
}

OpenedBrowser::~OpenedBrowser() {
  if (!path_.empty()) {
    remove_file(path_);
    forget_temporary(place_);
  }
}

}  // namespace quern::cli
