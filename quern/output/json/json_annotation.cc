// SPDX-License-Identifier: MIT
//
// quern.annotation/1: source lines with what was spent there.
//   {"schema","events","totals",
//    "target":{"kind":"all|function|file|line","name":"…"|null,"line":N|null},
//    "objects":[{"object","path":"…"|null,"used":bool,"problem":"…"|null,"recorded","agreed"}],
//    "files":[{"file","inlined_here":bool,
//      "source":{"path":"…"|null,"lines":N|null,"newer":bool,"tried":[{"path","problem"}],
//        "proposals":[{"from","to"}],     path maps that would find it, where there are some
//        "source_path"},                  folder to allow, where a file outside of all was refused
//      "self":[…],"inlined":[…],
//      "lines":[{"line":N|null,"text":"…"|null,"beyond_end":bool,"self":[…]|null,
//        "with_inlined":[…],
//        "with_calls":[…],"with_calls_max":[…]|null,"certainty":"exact|bounded|estimated",
//        "inlined":[{"function","file","line","with_inlined":[…],"lines":[{"file","line","self"}],
//          "inlined":[…]}],              functions that were inlined there, where they are called
//        "calls":[{"name","file","object","count","inclusive":[…],"inlined":true}],
//        "instructions":[{"address":"0x…","object","self":[…],
//          "inlined_at":[{"function","file","line"}]}],   the calls around it, from the inside out
//        "jumps":[{"kind":"jump|jcnd","file","line":N|null,"function","executed","followed"}]}]}],
//    "shown","of",
//    "accounting":[{"what","files":N|null,"self":[…]}]}
// `line` null: not known. `text` null: there is no source, or it has no such line. `self` null: no
// record gives the line costs. `with_inlined` is `self` and all code that was inlined into the
// line, each cost once; absent where that is not known. `with_calls`, where a line has costs or
// calls, is `with_inlined` (`self` without it) and all calls made there; bounded where calls are
// recursive, since they are recorded within each other: then `with_calls_max` is the sum as
// recorded, at most the total. A call that inlined code made is "inlined":true. `calls` and `jumps`
// only where there are some, `instructions` where they are asked for; a jump's `file` is null
// within the file. `inlined` is what of `self` functions of other files spent; `inlined_here` says
// that a file is not the own one of the function asked for. `what` is one of annotated,
// unknown_line, beyond_end, without_source, other_lines, further_lines, below_share, beyond_limit,
// not_asked, unknown_file: together they are the totals. A call within a cycle of functions has
// "recursive":true; a jump into several functions at one line has "function":null. Where a limit of
// lines left some out, a file has "more_lines" and their "more_self". Ratios as in quern.top/1:
// "ratios", a line's "self_ratios", a call's "inclusive_ratios". Where a filter apportioned costs:
// "totals_certainty" and "apportioned" as in quern.top/1, "self_certainty" beside each "self" that
// is not null, "inlined_certainty", "more_self_certainty", and of a call "certainty" and
// "count_certainty".
#include <fmt/format.h>

#include "quern/output/answers/source.h"
#include "quern/output/json/json_answer.h"
#include "quern/output/json/json_parts.h"
#include "quern/output/json/json_pen.h"
#include "quern/output/render.h"

