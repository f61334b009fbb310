// SPDX-License-Identifier: MIT
#include "quern/server/one_page.h"

#include <algorithm>
#include <array>
#include <utility>

#include "quern/base/byte_sink.h"
#include "quern/base/text.h"
#include "quern/bytes/reading/whole.h"
#include "quern/bytes/writing/compress.h"
#include "quern/server/embedded.h"
#include "quern/server/page_files.h"

namespace quern::server {
namespace {

/// The one file of the page whose name ends so; tools/embed_page.mjs sees to it that there is one.
const PageFile* file_ending(std::string_view end) {
  const auto found = std::ranges::find_if(
      page_files(), [end](const PageFile& file) { return file.path.ends_with(end); });
  return found != page_files().end() ? &*found : nullptr;
}

Result<std::string> plain_text(const PageFile& file) {
  Input input = memory_input(std::string(file.path), std::string(file.gzip));
  return read_whole(input);
}

std::string gzipped(std::string_view text) {
  StringSink out;
  CompressedSink sink(out, Compression::kGzip);
  sink.write(text);
  sink.finish();
  return std::move(out.text());
}

std::string policy(const PageFile& script, const PageFile& styles) {
  return "default-src 'none'; script-src 'sha256-" + std::string(script.sha256) +
         "'; style-src 'sha256-" + std::string(styles.sha256) +
         "'; img-src data: blob:; base-uri 'none'; form-action 'none'";
}

}  // namespace

Result<std::string> one_page(const LiveProfiles& live, uint64_t most) {
  const PageFile* const script = file_ending(".js");
  const PageFile* const styles = file_ending(".css");
  if (script == nullptr || styles == nullptr) {
    return failure(output_error("not-built-in", std::string(page_missing())));
  }
  const Result<std::string> script_text = plain_text(*script);
  const Result<std::string> styles_text = plain_text(*styles);
  if (!script_text || !styles_text) {
    return failure((script_text ? styles_text : script_text).error());
  }
  std::string text =
      "<!doctype html>\n<html lang=\"en\" data-theme=\"system\">\n<head>\n<meta "
      "charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"" +
      policy(*script, *styles) +
      "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" "
      "content=\"quern " +
      live.facts().version + "\">\n<title>quern</title>\n<style>";
  text += *styles_text;
  text +=
      "</style>\n</head>\n<body>\n<div id=\"page\"><p class=\"noscript-note\">"
      "quern needs JavaScript for this page.</p></div>\n"
      "<script type=\"application/gzip\" id=\"quern-answers\">";
  text += base64(gzipped(embedded_answers(live, most)));
  text += "</script>\n<script type=\"module\">";
  text += *script_text;
  text += "</script>\n</body>\n</html>\n";
  return text;
}

}  // namespace quern::server
