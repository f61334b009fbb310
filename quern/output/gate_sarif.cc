// SPDX-License-Identifier: MIT
//
// A gate as SARIF 2.1.0 (OASIS): one run of one tool with a rule for each rule of the gate, and a
// result for each row that broke one, at the function's file and line where these are known. A rule
// that is kept on estimates alone is a warning. Rows that broke nothing are no results.
#include <fmt/format.h>

#include <cctype>

#include "quern/base/drained_text.h"
#include "quern/base/json_writer.h"
#include "quern/base/text.h"
#include "quern/output/gate_amounts.h"
#include "quern/output/render.h"

namespace quern {
namespace {

constexpr std::string_view kSarifPlaces = "locations";  // SARIF's own word
constexpr uint64_t kMostLine = 0x7fffffff;              // what reads SARIF takes no more

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

bool has_drive(std::string_view path) {
  return path.size() > 2 && std::isalpha(static_cast<unsigned char>(path[0])) != 0 &&
         path[1] == ':' && (path[2] == '\\' || path[2] == '/');
}

/// A recorded path as a URI: relative ones stay relative, for whoever has the sources.
std::string uri_of(std::string_view path) {
  const bool is_windows = has_drive(path);
  std::string out = is_windows ? "file:///" : path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    const bool is_plain = std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                          std::string_view("-._~/").find(c) != std::string_view::npos;
    if (is_windows && c == '\\') {
      out.push_back('/');
    } else if (is_plain && (static_cast<unsigned char>(c) & 0x80U) == 0) {
      out.push_back(c);
    } else {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return out;
}

class SarifWriter {
 public:
  SarifWriter(const Gate& gate, ByteSink& out) : gate_(gate), stream_(out), json_(stream_.text()) {}

  void write(std::string_view version) {
    json_.begin_object();
    json_.key("$schema").string("https://json.schemastore.org/sarif-2.1.0.json");
    json_.key("version").string("2.1.0").newline();
    json_.key("runs").begin_array().begin_object();
    write_tool(version);
    json_.key("results").begin_array();
    const std::vector<std::string> reasons =
        gate_.passed ? std::vector<std::string>() : gate_reasons(gate_);
    for (size_t rule = 0; rule < gate_.verdicts.size(); ++rule) {
      write_results(rule, reasons);
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
    for (const GateVerdict& verdict : gate_.verdicts) {
      const GateRule& rule = verdict.rule;
      json_.newline().begin_object().key("id").string(printable(rule.text));
      text_object("shortDescription",
                  message_text(fmt::format("{} is at most {}", rule.measure, rule.limit.text)));
      text_object("help", "`quern help gate-rules` tells what rules mean");
      json_.key("defaultConfiguration").begin_object().key("level").string("error").end_object();
      json_.end_object();
    }
    json_.end_array().end_object().end_object().newline();
  }

  void write_results(size_t rule, const std::vector<std::string>& reasons) {
    const GateVerdict& verdict = gate_.verdicts[rule];
    for (const GateFinding& finding : verdict.findings) {
      if (!finding.passed) {
        std::string text = fmt::format("{}, the limit is {}{}", finding_phrase(finding),
                                       verdict.rule.limit.text, estimate_phrase(verdict));
        for (const std::string& reason : reasons) {
          text += "; " + reason;
        }
        write_result(rule, &finding, "error", text);
      }
    }
    if (verdict.passed && verdict.rests_on_estimates) {
      write_result(rule, nullptr, "warning",
                   "passed on estimates, which filters made of a call graph");
    }
  }

  void write_result(size_t rule, const GateFinding* finding, std::string_view level,
                    const std::string& text) {
    const std::string id = printable(gate_.verdicts[rule].rule.text);
    json_.newline().begin_object().key("ruleId").string(id);
    json_.key("ruleIndex").integer(static_cast<int128>(rule)).key("level").string(level);
    text_object("message", message_text(text));
    if (finding != nullptr) {
      write_location(*finding);
      // The same finding in two uploads, whatever it costs and wherever its line went.
      json_.key("partialFingerprints").begin_object().key("quernRuleAndScope/v1");
      const std::string file = finding->file.empty() ? "" : " in " + printable(finding->file);
      json_.string(id + " at " + printable(finding->scope) + file);
      json_.end_object();
    }
    json_.end_object();
  }

  void write_location(const GateFinding& finding) {
    json_.key(kSarifPlaces).begin_array().begin_object();
    if (!finding.file.empty()) {
      json_.key("physicalLocation").begin_object();
      json_.key("artifactLocation").begin_object().key("uri").string(uri_of(finding.file));
      json_.end_object();
      if (finding.line != 0 && finding.line <= kMostLine) {
        json_.key("region").begin_object().key("startLine");
        json_.integer(static_cast<int128>(finding.line)).end_object();
      }
      json_.end_object();
    }
    json_.key("logicalLocations").begin_array().begin_object();
    json_.key("fullyQualifiedName").string(printable(finding.scope)).end_object().end_array();
    json_.end_object().end_array();
  }

  const Gate& gate_;
  DrainedText stream_;
  JsonWriter json_;
};

}  // namespace

void render_sarif(const Gate& gate, std::string_view version, ByteSink& out) {
  SarifWriter(gate, out).write(version);
}

}  // namespace quern
