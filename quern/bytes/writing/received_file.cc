// SPDX-License-Identifier: MIT
#include "quern/bytes/writing/received_file.h"

#include <sys/types.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "quern/base/text.h"
#include "quern/bytes/files/system_error.h"
#include "quern/bytes/writing/leftovers.h"
#include "quern/bytes/writing/system_calls.h"

namespace quern {
namespace {

constexpr mode_t kPrivateFolder = 0700;
constexpr mode_t kPrivateFile = 0600;
constexpr size_t kLongestName = 200;  // most systems allow 255 bytes

Diagnostic not_received(int error_number) {
  return quern::output_error("write-failed",
                             "the file cannot be kept meanwhile: " + system_words(error_number),
                             "set TMPDIR to a folder with enough space and start quern again");
}

bool is_control(std::string_view sequence) {
  const auto first = static_cast<unsigned char>(sequence.front());
  return (sequence.size() == 1 && (first < 0x20 || first == 0x7f)) ||
         (sequence.size() == 2 && first == 0xc2 && static_cast<unsigned char>(sequence[1]) < 0xa0);
}

}  // namespace

std::string received_name(std::string_view sent) {
  sent.remove_prefix(sent.find_last_of("/\\") + 1);  // 0 where there is none
  const std::string valid = to_utf8(sent);
  std::string_view rest = valid;
  std::string name;
  while (!rest.empty()) {
    const std::string_view sequence = rest.substr(0, utf8_sequence(rest));
    if (name.size() + sequence.size() > kLongestName) {
      break;
    }
    name += is_control(sequence) ? std::string_view() : sequence;
    rest.remove_prefix(sequence.size());
  }
  return name.empty() || name == "." || name == ".." || name == "-" ? "profile" : name;
}

ReceivedFile::ReceivedFile(std::string target) : folder_(std::move(target), kPrivateFolder) {}

Result<std::unique_ptr<ReceivedFile>> ReceivedFile::create(const std::string& above,
                                                           std::string_view name,
                                                           uint64_t expected) {
  const std::string target = above + "/quern";
  remove_leftovers(target);
  std::error_code problem;
  const std::filesystem::space_info space = std::filesystem::space(above, problem);
  if (!problem && space.available < expected) {
    return failure(not_received(ENOSPC));
  }
  std::unique_ptr<ReceivedFile> file(new ReceivedFile(target));
  if (const int error_number = file->folder_.create(); error_number != 0) {
    return failure(not_received(error_number));
  }
  file->path_ = file->folder_.path() + '/' + received_name(name);
  const int error_number = system_calls::error_of([&] {
    return file->descriptor_ = system_calls::open_new(file->path_.c_str(), kPrivateFile);
  });
  if (error_number != 0) {
    return failure(not_received(error_number));
  }
  return file;
}

Result<void> ReceivedFile::write(std::string_view bytes) {
  const int error_number = system_calls::write_whole(descriptor_, bytes);
  return error_number == 0 ? Result<void>() : failure(not_received(error_number));
}

Result<void> ReceivedFile::close() {
  const int descriptor = std::exchange(descriptor_, -1);
  // A file that was closed in spite of a signal is not closed again.
  if (descriptor >= 0 && system_calls::close_written(descriptor) != 0 && errno != EINTR) {
    return failure(not_received(errno));
  }
  return {};
}

}  // namespace quern
