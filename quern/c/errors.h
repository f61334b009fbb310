// SPDX-License-Identifier: MIT
//
// Errors as the C interface reports them: a Diagnostic becomes a status and a quern_error. A C
// program cannot catch exceptions, so each entry point runs its work in guarded().
#pragma once

#include <new>
#include <string>
#include <string_view>

#include "quern/base/diagnostic.h"
#include "quern/base/result.h"
#include "quern/c/quern.h"

namespace quern::c {

/// Fills in `error` if it is not null, and returns its status. Texts are cut to their fields.
quern_status tell(quern_error* error, const Diagnostic& diagnostic);
quern_status tell_no_memory(quern_error* error);

/// QUERN_OK, or the status of the error. Success sets only `status`: the texts of an earlier error
/// stay.
inline quern_status status_of(quern_error* error, const Result<void>& done) {
  if (!done) {
    return tell(error, done.error());
  }
  if (error != nullptr) {
    error->status = QUERN_OK;
  }
  return QUERN_OK;
}

/// What `work` returns. Exhausted memory, the one thing that throws, becomes a status too.
template <class Work>
quern_status guarded(quern_error* error, const Work& work) {
  try {
    return work();
  } catch (...) {
    return tell_no_memory(error);
  }
}

/// The text of an argument; NULL is the empty one.
inline std::string_view text_of(const char* text) {
  return text != nullptr ? std::string_view(text) : std::string_view();
}

/// For a call that is out of order or has impossible arguments: QUERN_WRONG_USE.
[[nodiscard]] Diagnostic wrong_use(std::string message);

}  // namespace quern::c
