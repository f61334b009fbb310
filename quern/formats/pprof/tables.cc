// SPDX-License-Identifier: MIT
//
// The tables of a message: types, mappings, locations, functions, texts. Ids may be any number of
// 64 bits and stand in any order, so nothing is looked up before all is read. Fields that a later
// version may add are skipped, but a known field of another type is an error: the file is then
// something else.
#include "quern/formats/pprof/tables.h"

#include <fmt/format.h>

#include <utility>

#include "quern/formats/pprof/codes.h"

namespace quern::pprof {

bool Tables::fail(const CodeInfo& code, const char* at, std::string message) {
  fault_ = WireFault{&code, at, std::move(message)};
  return false;
}

template <class Use>
bool Tables::each_field(std::string_view message, Use use) {
  WireReader reader(message);
  Field field;
  while (reader.next(field)) {
    if (!use(field)) {
      return false;
    }
  }
  fault_ = reader.fault();
  return !fault_;
}

bool Tables::number(const Field& field, uint64_t& value) {
  value = field.value;
  return field.type == WireType::kVarint ||
         fail(kBadMessage, field.at, fmt::format("field {} is not a number here", field.number));
}

bool Tables::text_number(const Field& field, TextNumber& value) {
  value.at = field.at;
  return number(field, value.number);
}

bool Tables::bytes(const Field& field) {
  return field.type == WireType::kBytes ||
         fail(kBadMessage, field.at,
              fmt::format("field {} is a number here, not a message or a text", field.number));
}

template <class T>
bool Tables::define(IdTable<T>& table, uint64_t id, const T& value, std::string_view what,
                    const char* at) {
  if (id == 0) {
    return fail(kUndefinedId, at, fmt::format("a {} without an id", what));
  }
  if (table.find(id) != nullptr) {
    return fail(kDuplicateId, at, fmt::format("{} {} is defined a second time", what, id));
  }
  table.add(id, value);
  return true;
}

std::optional<std::string_view> Tables::text(const TextNumber& number) {
  if (number.number < texts_.size()) {
    return texts_[number.number];
  }
  if (number.number == 0) {
    return std::string_view();
  }
  fail(kUndefinedId, number.at,
       fmt::format("text {} is not defined: the file has {}", number.number, texts_.size()));
  return std::nullopt;
}

bool Tables::read(std::string_view file) {
  return each_field(file, [this](const Field& field) { return top_field(field); });
}

/// Field numbers of `Profile` in profile.proto.
bool Tables::top_field(const Field& field) {
  uint64_t value = 0;
  switch (field.number) {
    case 1:
      return bytes(field) && value_type(field, sample_types.emplace_back());
    case 2:
      return bytes(field);  // samples are read once all tables are there
    case 3:
      return bytes(field) && mapping_message(field);
    case 4:
      return bytes(field) && location_message(field);
    case 5:
      return bytes(field) && function_message(field);
    case 6:
      texts_.push_back(field.bytes);
      return bytes(field);
    case 7:
      return text_number(field, drop_frames);
    case 8:
      return text_number(field, keep_frames);
    case 9:
    case 10:
    case 12: {
      const bool is_number = number(field, value);
      (field.number == 9    ? time
       : field.number == 10 ? duration
                            : period) = static_cast<int64_t>(value);
      return is_number;
    }
    case 11:
      return bytes(field) && value_type(field, period_type.emplace());
    case 13: {
      std::vector<uint64_t> numbers;
      if (!append_numbers(field, numbers, fault_)) {
        return false;
      }
      for (const uint64_t each : numbers) {
        comments.push_back({each, field.at});
      }
      return true;
    }
    case 14:
      return text_number(field, default_type);
    default:
      return true;  // of later versions
  }
}

bool Tables::value_type(const Field& message, ValueType& type) {
  return each_field(message.bytes, [&](const Field& field) {
    return field.number == 1   ? text_number(field, type.type)
           : field.number == 2 ? text_number(field, type.unit)
                               : true;
  });
}

bool Tables::mapping_message(const Field& message) {
  uint64_t id = 0;
  PprofMapping mapping;
  const bool is_read = each_field(message.bytes, [&](const Field& field) {
    switch (field.number) {
      case 1:
        return number(field, id);
      case 2:
        return number(field, mapping.start);
      case 3:
        return number(field, mapping.limit);
      case 4:
        return number(field, mapping.offset);
      case 5:
        return text_number(field, mapping.file);
      case 6:
        return text_number(field, mapping.build_id);
      default:
        return true;
    }
  });
  return is_read && define(mappings_, id, mapping, "mapping", message.at);
}

bool Tables::function_message(const Field& message) {
  uint64_t id = 0;
  PprofFunction function;
  const bool is_read = each_field(message.bytes, [&](const Field& field) {
    return field.number == 1   ? number(field, id)
           : field.number == 2 ? text_number(field, function.name)
           : field.number == 3 ? text_number(field, function.system_name)
           : field.number == 4 ? text_number(field, function.file)
                               : true;
  });
  return is_read && define(functions_, id, function, "function", message.at);
}

/// Lines of a location are consecutive in one list for all locations: a location keeps where its
/// own begin.
bool Tables::location_message(const Field& message) {
  uint64_t id = 0;
  PprofLocation location;
  location.first_line = lines_.size();
  location.at = message.at;
  const bool is_read = each_field(message.bytes, [&](const Field& field) {
    return field.number == 1   ? number(field, id)
           : field.number == 2 ? number(field, location.mapping)
           : field.number == 3 ? number(field, location.address)
           : field.number == 4 ? bytes(field) && line_message(field)
                               : true;
  });
  location.line_count = static_cast<uint32_t>(lines_.size() - location.first_line);
  if (lines_.size() > UINT32_MAX || locations_.size() == UINT32_MAX) {
    return fail(kTooManyRecords, message.at, "this is more than quern can count");
  }
  const auto index = static_cast<uint32_t>(locations_.size());
  if (!is_read || !define(location_of_, id, index, "location", message.at)) {
    return false;
  }
  locations_.push_back(location);
  return true;
}

bool Tables::line_message(const Field& message) {
  PprofLine line;
  line.at = message.at;
  uint64_t number_of_line = 0;
  const bool is_read = each_field(message.bytes, [&](const Field& field) {
    return field.number == 1   ? number(field, line.function)
           : field.number == 2 ? number(field, number_of_line)
                               : true;
  });
  line.line = static_cast<int64_t>(number_of_line);
  lines_.push_back(line);
  return is_read;
}

bool append_numbers(const Field& field, std::vector<uint64_t>& numbers,
                    std::optional<WireFault>& fault) {
  if (field.type == WireType::kVarint) {
    numbers.push_back(field.value);
    return true;
  }
  if (field.type != WireType::kBytes) {
    fault =
        WireFault{&kBadMessage, field.at, "numbers of a fixed width, which pprof does not have"};
    return false;
  }
  WireReader reader(field.bytes);
  for (uint64_t value = 0; reader.next(value);) {
    numbers.push_back(value);
  }
  fault = reader.fault();
  return !fault;
}

}  // namespace quern::pprof
