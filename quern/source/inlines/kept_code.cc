// SPDX-License-Identifier: MIT
#include "quern/source/inlines/kept_code.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "quern/bytes/files/checksum.h"
#include "quern/model/records/fields.h"

namespace quern {

namespace {

/// The number in it grows with each change of what follows.
constexpr std::string_view kCodeMagic = "quern code 2\n";
constexpr size_t kCodeHead = kCodeMagic.size() + 2 * sizeof(uint32_t);

std::span<const uint8_t> as_bytes(std::string_view text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

/// 0 stands for InlineFrame::kNone.
void put_index(FieldWriter& to, uint32_t index, uint64_t base) {
  to.number(index == InlineFrame::kNone ? 0 : index - base + 1);
}

uint32_t take_index(FieldReader& from, uint64_t base, uint64_t count) {
  const uint64_t value = from.below(count + 1);
  return value == 0 ? InlineFrame::kNone : static_cast<uint32_t>(base + value - 1);
}

template <class Value, class Put>
void put_map(FieldWriter& to, const AddressMap<Value>& map, const Put& put) {
  uint64_t last = 0;
  to.number(map.stretches().size());
  for (const auto& stretch : map.stretches()) {
    to.number(stretch.start - last);
    put(stretch.value);
    last = stretch.start;
  }
}

template <class Value, class Take>
AddressMap<Value> take_map(FieldReader& from, const Take& take) {
  std::vector<typename AddressMap<Value>::Stretch> stretches(from.count());
  uint64_t last = 0;
  for (auto& stretch : stretches) {
    const uint64_t step = from.number();
    from.expect(step <= UINT64_MAX - last);
    last += step;
    stretch = {last, take()};
  }
  return AddressMap<Value>(std::move(stretches));
}

uint32_t take_line(FieldReader& from) {
  return static_cast<uint32_t>(from.below(uint64_t{1} << 32));
}

template <class Texts>
void put_texts(FieldWriter& to, const Texts& texts) {
  to.number(texts.size());
  for (uint32_t at = 0; at < texts.size(); ++at) {
    to.text(texts[at]);
  }
}

void take_texts(FieldReader& from, TextNumbers& texts) {
  const size_t count = from.count();
  for (size_t at = 0; at < count && from.ok(); ++at) {
    from.expect(texts.of(from.text()) == at);
  }
}

void put_files(FieldWriter& to, const SeenFiles& seen) {
  to.number(seen.files().size());
  for (const auto& [path, stamp] : seen.files()) {
    to.text(path);
    to.optional(stamp, [&to](const FileStamp& known) {
      for (const uint64_t number :
           {known.device, known.inode, known.size, static_cast<uint64_t>(known.modified_ns),
            static_cast<uint64_t>(known.changed_ns)}) {
        to.fixed(number);
      }
    });
  }
}

SeenFiles take_files(FieldReader& from) {
  SeenFiles seen;
  const size_t count = from.count();
  for (size_t at = 0; at < count && from.ok(); ++at) {
    std::string path(from.text());
    std::optional<FileStamp> stamp;
    if (from.flag()) {
      std::array<uint64_t, 5> numbers{};
      for (uint64_t& number : numbers) {
        number = from.fixed<uint64_t>();
      }
      stamp = {numbers[0], numbers[1], numbers[2], static_cast<int64_t>(numbers[3]),
               static_cast<int64_t>(numbers[4])};
    }
    seen.add(std::move(path), stamp);
  }
  return seen;
}

}  // namespace

std::string encode_unit(const UnitCode& unit, size_t first_frame, const CodeTables& tables) {
  std::string bytes;
  FieldWriter to(bytes);
  to.text(unit.problem);
  to.number(tables.frames.size() - first_frame);
  for (const InlineFrame& frame : std::span(tables.frames).subspan(first_frame)) {
    put_index(to, frame.outer, first_frame);
    to.number(frame.function);
    to.number(frame.file);
    to.number(frame.line);
  }
  put_map(to, unit.frames, [&](uint32_t frame) { put_index(to, frame, first_frame); });
  put_map(to, unit.rows, [&](const CodeRow& row) {
    to.number(row.file);
    to.number(row.line);
  });
  to.fixed(crc32_of(as_bytes(bytes)));
  return bytes;
}

std::optional<UnitCode> decode_unit(std::string_view bytes, CodeTables& tables) {
  if (bytes.size() < sizeof(uint32_t)) {
    return std::nullopt;
  }
  const std::string_view sum = bytes.substr(bytes.size() - sizeof(uint32_t));
  bytes.remove_suffix(sum.size());
  if (fixed<uint32_t>(as_bytes(sum).data()) != crc32_of(as_bytes(bytes))) {
    return std::nullopt;
  }
  FieldReader from(as_bytes(bytes));
  const auto file = [&] { return static_cast<uint32_t>(from.below(tables.files.size())); };
  UnitCode unit;
  unit.problem = from.text();
  const size_t first = tables.frames.size();
  const size_t count = from.count();
  std::vector<uint32_t> depths;  // by frame of the unit
  for (size_t at = 0; at < count && from.ok(); ++at) {
    InlineFrame frame;
    frame.outer = take_index(from, first, at);  // only what came before: chains end
    const bool is_outermost = frame.outer == InlineFrame::kNone || !from.ok();
    depths.push_back(is_outermost ? 0 : depths[frame.outer - first] + 1);
    from.expect(depths.back() <= kDeepestInlined);
    frame.function = static_cast<uint32_t>(from.below(tables.functions.size()));
    frame.file = file();
    frame.line = take_line(from);
    tables.frames.push_back(frame);
  }
  unit.frames = take_map<uint32_t>(from, [&] { return take_index(from, first, count); });
  unit.rows = take_map<CodeRow>(from, [&] {
    const uint32_t number = file();
    return CodeRow{number, take_line(from)};
  });
  if (!from.ok() || from.more()) {
    tables.frames.resize(first);
    return std::nullopt;
  }
  return unit;
}

std::string kept_code_name(const std::string& path) {
  return text_digest("code of " + path);
}

std::string encode_code(const KeptCode& code, const CodeTables& tables) {
  std::string head;
  FieldWriter to(head);
  put_files(to, code.seen);
  to.number(code.budget.work_left);
  to.number(code.budget.skipped_left);
  to.optional(code.sources, [&to](const auto& sources) { put_texts(to, sources); });
  put_texts(to, tables.files);
  put_texts(to, tables.functions);
  to.number(code.code.size());
  for (const std::string_view unit : code.code) {
    to.number(unit.size());
  }
  put_map(to, code.units, [&](uint32_t unit) { put_index(to, unit, 0); });
  std::string bytes(kCodeMagic);
  FieldWriter opening(bytes);
  opening.fixed(crc32_of(as_bytes(head)));
  opening.fixed(static_cast<uint32_t>(head.size()));
  bytes += head;
  for (const std::string_view unit : code.code) {
    bytes += unit;
  }
  return bytes;
}

std::optional<KeptCode> decode_code(std::string_view bytes, CodeTables& tables) {
  if (bytes.size() < kCodeHead || !bytes.starts_with(kCodeMagic)) {
    return std::nullopt;
  }
  const uint8_t* const opening = as_bytes(bytes).data() + kCodeMagic.size();
  bytes.remove_prefix(kCodeHead);
  const std::string_view head = bytes.substr(0, fixed<uint32_t>(opening + sizeof(uint32_t)));
  bytes.remove_prefix(head.size());
  if (crc32_of(as_bytes(head)) != fixed<uint32_t>(opening)) {
    return std::nullopt;
  }
  FieldReader from(as_bytes(head));
  KeptCode code;
  code.seen = take_files(from);
  code.budget.work_left = from.number();
  code.budget.skipped_left = from.number();
  if (from.flag()) {
    code.sources.emplace(from.count());
    for (std::string& source : *code.sources) {
      source = from.text();
    }
  }
  take_texts(from, tables.files);
  take_texts(from, tables.functions);
  const size_t count = from.count();
  for (size_t at = 0; at < count && from.ok(); ++at) {
    code.code.push_back(bytes.substr(0, from.below(bytes.size() + 1)));
    bytes.remove_prefix(code.code.back().size());
  }
  code.units = take_map<uint32_t>(from, [&] { return take_index(from, 0, count); });
  if (!from.ok() || from.more() || !bytes.empty()) {
    return std::nullopt;
  }
  return code;
}

}  // namespace quern
