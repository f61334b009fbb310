// SPDX-License-Identifier: MIT
//
// Packs a profile's records again, with the numbers of its snapshot.
#pragma once

#include <cstdint>
#include <vector>

#include "quern/formats/snapshot/block_writer.h"
#include "quern/formats/snapshot/numbering.h"
#include "quern/model/records/records.h"

namespace quern::snapshot {

class RecordPacker {
 public:
  /// Into blocks of this kind, each of which stands on its own.
  RecordPacker(const Numbering& numbers, BlockWriter& blocks, Kind kind)
      : numbers_(&numbers), blocks_(&blocks), kind_(kind) {}

  void begin_part(size_t width);
  void add(const Record& record);
  void end_part();

 private:
  void flush();
  void add_self(const Record& record);
  void add_call(const Record& record);
  void add_jump(const Record& record);
  bool narrow(const Record& record);

  const Numbering* numbers_;
  BlockWriter* blocks_;
  Kind kind_;
  RecordStore packed_;
  bool is_empty_ = true;
  size_t width_ = 0;
  std::vector<int64_t> row_;
};

}  // namespace quern::snapshot
