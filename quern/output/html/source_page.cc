// SPDX-License-Identifier: MIT
#include "quern/output/html/source_page.h"

#include <fmt/format.h>

#include "quern/base/text.h"
#include "quern/output/shared/html_text.h"
#include "quern/output/shared/incomplete_words.h"
#include "quern/output/text/annotation_words.h"

namespace quern {
namespace {

constexpr std::string_view kSourcePageHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="generator" content="quern">
<style>
:root { color-scheme: light dark; --ink: #1b1b1b; --paper: #ffffff; --dim: #595959;
  --rule: #d0d0d0; --bar: #f5b78a; --call: #0b5c2b; --jump: #00506b; --warn: #9c1f00; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e8e8; --paper: #161616; --dim: #a6a6a6; --rule: #3c3c3c; --bar: #7a3d12;
    --call: #7fd69b; --jump: #7cc7e6; --warn: #ff9d7a; }
}
body { font: 15px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  margin: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.3rem; } h2 { font-size: 1.05rem; display: inline; }
body > h2 { display: block; margin: 1.2rem 0 .4rem; }
summary { padding: .4rem 0; cursor: pointer; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font: 13px/1.2 ui-monospace, monospace; }
th { text-align: right; color: var(--dim); font-weight: normal; padding: 0 .6em;
  border-bottom: 1px solid var(--rule); white-space: nowrap; }
td { white-space: pre; padding: 0 .6em; vertical-align: top; }
td.n { text-align: right; }
td.heat { background: linear-gradient(to left, var(--bar) var(--p), transparent var(--p)); }
th.t, td.t { text-align: left; }
td.j { padding: 0; color: var(--jump); }
.l, .f { color: var(--dim); } .l { text-align: right; user-select: none; }
.c { color: var(--call); } .g { color: var(--jump); } .w { color: var(--warn); }
td.m { color: var(--warn); } td.s { color: var(--call); }
:target { outline: 2px solid var(--jump); }
</style>
)";

}  // namespace

void SourcePage::begin(std::string_view title, const Completeness& completeness) {
  text() += fmt::format("{}<title>{}</title>\n</head>\n<body>\n<h1>{}</h1>\n", kSourcePageHead,
                        escaped(title), escaped(title));
  for (const std::string& line : incomplete_lines(completeness)) {
    paragraph("incomplete: " + line, "warning");
  }
}

void SourcePage::paragraph(std::string_view words, std::string_view kind) {
  text() += kind.empty() ? "<p>" : fmt::format("<p class=\"{}\">", kind);
  append_escaped(text(), words);
  text() += "</p>\n";
}

void SourcePage::begin_file(size_t rank, bool is_open, std::string_view name,
                            std::string_view words) {
  text() += fmt::format("<details{} id=\"file-{}\">\n<summary><h2>{}</h2> {}</summary>\n",
                        is_open ? " open" : "", rank + 1, escaped(name), escaped(words));
}

void SourcePage::source_of(const SourceFile& source, std::string_view name, std::string_view side) {
  if (!source.is_found()) {
    paragraph(fmt::format("{}source not found; tried:", side), "w");
    text() += "<ul>\n";
    for (const TriedPath& tried : source.tried) {
      text() +=
          fmt::format("<li>{} ({})</li>\n", escaped(printable(tried.path)), escaped(tried.problem));
    }
    text() += "</ul>\n";
    for (const PathMap& map : source.proposals) {
      paragraph("a file of this name would be found with " + map_option(map));
    }
  } else if (source.path != name) {
    paragraph(fmt::format("{}source: {}", side, printable(source.path)));
  }
  if (source.is_newer) {
    paragraph(side.empty() ? std::string(kNewerText) : fmt::format("{}side: {}", side, kNewerText),
              "w");
  }
}

void SourcePage::begin_table() {
  text() += "<div class=\"scroll\"><table>\n<thead><tr>";
}

void SourcePage::head(std::string_view words, bool is_text) {
  text() +=
      fmt::format("<th scope=\"col\"{}>{}</th>", is_text ? " class=\"t\"" : "", escaped(words));
}

}  // namespace quern
