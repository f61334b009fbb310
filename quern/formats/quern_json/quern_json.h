// SPDX-License-Identifier: MIT
//
// quern's own JSON, `convert --to json`: a whole profile (docs/json/quern.profile.json). Rules:
// docs/formats/quern-json.md.
#pragma once

#include "quern/formats/shared/format.h"

namespace quern::quern_json {

extern const Format kFormat;

}  // namespace quern::quern_json
