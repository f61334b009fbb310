// SPDX-License-Identifier: MIT
//
// What is still held, in each form.
#pragma once

#include <string>

#include "quern/output/render.h"
#include "quern/views/held/leaks.h"

namespace quern {

void write_text(const Leaks& leaks, const Style& style, ByteSink& out);
void write_json(const Leaks& leaks, ByteSink& out);
[[nodiscard]] std::string rest_line(const Leaks& leaks);
void write_flat(const Leaks& leaks, FlatForm form, ByteSink& out);

}  // namespace quern
