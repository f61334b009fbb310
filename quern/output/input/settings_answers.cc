// SPDX-License-Identifier: MIT
//
// The answer of `quern config` in each form. As JSON, quern.config/1:
//   {"schema","command":NAME|null,"files":[PATH…],
//    "settings":[{"option","command":NAME|null,"filter":NAME|null,"given":[TEXT…],
//                 "source":"built-in|file|command line","file","line","column"}]}
// `files` were read, the strongest first. `command` is whose alone a setting is, `filter` the set
// of filters ([filters.NAME]) that it is one of. `given` are the texts that the option is given,
// "true" or "false" of a switch; none where nothing is set.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "quern/base/text.h"
#include "quern/output/answers/input.h"
#include "quern/output/json/json_answer.h"
#include "quern/output/render.h"
#include "quern/output/table/table_pen.h"
#include "quern/output/text/table.h"

namespace quern {
namespace {

/// "top.limit" or "filters.noise.hide", as a file could write it.
std::string key_text(const SettingRow& row) {
  if (!row.filter.empty()) {
    return fmt::format("filters.{}.{}", printable(row.filter), row.option);
  }
  return row.command.empty() ? row.option : row.command + "." + row.option;
}

std::string origin_text(const SettingRow& row) {
  if (row.source != SettingSource::kFile) {
    return std::string(to_string(row.source));
  }
  return fmt::format("{}:{}", printable(row.file), row.place.line);
}

std::string values_text(const SettingRow& row) {
  return row.values.empty() ? "-" : printable(fmt::format("{}", fmt::join(row.values, ", ")));
}

}  // namespace

void write_text(const Settings& settings, const Style& style, ByteSink& out) {
  BufferedText stream(out);
  Table table({{"setting", TableColumn::Align::kLeft},
               {"from", TableColumn::Align::kLeft},
               {"value", TableColumn::Align::kLeft}},
              style.color);
  const auto cells = [](const SettingRow& row) {
    return std::vector<std::string>{key_text(row), origin_text(row)};
  };
  for (const SettingRow& row : settings.rows) {
    table.measure(cells(row), {values_text(row), {}, {}, {}});
  }
  table.fit(style.width);
  for (const std::string& file : settings.files) {
    stream.text() += fmt::format("reads {}\n", printable(file));
  }
  stream.text() += settings.files.empty() ? "no configuration file is read\n\n" : "\n";
  table.head(stream.text());
  for (const SettingRow& row : settings.rows) {
    table.line(stream.text(), cells(row), {values_text(row), {}, {}, {}});
  }
}

void write_json(const Settings& settings, ByteSink& out) {
  BufferedText stream(out);
  JsonWriter json(stream.text());
  json.begin_object().key("schema").string("quern.config/1");
  json.text_or_null("command", settings.command).key("files").begin_array();
  for (const std::string& file : settings.files) {
    json.string(file);
  }
  json.end_array().newline().key("settings").begin_array();
  for (const SettingRow& row : settings.rows) {
    json.newline().begin_object().text("option", row.option).text_or_null("command", row.command);
    json.text_or_null("filter", row.filter).key("given").begin_array();
    for (const std::string& value : row.values) {
      json.string(value);
    }
    json.end_array().key("source").string(to_string(row.source)).text_or_null("file", row.file);
    write_place(json, row.place);
    json.end_object();
  }
  json.newline().end_array().end_object().newline();
}

void write_flat(const Settings& settings, FlatForm form, ByteSink& out) {
  struct Value {
    SettingRow row;
    std::string value;
  };
  std::vector<Value> values;
  for (const SettingRow& row : settings.rows) {
    for (const std::string& value : row.values) {
      values.push_back({row, value});
    }
    if (row.values.empty()) {
      values.push_back({row, ""});
    }
  }
  TablePen table(form, out);
  const auto draw = [](TablePen& pen, const Value& value) {
    pen.text("option", value.row.option);
    pen.text("command", value.row.command);
    pen.text("filter", value.row.filter);
    pen.text("given", value.value);
    pen.text("source", to_string(value.row.source));
    pen.text("file", value.row.file);
    pen.number("line", unless_zero(value.row.place.line));
    pen.number("column", unless_zero(value.row.place.column));
  };
  write_table(table, values.size(), [&](size_t at) { return values[at]; }, draw);
}

}  // namespace quern
