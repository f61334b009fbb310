// SPDX-License-Identifier: MIT
//
// quern.conversion/1:
//   {"schema","format","lossless":bool,"losses":[{"what","count","effect"}],
//    "totals":[{"event","before","after"}]}
#include "quern/output/input/conversion.h"

#include <fmt/format.h>

#include <algorithm>

#include "quern/base/buffered_text.h"
#include "quern/base/json_writer.h"
#include "quern/base/text.h"

namespace quern {
namespace {

void write_conversion_json(const Conversion& conversion, BufferedText& stream) {
  JsonWriter json(stream.text());
  json.begin_object().key("schema").string("quern.conversion/1").newline();
  json.key("format").string(conversion.format);
  json.key("lossless").boolean(conversion.is_lossless()).newline();
  json.key("losses").begin_array();
  for (const Loss& loss : conversion.losses) {
    json.newline().begin_object().key("what").string(loss.what);
    json.key("count").integer(loss.count).key("effect").string(loss.effect).end_object();
  }
  json.end_array().newline().key("totals").begin_array();
  for (const ConvertedTotal& total : conversion.totals) {
    json.newline().begin_object().text("event", total.event);
    json.key("before").integer(total.before).key("after").integer(total.after).end_object();
    if (!stream.drain()) {
      return;
    }
  }
  json.end_array().end_object().newline();
}

void write_conversion_text(const Conversion& conversion, BufferedText& stream) {
  std::string& text = stream.text();
  if (conversion.is_lossless()) {
    text += fmt::format("{} can represent the whole profile\n", conversion.format);
    return;
  }
  text += fmt::format("{} cannot represent:\n", conversion.format);
  size_t widest = 0;
  for (const Loss& loss : conversion.losses) {
    widest = std::max(widest, loss.what.size());
  }
  for (const Loss& loss : conversion.losses) {
    text += fmt::format("  {:<{}}  {:>12}  {}\n", loss.what, widest,
                        grouped(static_cast<int128>(loss.count)), loss.effect);
  }
  for (const ConvertedTotal& total : conversion.totals) {
    if (total.before != total.after) {
      text += fmt::format("total of {}: {} instead of {}\n", printable(total.event),
                          grouped(total.after), grouped(total.before));
    }
    if (!stream.drain()) {
      return;
    }
  }
}

}  // namespace

void render(const Conversion& conversion, const Style& style, ByteSink& out) {
  BufferedText stream(out);
  if (style.form == Form::kJson) {
    write_conversion_json(conversion, stream);
  } else {
    write_conversion_text(conversion, stream);
  }
}

}  // namespace quern
