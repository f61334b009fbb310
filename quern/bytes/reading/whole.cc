// SPDX-License-Identifier: MIT
#include "quern/bytes/reading/whole.h"

#include <algorithm>
#include <span>
#include <vector>

namespace quern {

Result<std::string> read_whole(ByteSource& source, size_t most) {
  std::string text;
  std::vector<char> room(size_t{64} << 10);
  while (text.size() < most) {
    const Result<size_t> got =
        source.read(std::span(room).first(std::min(room.size(), most - text.size())));
    if (!got) {
      return failure(got.error());
    }
    if (*got == 0) {
      break;
    }
    text.append(room.data(), *got);
  }
  return text;
}

}  // namespace quern
