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
  JsonWriter(item).string(key);
  item += ':';
  item += response.body.substr(0, response.body.find_last_not_of('\n') + 1);
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
