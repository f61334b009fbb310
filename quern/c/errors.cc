// SPDX-License-Identifier: MIT
#include "quern/c/errors.h"

#include <algorithm>
#include <cstring>

#include "quern/base/text.h"
#include "quern/formats/callgrind/streaming_writer.h"

namespace quern::c {

namespace {

/// Copies as much as there is room for, but no part of a UTF-8 character.
template <size_t kRoom>
void copy(std::string_view text, char (&room)[kRoom]) {
  size_t length = std::min(text.size(), kRoom - 1);
  while (length != 0 && length < text.size() &&
         (static_cast<unsigned char>(text[length]) & 0xc0U) == 0x80U) {
    --length;
  }
  std::memcpy(room, text.data(), length);
  room[length] = '\0';
}

quern_status status_of_fault(const Diagnostic& diagnostic) {
  switch (diagnostic.fault) {
    case Fault::kUsage:
      return QUERN_WRONG_USE;
    case Fault::kOutput:
      return QUERN_BAD_OUTPUT;
    case Fault::kInput:
      break;
  }
  return QUERN_BAD_INPUT;
}

}  // namespace

quern_status tell(quern_error* error, const Diagnostic& diagnostic) {
  const quern_status status = status_of_fault(diagnostic);
  if (error != nullptr) {
    error->status = status;
    copy(diagnostic.code, error->code);
    // Messages quote the input, which may hold any bytes.
    copy(printable(diagnostic.message), error->message);
    copy(printable(diagnostic.hint), error->hint);
    error->line = diagnostic.place.line;
    error->column = diagnostic.place.column;
  }
  return status;
}

quern_status tell_no_memory(quern_error* error) {
  if (error != nullptr) {
    *error = {};
    error->status = QUERN_NO_MEMORY;
    copy("no-memory", error->code);
    copy("not enough memory", error->message);
  }
  return QUERN_NO_MEMORY;
}

Diagnostic wrong_use(std::string message) {
  return usage_error(callgrind::kWrongUse, std::move(message));
}

}  // namespace quern::c
