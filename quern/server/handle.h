// SPDX-License-Identifier: MIT
//
// Request in, response out: the whole of the server but sockets. Answers depend on nothing but the
// request and what `serving` has at the moment. Whether the request may be asked at all has been
// settled before (guard.h).
#pragma once

#include "quern/server/request.h"
#include "quern/server/serving.h"

namespace quern::server {

[[nodiscard]] Response handle(const Request& request, const Serving& serving);

}  // namespace quern::server
