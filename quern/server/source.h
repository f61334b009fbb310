// SPDX-License-Identifier: MIT
//
// The lines of one file, as pages and exports show them.
#pragma once

#include <memory>
#include <string_view>

#include "quern/server/routes.h"
#include "quern/views/annotation.h"

namespace quern::server {

/// All lines of the file of this id, with their costs. Refused: 404 `no-such-file`, and what
/// check_exact() and Annotation::make() refuse.
[[nodiscard]] std::expected<std::shared_ptr<const Annotation>, Refusal> annotation_of(
    const Question& question, const ServedProfile& served, const Selection& selection,
    std::string_view id);

}  // namespace quern::server
