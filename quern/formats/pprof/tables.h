// SPDX-License-Identifier: MIT
//
// The tables of a pprof file, which its samples refer to and which may stand behind them: texts,
// mappings, functions, locations, kinds of samples. Read in one pass over the whole file, which
// has to stay where it is: nothing of it is copied.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/formats/pprof/wire.h"
#include "quern/formats/shared/id_table.h"

namespace quern::pprof {

/// A number of a text, and where it stands.
struct TextNumber {
  uint64_t number = 0;
  const char* at = nullptr;
};

struct ValueType {
  TextNumber type, unit;
};

/// Where a file was loaded.
struct PprofMapping {
  uint64_t start = 0, limit = 0;  ///< addresses: [start, limit); both 0: not told
  uint64_t offset = 0;            ///< in the file, of `start`
  TextNumber file, build_id;
};

struct PprofFunction {
  TextNumber name, system_name, file;
};

struct PprofLine {
  uint64_t function = 0;  ///< id
  int64_t line = 0;
  const char* at = nullptr;
};

struct PprofLocation {
  uint64_t mapping = 0;  ///< id; 0: none
  uint64_t address = 0;
  size_t first_line = 0;  ///< of lines(); the innermost inlined function first
  uint32_t line_count = 0;
  const char* at = nullptr;
};

class Tables {
 public:
  /// False: see fault().
  bool read(std::string_view file);
  [[nodiscard]] const std::optional<WireFault>& fault() const { return fault_; }

  /// Null, and fault(): there is no such text.
  [[nodiscard]] std::optional<std::string_view> text(const TextNumber& number);
  /// Null: not defined.
  [[nodiscard]] const PprofMapping* mapping(uint64_t id) const { return mappings_.find(id); }
  [[nodiscard]] const PprofFunction* function(uint64_t id) const { return functions_.find(id); }
  /// An index into locations(); null: not defined.
  [[nodiscard]] const uint32_t* location(uint64_t id) const { return location_of_.find(id); }
  [[nodiscard]] const std::vector<PprofLocation>& locations() const { return locations_; }
  [[nodiscard]] const std::vector<PprofLine>& lines() const { return lines_; }

  std::vector<ValueType> sample_types;
  std::vector<TextNumber> comments;
  std::optional<ValueType> period_type;
  TextNumber default_type, drop_frames, keep_frames;
  int64_t period = 0, time = 0, duration = 0;

 private:
  bool top_field(const Field& field);
  bool mapping_message(const Field& field);
  bool function_message(const Field& field);
  bool location_message(const Field& field);
  bool line_message(const Field& field);
  bool value_type(const Field& field, ValueType& type);
  /// Calls use(field) for each field of a message; false: a fault.
  template <class Use>
  bool each_field(std::string_view message, Use use);
  bool number(const Field& field, uint64_t& value);
  bool text_number(const Field& field, TextNumber& value);
  bool bytes(const Field& field);
  bool fail(const CodeInfo& code, const char* at, std::string message);
  template <class T>
  bool define(IdTable<T>& table, uint64_t id, const T& value, std::string_view what,
              const char* at);

  std::optional<WireFault> fault_;
  std::vector<std::string_view> texts_;
  IdTable<PprofMapping> mappings_;
  IdTable<PprofFunction> functions_;
  IdTable<uint32_t> location_of_;
  std::vector<PprofLocation> locations_;
  std::vector<PprofLine> lines_;
};

/// The numbers of a repeated field, packed or not, are appended; false: a fault is in `reader`.
bool append_numbers(const Field& field, std::vector<uint64_t>& numbers,
                    std::optional<WireFault>& fault);

}  // namespace quern::pprof
