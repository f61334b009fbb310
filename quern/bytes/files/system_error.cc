// SPDX-License-Identifier: MIT
#include "quern/bytes/files/system_error.h"

#include <cerrno>
#include <string_view>
#include <system_error>

namespace quern {
namespace {

struct OpenError {
  std::string_view code;
  std::string message;
  std::string_view hint;
};

OpenError describe(int error_number) {
  switch (error_number) {
    case ENOENT:
    case ENOTDIR:
      return {"no-such-file", "no such file", "relative names start at the current folder"};
    case EACCES:
    case EPERM:
      return {"permission-denied", "no permission to read the file",
              "`ls -l` shows who may read it; use chown or chmod for a profile written by root"};
    case EISDIR:
      return {"is-a-directory", "this is a folder, not a file", "name a profile in this folder"};
    case EMFILE:
    case ENFILE:
      return {"open-failed", "cannot open the file: " + system_words(error_number),
              "`ulimit -n` shows how many files may be open at once"};
    default:
      return {"open-failed", "cannot open the file: " + system_words(error_number),
              "check that `cat` can read the file"};
  }
}

}  // namespace

std::string system_words(int error_number) {
  std::string words = std::generic_category().message(error_number);
  // "Input/output error", but "RPC ..." stays
  if (words.size() > 1 && words[1] >= 'a' && words[1] <= 'z' && words[0] >= 'A' &&
      words[0] <= 'Z') {
    words[0] = static_cast<char>(words[0] - 'A' + 'a');
  }
  return words;
}

Diagnostic open_error(const std::string& path, int error_number) {
  OpenError described = describe(error_number);
  Diagnostic error;
  error.code = described.code;
  error.message = std::move(described.message);
  error.hint = described.hint;
  error.input = path;
  return error;
}

Diagnostic read_error(int error_number) {
  Diagnostic error;
  error.code = "read-failed";
  error.message = "cannot read the rest of the file: " + system_words(error_number);
  error.hint = error_number == EIO ? "the disk or network drive reports an error"
                                   : "check that `cat` can read the file";
  return error;
}

}  // namespace quern
