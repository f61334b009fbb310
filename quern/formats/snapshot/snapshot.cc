// SPDX-License-Identifier: MIT
#include "quern/formats/snapshot/snapshot.h"

#include "quern/formats/snapshot/codes.h"
#include "quern/formats/snapshot/layout.h"
#include "quern/formats/snapshot/reader.h"

namespace quern::snapshot {

namespace {

Probe probe(std::string_view first_bytes) {
  if (first_bytes.starts_with(kMagic)) {
    return {Likeness::kMagic, "the first bytes of a snapshot"};
  }
  return {};
}

}  // namespace

const Format kFormat = {
    "snapshot", "quern's own snapshots (convert --to snapshot)", {}, kCodes, probe, read_by<Reader>,
};

}  // namespace quern::snapshot
