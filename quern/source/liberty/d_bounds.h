// SPDX-License-Identifier: MIT
//
// libiberty tries some pieces of D names twice or more, and again inside them, and writes out what
// a name refers back to: a name of 100 characters can take hours. This finds an upper bound of the
// work for a name before libiberty sees it.
#pragma once

#include <string_view>

namespace quern {

[[nodiscard]] bool reads_d_quickly(std::string_view name);

}  // namespace quern
