// SPDX-License-Identifier: MIT
//
// Whether the first bytes of a JSON text have the shape of a speedscope file, which need not name
// its schema: `{"shared":{"frames":[{…` or `{"profiles":[{"type":"sampled"…`, in any order.
#pragma once

#include <string_view>

namespace quern::speedscope {

[[nodiscard]] bool has_shape(std::string_view first_bytes);

}  // namespace quern::speedscope
