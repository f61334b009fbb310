// SPDX-License-Identifier: MIT
//
// The members of quern.check/1 that every such document has.
#pragma once

#include "quern/base/buffered_text.h"
#include "quern/base/json_writer.h"
#include "quern/views/input/check.h"

namespace quern {

/// Leaves the object open. Beyond what the schema asks: of several inputs "file" in each finding
/// (and null above); what is not listed one by one in "not_listed", where there is such. False: the
/// output takes no more.
[[nodiscard]] bool begin_check_json(const Check& check, JsonWriter& json, BufferedText& stream);

}  // namespace quern
