// SPDX-License-Identifier: MIT
//
// Collects items into blocks and writes these, with what guards them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "quern/base/byte_sink.h"
#include "quern/formats/snapshot/layout.h"

namespace quern::snapshot {

class BlockWriter {
 public:
  /// Writes the opening.
  BlockWriter(ByteSink& out, uint32_t version);

  /// Where to write the next item of this kind: empty when a new block begins with it.
  std::string& item(Kind kind);
  /// Closes the open block: the next item begins another.
  void flush();
  /// Writes the last block.
  void end();

 private:
  void write(Kind kind, std::string_view data);

  ByteSink* out_;
  Kind kind_ = Kind::kEnd;
  std::string open_;
  uint32_t number_ = 0;
  uint64_t written_ = 0;
};

}  // namespace quern::snapshot
