// SPDX-License-Identifier: MIT
//
// The rows of an input one after the other, for readers that need to see no more than one.
#pragma once

#include <cstring>
#include <string_view>

#include "quern/base/result.h"
#include "quern/bytes/reading/window.h"

namespace quern {

/// Calls use(row), without LF or CR LF, until that returns false. The result: whether all rows that
/// were used end with a line feed. Errors are those of the input.
template <class Use>
[[nodiscard]] Result<bool> each_row(Window& window, const Use& use) {
  size_t consumed = 0;
  for (;;) {
    const Result<bool> more = window.advance(consumed);
    if (!more) {
      return failure(more.error());
    }
    if (!*more) {
      return true;
    }
    const char* const stop = window.at_end() ? window.end() : window.lines_end();
    for (const char* at = window.begin(); at != stop;) {
      const void* const lf = std::memchr(at, '\n', static_cast<size_t>(stop - at));
      const char* const end = lf != nullptr ? static_cast<const char*>(lf) : stop;
      if (!use(std::string_view(at, end != at && end[-1] == '\r' ? end - 1 : end))) {
        return true;
      }
      if (lf == nullptr) {
        return false;
      }
      at = end + 1;
    }
    consumed = static_cast<size_t>(stop - window.begin());
  }
}

}  // namespace quern
