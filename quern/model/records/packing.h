// SPDX-License-Identifier: MIT
//
// Values as bytes, for another process of the same program, and back. A type lists its fields once,
// for both ways, so that what is written and what is read cannot differ:
//
//     template <class Way>
//     void fields(Way& way, Place& place) { way(place.line, place.column); }
//
// The bytes are those of fields.h, and are read with as little trust.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "quern/base/int128.h"
#include "quern/model/records/fields.h"

namespace quern {

/// Appends values to `out`, which outlives it. It changes none of them.
class Packing {
 public:
  explicit Packing(std::string& out) : to_(out) {}

  template <class... Values>
  void operator()(Values&... values) {
    (put(values), ...);
  }

 private:
  void put(std::string& text) { to_.text(text); }
  void put(int128& amount) { to_.amount(amount); }
  template <class Value>
  void put(std::optional<Value>& value) {
    to_.optional(value, [this](Value given) { put(given); });
  }
  template <class Value>
  void put(std::vector<Value>& values) {
    to_.number(values.size());
    for (Value& value : values) {
      put(value);
    }
  }
  template <class Key, class Value>
  void put(std::map<Key, Value>& values) {
    to_.number(values.size());
    for (auto& [key, value] : values) {
      Key copy = key;
      put(copy);
      put(value);
    }
  }
  template <class Value>
  void put(Value& value) {
    if constexpr (std::is_integral_v<Value> || std::is_enum_v<Value>) {
      to_.number(static_cast<uint64_t>(value));
    } else {
      fields(*this, value);
    }
  }

  FieldWriter to_;
};

/// Reads what a Packing wrote.
class Unpacking {
 public:
  explicit Unpacking(std::string_view bytes)
      : from_({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}) {}

  template <class... Values>
  void operator()(Values&... values) {
    (get(values), ...);
  }
  /// Says that what was read makes no sense.
  void refuse() { from_.refuse(); }
  /// Whether all made sense, and nothing is left.
  [[nodiscard]] bool is_complete() const { return from_.ok() && !from_.more(); }

 private:
  void get(std::string& text) { text = from_.text(); }
  void get(int128& amount) { amount = from_.amount(); }
  template <class Value>
  void get(std::optional<Value>& value) {
    if (from_.flag()) {
      get(value.emplace());
    }
  }
  template <class Value>
  void get(std::vector<Value>& values) {
    const size_t count = from_.count();
    for (size_t at = 0; at < count && from_.ok(); ++at) {
      get(values.emplace_back());
    }
  }
  template <class Key, class Value>
  void get(std::map<Key, Value>& values) {
    const size_t count = from_.count();
    for (size_t at = 0; at < count && from_.ok(); ++at) {
      Key key{};
      get(key);
      get(values[std::move(key)]);
    }
  }
  template <class Value>
  void get(Value& value) {
    if constexpr (std::is_same_v<Value, bool>) {
      value = from_.flag();
    } else if constexpr (std::is_integral_v<Value> || std::is_enum_v<Value>) {
      value = static_cast<Value>(from_.number());
    } else {
      fields(*this, value);
    }
  }

  FieldReader from_;
};

}  // namespace quern