namespace quern {
namespace {

void write_line_calls(JsonWriter& json, const Selection& selection, const AnnotatedLine& line,
                      const IdOfName& id_of) {
  json.key("calls").begin_array();
  for (const AnnotatedCall& call : line.calls) {
    json.begin_object();
    if (id_of) {
      json.key("id").string(id_of(call.callee));
    }
    write_name(json, call.callee);
    JsonPen(json, selection).calls(call.count, call.inclusive);
    write_ratios(json, "inclusive_ratios", call.inclusive_ratios);
    if (call.is_recursive) {
      json.key("recursive").boolean(true);
    }
    if (call.is_inlined) {
      json.key("inlined").boolean(true);
    }
    json.end_object();
  }
  json.end_array();
}

void write_inlined_nodes(JsonWriter& json, const Selection& selection,
                         std::span<const InlinedNode> nodes, const LineIds& ids) {
  json.key("inlined").begin_array();
  for (const InlinedNode& node : nodes) {
    json.begin_object().text_or_null("function", node.function);
    json.text_or_null("file", node.file);
    write_number(json, "line", unless_zero(node.line));
    write_costs(json, "with_inlined", node.with_inlined);
    write_certainty(json, selection, "with_inlined_certainty", node.with_inlined);
    json.key("lines").begin_array();
    for (const InlinedLine& line : node.lines) {
      json.begin_object().text_or_null("file", line.file);
      if (const std::string id = ids.file ? ids.file(line.file) : ""; !id.empty()) {
        json.key("file_id").string(id);
      }
      write_number(json, "line", unless_zero(line.line));
      write_costs(json, "self", line.self);
      write_certainty(json, selection, "self_certainty", line.self);
      json.end_object();
    }
    json.end_array();
    if (!node.inlined.empty()) {
      write_inlined_nodes(json, selection, node.inlined, ids);
    }
    json.end_object();
  }
  json.end_array();
}

void write_instructions(JsonWriter& json, const Selection& selection, const AnnotatedLine& line) {
  json.key("instructions").begin_array();
  for (const AnnotatedInstruction& instruction : line.instructions) {
    json.begin_object().text("address", fmt::format("{:#x}", instruction.address));
    json.text_or_null("object", instruction.object);
    write_costs(json, "self", instruction.self);
    write_certainty(json, selection, "self_certainty", instruction.self);
    json.key("inlined_at").begin_array();
    for (const InlinedCall& call : instruction.calls) {
      json.begin_object().text_or_null("function", call.function);
      json.text_or_null("file", call.file);
      write_number(json, "line", unless_zero(call.line));
      json.end_object();
    }
    json.end_array().end_object();
  }
  json.end_array();
}

void write_jumps(JsonWriter& json, const AnnotatedLine& line) {
  json.key("jumps").begin_array();
  for (const AnnotatedJump& jump : line.jumps) {
    json.begin_object().key("kind").string(jump.is_conditional ? "jcnd" : "jump");
    json.text_or_null("file", jump.file);
    write_number(json, "line", unless_zero(jump.line));
    json.text_or_null("function", jump.function);
    json.key("executed").integer(jump.executed).key("followed").integer(jump.followed);
    json.end_object();
  }
  json.end_array();
}

/// False once nobody takes bytes any more.
bool write_file(JsonWriter& json, BufferedText& stream, const Selection& selection,
                const AnnotatedFile& file) {
  json.newline().begin_object().text("file", file.name);
  json.key("inlined_here").boolean(file.is_inlined);
  write_annotated_source(json, selection, file);
  json.key("lines").begin_array();
  bool is_wanted = true;
  file.each_line([&](uint64_t number, const AnnotatedLine* line, std::string_view text) {
    if (is_wanted) {
      json.newline().begin_object();
      write_annotated_line(json, selection, file, number, line, text);
      json.end_object();
      is_wanted = stream.drain();
    }
  });
  json.end_array();
  if (file.more_lines != 0) {
    write_count(json, "more_lines", file.more_lines);
    write_costs(json, "more_self", file.more_self);
    write_certainty(json, selection, "more_self_certainty", file.more_self);
  }
  json.end_object();
  return is_wanted;
}

}  // namespace

void write_inlined_objects(JsonWriter& json, const InlinedCode& code) {
  if (code.objects().empty()) {
    return;
  }
  json.newline().key("objects").begin_array();
  write_each_object(json, code);
  json.end_array();
}

void write_each_object(JsonWriter& json, const InlinedCode& code) {
  for (const InlinedObject& object : code.objects()) {
    json.newline().begin_object().text("object", code.file_name(object.object));
    json.text_or_null("path", object.path).key("used").boolean(object.is_used);
    json.text_or_null("problem", object.problem);
    json.key("recorded").integer(object.recorded).key("agreed").integer(object.agreed);
    json.end_object();
  }
}

void write_annotation_target(JsonWriter& json, TargetKind kind, const RowName& name,
                             uint64_t line) {
  json.newline().key("target").begin_object().key("kind").string(to_string(kind));
  json.text_or_null("name", name.name);
  write_number(json, "line", unless_zero(line));
  json.end_object();
}

void write_source_file(JsonWriter& json, std::string_view key, const SourceFile& source,
                       uint64_t lines) {
  json.key(key).begin_object().text_or_null("path", source.path);
  write_number(json, "lines", source.is_found() ? std::optional<int128>(lines) : std::nullopt);
  json.key("newer").boolean(source.is_newer).key("tried").begin_array();
  for (const TriedPath& tried : source.tried) {
    json.begin_object().text("path", tried.path).text("problem", tried.problem).end_object();
  }
  json.end_array();
  if (!source.proposals.empty()) {
    json.key("proposals").begin_array();
    for (const PathMap& map : source.proposals) {
      json.begin_object().text("from", map.from).text("to", map.to).end_object();
    }
    json.end_array();
  }
  if (const std::string folder = folder_to_propose(std::span(&source.refused_folder, 1));
      !folder.empty()) {
    json.text("source_path", folder);
  }
  json.end_object();
}

void write_annotated_line(JsonWriter& json, const Selection& selection, const AnnotatedFile& file,
                          uint64_t number, const AnnotatedLine* line, std::string_view text,
                          const LineIds& ids) {
  write_number(json, "line", unless_zero(number));
  if (number != 0 && number <= file.source_lines) {
    json.text("text", text);
  } else {
    json.key("text").null();
  }
  json.key("beyond_end").boolean(line != nullptr && line->is_beyond_end);
  if (line != nullptr && line->has_self) {
    write_costs(json, "self", line->self);
    write_certainty(json, selection, "self_certainty", line->self);
  } else {
    json.key("self").null();
  }
  if (line != nullptr) {
    write_ratios(json, "self_ratios", line->self_ratios);
  }
  if (line != nullptr && !line->with_inlined.empty()) {
    write_costs(json, "with_inlined", line->with_inlined);
    write_certainty(json, selection, "with_inlined_certainty", line->with_inlined);
  }
  if (line != nullptr && !line->with_calls.empty()) {
    write_bounds(json, "with_calls", line->with_calls);
  }
  if (line != nullptr && !line->inlined.empty()) {
    write_inlined_nodes(json, selection, line->inlined, ids);
  }
  if (line != nullptr && !line->instructions.empty()) {
    write_instructions(json, selection, *line);
  }
  if (line != nullptr && !line->calls.empty()) {
    write_line_calls(json, selection, *line, ids.function);
  }
  if (line != nullptr && !line->jumps.empty()) {
    write_jumps(json, *line);
  }
}

void write_annotated_source(JsonWriter& json, const Selection& selection,
                            const AnnotatedFile& file) {
  write_source_file(json, "source", file.source, file.source_lines);
  write_costs(json, "self", file.self);
  write_certainty(json, selection, "self_certainty", file.self);
  write_costs(json, "inlined", file.inlined);
  write_certainty(json, selection, "inlined_certainty", file.inlined);
  if (!file.outermost.empty()) {
    write_costs(json, "outermost", file.outermost);
    write_certainty(json, selection, "outermost_certainty", file.outermost);
  }
}

void write_accounting(JsonWriter& json, const Annotation& answer) {
  json.newline().key("accounting").begin_array();
  for (const AccountedCost& account : answer.accounting()) {
    json.newline().begin_object().key("what").string(to_string(account.what));
    write_number(json, "files",
                 account.files ? std::optional<int128>(*account.files) : std::nullopt);
    write_costs(json, "self", account.self);
    write_certainty(json, answer.selection(), "self_certainty", account.self);
    json.end_object();
  }
  json.end_array();
}

void write_json(const Annotation& answer, ByteSink& out) {
  BufferedText stream(out);
  JsonWriter json(stream.text());
  begin_document(json, "quern.annotation/1", answer.selection().completeness);
  json.newline();
  write_event_names(json, answer.selection());
  write_totals(json, answer.selection(), answer.totals());
  write_ratio_names(json, answer.selection());
  write_annotation_target(json, answer.kind(), answer.target(), answer.target_line());
  write_inlined_objects(json, answer.inlined());
  json.newline().key("files").begin_array();
  for (size_t rank = 0; rank < answer.shown(); ++rank) {
    if (!write_file(json, stream, answer.selection(), answer.file(rank))) {
      return;
    }
  }
  json.end_array().newline();
  write_count(json, "shown", answer.shown());
  write_count(json, "of", answer.row_count());
  write_accounting(json, answer);
  json.end_object().newline();
}

}  // namespace quern
