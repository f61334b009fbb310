// SPDX-License-Identifier: MIT
//
// How call graphs are drawn, where the user may choose.
#pragma once

namespace quern {

struct GraphStyle {
  bool goes_right = false;  ///< callees are to the right of their callers instead of below
};

}  // namespace quern
