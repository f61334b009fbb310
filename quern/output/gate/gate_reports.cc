// SPDX-License-Identifier: MIT
//
// A gate as other programs read it.
// quern.gate/1:
//   {"schema","passed":bool,"rules":[{"rule","event","scope","file","line","old","new","delta",
//    "percent","limit","passed":bool,"certainty":"exact|bounded|estimated","noise":bool,"checked",
//    "failed","estimated","verdict_certainty":"exact|estimated"}],"unmatched":["rule"]}
// with an object for each row that broke a rule, or for the one that came closest; `scope` is null
// where no row fits the rule. Values are integers, or doubles where a rule is about a ratio, and
// null where there is none, as `delta` is where a side that is there has none; `percent` is a
// double. The last two only where a filter apportioned costs: how many of the rows checked were
// estimates, and whether the rule's verdict rests on them. `unmatched`: rules that matched nothing.
// JUnit: a test case a rule. Annotations: the workflow commands of GitHub Actions, one a failure.
#include <fmt/format.h>

#include <algorithm>

#include "quern/base/text.h"
#include "quern/output/answers/gate.h"
#include "quern/output/gate/gate_amounts.h"
#include "quern/output/json/json_answer.h"
#include "quern/output/render.h"
#include "quern/output/shared/gate_places.h"
#include "quern/output/table/table_pen.h"

namespace quern {
namespace {

void write_value(JsonWriter& json, std::string_view key, const std::optional<Fraction>& value) {
  json.key(key);
  if (!value) {
    json.null();
  } else if (value->denominator == 1) {
    json.integer(value->numerator);
  } else {
    json.number(to_double(*value));
  }
}

void write_rule(JsonWriter& json, const Selection& selection, const GateVerdict& verdict,
                const GateFinding* finding) {
  static const GateFinding kNone;
  const GateFinding& told = finding != nullptr ? *finding : kNone;
  json.newline().begin_object();
  json.text("rule", verdict.rule.text).text("event", verdict.rule.measure);
  json.text_or_null("scope", told.scope).text_or_null("file", told.file);
  json.key("line");
  // Lines of functions take records, which only reports that show them read.
  const bool has_line = verdict.rule.rows == GateRows::kLines && told.line != 0;
  has_line ? json.integer(told.line) : json.null();
  write_value(json, "old", told.was);
  write_value(json, "new", told.is);
  write_value(json, "delta", told.change);
  json.key("percent");
  if (told.percent) {
    json.number(to_double(*told.percent));
  } else {
    json.null();
  }
  json.text("limit", verdict.rule.limit.text).key("passed").boolean(told.passed);
  json.key("certainty").string(to_string(told.certainty));
  json.key("noise").boolean(told.is_noise);
  json.key("checked").integer(static_cast<int128>(verdict.checked));
  json.key("failed").integer(static_cast<int128>(verdict.failed));
  if (selection.has_estimates) {
    write_count(json, "estimated", verdict.estimated);
    json.key("verdict_certainty").string(verdict.rests_on_estimates ? "estimated" : "exact");
  }
  json.end_object();
}

/// Text of an XML document: what it has no place for (control characters, U+FFFE, U+FFFF) becomes
/// U+FFFD.
std::string xml_text(std::string_view text) {
  std::string out;
  std::string safe = printable(text);
  for (const std::string_view forbidden : {"\xef\xbf\xbe", "\xef\xbf\xbf"}) {
    for (size_t at = safe.find(forbidden); at != std::string::npos; at = safe.find(forbidden, at)) {
      safe.replace(at, forbidden.size(), "\xef\xbf\xbd");
    }
  }
  for (const char c : safe) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out.push_back(c);
    }
  }
  return out;
}

/// Data of a workflow command; in a property `:` and `,` end it.
std::string command_text(std::string_view text, bool is_property) {
  std::string out;
  for (const char c : printable(text)) {
    if (c == '%' || c == '\r' || c == '\n' || (is_property && (c == ':' || c == ','))) {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    } else {
      out.push_back(c);
    }
  }
  return out;
}

}  // namespace

void write_json(const Gate& gate, ByteSink& out) {
  BufferedText stream(out);
  JsonWriter json(stream.text());
  begin_document(json, "quern.gate/1", gate.moved.selection().completeness);
  json.newline();
  json.key("passed").boolean(gate.passed).key("rules").begin_array();
  for (const GateVerdict& verdict : gate.verdicts) {
    for (const GateFinding& finding : verdict.findings) {
      write_rule(json, gate.moved.selection(), verdict, &finding);
    }
    if (verdict.findings.empty()) {
      write_rule(json, gate.moved.selection(), verdict, nullptr);
    }
  }
  json.end_array().newline().key("unmatched").begin_array();
  for (const GateVerdict& verdict : gate.verdicts) {
    if (verdict.matches_nothing()) {
      json.string(printable(verdict.rule.text));
    }
  }
  json.end_array().end_object().newline();
}

