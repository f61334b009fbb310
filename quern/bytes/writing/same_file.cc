// SPDX-License-Identifier: MIT
#include "quern/bytes/writing/same_file.h"

#include <algorithm>
#include <array>
#include <fstream>

#include "quern/bytes/writing/kept_files.h"

namespace quern {

std::optional<FileIdentity> identity_of(const std::string& path) {
  const std::optional<FileStamp> stamp = path == "-" ? std::nullopt : file_stamp(path);
  return stamp ? std::optional(FileIdentity{stamp->device, stamp->inode}) : std::nullopt;
}

bool have_same_bytes(const std::string& left, const std::string& right) {
  const std::optional<FileStamp> one = file_stamp(left);
  const std::optional<FileStamp> other = file_stamp(right);
  if (!one || !other || one->size != other->size) {
    return false;
  }
  std::ifstream from_left(left, std::ios::binary);
  std::ifstream from_right(right, std::ios::binary);
  constexpr size_t kPiece = size_t{1} << 16;
  std::array<std::string, 2> pieces = {std::string(kPiece, '\0'), std::string(kPiece, '\0')};
  uint64_t rest = one->size;
  while (rest != 0) {
    const auto size = static_cast<std::streamsize>(std::min<uint64_t>(rest, kPiece));
    if (!from_left.read(pieces[0].data(), size) || !from_right.read(pieces[1].data(), size) ||
        pieces[0] != pieces[1]) {
      return false;  // a file that shrinks meanwhile is no longer the same
    }
    rest -= static_cast<uint64_t>(size);
  }
  return true;
}

}  // namespace quern
