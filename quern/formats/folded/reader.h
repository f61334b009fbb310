// SPDX-License-Identifier: MIT
//
// Folded stacks -> contexts of a Sink, in one forward pass. A row is the path from a root to a new
// context, which has its count; what it shares with the row before is not pushed again.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/formats/folded/row.h"
#include "quern/formats/shared/row_reader.h"

namespace quern::folded {

class Reader : private RowReader {
 public:
  explicit Reader(Reading& reading);
  Result<void> read();

 private:
  /// A context of the row before.
  struct Open {
    size_t end;  ///< of its name, in stack_
    ContextId id;
  };

  // Functions with a bool return false after an error that was reported.
  Result<void> read_rows();
  bool row(std::string_view text);
  bool counts(const Row& row);
  bool count(std::string_view word, EventId event);
  bool push(std::string_view stack);
  [[nodiscard]] size_t shared_with(std::string_view stack) const;
  FrameId frame(std::string_view name);

  unsigned counts_ = 1;  ///< of each row
  std::vector<EventId> events_;
  std::vector<EventCost> costs_;  ///< of the row
  uint64_t contexts_ = 0;
  std::string stack_;              ///< of the row before
  std::vector<Open> open_;         ///< its contexts
  std::vector<FrameId> frame_of_;  ///< by function
};

}  // namespace quern::folded
