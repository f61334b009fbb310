// SPDX-License-Identifier: MIT
//
// Inlined functions as functions of their own: what the addresses of a profile's records say of
// inlined code becomes calls, from the line that it was called from, to "NAME (inlined)". Stacks
// get these functions where they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "quern/base/dense_index.h"
#include "quern/filters/inlines/inlined_names.h"
#include "quern/filters/inlines/split_stacks.h"
#include "quern/model/builder.h"
#include "quern/model/profile.h"
#include "quern/model/records/cost_rows.h"
#include "quern/source/inlines/inlined_code.h"

namespace quern {

/// Whose code something is, and the file of its line.
struct CodePlace {
  FunctionId function;
  NameId file;
};

class InlinedFunctions {
 public:
  /// Reads all records and stacks of `from`, which must stay.
  InlinedFunctions(const Profile& from, const SourcePlaces& places);

  [[nodiscard]] const InlinedCode& code() const { return code_; }

  /// Whether stacks of the part are split instead of its records.
  [[nodiscard]] bool has_stacks(const Part& part) const { return stacks_.has(part); }
  /// As SplitStacks::copy().
  void copy_stacks(const Part& part, const NewFunctionOf& function_of,
                   std::span<const EventId> events, ProfileBuilder& to) {
    stacks_.copy(part, function_of, events, names_, to);
  }

  void begin_part(std::span<const EventId> events);
  /// The function and file in `to` that have a record: `recorded`, or the innermost function that
  /// was inlined there. Jumps stay where they are. To be called for each record of `from` in parts
  /// without such stacks, in order.
  [[nodiscard]] CodePlace place(const Record& record, const CodePlace& recorded,
                                ProfileBuilder& to);
  /// Writes the calls of inlined functions in the open part. How often inlined code ran is not
  /// known: they count 0.
  void end_part(ProfileBuilder& to);

 private:
  /// Code of one function with the same functions inlined around it.
  struct Key {
    FunctionId function;  ///< in the new profile
    NameId file;          ///< of the code
    uint32_t chain = 0;
    bool operator==(const Key&) const = default;
    [[nodiscard]] uint64_t hash() const {
      return mixed(uint64_t{function.value} << 32 | file.value, chain);
    }
  };
  struct Row {
    size_t first = 0;         ///< of functions_: from the innermost outward
    uint64_t first_line = 0;  ///< of its records
    bool is_estimated = false;
  };
  uint32_t row_of(const Key& key, const Record& record, ProfileBuilder& to);

  const Profile* from_;
  InlinedCode code_;
  SplitStacks stacks_;
  std::vector<uint32_t> chains_;  ///< by record
  size_t next_ = 0;
  InlinedNames names_;
  // Of the open part.
  std::vector<Combine> combine_;
  DenseIndex<Key> keys_;
  std::vector<Row> rows_;
  std::vector<FunctionId> functions_;
  CostRows costs_;
};

}  // namespace quern
