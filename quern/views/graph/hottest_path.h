// SPDX-License-Identifier: MIT
//
// The hottest path of a drawn call graph: where most of the cost comes from and goes to.
#pragma once

#include "quern/views/graph/call_picture.h"

namespace quern {

/// Marks its nodes and edges, as call_picture() describes. Time is linear in the edges.
void mark_hottest_path(CallPicture& picture);

}  // namespace quern
