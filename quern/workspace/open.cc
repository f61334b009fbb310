// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "quern/base/parallel.h"
#include "quern/bytes/read_ahead.h"
#include "quern/bytes/regular_file.h"
#include "quern/formats/registry.h"
#include "quern/workspace/codes.h"
#include "quern/workspace/filters/codes.h"
#include "quern/workspace/first_bytes.h"
#include "quern/workspace/siblings.h"
#include "quern/workspace/symbols.h"
#include "quern/workspace/workspace.h"

namespace quern {

namespace {

Diagnostic error_in(const std::string& name, const CodeInfo& code, std::string message,
                    std::string hint = {}) {
  Diagnostic error;
  error.code = code.name;
  error.message = std::move(message);
  error.hint = std::move(hint);
  error.input = name;
  return error;
}

Result<const Format*> choose_format(const std::string& name, std::string_view first_bytes,
                                    const OpenOptions& options) {
  if (options.dialect) {
    if (const Format* format = format_named(*options.dialect)) {
      return format;
    }
    Diagnostic error = usage_error(
        kUnknownDialect.name, fmt::format("no format or dialect is called '{}'", *options.dialect),
        "`quern help formats` lists them");
    return failure(std::move(error));
  }
  if (const Format* format = recognise(first_bytes)) {
    return format;
  }
  const CodeInfo& code = first_bytes.empty() ? kEmptyInput : kUnrecognised;
  Diagnostic error = error_in(
      name, code,
      first_bytes.empty() ? std::string("the file is empty") : describe_first_bytes(first_bytes),
      first_bytes.empty() ? empty_file_hint(name) : hint_for_unrecognised());
  error.place = {1, 1};
  return failure(std::move(error));
}

/// A plain file's line is never longer than the file. A compressed one may hide a line without end
/// in a few bytes: that may take so much memory and no more.
size_t longest_line(const Input& input) {
  constexpr uint64_t kAlways = uint64_t{1} << 30;
  constexpr uint64_t kPerByte = 64;
  if (input.compression() == Compression::kNone) {
    return SIZE_MAX;
  }
  return std::max(kAlways, kPerByte * input.stored_size().value_or(0));
}

const CodeInfo& reading_code(const Diagnostic& error) {
  return error.code == kCompressedStream.name ? kCompressedStream
         : error.code == kLineTooLong.name    ? kLineTooLong
                                              : kReadFailed;
}

/// What is wrong with the rest of a compressed input; nothing where it is sound. A damaged stream
/// may give text for long before its checksum tells.
std::optional<Diagnostic> damage_of(const Input& input, ByteSource& source) {
  if (input.compression() == Compression::kNone) {
    return std::nullopt;
  }
  std::vector<char> room(size_t{1} << 16);
  for (;;) {
    const Result<size_t> got = source.read(room);
    if (!got) {
      return got.error();
    }
    if (*got == 0) {
      return std::nullopt;
    }
  }
}

/// Large compressed files are inflated by a second thread, ahead of the reader.
std::unique_ptr<ByteSource> inflate_ahead(Input& input, const OpenOptions& options) {
  constexpr uint64_t kWorthIt = uint64_t{1} << 20;
  constexpr size_t kBuffers = 8;
  if (input.compression() == Compression::kNone || threads_for(options.threads) == 1 ||
      input.stored_size().value_or(0) < std::min(kWorthIt, options.parallel_from)) {
    return nullptr;
  }
  return read_ahead(input, Window::kDefaultSize, kBuffers);
}

/// Reads one input into `builder`.
Result<void> read_input(Input input, const OpenOptions& options, ProfileBuilder& builder) {
  input.report_to(options.progress);
  const std::unique_ptr<ByteSource> ahead = inflate_ahead(input, options);
  ByteSource& source = ahead ? *ahead : static_cast<ByteSource&>(input);
  Window window(source, options.buffer_bytes, longest_line(input));
  InputInfo info;
  info.name = input.name();
  uint64_t bytes_elsewhere = 0;
  Result<void> done;
  const Result<std::string_view> first_bytes = window.peek();
  if (first_bytes) {
    const Result<const Format*> format = choose_format(info.name, *first_bytes, options);
    if (!format) {
      return failure(format.error());
    }
    const ReadOptions read_options{
        options.base_rule,     options.keep_going,   threads_for(options.threads),
        options.parallel_from, options.buffer_bytes, options.recover,
        options.opcodes};
    Reading reading{window, &input, builder, read_options, info};
    reading.code_named = &code_named;
    done = (*format)->read(reading);
    bytes_elsewhere = reading.bytes_elsewhere;
    if (const std::optional<Diagnostic> damage = done ? std::nullopt : damage_of(input, source)) {
      done = failure(*damage);  // what the reader saw was not what the writer wrote
    }
  } else {
    done = failure(first_bytes.error());
  }
  if (!done) {
    Diagnostic error = done.error();
    error.input = info.name;
    if (!options.keep_going || !first_bytes) {
      return failure(std::move(error));
    }
    info.findings.add(
        reading_code(error), error.place,
        [&error] {
          return error.offset
                     ? fmt::format("{} (byte {} of the file)", error.message, *error.offset)
                     : error.message;
        },
        error.hint);
  }
  const SourceCounts counts = input.counts();
  info.raw_bytes = counts.raw_bytes + bytes_elsewhere;
  info.text_bytes = counts.text_bytes + bytes_elsewhere;
  builder.end_input(std::move(info));
  return {};
}

/// None where only totals are kept: they know no names.
Result<std::vector<Namer>> namers_of(const OpenOptions& options, std::vector<std::string>& notes) {
  return options.keep == Keep::kTotals ? std::vector<Namer>() : namers_for(options.names, notes);
}

}  // namespace

Result<Opened> open_profile(std::span<const std::string> paths, const OpenOptions& options) {
  Opened opened;
  std::vector<std::string> wanted(paths.begin(), paths.end());
  if (options.siblings) {
    Result<std::vector<std::string>> all = with_siblings(wanted, opened.notes);
    if (!all) {
      return failure(all.error());
    }
    wanted = std::move(*all);
  }
  drop_empty_thread_bases(wanted, opened.notes);
  const Result<std::vector<Namer>> namers = namers_of(options, opened.notes);
  if (!namers) {
    return failure(namers.error());
  }
  ProfileBuilder builder(options.keep);
  for (const std::string& path : wanted) {
    Result<Input> input = open_input(path);
    if (!input) {
      return failure(input.error());
    }
    if (Result<void> done = read_input(std::move(*input), options, builder); !done) {
      return failure(done.error());
    }
  }
  opened.profile = builder.finish(*namers);
  return opened;
}

Result<Opened> open_bytes(const std::string& name, std::string bytes, const OpenOptions& options) {
  Opened opened;
  const Result<std::vector<Namer>> namers = namers_of(options, opened.notes);
  if (!namers) {
    return failure(namers.error());
  }
  ProfileBuilder builder(options.keep);
  if (Result<void> done = read_input(memory_input(name, std::move(bytes)), options, builder);
      !done) {
    return failure(done.error());
  }
  opened.profile = builder.finish(*namers);
  return opened;
}

std::vector<FormatInfo> readable_formats() {
  std::vector<FormatInfo> infos;
  for (const Format* format : formats()) {
    infos.push_back(
        {format->name, format->summary, {format->dialects.begin(), format->dialects.end()}});
  }
  return infos;
}

std::vector<const CodeInfo*> all_codes() {
  std::vector<const CodeInfo*> all(kOpeningCodes.begin(), kOpeningCodes.end());
  all.push_back(&kCannotHold);
  all.insert(all.end(), kFilterCodes.begin(), kFilterCodes.end());
  for (const Format* format : formats()) {
    all.insert(all.end(), format->codes.begin(), format->codes.end());
  }
  std::ranges::sort(all, {}, &CodeInfo::name);
  const auto repeated = std::ranges::unique(all, {}, &CodeInfo::name);
  all.erase(repeated.begin(), repeated.end());
  return all;
}

bool is_profile(const std::string& path, const std::optional<std::string>& dialect) {
  if (path == "-") {
    return true;
  }
  if (!is_regular_file(path)) {
    return false;
  }
  Result<Input> input = open_input(path);
  if (!input || dialect) {
    return input.has_value();
  }
  Window window(*input);
  const Result<std::string_view> first_bytes = window.peek();
  return first_bytes && recognise(*first_bytes) != nullptr;
}

}  // namespace quern
