// SPDX-License-Identifier: MIT
#include "quern/server/request.h"

#include <utility>

#include "quern/base/json_writer.h"
#include "quern/base/text.h"

namespace quern::server {
namespace {

int hex_value(char digit) {
  if (is_digit(digit)) {
    return digit - '0';
  }
  const char lower = static_cast<char>(digit | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/// Nothing where an escape is cut or the text is none that people write.
std::optional<std::string> decoded(std::string_view text) {
  std::string plain;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '%') {
      plain += text[at];
      continue;
    }
    const int high = at + 2 < text.size() ? hex_value(text[at + 1]) : -1;
    const int low = at + 2 < text.size() ? hex_value(text[at + 2]) : -1;
    if (high < 0 || low < 0) {
      return std::nullopt;
    }
    plain += static_cast<char>(high * 16 + low);
    at += 2;
  }
  if (plain.contains('\0') || !is_utf8(plain)) {
    return std::nullopt;
  }
  return plain;
}

Refusal bad_text(std::string_view what) {
  return refusal(400, "bad-parameter", std::string(what) + " is not percent-encoded UTF-8");
}

}  // namespace

Refusal refusal(int status, std::string_view code, std::string message, std::string hint,
                std::string field) {
  return {status, usage_error(code, std::move(message), std::move(hint)), std::move(field)};
}

Refusal bad_parameter(std::string_view name, std::string message) {
  return refusal(400, "bad-parameter", std::move(message), {}, std::string(name));
}

Asked<Request> read_target(std::string_view target) {
  if (target.size() > kMostTarget) {
    return std::unexpected(refusal(413, "too-large", "the address is too long"));
  }
  const size_t mark = target.find('?');
  Request request;
  std::optional<std::string> path = decoded(target.substr(0, mark));
  if (!path) {
    return std::unexpected(bad_text("the path"));
  }
  request.path = std::move(*path);
  std::string_view rest = mark == std::string_view::npos ? "" : target.substr(mark + 1);
  while (!rest.empty()) {
    const size_t end = rest.find('&');
    const std::string_view item = rest.substr(0, end);
    rest = end == std::string_view::npos ? "" : rest.substr(end + 1);
    if (item.empty()) {
      continue;
    }
    const size_t equals = item.find('=');
    std::optional<std::string> name = decoded(item.substr(0, equals));
    std::optional<std::string> value =
        decoded(equals == std::string_view::npos ? "" : item.substr(equals + 1));
    if (!name || !value || request.query.size() == kMostParameters) {
      return std::unexpected(bad_text("a parameter"));
    }
    request.query.push_back({std::move(*name), std::move(*value)});
  }
  return request;
}

Response error_response(const Refusal& refused) {
  const Diagnostic& error = refused.error;
  std::string text;
  JsonWriter json(text);
  json.begin_object().key("error").begin_object();
  json.text("code", error.code).text("message", error.message);
  if (!error.hint.empty()) {
    json.text("hint", error.hint);
  }
  if (!refused.field.empty()) {
    json.text("field", refused.field);
  }
  if (!error.input.empty()) {
    json.text("file", error.input);
    if (error.place.line != 0) {
      json.key("line").integer(error.place.line).key("column").integer(error.place.column);
    }
  } else if (error.place.column != 0) {
    json.key("position").integer(error.place.column);
  }
  json.end_object().end_object();
  Response response{.status = refused.status, .body = std::move(text)};
  if (refused.status == 503) {
    response.headers.emplace_back("Retry-After", "1");
  }
  return response;
}

}  // namespace quern::server
