// SPDX-License-Identifier: MIT
//
// quern.check/1 with
//   "repair":null|{"output","format","rest_dropped":bool,
//                  "dropped":[{"code","count","line","column"}],
//                  "totals":[{"event","kept","declared":N|null}],
//                  "losses":[{"what","count","effect"}]}
#include "quern/output/input/repair.h"

#include <fmt/format.h>

#include "quern/base/buffered_text.h"
#include "quern/base/json_writer.h"
#include "quern/base/text.h"
#include "quern/output/answers/input.h"
#include "quern/output/render.h"
#include "quern/output/shared/check_json.h"

namespace quern {

namespace {

void repair_json(const Repair& repair, JsonWriter& json) {
  json.begin_object().text("output", repair.output).key("format").string(repair.format);
  json.key("rest_dropped").boolean(repair.is_rest_dropped).newline();
  json.key("dropped").begin_array();
  for (const RepairDrop& drop : repair.drops) {
    json.newline().begin_object().key("code").string(drop.code);
    json.key("count").integer(drop.count).key("line").integer(drop.first.line);
    json.key("column").integer(drop.first.column).end_object();
  }
  json.end_array().newline().key("totals").begin_array();
  for (const RepairTotal& total : repair.totals) {
    json.newline().begin_object().text("event", total.event).key("kept").integer(total.kept);
    json.key("declared");
    if (total.declared) {
      json.integer(*total.declared);
    } else {
      json.null();
    }
    json.end_object();
  }
  json.end_array().newline().key("losses").begin_array();
  for (const Loss& loss : repair.conversion.losses) {
    json.newline().begin_object().key("what").string(loss.what);
    json.key("count").integer(loss.count).key("effect").string(loss.effect).end_object();
  }
  json.end_array().end_object();
}

void write_repair_json(const Check& check, const Repair* repair, ByteSink& out) {
  BufferedText stream(out);
  JsonWriter json(stream.text());
  if (!begin_check_json(check, json, stream)) {
    return;
  }
  json.newline().key("repair");
  if (repair != nullptr) {
    repair_json(*repair, json);
  } else {
    json.null();
  }
  json.end_object().newline();
}

void repair_text(const Repair& repair, std::string& text) {
  text += fmt::format("wrote {} ({}), ", printable(repair.output), repair.format);
  const uint64_t dropped = repair.dropped();
  if (dropped == 0) {
    text += "nothing was dropped\n";
  } else {
    text += fmt::format("without what {} above {} about:\n", counted(dropped, "finding"),
                        dropped == 1 ? "is" : "are");
  }
  for (const RepairDrop& drop : repair.drops) {
    text += fmt::format("  {:>10}  [{}]", grouped(static_cast<int128>(drop.count)), drop.code);
    text += drop.first.line != 0
                ? fmt::format(" {} line {}\n", drop.count == 1 ? "in" : "from", drop.first.line)
                : "\n";
  }
  if (repair.is_rest_dropped) {
    text += "  and everything after the first error, since no new row follows it\n";
  }
  for (const RepairTotal& total : repair.totals) {
    if (total.declared && *total.declared != total.kept) {
      text += fmt::format("{}: {} kept of {} declared, {} {}\n", printable(total.event),
                          grouped(total.kept), grouped(*total.declared),
                          grouped(absolute(*total.declared - total.kept)),
                          *total.declared > total.kept ? "less" : "more");
    }
  }
  for (const Loss& loss : repair.conversion.losses) {
    text += fmt::format("{} cannot represent {} {}: {}\n", repair.format,
                        grouped(static_cast<int128>(loss.count)), loss.what, loss.effect);
  }
}

}  // namespace

void render(const Check& check, const Repair* repair, const Style& style, ByteSink& out) {
  if (style.form == Form::kJson) {
    write_repair_json(check, repair, out);
    return;
  }
  render(check, style, out);
  if (style.form == Form::kText && repair != nullptr) {
    BufferedText stream(out);
    repair_text(*repair, stream.text());
  }
}

}  // namespace quern
