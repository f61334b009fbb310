// SPDX-License-Identifier: MIT
//
// Errors as the C interface tells them. Nothing is thrown across it.
#pragma once

#include <new>
#include <string>
#include <string_view>

#include "quern/base/diagnostic.h"
#include "quern/base/result.h"
#include "quern/c/quern.h"

namespace quern::c {

/// Fills in `error` where there is one, and returns its status.
quern_status tell(quern_error* error, const Diagnostic& diagnostic);
quern_status tell_no_memory(quern_error* error);

/// QUERN_OK, or what is wrong.
inline quern_status status_of(quern_error* error, const Result<void>& done) {
  if (!done) {
    return tell(error, done.error());
  }
  if (error != nullptr) {
    error->status = QUERN_OK;
  }
  return QUERN_OK;
}

/// What `work` returns; exhausted memory is a status too.
template <class Work>
quern_status guarded(quern_error* error, const Work& work) {
  try {
    return work();
  } catch (...) {  // only memory throws
    return tell_no_memory(error);
  }
}

/// The text of an argument; NULL is the empty one.
inline std::string_view text_of(const char* text) {
  return text != nullptr ? std::string_view(text) : std::string_view();
}

[[nodiscard]] Diagnostic wrong_use(std::string message);

}  // namespace quern::c
