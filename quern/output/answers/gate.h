// SPDX-License-Identifier: MIT
//
// The verdict of rules, in each form and as reports for CI.
#pragma once

#include <string_view>

#include "quern/compare/gate/gate.h"
#include "quern/output/render.h"
#include "quern/output/shared/gate_places.h"

namespace quern {

void write_text(const Gate& gate, const Style& style, ByteSink& out);
void write_markdown(const Gate& gate, const Style& style, ByteSink& out);
void write_json(const Gate& gate, ByteSink& out);
void write_flat(const Gate& gate, FlatForm form, ByteSink& out);

/// Markdown is a comment for a pull request.
void render(const Gate& gate, const Style& style, ByteSink& out);
/// A JUnit report, and the workflow commands that GitHub Actions shows as annotations.
void render_junit(const Gate& gate, ByteSink& out);
void render_annotations(const Gate& gate, const GatePlaces& places, ByteSink& out);
/// SARIF 2.1.0, by a tool of that version.
void render_sarif(const Gate& gate, const GatePlaces& places, std::string_view version,
                  ByteSink& out);

}  // namespace quern
