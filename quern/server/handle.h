// SPDX-License-Identifier: MIT
//
// Request in, response out: the whole server without its sockets, so that tests need none. An
// answer depends only on the request and on what `live` has at that moment. guard.h has decided
// before whether the client may ask at all. Threads may call it at the same time: each keeps the
// set of profiles that it began with, even if they are read again meanwhile.
#pragma once

#include <stop_token>

#include "quern/server/live_profiles.h"
#include "quern/server/request.h"

namespace quern::server {

/// `stop` is requested when the client has gone. Long work then ends early, unless another request
/// waits for the same result; the response is 422 `stopped`, which nobody gets.
[[nodiscard]] Response handle(const Request& request, const LiveProfiles& live,
                              const std::stop_token& stop = {});

}  // namespace quern::server