namespace {

void draw_finding(TablePen& pen, const GateVerdict& verdict, const GateFinding& finding) {
  pen.text("verdict", verdict_word(finding));
  pen.text("rule", verdict.rule.text);
  pen.text("event", verdict.rule.measure);
  pen.text("scope", finding.scope);
  pen.text("file", finding.file);
  pen.value("old", finding.was);
  pen.value("new", finding.is);
  pen.value("delta", finding.change);
  pen.value("percent", finding.percent);
  pen.text("limit", verdict.rule.limit.text);
  if (pen.selection().has_estimates) {
    pen.text("certainty", to_string(finding.certainty));
    pen.text("verdict_certainty", verdict.rests_on_estimates ? "estimated" : "exact");
  }
}

}  // namespace

void write_flat(const Gate& gate, FlatForm form, ByteSink& out) {
  TablePen pen(form, out, gate.moved.selection());
  draw_finding(pen, {}, {});
  bool is_wanted = pen.end_row();
  for (const GateVerdict& verdict : gate.verdicts) {
    for (size_t at = 0; at < verdict.findings.size() && is_wanted; ++at) {
      draw_finding(pen, verdict, verdict.findings[at]);
      is_wanted = pen.end_row();
    }
  }
}

void render_junit(const Gate& gate, ByteSink& out) {
  BufferedText stream(out);
  std::string& text = stream.text();
  size_t failures = 0;
  size_t skipped = 0;
  for (const GateVerdict& verdict : gate.verdicts) {
    failures += verdict.passed ? 0U : 1U;
    skipped += verdict.matches_nothing() ? 1U : 0U;
  }
  text += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  text += fmt::format(
      "<testsuites>\n<testsuite name=\"quern gate\" tests=\"{}\" failures=\"{}\"{}>\n",
      gate.verdicts.size(), failures, skipped == 0 ? "" : fmt::format(" skipped=\"{}\"", skipped));
  for (const GateVerdict& verdict : gate.verdicts) {
    text +=
        fmt::format("<testcase classname=\"quern.gate\" name=\"{}\"", xml_text(verdict.rule.text));
    if (verdict.passed) {
      text += verdict.matches_nothing()    ? "><skipped message=\"matched nothing\"/></testcase>\n"
              : verdict.rests_on_estimates ? "><system-out>checked on estimates</system-out>"
                                             "</testcase>\n"
                                           : "/>\n";
      continue;
    }
    text += fmt::format(">\n<failure message=\"{} beyond {}{}\">",
                        xml_text(finding_phrase(verdict.findings.front())),
                        xml_text(verdict.rule.limit.text), estimate_phrase(verdict));
    for (const GateFinding& finding : verdict.findings) {
      text += xml_text(finding_phrase(finding)) + "\n";
    }
    for (const std::string& line : gate_reasons(gate)) {
      text += xml_text(line) + "\n";
    }
    text += "</failure>\n</testcase>\n";
  }
  if (const std::string unmatched = unmatched_phrase(gate); !unmatched.empty()) {
    text += "<system-out>" + xml_text(unmatched) + "</system-out>\n";
  }
  text += "</testsuite>\n</testsuites>\n";
}

void render_annotations(const Gate& gate, const GatePlaces& places, ByteSink& out) {
  BufferedText stream(out);
  const auto place_words = [&places](const GateFinding* finding, const GateRule& rule) {
    const ReportPlace place = place_of(finding, rule, places);
    return place.file.empty() ? ""
                              : "file=" + command_text(place.file, true) + "," +
                                    (place.line != 0 ? fmt::format("line={},", place.line) : "");
  };
  for (const GateVerdict& verdict : gate.verdicts) {
    for (const GateFinding& finding : verdict.findings) {
      if (finding.passed) {
        continue;
      }
      stream.text() +=
          fmt::format("::error {}title={}::{}\n", place_words(&finding, verdict.rule),
                      command_text(verdict.rule.text, true),
                      command_text(fmt::format("{}{}, the limit is {}{}", finding_phrase(finding),
                                               elsewhere_phrase(finding, places),
                                               verdict.rule.limit.text, estimate_phrase(verdict)),
                                   false));
    }
  }
  if (!gate.passed) {
    for (const std::string& line : gate_reasons(gate)) {
      stream.text() += "::notice title=quern gate::" + command_text(line, false) + "\n";
    }
  } else {
    stream.text() += fmt::format("::notice title=quern gate::passed: {}\n",
                                 counted(gate.verdicts.size(), "rule"));
  }
  for (const GateVerdict& verdict : gate.verdicts) {
    if (verdict.passed && verdict.rests_on_estimates) {
      stream.text() +=
          fmt::format("::warning {}title={}::passed on estimates\n",
                      place_words(nullptr, verdict.rule), command_text(verdict.rule.text, true));
    }
  }
  const std::string unmatched = unmatched_phrase(gate);
  if (!unmatched.empty()) {
    const auto first = std::ranges::find_if(gate.verdicts, &GateVerdict::matches_nothing);
    stream.text() += fmt::format("::warning {}title=quern gate::{}\n",
                                 place_words(nullptr, first->rule), command_text(unmatched, false));
  }
}

}  // namespace quern
