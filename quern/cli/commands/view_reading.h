// SPDX-License-Identifier: MIT
//
// How `quern view` reads profiles: once, or while their page is served and whenever their files
// change.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "quern/base/result.h"
#include "quern/cli/session.h"
#include "quern/server/live_profiles.h"

namespace quern::cli {

using OpenFiles = std::function<Result<Opened>(const std::vector<std::string>& files)>;

/// The profile and, where there is one, the base, as `open` reads their files. `hash`: asked when
/// both are read.
[[nodiscard]] Result<std::shared_ptr<const server::ProfilePair>> profiles_of(
    const server::LiveProfiles& live, const server::Sides& files, const OpenFiles& open,
    const std::function<std::string()>& hash);

/// Reads what `live` names, and again when that changes, until `is_ending`. To be run on a thread
/// of its own; the session is its alone meanwhile.
void read_while_served(Session& session, server::LiveProfiles& live,
                       const std::atomic<bool>& is_ending);

}  // namespace quern::cli
