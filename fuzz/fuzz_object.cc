// SPDX-License-Identifier: MIT
//
// Any bytes as a program that a profile names: its symbols, its debug information, and the code
// that was inlined. Chains of inlined functions end. Answers depend neither on the order of
// questions nor on the run. Bytes behind kNext are a second file, which the first may name as that
// of its split units, its debug information or its supplement. The corpus is the output of
// fuzz/object_seeds.sh.
#include <stdlib.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <expected>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "quern/source/debug_info.h"
#include "quern/source/inlines/object_code.h"
#include "quern/source/object_file.h"
#include "quern/source/symbols.h"

namespace quern {
namespace {

constexpr std::string_view kNext = "\n-- second --\n";
constexpr size_t kDeepest = 1024;  // functions that are inlined within each other

void expect(bool holds) {
  if (!holds) {
    std::abort();
  }
}

const std::string& folder() {
  static const std::string kPath = [] {
    std::string name = std::filesystem::temp_directory_path() / "quern-fuzz-XXXXXX";
    expect(::mkdtemp(name.data()) != nullptr);
    return name;
  }();
  return kPath;
}

void remove_objects() {
  std::error_code error;
  std::filesystem::remove_all(folder(), error);
}

/// Where the code of an object is said to be: the ends of its ranges, and places within and around.
std::vector<uint64_t> addresses_of(const ElfFile& file, const FunctionRanges& functions) {
  constexpr uint64_t kWithin = 64;
  constexpr size_t kMostRanges = 16;
  std::vector<uint64_t> addresses = {0, 1, UINT64_MAX, uint64_t{1} << 63};
  std::vector<AddressRange> ranges = file.code();
  ranges.resize(std::min(ranges.size(), kMostRanges));
  for (const AddressRange& range : ranges) {
    const uint64_t step = std::max<uint64_t>((range.last - range.first) / kWithin, 1);
    for (uint64_t at = 0; at < kWithin && at <= (range.last - range.first) / step; ++at) {
      addresses.push_back(range.first + at * step);
    }
    addresses.insert(addresses.end(), {range.first - 1, range.last, range.last + 1});
  }
  for (const uint64_t address : std::vector(addresses)) {
    if (const FunctionRange* const function = functions.find(address)) {
      expect(function->start <= address);
      addresses.push_back(function->start);
    }
  }
  return addresses;
}

/// What is known of an address, as a text.
std::string told(ObjectCode& code, uint64_t address) {
  const InstructionPlace place = code.at(address);
  expect(code.at(address) == place);
  std::string text = std::string(code.file(place.file)) + ':' + std::to_string(place.line);
  size_t depth = 0;
  for (uint32_t frame = place.frame; frame != InlineFrame::kNone;
       frame = code.frame(frame).outer, ++depth) {
    const InlineFrame& each = code.frame(frame);
    expect(depth < kDeepest && (each.outer == InlineFrame::kNone || each.outer < frame));
    text.append("\n").append(code.function(each.function)).append(" ");
    text.append(code.file(each.file)).append(":").append(std::to_string(each.line));
  }
  return text;
}

std::vector<std::string> all_told(ObjectCode& code, const std::vector<uint64_t>& addresses) {
  std::vector<std::string> texts;
  for (const uint64_t address : addresses) {
    texts.push_back(told(code, address));
  }
  return texts;
}

void check_code(const std::string& path, std::vector<uint64_t> addresses) {
  std::expected<ObjectCode, std::string> code = ObjectCode::open(path);
  std::expected<ObjectCode, std::string> again = ObjectCode::open(path);
  expect(code.has_value() == again.has_value());
  if (!code) {
    expect(!code.error().empty() && code.error() == again.error());
    return;
  }
  std::vector<std::string> texts = all_told(*code, addresses);
  expect(texts == all_told(*again, addresses) && code->problem() == again->problem());
  if (code->problem().empty()) {
    // Where units are cut, what was read first decides which ones.
    std::expected<ObjectCode, std::string> backward = ObjectCode::open(path);
    std::ranges::reverse(addresses);
    std::ranges::reverse(texts);
    expect(backward && texts == all_told(*backward, addresses) && backward->problem().empty());
  }
}

void check_symbols(const std::string& path, DebugInfo& info, uint64_t base,
                   const std::vector<uint64_t>& addresses) {
  SymbolFinder finder(folder());
  std::vector<Symbol> found;
  for (const uint64_t address : addresses) {
    const std::optional<Symbol> symbol = finder.find(path, address - base);
    expect(!symbol || (symbol->start <= address - base && !symbol->name.empty()));
    if (symbol) {
      found.push_back(*symbol);
    }
  }
  std::vector<NamedFunction> wanted;
  for (const Symbol& symbol : found) {
    wanted.push_back({symbol.name, symbol.file});
  }
  expect(info.declared_lines(wanted) == finder.declared_lines(path, wanted));
  expect(info.sources() == finder.sources(path));
}

void check_object(const std::string& path) {
  const std::expected<ObjectFile, std::string> object = ObjectFile::open(path, folder());
  if (!object) {
    expect(!object.error().empty());
    return;
  }
  DebugInfo info(object->with_debug_info());
  const std::vector<uint64_t> addresses = addresses_of(object->file, info.functions());
  for (const uint64_t address : addresses) {
    const std::optional<SourceLine> line = info.line(address);
    expect(!line || (line->line > 0 && line->file.size() < SIZE_MAX));
  }
  check_symbols(path, info, object->file.base(), addresses);
  check_code(path, addresses);
}

void write_file(const std::string& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

}  // namespace
}  // namespace quern

extern "C" int LLVMFuzzerInitialize(int* /*count*/, char*** /*words*/) {
  (void)quern::folder();  // its name must outlive what removes it
  (void)std::atexit(quern::remove_objects);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace quern;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const size_t end = std::min(bytes.find(kNext), bytes.size());
  const std::string_view second = bytes.substr(std::min(end + kNext.size(), bytes.size()));
  write_file(folder() + "/object", bytes.substr(0, end));
  write_file(folder() + "/second.dwo", second);
  check_object(folder() + "/object");
  return 0;
}
