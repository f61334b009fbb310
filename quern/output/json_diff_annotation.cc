// SPDX-License-Identifier: MIT
//
// quern.diff/1, "view":"annotate": source lines of both sides.
//   {"schema","view","events","group_by","totals",  as of the other views
//    "runs":{"old":N,"new":N},"target":{"kind":"all|function|file|line","name","line":N|null},
//    "files":[{"file","old_file":"…"|null,"status":"both|added|removed|renamed","match",
//      "inlined_here":bool,"old":SELF|null,"new":SELF|null,"delta":{"self":[…]}|null,"noise":bool,
//      "paired":"text|number|none","old_source":SOURCE|null,"new_source":SOURCE|null,
//      "lines":[{"old_line":N|null,"new_line":N|null,"match":"same|similar|number"|null,
//        "text":"…"|null,"old_text":"…"|null,"beyond_end":bool,
//        "old":SELF|null,"new":SELF|null,"delta":{"self":[…]}|null,"noise":bool,
//        "calls":[{"name","file","object","status","old","new","delta","split","noise"}]}]}],
//    "shown","of","accounting":[{"what","files":N|null,"old":[…],"new":[…],"delta":[…]}]}
// SELF = {"self":[…],"ranges":null|[[low,high],…]}, SOURCE as in quern.annotation/1; null where
// that side has no such file. A line without numbers is what the file spent without a line; without
// a match it is on one side alone. `old_text` where the line was found to be like another; `calls`
// only where there are some: those that changed, with --unchanged all. What `accounting` tells adds
// up to the totals: paired, by_number, removed, added, unknown_line, beyond_end, without_source of
// the files listed; other_lines, unchanged, below_share, beyond_limit, not_asked, unknown_file;
// medians of several runs do not add up: what is missing is in medians.
#include "quern/output/answers.h"
#include "quern/output/json_answer.h"
#include "quern/output/json_parts.h"

namespace quern {
namespace {

std::optional<int128> known_line(uint64_t line) {
  return line != 0 ? std::optional<int128>(line) : std::nullopt;
}

void write_source_of(JsonWriter& json, std::string_view key,
                     const std::optional<SourceFile>& source) {
  if (source) {
    write_source_file(json, key, *source, source->text.lines());
  } else {
    json.key(key).null();
  }
}

void write_file_head(JsonWriter& json, const DiffAnnotatedFile& file) {
  json.text("file", file.name).text_or_null("old_file", file.old_name.value_or(""));
  json.key("status").string(to_string(file.status));
  json.text_or_null("match", to_string(file.match));
  json.key("inlined_here").boolean(file.is_inlined);
  write_self_change(json, file.old_side, file.new_side, file.change);
  json.key("noise").boolean(file.is_noise).newline();
  json.key("paired").string(to_string(file.paired));
  write_source_of(json, "old_source", file.old_source);
  write_source_of(json, "new_source", file.new_source);
}

void write_calls_of(JsonWriter& json, const DiffLine& line, bool all) {
  const size_t listed = all ? line.calls.size() : line.changed_calls;
  if (listed == 0) {
    return;
  }
  json.key("calls").begin_array();
  for (const DiffCallRow& call : std::span(line.calls).first(listed)) {
    json.begin_object();
    write_name(json, call.callee);
    write_diff_call_costs(json, call);
    json.end_object();
  }
  json.end_array();
}

void write_line(JsonWriter& json, const DiffAnnotatedFile& file, const PairedLine& pair,
                const DiffLine* line, bool all_calls) {
  write_number(json, "old_line", known_line(pair.old_line));
  write_number(json, "new_line", known_line(pair.new_line));
  json.text_or_null("match", to_string(pair.match));
  if (file.has_text(pair, line)) {
    json.text("text", file.text(pair));
  } else {
    json.key("text").null();
  }
  if (const std::optional<std::string_view> was = file.old_text(pair)) {
    json.text("old_text", *was);
  } else {
    json.key("old_text").null();
  }
  json.key("beyond_end").boolean(file.is_beyond_end(line));
  if (line == nullptr) {
    write_self_change(json, std::nullopt, std::nullopt, {});
    json.key("noise").boolean(false);
    return;
  }
  write_self_change(json, line->old_side, line->new_side, line->change);
  json.key("noise").boolean(line->is_noise);
  write_calls_of(json, *line, all_calls);
}

/// False once nobody takes bytes any more.
bool write_file(JsonWriter& json, DrainedText& stream, const DiffAnnotatedFile& file,
                bool all_calls) {
  json.newline().begin_object();
  write_file_head(json, file);
  json.key("lines").begin_array();
  const bool is_wanted =
      file.each_line([&](const PairedLine& pair, const DiffLine* line, uint64_t) {
        json.newline().begin_object();
        write_line(json, file, pair, line, all_calls);
        json.end_object();
        return stream.drain();
      });
  json.end_array().end_object();
  return is_wanted;
}

void write_diff_accounting(JsonWriter& json, const DiffAnnotation& answer) {
  json.newline().key("accounting").begin_array();
  for (const DiffAccountedCost& account : answer.accounting()) {
    json.newline().begin_object().key("what").string(to_string(account.what));
    write_number(json, "files",
                 account.files ? std::optional<int128>(*account.files) : std::nullopt);
    write_costs(json, "old", account.old_self);
    write_costs(json, "new", account.new_self);
    write_costs(json, "delta", account.change());
    json.end_object();
  }
  json.end_array();
}

}  // namespace

void write_json(const DiffAnnotation& answer, ByteSink& out) {
  DrainedText stream(out);
  JsonWriter json(stream.text());
  write_diff_head(json, "annotate", answer.selection(), answer.totals(Version::kOld),
                  answer.totals(Version::kNew));
  json.key("runs").begin_object();
  write_count(json, "old", answer.run_count(Version::kOld));
  write_count(json, "new", answer.run_count(Version::kNew));
  json.end_object();
  write_annotation_target(json, answer.kind(), answer.target(), answer.target_line());
  json.newline().key("files").begin_array();
  for (size_t rank = 0; rank < answer.shown(); ++rank) {
    if (!write_file(json, stream, answer.file(rank), answer.request().unchanged)) {
      return;
    }
  }
  json.end_array().newline();
  write_count(json, "shown", answer.shown());
  write_count(json, "of", answer.of());
  write_diff_accounting(json, answer);
  json.end_object().newline();
}

}  // namespace quern
