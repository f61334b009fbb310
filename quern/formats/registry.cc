// SPDX-License-Identifier: MIT
#include "quern/formats/registry.h"

#include <algorithm>
#include <array>

#include "quern/formats/cachegrind/writer.h"
#include "quern/formats/callgrind/callgrind.h"
#include "quern/formats/csv/writer.h"
#include "quern/formats/folded/folded.h"
#include "quern/formats/igprof/igprof.h"
#include "quern/formats/parrot/parrot.h"
#include "quern/formats/pprof/pprof.h"
#include "quern/formats/quern_json/quern_json.h"
#include "quern/formats/snapshot/snapshot.h"
#include "quern/formats/speedscope/speedscope.h"
#include "quern/formats/sqlite/writer.h"

namespace quern {

namespace {
/// Its probe reads all rows and is never sure: it runs only where no other format is found.
constexpr const Format* kUnmarked = &folded::kFormat;
// Of equally sure ones the first is taken.
constexpr std::array kFormats = {
    &callgrind::kFormat,  &igprof::kFormat,   &parrot::kFormat,     &pprof::kFormat,
    &quern_json::kFormat, &snapshot::kFormat, &speedscope::kFormat, kUnmarked};
constexpr std::array kWriters = {&cachegrind::kWriter, &callgrind::kWriter,  &csv::kCsvWriter,
                                 &csv::kTsvWriter,     &folded::kWriter,     &igprof::kWriter,
                                 &pprof::kWriter,      &quern_json::kWriter, &snapshot::kWriter,
                                 &speedscope::kWriter, &sqlite::kWriter};
}  // namespace

std::span<const Format* const> formats() {
  return kFormats;
}

std::span<const FormatWriter* const> writers() {
  return kWriters;
}

const Format* recognise(std::string_view first_bytes) {
  const Format* best = nullptr;
  Likeness likeness = Likeness::kNo;
  for (const Format* format : kFormats) {
    if (format == kUnmarked && best != nullptr) {
      continue;
    }
    const Probe probe = format->probe(first_bytes);
    if (probe.likeness > likeness) {
      likeness = probe.likeness;
      best = format;
    }
  }
  return best;
}

const CodeInfo* code_named(std::string_view name) {
  for (const Format* format : kFormats) {
    const auto found = std::ranges::find(format->codes, name, &CodeInfo::name);
    if (found != format->codes.end()) {
      return *found;
    }
  }
  return nullptr;
}

const Format* format_named(std::string_view name) {
  for (const Format* format : kFormats) {
    if (format->name == name ||
        std::ranges::find(format->dialects, name) != format->dialects.end()) {
      return format;
    }
  }
  return nullptr;
}

}  // namespace quern
