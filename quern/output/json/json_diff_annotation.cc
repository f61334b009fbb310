// SPDX-License-Identifier: MIT
//
// quern.diff/1, "view":"annotate": source lines of both sides.
//   {"schema","view","events","group_by","totals",  as of the other views
//    "runs":{"old":N,"new":N},"target":{"kind":"all|function|file|line","name","line":N|null},
//    "objects":{"old":[OBJECT],"new":[OBJECT]},            as in quern.annotation/1, of all runs
//    "missing_object":{"side":"old|new","object":"…"|null,"problem":"…"|null},
//    "files":[{"file","old_file":"…"|null,"status":"both|added|removed|renamed","match",
//      "inlined_here":bool,"old":SELF|null,"new":SELF|null,"delta":{"self":[…]}|null,"noise":bool,
//      "paired":"text|number|none","old_source":SOURCE|null,"new_source":SOURCE|null,
//      "lines":[{"old_line":N|null,"new_line":N|null,"match":"same|similar|number"|null,
//        "text":"…"|null,"old_text":"…"|null,"beyond_end":bool,
//        "old":SELF|null,"new":SELF|null,"delta":{"self":[…]}|null,"noise":bool,
//        "calls":[{"name","file","object","status","old","new","delta","split","noise"}],
//        "jumps":[{"kind":"jump|jcnd","file","old_line":N|null,"new_line":N|null,"function",
//          "status","old":COUNT|null,"new":COUNT|null,"noise"}]}]}],
//    "shown","of","accounting":[{"what","files":N|null,"old":[…],"new":[…],"delta":[…]}]}
// SELF = {"self":[…],"ranges":null|[[low,high],…],"with_inlined":[…],"outermost":[…]}, with the
// same of "delta": `with_inlined` of lines is known, and `outermost` of files counts, if inlined
// code is compared; `ranges` are then of these. `outermost` of a line counts in `accounting`. A
// call that inlined code made is "inlined":true. `missing_object` keeps inlined code from being
// compared; without an "object", that side has no addresses. SOURCE as in quern.annotation/1; null
// where that side has no such file; COUNT = {"executed","followed"}. A line without numbers is what
// the file spent without a line; without a match it is on one side alone. `old_text` where the line
// was found to be like another; `calls` and `jumps` only where there are some: those that changed,
// with
// --unchanged all. A jump's `file` is null within the file, its lines are those it leads to, its
// `function` null where it leads into several. What `accounting` tells adds up to the totals:
// paired, by_number, removed, added, unknown_line, beyond_end, without_source of the files listed;
// other_lines, unchanged, inlined_elsewhere, below_share, beyond_limit, not_asked, unknown_file;
// medians of several runs do not add up: what is missing is in medians. Where a filter apportioned
// costs, "self" has "self_certainty" beside it, and rows of `accounting` have "certainty".
#include "quern/output/answers/diff.h"
#include "quern/output/json/json_answer.h"
#include "quern/output/json/json_parts.h"
#include "quern/output/render.h"

