// SPDX-License-Identifier: MIT
//
// Items of one kind are gathered until a block has kFullBlock bytes, so that a reader can check and
// skip them in pieces. Nothing is written twice and nothing is sought: a snapshot can go to a pipe.
#include "quern/formats/snapshot/block_writer.h"

#include "quern/bytes/files/checksum.h"
#include "quern/model/records/fields.h"

namespace quern::snapshot {

namespace {

uint32_t crc_of(std::string_view text) {
  return crc32_of({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
}

}  // namespace

BlockWriter::BlockWriter(ByteSink& out, uint32_t version) : out_(&out) {
  std::string opening(kMagic);
  FieldWriter fields(opening);
  fields.fixed(version);
  fields.fixed(crc_of(opening));
  out_->write(opening);
  written_ = opening.size();
}

std::string& BlockWriter::item(Kind kind) {
  if (kind != kind_ || open_.size() >= kFullBlock) {
    flush();
    kind_ = kind;
  }
  return open_;
}

void BlockWriter::flush() {
  if (!open_.empty()) {
    write(kind_, open_);
    open_.clear();
  }
}

void BlockWriter::end() {
  flush();
  std::string length;
  FieldWriter(length).fixed(written_ + kBlockHead + sizeof(uint64_t));
  write(Kind::kEnd, length);
}

void BlockWriter::write(Kind kind, std::string_view data) {
  std::string head;
  FieldWriter fields(head);
  fields.fixed(static_cast<uint32_t>(kind));
  fields.fixed(number_++);
  fields.fixed(uint64_t{data.size()});
  fields.fixed(crc_of(data));
  fields.fixed(crc_of(head));
  out_->write(head);
  out_->write(data);
  written_ += head.size() + data.size();
}

}  // namespace quern::snapshot
