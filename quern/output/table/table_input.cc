// SPDX-License-Identifier: MIT
//
// Answers about an input itself as CSV, TSV and Markdown.
#include <fmt/format.h>

#include "quern/base/text.h"
#include "quern/output/answers/input.h"
#include "quern/output/table/table_pen.h"

namespace quern {
namespace {

/// A finding, or that there are more of its kind.
struct FoundRow {
  std::string_view severity, code, file;
  Place place;
  std::string message;
  std::string_view hint;
};

/// What `check --head` knows as rows of section, name and value.
class FlatInfo {
 public:
  FlatInfo(const Info& info, TablePen& pen) : info_(info), pen_(pen) {}

  void write() {
    row("", "", "");  // the head
    for (const std::string& file : info_.files) {
      row("input", "file", file);
    }
    row("input", "format", info_.format.value_or(""));
    row("input", "dialect", info_.dialect.value_or(""));
    row("input", "creator", info_.creator.value_or(""));
    row("input", "command", info_.command.value_or(""));
    row("input", "pid", info_.pid);
    row("input", "bytes", std::optional(info_.raw_bytes));
    row("input", "text bytes", std::optional(info_.text_bytes));
    costs("total", info_.totals);
    for (const InfoDerived& derived : info_.derived) {
      if (derived.value) {
        row("derived total", derived.event.name, to_decimal(*derived.value));
      }
    }
    if (info_.declared_summary) {
      costs("declared summary", *info_.declared_summary);
    }
    if (info_.declared_totals) {
      costs("declared totals", *info_.declared_totals);
    }
    if (info_.percent_base) {
      costs("percent base", *info_.percent_base);
    }
    counts();
    parts();
    for (const InfoWarning& warning : info_.warnings) {
      row("warning", std::string(warning.code->name), std::optional(warning.count));
    }
  }

 private:
  void row(const std::string& section, const std::string& name, const std::string& value) {
    pen_.text("section", section);
    pen_.text("name", name);
    pen_.text("value", value);
    (void)pen_.end_row();
  }
  void row(const std::string& section, const std::string& name,
           const std::optional<uint64_t>& value) {
    row(section, name, value ? to_decimal(static_cast<int128>(*value)) : "");
  }
  void costs(const std::string& section, std::span<const int128> costs) {
    for (size_t at = 0; at < costs.size(); ++at) {
      row(section, info_.events[at].name, to_decimal(costs[at]));
    }
  }

  void counts() {
    const Info::Counts& counts = info_.counts;
    row("count", "functions", std::optional(counts.functions));
    row("count", "function names", std::optional(counts.function_names));
    row("count", "files", std::optional(counts.files));
    row("count", "objects", std::optional(counts.objects));
    row("count", "calls", std::optional(counts.calls));
    row("count", "lines", std::optional(counts.lines));
    row("count", "instructions", std::optional(counts.instructions));
    row("count", "jumps", std::optional(counts.jumps));
    row("count", "contexts", std::optional(counts.contexts));
  }

  /// Parts are identified by their place, since their own numbers may be missing or repeat.
  void parts() {
    for (size_t at = 0; at < info_.parts.size(); ++at) {
      const InfoPart& part = info_.parts[at];
      const std::string section = "part " + std::to_string(at + 1);
      row(section, "number", part.number);
      row(section, "pid", part.pid);
      row(section, "thread", part.thread);
      row(section, "command", part.command.value_or(""));
      row(section, "trigger", part.trigger.value_or(""));
      row(section, "period", part.period ? fmt::format("{}", *part.period) : "");
      for (const std::string& description : part.descriptions) {
        row(section, "description", description);
      }
      costs(section, part_totals(info_, part));
    }
  }

  const Info& info_;
  TablePen& pen_;
};

}  // namespace

void write_flat(const Info& info, FlatForm form, ByteSink& out) {
  TablePen pen(form, out);
  FlatInfo(info, pen).write();
}

void write_flat(const Check& check, FlatForm form, ByteSink& out) {
  const auto row_at = [&](size_t at) {
    if (at < check.findings.size()) {
      const CheckFinding& finding = check.findings[at];
      return FoundRow{to_string(finding.severity),
                      finding.code,
                      finding.input,
                      finding.place,
                      finding.message,
                      finding.hint};
    }
    const CheckMore& more = check.more[at - check.findings.size()];
    return FoundRow{"", more.code, more.input, {}, fmt::format("and {} more", more.not_listed), ""};
  };
  TablePen table(form, out);
  write_table(table, check.findings.size() + check.more.size(), row_at,
              [](TablePen& pen, const FoundRow& row) {
                pen.text("severity", row.severity);
                pen.text("code", row.code);
                pen.text("file", row.file);
                pen.number("line", unless_zero(row.place.line));
                pen.number("column", unless_zero(row.place.column));
                pen.text("message", row.message);
                pen.text("hint", row.hint);
              });
}

void write_flat(std::span<const CodeInfo* const> codes, FlatForm form, ByteSink& out) {
  TablePen table(form, out);
  write_table(
      table, codes.size(), [&](size_t at) { return *codes[at]; },
      [](TablePen& pen, const CodeInfo& code) {
        pen.text("code", code.name);
        pen.text("severity", to_string(code.severity));
        pen.text("summary", code.summary);
      });
}

}  // namespace quern
