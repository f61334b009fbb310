// SPDX-License-Identifier: MIT
//
// Recognizes files without the schema, by the members of their first bytes. The text may end
// anywhere, so it is walked with a tolerant scanner instead of the JSON reader, which would report
// the cut as an error.
#include "quern/formats/speedscope/shape.h"

#include <algorithm>
#include <string>
#include <vector>

namespace quern::speedscope {

namespace {

/// Walks a text as if it were sound JSON, and says where each value stands: "/shared/frames/" are
/// the items of a list.
class Walk {
 public:
  explicit Walk(std::string_view text) : text_(text) {}

  /// The next value: what it begins with, '{', '[', '"' or another byte; false at the end.
  bool next() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '}' || c == ']') {
        leave();
      } else if (c == ',') {
        is_key_ = !open_.empty() && open_.back().is_object;
        ++at_;
      } else if (c == '"' && is_key_) {
        key();
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ':') {
        ++at_;
      } else {
        value();
        return true;
      }
    }
    return false;
  }

  [[nodiscard]] char first() const { return first_; }
  [[nodiscard]] std::string_view path() const { return path_; }
  /// The content of a text.
  [[nodiscard]] std::string_view text() const { return value_; }

 private:
  struct Open {
    bool is_object;
    size_t path_end;  ///< of its own path
  };

  void leave() {
    ++at_;
    if (!open_.empty()) {
      open_.pop_back();
    }
    is_key_ = false;
  }

  /// The text between quotes at hand.
  std::string_view quoted() {
    const size_t begin = ++at_;
    while (at_ < text_.size() && text_[at_] != '"') {
      at_ += text_[at_] == '\\' ? 2U : 1U;
    }
    const size_t end = std::min(at_, text_.size());
    at_ = std::min(end + 1, text_.size());
    return text_.substr(begin, end - begin);
  }

  void key() {
    path_.resize(open_.back().path_end);
    path_.append("/").append(quoted());
    is_key_ = false;
  }

  void value() {
    first_ = text_[at_];
    if (!open_.empty() && !open_.back().is_object) {
      path_.resize(open_.back().path_end);
      path_ += '/';
    }
    if (first_ == '{' || first_ == '[') {
      open_.push_back({first_ == '{', path_.size()});
      is_key_ = first_ == '{';
      ++at_;
    } else if (first_ == '"') {
      value_ = quoted();
    } else {
      at_ = std::min(text_.find_first_of(",]}", at_), text_.size());
    }
  }

  std::string_view text_;
  size_t at_ = 0;
  std::vector<Open> open_;
  std::string path_;
  bool is_key_ = false;
  char first_ = 0;
  std::string_view value_;
};

}  // namespace

bool has_shape(std::string_view first_bytes) {
  bool has_frames = false;
  bool has_profile = false;
  for (Walk walk(first_bytes); walk.next();) {
    const std::string_view path = walk.path();
    const char first = walk.first();
    if ((path == "/shared" && first != '{') || (path == "/shared/frames" && first != '[') ||
        (path == "/shared/frames/" && first != '{') || (path == "/profiles" && first != '[') ||
        (path == "/profiles/" && first != '{')) {
      return false;
    }
    has_frames = has_frames || path == "/shared/frames/";
    has_profile = has_profile || (path == "/profiles//type" && first == '"' &&
                                  (walk.text() == "sampled" || walk.text() == "evented"));
  }
  return has_frames || has_profile;
}

}  // namespace quern::speedscope
