// SPDX-License-Identifier: MIT
//
// What readers have in common that take an input row by row and need to see no more than one.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "quern/base/result.h"
#include "quern/formats/shared/reading_error.h"

namespace quern {

class RowReader {
 protected:
  explicit RowReader(Reading& reading)
      : reading_(&reading), sink_(&reading.sink), findings_(&reading.info.findings) {}

  /// Calls use(row), without LF or CR LF, for each row. False ends the reading, unless it goes on
  /// behind errors. The result: whether all rows that were used end with a line feed. Errors: what
  /// fail() was told, or the input's own.
  template <class Use>
  [[nodiscard]] Result<bool> each_row(const Use& use);
  /// The row at hand, for places and findings.
  void set_row(std::string_view text) {
    row_ = text;
    findings_->set_row(row_number_, text);
  }
  [[nodiscard]] Place place(const char* at) const {
    return {row_number_, static_cast<uint64_t>(at - row_.data()) + 1};
  }
  /// Reports an error in the row at hand. Returns false, for functions that return success.
  bool fail(const CodeInfo& code, const char* at, std::string message, std::string hint = {}) {
    error_ = told(*reading_, {&code, at, std::move(message), std::move(hint)}, place(at), row_);
    return false;
  }

  Reading* reading_;
  Sink* sink_;
  Findings* findings_;
  std::string_view row_;     ///< at hand
  uint64_t row_number_ = 0;  ///< of row_, from 1

 private:
  std::optional<Diagnostic> error_;
};

template <class Use>
Result<bool> RowReader::each_row(const Use& use) {
  Window& window = reading_->window;
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
      ++row_number_;
      if (!use(std::string_view(at, end != at && end[-1] == '\r' ? end - 1 : end)) && error_) {
        return failure(*error_);
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
