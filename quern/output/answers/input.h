// SPDX-License-Identifier: MIT
//
// What quern knows of files, of its settings and of its cache, in each form.
#pragma once

#include <span>

#include "quern/output/render.h"
#include "quern/views/input/cache_list.h"
#include "quern/views/input/check.h"
#include "quern/views/input/info.h"
#include "quern/views/input/settings.h"

namespace quern {

void write_text(const Info& info, const Style& style, ByteSink& out);
void write_json(const Info& info, ByteSink& out);
void write_flat(const Info& info, FlatForm form, ByteSink& out);
void write_text(const Summary& summary, const Style& style, ByteSink& out);
void write_json(const Summary& summary, ByteSink& out);
void write_text(const Check& check, const Style& style, ByteSink& out);
void write_json(const Check& check, ByteSink& out);
/// With what the profile contains, quern.info/1, as "info"; null if it has no room for all parts.
void write_json(const Check& check, const Info& info, ByteSink& out);
void write_flat(const Check& check, FlatForm form, ByteSink& out);
void write_text(const CacheList& list, const Style& style, ByteSink& out);
void write_json(const CacheList& list, ByteSink& out);
void write_flat(const CacheList& list, FlatForm form, ByteSink& out);
void write_text(const Settings& settings, const Style& style, ByteSink& out);
void write_json(const Settings& settings, ByteSink& out);
void write_flat(const Settings& settings, FlatForm form, ByteSink& out);
void write_text(std::span<const CodeInfo* const> codes, const Style& style, ByteSink& out);
void write_json(std::span<const CodeInfo* const> codes, ByteSink& out);
void write_flat(std::span<const CodeInfo* const> codes, FlatForm form, ByteSink& out);

void render(const Summary& summary, const Style& style, ByteSink& out);
void render(const CacheList& list, const Style& style, ByteSink& out);
void render(const Settings& settings, const Style& style, ByteSink& out);
/// The findings below what the profile contains, in text and JSON; the other forms list findings
/// only.
void render(const Check& check, const Info& info, const Style& style, ByteSink& out);
/// `check --list-codes`
void render(std::span<const CodeInfo* const> codes, const Style& style, ByteSink& out);

}  // namespace quern
