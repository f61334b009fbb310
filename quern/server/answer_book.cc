// SPDX-License-Identifier: MIT
#include "quern/server/answer_book.h"

#include "quern/base/json_writer.h"
#include "quern/server/handle.h"

namespace quern::server {
namespace {

/// As encodeURIComponent() of the page does.
void append_encoded(std::string& out, std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    const bool is_plain = (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
                          (byte >= 'A' && byte <= 'Z') ||
                          std::string_view("-_.!~*'()").contains(letter);
    if (is_plain) {
      out += letter;
    } else {
      out += '%';
      out += kDigits[byte >> 4U];
      out += kDigits[byte & 15U];
    }
  }
}

}  // namespace

void append_for_script(std::string& out, std::string_view json) {
  for (size_t at = 0; at < json.size(); ++at) {
    const std::string_view rest = json.substr(at, 3);
    if (rest.front() == '<') {
      out += "\\u003c";
    } else if (rest == "\u2028" || rest == "\u2029") {
      out += rest == "\u2028" ? "\\u2028" : "\\u2029";
      at += 2;
    } else {
      out += rest.front();
    }
  }
}

Request Target::request() const {
  Request request;
  request.path = path_;
  for (const auto& [name, value] : parameters_) {
    request.query.push_back({name, value});
  }
  return request;
}

std::string Target::text() const {
  std::string text = path_;
  for (const auto& [name, value] : parameters_) {
    text += text.size() == path_.size() ? '?' : '&';
    text += name + '=';
    append_encoded(text, value);
  }
  return text;
}

bool AnswerBook::find_room(const Target& target) {
  std::string key = target.text();
  if (is_full_ || keys_.contains(key)) {
    return !is_full_;
  }
  const Response response = handle(target.request(), live_);
  std::string item = text_.empty() ? "" : ",\n";
  std::string quoted;
  JsonWriter(quoted).string(key);
  append_for_script(item, quoted);
  item += ':';
  append_for_script(item, response.body.substr(0, response.body.find_last_not_of('\n') + 1));
  if (text_.size() + item.size() > stage_end_) {
    return false;
  }
  text_ += item;
  if (response.status == 200) {
    good_.insert(key);
  }
  keys_.insert(std::move(key));
  return true;
}

}  // namespace quern::server
