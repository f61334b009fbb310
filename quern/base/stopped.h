// SPDX-License-Identifier: MIT
//
// Work that takes long and may become superfluous takes a std::stop_token, looks at it now and
// then, and ends early with this error. Whoever asked it to stop does not want its answer, so that
// people never see it.
#pragma once

#include <string_view>

#include "quern/base/diagnostic.h"

namespace quern {

/// The code of what was ended early because somebody asked for that.
inline constexpr std::string_view kStopped = "stopped";

[[nodiscard]] inline Diagnostic stopped() {
  return usage_error(kStopped, "the request was canceled");
}

}  // namespace quern
