// SPDX-License-Identifier: MIT
//
// Request in, response out: the whole of the server but sockets. Answers depend on nothing but the
// request and what `live` has at the moment. Whether the request may be asked at all has been
// settled before (guard.h).
#pragma once

#include <stop_token>

#include "quern/server/live_profiles.h"
#include "quern/server/request.h"

namespace quern::server {

/// `stop` is for a client that has gone: whatever takes long ends early then, if nobody else waits
/// for it, and the response is that of no answer (422 `stopped`).
[[nodiscard]] Response handle(const Request& request, const LiveProfiles& live,
                              const std::stop_token& stop = {});

}  // namespace quern::server
