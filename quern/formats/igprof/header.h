// SPDX-License-Identifier: MIT
//
// The first row of a dump: which process it is of, and which dialect follows.
//
//   P=(HEX ID=61f3 N=(./tmpl) T=0.005000)
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "quern/formats/shared/reading_error.h"

namespace quern::igprof {

struct DumpHeader {
  bool is_hex = false;
  uint64_t pid = 0;
  std::string program;   ///< as in argv[0]
  double period = 0;     ///< seconds a tick; 0 where there is no clock
  uint64_t tick_ns = 0;  ///< the same in nanoseconds; 0 where no integer of 64 bits is that
};

/// Takes the row apart; nothing where that went well.
[[nodiscard]] std::optional<RowError> parse_header(const char* at, const char* end,
                                                   DumpHeader& header);

}  // namespace quern::igprof
