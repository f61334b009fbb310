// SPDX-License-Identifier: MIT
//
// Answers of handle() by their questions, as JSON, up to a number of bytes.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "quern/server/live_profiles.h"
#include "quern/server/request.h"

namespace quern::server {

/// A question as the page writes it: parameters in the order of their names.
class Target {
 public:
  explicit Target(std::string path) : path_(std::move(path)) {}
  /// Empty: the parameter is not asked.
  Target& with(std::string name, std::string_view value) {
    if (value.empty()) {
      parameters_.erase(name);
    } else {
      parameters_.insert_or_assign(std::move(name), value);
    }
    return *this;
  }
  Target& with(std::string name, uint64_t number) {
    return with(std::move(name), std::string_view(std::to_string(number)));
  }

  [[nodiscard]] Request request() const;
  [[nodiscard]] std::string text() const;

 private:
  std::string path_;
  std::map<std::string, std::string> parameters_;
};

/// Answers, as many as there is room for.
class AnswerBook {
 public:
  AnswerBook(const LiveProfiles& live, uint64_t most) : live_(live), most_(most) {}

  /// What is added from now on takes at most this part of the room that is left.
  void begin_stage(uint64_t percent) {
    const uint64_t left = most_ > text_.size() ? most_ - text_.size() : 0;
    stage_end_ = text_.size() + left / 100 * percent;
    is_full_ = false;
  }
  void add_always(const Target& target) {
    stage_end_ = UINT64_MAX;
    add(target);
  }
  /// Whether the answer is held now. Once one did not fit, none of its stage is tried any more.
  bool add(const Target& target) {
    is_full_ = is_full_ || !find_room(target);
    return !is_full_ && good_.contains(target.text());
  }
  /// The same, but smaller answers may be tried after it.
  bool add_if_fits(const Target& target) {
    return find_room(target) && good_.contains(target.text());
  }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  /// Adds an answer, which may be that there is none; false: it did not fit.
  bool find_room(const Target& target);

  const LiveProfiles& live_;
  uint64_t most_;
  uint64_t stage_end_ = 0;
  bool is_full_ = false;
  std::string text_;
  std::set<std::string> keys_;  ///< what is answered
  std::set<std::string> good_;  ///< of it, what is answered without an error
};

}  // namespace quern::server
