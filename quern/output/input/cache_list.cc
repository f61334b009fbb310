// SPDX-License-Identifier: MIT
//
// The answer of `quern cache` in each form. As JSON, quern.cache/1:
//   {"schema","folder","bytes","limit",
//    "entries":[{"name","kind":"profile"|"debug information","source":PATH|null,"bytes",
//      "age_seconds"}]}
// `bytes` of all entries together, which stand with the last used first.
#include <fmt/format.h>

#include "quern/base/text.h"
#include "quern/output/answers/input.h"
#include "quern/output/json/json_answer.h"
#include "quern/output/render.h"
#include "quern/output/table/table_pen.h"
#include "quern/output/text/table.h"

namespace quern {
namespace {

uint64_t age_seconds(const CacheList& list, const CacheEntry& entry) {
  constexpr int64_t kSecond = 1'000'000'000;
  return static_cast<uint64_t>(std::max<int64_t>(0, (list.now_ns - entry.used_ns) / kSecond));
}

/// "3 min": in the largest unit of which there is one.
std::string age_text(uint64_t seconds) {
  constexpr uint64_t kMinute = 60;
  constexpr uint64_t kHour = 60 * kMinute;
  constexpr uint64_t kDay = 24 * kHour;
  return seconds >= kDay      ? fmt::format("{} d", seconds / kDay)
         : seconds >= kHour   ? fmt::format("{} h", seconds / kHour)
         : seconds >= kMinute ? fmt::format("{} min", seconds / kMinute)
                              : fmt::format("{} s", seconds);
}

std::string_view kind_of(const CacheEntry& entry) {
  return entry.suffix == kCachedCode ? "debug information" : "profile";
}

uint64_t bytes_of(const CacheList& list) {
  uint64_t sum = 0;
  for (const CacheEntry& entry : list.entries) {
    sum += entry.bytes;
  }
  return sum;
}

}  // namespace

void write_text(const CacheList& list, const Style& style, ByteSink& out) {
  BufferedText stream(out);
  stream.text() +=
      fmt::format("{}: {} in {}, at most {}\n", printable(list.folder), byte_size(bytes_of(list)),
                  counted(list.entries.size(), "file"), byte_size(list.most_bytes));
  if (list.entries.empty()) {
    return;
  }
  stream.text() += "\n";
  Table table({{"size"},
               {"used"},
               {"kind", TableColumn::Align::kLeft},
               {"made of", TableColumn::Align::kLeft}},
              style.color);
  const auto cells = [&list](const CacheEntry& entry) {
    return std::vector<std::string>{byte_size(entry.bytes),
                                    age_text(age_seconds(list, entry)) + " ago",
                                    std::string(kind_of(entry))};
  };
  const auto name = [](const CacheEntry& entry) {
    return entry.source.empty() ? std::string("-") : printable(entry.source);
  };
  for (const CacheEntry& entry : list.entries) {
    table.measure(cells(entry), {name(entry), {}, {}, {}});
  }
  table.fit(style.width);
  table.head(stream.text());
  for (const CacheEntry& entry : list.entries) {
    table.line(stream.text(), cells(entry), {name(entry), {}, {}, {}});
  }
}

void write_json(const CacheList& list, ByteSink& out) {
  BufferedText stream(out);
  JsonWriter json(stream.text());
  json.begin_object().key("schema").string("quern.cache/1").text("folder", list.folder);
  json.key("bytes").integer(bytes_of(list)).key("limit").integer(list.most_bytes).newline();
  json.key("entries").begin_array();
  for (const CacheEntry& entry : list.entries) {
    json.newline().begin_object().text("name", entry.name);
    json.key("kind").string(kind_of(entry)).text_or_null("source", entry.source);
    json.key("bytes").integer(entry.bytes);
    json.key("age_seconds").integer(age_seconds(list, entry)).end_object();
  }
  json.newline().end_array().end_object().newline();
}

void write_flat(const CacheList& list, FlatForm form, ByteSink& out) {
  TablePen table(form, out);
  const auto draw = [&](TablePen& pen, const CacheEntry& entry) {
    pen.text("name", entry.name);
    pen.text("kind", kind_of(entry));
    pen.text("source", entry.source);
    pen.number("bytes", entry.bytes);
    pen.number("age_seconds", age_seconds(list, entry));
  };
  write_table(
      table, list.entries.size(), [&](size_t at) -> const CacheEntry& { return list.entries[at]; },
      draw);
}

}  // namespace quern
