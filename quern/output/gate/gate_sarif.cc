// SPDX-License-Identifier: MIT
//
// A gate as SARIF 2.1.0 (OASIS): one run of one tool with a rule for each rule of the gate, and a
// result for each row that broke one. A rule that is kept on estimates alone is a warning. Rows
// that broke nothing are no results. Rules that matched nothing are a notification about the tool's
// configuration. GitHub asks for more than SARIF does: every result has a file, relative to the
// repository, and a line; a rule has all descriptions; a run has at most 25,000 results.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "quern/base/buffered_text.h"
#include "quern/base/json_writer.h"
#include "quern/base/text.h"
#include "quern/compare/gate/main_place.h"
#include "quern/output/answers/gate.h"
#include "quern/output/gate/gate_amounts.h"
#include "quern/output/render.h"
#include "quern/output/shared/gate_places.h"

namespace quern {
namespace {

constexpr std::string_view kSarifPlaces = "locations";  // SARIF's own word
constexpr uint64_t kMostLine = 0x7fffffff;              // what reads SARIF takes no more
constexpr size_t kMostResults = 25'000;                 // GitHub rejects a run with more
constexpr size_t kMostDescription = 1024;               // bytes; GitHub counts characters

/// Text of a message: braces stand for placeholders unless they are doubled, and `[..](..)` is a
/// link unless its brackets are escaped. Function names have both: `{closure}`, `operator[](int)`.
std::string message_text(std::string_view text) {
  const std::string safe = printable(text);
  const bool looks_like_link = safe.find("](") != std::string::npos;
  std::string out;
  for (const char c : safe) {
    if (c == '{' || c == '}') {
      out.push_back(c);
    } else if (looks_like_link && (c == '[' || c == ']')) {
      out.push_back('\\');
    }
    out.push_back(c);
  }
  return out;
}

/// A path relative to the repository as a URI.
std::string uri_of(std::string_view path) {
  std::string out;
  for (const char c : path) {
    const bool is_plain = std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                          std::string_view("-._~/").find(c) != std::string_view::npos;
    if (is_plain && (static_cast<unsigned char>(c) & 0x80U) == 0) {
      out.push_back(c);
    } else {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return out;
}

/// At most that many bytes of a text, with "…" where it was cut.
std::string at_most(size_t bytes, const std::string& text) {
  constexpr std::string_view kTextCut = "…";
  if (text.size() <= bytes) {
    return text;
  }
  size_t end = bytes - kTextCut.size();
  while (end != 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
    --end;
  }
  return text.substr(0, end).append(kTextCut);
}

class SarifWriter {
 public:
  SarifWriter(const Gate& gate, const GatePlaces& places, ByteSink& out)
      : gate_(gate), places_(places), stream_(out), json_(stream_.text()) {
    for (const GateVerdict& verdict : gate.verdicts) {
      // SARIF has each rule once, however often it was given.
      numbers_.emplace(printable(verdict.rule.text), numbers_.size());
    }
  }

  void write(std::string_view version) {
    json_.begin_object();
    json_.key("$schema").string("https://json.schemastore.org/sarif-2.1.0.json");
    json_.key("version").string("2.1.0").newline();
    json_.key("runs").begin_array().begin_object();
    write_tool(version);
    write_notification();
    json_.key("results").begin_array();
    const std::vector<std::string> reasons =
        gate_.passed ? std::vector<std::string>() : gate_reasons(gate_);
    for (const GateVerdict& verdict : gate_.verdicts) {
      write_results(verdict, reasons);
    }
    json_.end_array().newline().end_object().end_array().end_object().newline();
  }

 private:
  void text_object(std::string_view key, const std::string& text) {
    json_.key(key).begin_object().key("text").string(text).end_object();
  }

  void write_tool(std::string_view version) {
    json_.key("tool").begin_object().key("driver").begin_object();
    json_.key("name").string("quern").key("version").string(version);
    json_.key("rules").begin_array();
    std::set<std::string> written;
    for (const GateVerdict& verdict : gate_.verdicts) {
      if (written.insert(printable(verdict.rule.text)).second) {
        write_rule(verdict.rule);
      }
    }
    json_.end_array().end_object().end_object().newline();
  }

  void write_rule(const GateRule& rule) {
    json_.newline().begin_object().key("id").string(printable(rule.text));
    text_object("shortDescription",
                at_most(kMostDescription, message_text(fmt::format("{} is at most {}", rule.measure,
                                                                   rule.limit.text))));
    text_object("fullDescription",
                at_most(kMostDescription, message_text("The gate has the rule " + rule.text)));
    text_object("help", "`quern help gate-rules` explains rules");
    json_.key("defaultConfiguration").begin_object().key("level").string("error").end_object();
    json_.end_object();
  }

  /// What the user should know of the rules themselves, which is no result.
  void write_notification() {
    const std::string unmatched = unmatched_phrase(gate_);
    if (unmatched.empty()) {
      return;
    }
    json_.key("invocations").begin_array().begin_object();
    json_.key("executionSuccessful").boolean(true);
    json_.key("toolConfigurationNotifications").begin_array().begin_object();
    json_.key("level").string("warning");
    text_object("message", message_text(unmatched));
    json_.end_object().end_array().end_object().end_array().newline();
  }

  void write_results(const GateVerdict& verdict, const std::vector<std::string>& reasons) {
    for (const GateFinding& finding : verdict.findings) {
      if (!finding.passed) {
        std::string text = fmt::format("{}{}, the limit is {}{}", finding_phrase(finding),
                                       elsewhere_phrase(finding, places_), verdict.rule.limit.text,
                                       estimate_phrase(verdict));
        for (const std::string& reason : reasons) {
          text += "; " + reason;
        }
        write_result(verdict.rule, &finding, "error", text);
      }
    }
    if (verdict.passed && verdict.rests_on_estimates) {
      write_result(verdict.rule, nullptr, "warning",
                   "passed on estimates, since filters split costs of a call graph");
    }
  }

  void write_result(const GateRule& rule, const GateFinding* finding, std::string_view level,
                    const std::string& text) {
    if (++results_ > kMostResults) {
      return;
    }
    const std::string id = printable(rule.text);
    json_.newline().begin_object().key("ruleId").string(id);
    json_.key("ruleIndex").integer(static_cast<int128>(numbers_.at(id)));
    json_.key("level").string(level);
    text_object("message", message_text(text));
    write_location(rule, finding);
    // The same finding in two uploads, whatever it costs and wherever its line went.
    json_.key("partialFingerprints").begin_object().key("quernRuleAndScope/v1");
    const std::string scope = finding == nullptr ? "estimates"
                              : rule.rows == GateRows::kLines && finding->line != 0
                                  ? fmt::format("line {}", finding->line)
                                  : printable(finding->scope);
    const std::string file =
        finding == nullptr || finding->file.empty()
            ? ""
            : " in " + project_path(finding->file, places_.root).value_or(printable(finding->file));
    json_.string(id + " at " + scope + printable(file)).end_object().end_object();
  }

  void write_location(const GateRule& rule, const GateFinding* finding) {
    const ReportPlace place = place_of(finding, rule, places_);
    json_.key(kSarifPlaces).begin_array().begin_object();
    json_.key("physicalLocation").begin_object();
    json_.key("artifactLocation").begin_object().key("uri");
    json_.string(uri_of(place.file.empty() ? places_.profile : place.file)).end_object();
    json_.key("region").begin_object().key("startLine");
    const bool has_line = !place.file.empty() && place.line != 0;
    json_.integer(has_line ? static_cast<int128>(std::min(place.line, kMostLine)) : 1);
    json_.end_object().end_object();
    if (finding != nullptr) {
      json_.key("logicalLocations").begin_array().begin_object();
      json_.key("fullyQualifiedName").string(printable(finding->scope)).end_object().end_array();
    }
    json_.end_object().end_array();
  }

  const Gate& gate_;
  const GatePlaces& places_;
  BufferedText stream_;
  JsonWriter json_;
  std::map<std::string, size_t> numbers_;  ///< of rules, in the order of their first appearance
  size_t results_ = 0;
};

}  // namespace

void render_sarif(const Gate& gate, const GatePlaces& places, std::string_view version,
                  ByteSink& out) {
  SarifWriter(gate, places, out).write(version);
}

}  // namespace quern
