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

#include <algorithm>

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

namespace {

void draw_setting(TablePen& pen, const SettingRow& row, std::string_view value) {
  pen.text("option", row.option);
  pen.text("command", row.command);
  pen.text("filter", row.filter);
  pen.text("given", value);
  pen.text("source", to_string(row.source));
  pen.text("file", row.file);
  pen.number("line", unless_zero(row.place.line));
  pen.number("column", unless_zero(row.place.column));
}

}  // namespace

/// A row a value; a setting without one has an empty cell.
void write_flat(const Settings& settings, FlatForm form, ByteSink& out) {
  TablePen pen(form, out);
  draw_setting(pen, {}, {});
  bool is_wanted = pen.end_row();
  for (const SettingRow& row : settings.rows) {
    const size_t count = std::max<size_t>(row.values.size(), 1);
    for (size_t at = 0; at < count && is_wanted; ++at) {
      draw_setting(pen, row, row.values.empty() ? std::string_view() : row.values[at]);
      is_wanted = pen.end_row();
    }
  }
}

}  // namespace quern
