// SPDX-License-Identifier: MIT
//
// Calls, what surrounds one function, and single calls, in each form.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "quern/output/render.h"
#include "quern/views/calls/calls.h"
#include "quern/views/calls/gprof.h"
#include "quern/views/calls/invocations.h"
#include "quern/views/calls/peek.h"
#include "quern/views/calls/reach.h"

namespace quern {

/// Which sides of a function `peek` shows: callers and callees, or one of them.
enum class PeekSides : uint8_t { kBoth, kCallers, kCallees };

void write_text(const Calls& calls, const Style& style, ByteSink& out);
void write_json(const Calls& calls, ByteSink& out);
[[nodiscard]] std::string rest_line(const Calls& calls);
void write_flat(const Calls& calls, FlatForm form, ByteSink& out);
void write_text(const Peek& peek, PeekSides sides, const Style& style, ByteSink& out);
void write_json(const Peek& peek, PeekSides sides, ByteSink& out);
[[nodiscard]] std::string rest_line(const Peek& peek, PeekSides sides);
void write_flat(const Peek& peek, PeekSides sides, FlatForm form, ByteSink& out);
void write_text(const Invocations& calls, const Style& style, ByteSink& out);
void write_json(const Invocations& calls, ByteSink& out);
[[nodiscard]] std::string rest_line(const Invocations& calls);
void write_flat(const Invocations& calls, FlatForm form, ByteSink& out);
void write_text(const Spreads& spreads, const Style& style, ByteSink& out);
void write_json(const Spreads& spreads, ByteSink& out);
[[nodiscard]] std::string rest_line(const Spreads& spreads);
void write_flat(const Spreads& spreads, FlatForm form, ByteSink& out);
void write_text(const Reach& reach, const Style& style, ByteSink& out);
void write_json(const Reach& reach, ByteSink& out);
[[nodiscard]] std::string rest_line(const Reach& reach);
void write_flat(const Reach& reach, FlatForm form, ByteSink& out);

void render(const Peek& peek, PeekSides sides, const Style& style, ByteSink& out);
/// The text layout of igprof-analyse, which scripts read.
void render_igprof(std::span<const Gprof> reports, ByteSink& out);

}  // namespace quern