namespace quern {
namespace {

std::optional<int128> known_line(uint64_t line) {
  return line != 0 ? std::optional<int128>(line) : std::nullopt;
}

void write_numbers(JsonWriter& json, const PairedLine& pair) {
  write_number(json, "old_line", known_line(pair.old_line));
  write_number(json, "new_line", known_line(pair.new_line));
  json.text_or_null("match", to_string(pair.match));
}

void write_source_of(JsonWriter& json, std::string_view key,
                     const std::optional<SourceFile>& source) {
  if (source) {
    write_source_file(json, key, *source, source->text.lines());
  } else {
    json.key(key).null();
  }
}

void write_calls_of(JsonWriter& json, const Selection& selection, const DiffLine& line, bool all,
                    const IdOfName& id_of) {
  const size_t listed = all ? line.calls.size() : line.changed_calls;
  if (listed == 0) {
    return;
  }
  json.key("calls").begin_array();
  for (const DiffCallRow& call : std::span(line.calls).first(listed)) {
    json.begin_object();
    if (id_of) {
      json.key("id").string(id_of(call.callee));
    }
    write_name(json, call.callee);
    if (call.is_inlined) {
      json.key("inlined").boolean(true);
    }
    write_diff_call_costs(json, selection, call);
    json.end_object();
  }
  json.end_array();
}

void write_jump_count(JsonWriter& json, std::string_view key,
                      const std::optional<JumpCount>& count) {
  json.key(key);
  if (count) {
    json.begin_object().key("executed").integer(count->executed);
    json.key("followed").integer(count->followed).end_object();
  } else {
    json.null();
  }
}

void write_jumps_of(JsonWriter& json, const DiffLine& line, bool all) {
  const size_t listed = all ? line.jumps.size() : line.changed_jumps;
  if (listed == 0) {
    return;
  }
  json.key("jumps").begin_array();
  for (const DiffJump& jump : std::span(line.jumps).first(listed)) {
    json.begin_object().key("kind").string(jump.is_conditional ? "jcnd" : "jump");
    json.text_or_null("file", jump.file);
    write_number(json, "old_line", known_line(jump.target.old_line));
    write_number(json, "new_line", known_line(jump.target.new_line));
    json.text_or_null("function", jump.function);
    json.key("status").string(to_string(jump.status()));
    write_jump_count(json, "old", jump.old_side);
    write_jump_count(json, "new", jump.new_side);
    json.key("noise").boolean(jump.is_noise).end_object();
  }
  json.end_array();
}

/// False once nobody takes bytes any more.
bool write_diff_file(JsonWriter& json, BufferedText& stream, const Selection& selection,
                     const DiffAnnotatedFile& file, bool all) {
  json.newline().begin_object();
  write_diff_file_head(json, selection, file);
  json.key("lines").begin_array();
  const bool is_wanted = file.each_line([&](const DiffSourceLine& at) {
    json.newline().begin_object();
    write_diff_line(json, selection, file, at, all);
    json.end_object();
    return stream.drain();
  });
  json.end_array().end_object();
  return is_wanted;
}

}  // namespace

void write_compared_objects(JsonWriter& json, const DiffFiles& files) {
  const auto each_run = [&](Version side, const auto& use) {
    const RunRange runs = files.runs().range(side);
    for (size_t run = runs.first; run < runs.end; ++run) {
      use(files.code(run).inlined());
    }
  };
  bool has_any = false;
  for (const Version side : {Version::kOld, Version::kNew}) {
    each_run(side, [&](const InlinedCode& code) { has_any = has_any || !code.objects().empty(); });
  }
  if (!has_any) {
    return;
  }
  json.newline().key("objects").begin_object();
  for (const Version side : {Version::kOld, Version::kNew}) {
    json.key(side == Version::kOld ? "old" : "new").begin_array();
    each_run(side, [&](const InlinedCode& code) { write_each_object(json, code); });
    json.end_array();
  }
  json.end_object();
  if (const std::optional<MissingObject>& missing = files.missing_object()) {
    json.key("missing_object").begin_object();
    json.key("side").string(missing->side == Version::kOld ? "old" : "new");
    json.text_or_null("object", missing->object).text_or_null("problem", missing->problem);
    json.end_object();
  }
}

void write_diff_lines_head(JsonWriter& json, const DiffAnnotation& answer) {
  write_diff_head(json, "annotate", answer.selection(), answer.totals(Version::kOld),
                  answer.totals(Version::kNew));
  write_run_counts(json, answer);
  write_annotation_target(json, answer.kind(), answer.target(), answer.target_line());
  write_compared_objects(json, answer.files());
}

void write_diff_file_head(JsonWriter& json, const Selection& selection,
                          const DiffAnnotatedFile& file) {
  json.text("file", file.name).text_or_null("old_file", file.old_name.value_or(""));
  json.key("status").string(to_string(file.status));
  json.text_or_null("match", to_string(file.match));
  json.key("inlined_here").boolean(file.is_inlined);
  write_self_change(json, selection, file.old_side, file.new_side, file.change);
  json.key("noise").boolean(file.is_noise).newline();
  json.key("paired").string(to_string(file.paired));
  write_source_of(json, "old_source", file.old_source);
  write_source_of(json, "new_source", file.new_source);
}

void write_diff_line(JsonWriter& json, const Selection& selection, const DiffAnnotatedFile& file,
                     const DiffSourceLine& at, bool all, const IdOfName& id_of) {
  const auto& [pair, line, left_out, position] = at;
  write_numbers(json, pair);
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
    write_self_change(json, selection, std::nullopt, std::nullopt, {});
    json.key("noise").boolean(false);
    return;
  }
  write_self_change(json, selection, line->old_side, line->new_side, line->change);
  json.key("noise").boolean(line->is_noise);
  write_calls_of(json, selection, *line, all, id_of);
  write_jumps_of(json, *line, all);
}

void write_diff_accounting(JsonWriter& json, const DiffAnnotation& answer) {
  json.newline().key("accounting").begin_array();
  for (const DiffAccountedCost& account : answer.accounting()) {
    json.newline().begin_object().key("what").string(to_string(account.what));
    write_number(json, "files",
                 account.files ? std::optional<int128>(*account.files) : std::nullopt);
    write_costs(json, "old", account.old_self);
    write_costs(json, "new", account.new_self);
    const std::vector<Amount> change = account.change();
    write_costs(json, "delta", change);
    write_certainty(json, answer.selection(), "certainty", change);
    json.end_object();
  }
  json.end_array();
}

void write_json(const DiffAnnotation& answer, ByteSink& out) {
  BufferedText stream(out);
  JsonWriter json(stream.text());
  write_diff_lines_head(json, answer);
  json.newline().key("files").begin_array();
  for (size_t rank = 0; rank < answer.shown(); ++rank) {
    if (!write_diff_file(json, stream, answer.selection(), answer.file(rank),
                         answer.request().unchanged)) {
      return;
    }
  }
  json.end_array().newline();
  write_count(json, "shown", answer.shown());
  write_count(json, "of", answer.row_count());
  write_diff_accounting(json, answer);
  json.end_object().newline();
}

void write_json(const LineChanges& lines, ByteSink& out) {
  BufferedText stream(out);
  JsonWriter json(stream.text());
  const Selection& selection = lines.selection();
  write_diff_head(json, "lines", selection, lines.totals(Version::kOld),
                  lines.totals(Version::kNew));
  write_run_counts(json, lines);
  write_compared_objects(json, lines.files());
  const auto write_line = [&](size_t rank) {
    const LineChange row = lines.row(rank);
    json.text("file", row.file).text_or_null("old_file", row.old_file.value_or(""));
    write_numbers(json, row.pair);
    json.key("status").string(to_string(row.status_of_sides()));
    write_self_change(json, selection, row.old_side, row.new_side, row.change);
    json.key("noise").boolean(row.is_noise);
  };
  if (!write_rows(json, stream, "rows", lines.shown(), write_line)) {
    return;
  }
  write_shown(json, lines.shown(), lines.row_count());
  write_count(json, "unchanged", lines.unchanged());
  write_where(json, selection, lines.left_out());
  write_least_change(json, lines.filter(), lines.below_least());
  json.key("not_shown").begin_object();
  write_costs(json, "self", lines.not_shown());
  write_certainty(json, selection, "self_certainty", lines.not_shown());
  json.end_object().end_object().newline();
}

}  // namespace quern
